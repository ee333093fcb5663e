"""What is otherwise after a learner's code was called again: results that it handed out before, the grad mode."""

import inspect
from contextlib import suppress
from copy import deepcopy

import numpy as np

from ..engine import is_grad_enabled, no_grad
from ..tensors import Tensor
from .compare import plain, same
from .numbered import functions_of
from .watch import print_of, what_changed

MOVED = ("What your code gave for “{}” is otherwise after the next call: each call hands out one and the same array "
         "or list, and writes over what was there (a buffer that is kept outside). Who holds an earlier result still "
         "needs it: make a new one in each call.")
SWITCHED = ("Where the graph is off before your code is called, it is on afterwards: a caller's own no_grad ends here. "
            "A `with` block puts back what was: `with mt.no_grad():`.")
WRITTEN = ("Your code writes to its default argument `{}`, which is made once, together with the function: what one "
           "call leaves in it is there in the next. Make it inside the function.")


def defaults_of(answer):
    """Return the lists, dicts and sets that are default arguments of an answer: of each its name, itself, a print."""
    return [(name, parameter.default, print_of(parameter.default)) for function in functions_of(answer)
            for name, parameter in inspect.signature(function).parameters.items()
            if isinstance(parameter.default, list | dict | set)]


def written_default(defaults):
    """Return in words which of `defaults_of` has changed since; '' if none has."""
    return next((WRITTEN.format(name) for name, value, before in defaults if what_changed(before, print_of(value))), "")


def arrays_in(value):
    """Return the arrays in a value: in lists, tuples and dicts, and those that Tensors and modules hold."""
    if isinstance(value, Tensor):
        return [value.detach().cpu().numpy()]
    if isinstance(value, np.ndarray):
        return [value]
    if hasattr(value, "_modules") and hasattr(value, "state_dict"):
        value = value.state_dict()
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [array for part in parts for array in arrays_in(part)]


class HandedOut:
    """Results that were handed out, as they were then, but for those that lie in the memory of an argument."""

    def __init__(self):
        self.held: list = []

    def keep(self, out, inputs):
        """Hold a result, and its plain data as it is now; not a result that is an argument, or a view of one."""
        of_inputs = arrays_in(inputs)
        if any(out is value for value in inputs) or any(
                np.may_share_memory(array, other) for array in arrays_in(out) for other in of_inputs):
            return
        self.held.append((out, deepcopy(plain(out))))

    def moved(self):
        """Return whether a result that is held is different now."""
        return any(not same(out, was, 0) for out, was in self.held if same(was, was, 0))


def switches(run, answer, inputs):
    """Return whether the graph is switched on after a check that began with it off."""
    with no_grad():
        with suppress(Exception):                          # without a graph much of a check fails
            run(answer, inputs)
        return is_grad_enabled()
