"""Ways to run a rule on one parameter: whole, or in parts; cuda/steps.py has those that a GPU can undo or repeat."""

from functools import partial

import numpy as np

from .. import paths
from ..backend import on
from .state import keep

BLOCK = 1 << 15                           # number of elements of a part: arrays of 128 kB stay in the cache


def runner(optimizer, group, parts):
    """Return run(param, grad, state, settings), which applies the optimiser's rule to the arrays of one parameter.

    parts   whether the rule may be called with parts of a parameter
    """
    rule = type(optimizer).rule
    if rule is None:
        raise NotImplementedError(f"{type(optimizer).__name__} has neither a rule nor a step() of its own.")
    run = partial(by_parts if parts else at_once, getattr(rule, "run", rule))
    if optimizer.skip is not None:
        return partial(paths.module("cuda.steps").take_unless, optimizer.skip, run)
    return partial(paths.module("cuda.steps").count_on_gpu, run) if group.get("capturable") else run


def update(optimizer, param, run, settings):
    """Take one parameter's step: run the rule on its arrays, and store the state that the rule has changed."""
    state = optimizer.state[param]
    arrays = {name: getattr(value, "array", value) for name, value in dict.items(state)}
    with on(param.array):
        run(param.array, param._grad.array, arrays, settings)
        for name, value in arrays.items():
            if value is not getattr(dict.get(state, name), "array", state):
                keep(state, name, value)


def at_once(rule, param, grad, state, settings):
    """Take one step of a rule that needs the whole parameter."""
    rule(param, grad, state, **settings)


def by_parts(rule, param, grad, state, settings):
    """Take one step of an elementwise rule: a large parameter in parts that stay in the cache."""
    if not state or param.size <= 2 * BLOCK:
        rule(param, grad, state, **settings)
    else:
        step_in_parts(rule, param, grad, state, settings)


def step_in_parts(rule, param, grad, state, settings):
    """Take one step of a large parameter, part by part if all arrays are contiguous."""
    whole = {name: value for name, value in state.items() if type(value) is np.ndarray}
    if type(param) is not np.ndarray or not all(array.flags.c_contiguous and array.shape == param.shape
                                                for array in (param, *whole.values())):
        rule(param, grad, state, **settings)
        return
    counts = {name: value for name, value in state.items() if name not in whole}
    arrays = [array.reshape(-1) for array in (param, grad, *whole.values())]
    for start in range(0, param.size, BLOCK):
        param, grad, *values = [array[start:start + BLOCK] for array in arrays]
        own = {**counts, **dict(zip(whole, values))}
        rule(param, grad, own, **settings)
    state.update({name: own[name] for name in counts})                                   # copy counts such as "step"
