"""Run a model and restore afterwards everything that the run changed."""

import random as python_random
import sys
from contextlib import contextmanager

from ..nn.parameter import Uninitialized
from ..random import default_generator


@contextmanager
def evaluating(model):
    """Put the model into evaluation mode; on exit, restore the mode of each of its modules."""
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, training in modes:
            module.training = training


@contextmanager
def preserve_state(model, keep_grad=False):
    """Restore the model's values, gradients, buffers and modes, and the state of every random generator, on exit.

    model       a Module, or None
    keep_grad   True: the parameters keep their gradients inside the block; False: they have none at its start
    """
    modules = [] if model is None else list(model.modules())
    modes = [(module, module.training, dict(module._buffers)) for module in modules]
    owned = {id(x): x for module in modules
             for x in (*module._parameters.values(), *module._buffers.values())
             if x is not None and not isinstance(x, Uninitialized)}
    kept = [(x, x.array, x.array.copy(), x._grad, x._counter and list(x._counter)) for x in owned.values()]
    streams = [(default_generator.set_state, default_generator.get_state()),
               (python_random.setstate, python_random.getstate())]
    if "numpy.random" in sys.modules:
        numpy_random = sys.modules["numpy.random"]
        streams.append((numpy_random.set_state, numpy_random.get_state()))
    for x in owned.values():
        x._grad = x._grad if keep_grad else None
    try:
        yield
    finally:
        for module, training, buffers in modes:
            module.training = training
            module._buffers.clear()
            module._buffers.update(buffers)
        for x, array, values, grad, cell in kept:
            array[...] = values
            x.array, x._grad = array, grad
            if cell is not None:
                x._counter[:] = cell
        for put_back, state in streams:
            put_back(state)
