"""What the exercises of every lesson are written with."""

import sys
from importlib import import_module
from typing import Any

import numpy as np

from ... import tensors
from ...dtypes import float64
from ..cases import Case, Halves, Law, in_two
from ..compare import plain
from ..record import Exercise, find
from ..wrong import Wrong

__all__ = ["Case", "Exercise", "Halves", "Law", "Wrong", "complain", "floats", "gradients_of", "in_two",
           "layers_on_the_class", "mt", "noting_ops", "of_library", "row", "tenths", "versions"]

mt: Any = sys.modules["minitorch"]       # as notebooks call it


def row(*numbers):
    """Return a vector of floats."""
    return np.array(numbers, float)


def floats(value, **settings):
    """Return a Tensor of float64."""
    return tensors.tensor(value, dtype=float64, **settings)


def versions(id):
    """{name: version} of all that a test to write is tried on, for the notebook."""
    return {case.name: version for case in find(id).cases for version in case.inputs.values()}


def complain(probe, text):
    """Make a probe that says in words what is wrong, None if nothing is: for answers that take and give arrays."""
    return lambda answer: text if probe(answer) else None


def of_library(module, name):
    """Return what a module of the library has by that name, imported only now."""
    return getattr(import_module(f"minitorch.{module}"), name)


def tenths(most, seed, *shape):
    """Return a Tensor of numbers with one decimal, drawn from -most to most."""
    return floats(np.random.default_rng(seed).integers(-10 * most, 10 * most + 1, shape) / 10)


def noting_ops(note):
    """Return {name: op on numbers}, where each op calls note(name) when it runs."""
    def op(name):
        def run(*numbers):
            note(name)
            return float(getattr(np, name)(*numbers))
        return run
    return {name: op(name) for name in ("add", "exp", "multiply", "negative", "square", "subtract")}


def layers_on_the_class(answer, *inputs):
    """Whether a Module that an answer makes of these inputs has layers on its class, where no walk finds them."""
    answer(*inputs)
    return any(hasattr(member, "_modules") and not isinstance(member, type) for member in vars(answer).values())


def gradients_of(*names):
    """Make the run of an exercise that asks for gradients too: what comes out, then the gradient of each argument.

    Elements of the result are weighed 1, 2, 3, …, so that none can stand for another.
    """
    def run(answer, inputs):
        given = [inputs[name] for name in names]
        for x in given:
            if x is not None:
                x.requires_grad_()
        out = answer(**inputs)
        if isinstance(out, tensors.Tensor) and out.requires_grad and out.dtype != given[0].dtype:
            raise TypeError(f"{out.dtype} comes back where {given[0].dtype} went in: keep the dtype, and give new "
                            "tensors the input's.")
        if isinstance(out, tensors.Tensor) and out.requires_grad:
            (out * floats(np.arange(1.0, 1 + out.numel())).reshape(out.shape)).sum().backward()
        return None if out is None else (plain(out), *[None if x is None else x.grad for x in given])
    return run
