"""Notes become C: functions of arrays are run once on notepads, which write down the ufuncs that are called on them.

So an optimiser's rule, or a loop inside an op, is C by the lines that NumPy runs.
"""

from functools import partial
from operator import attrgetter, is_

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ..expansion import NotExpanded
from ..program import Step
from ..value import Value, namer
from .c_lines import TYPES, computed_in, expression


class Notepad(np.ndarray):
    """An array of one element that writes down what is called on it, and computes nothing.

    own     its number among those of a function
    notes   (function, numbers of its arguments, None for a Python number, number of what it is written into)
    given   these Python numbers, in order
    """

    own = notes = given = None

    def another(self):
        made = np.zeros(1).view(Notepad)
        made.notes, made.given, made.own = self.notes, self.given, -1 - len(self.notes)
        return made

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        if any(type(x) is Stack for x in (*inputs, *(out or ()))):
            return NotImplemented
        if method != "__call__" or settings or ufunc.nout > 1:
            raise NotExpanded(f"{ufunc.__name__} is called with {method}, {settings}")
        into = out[0] if out else self.another()
        self.notes.append((ufunc, tuple([self.argument(x) for x in inputs]), into.own))
        return into

    def argument(self, x):
        if type(x) is Notepad:
            return x.own
        self.given.append(float(x))
        return None

    def __array_function__(self, function, types, args, settings):
        if function is not np.empty_like:
            raise NotExpanded(f"{function.__name__} is called")
        return self.another()

    def looks(self, *args):
        raise NotExpanded("the rule looks at a number")

    __bool__ = __float__ = __int__ = item = looks


class Stack(NDArrayOperatorsMixin):
    """Several notepads that NumPy has as one array: a function that is called on it is called on each of them."""

    def __init__(self, pads):
        self.pads = pads

    def __getitem__(self, index):
        found = self.pads[index]
        return found if type(found) is Notepad else Stack(found)

    def __setitem__(self, index, x):
        own = self[index]
        if len(pads_of(own)) != len(pads_of(x)) or not all(map(is_, pads_of(own), pads_of(x))):
            raise NotExpanded("an array is copied")          # x[1:] += 1 ends here too, and copies nothing

    def __array_ufunc__(self, ufunc, method, *inputs, out=None):
        for place in range(len(self.pads)):
            ufunc(*[x.pads[place] if type(x) is Stack else x for x in inputs], out=out[0].pads[place])
        return out[0]


def pads_of(x):
    return x.pads if type(x) is Stack else [x]


def notepads(sizes):
    """A Notepad for each size of None, a Stack for each number of them; their notes, and Python numbers of these."""
    notes, given, pads = [], [], []

    def pad():
        pads.append(np.zeros(1).view(Notepad))
        pads[-1].own, pads[-1].notes, pads[-1].given = len(pads) - 1, notes, given
        return pads[-1]
    return [pad() if size is None else Stack([pad() for _ in range(size)]) for size in sizes], notes, given


class Noted:
    """Notes as lines of C on one element.

    first   for each array the Value that it holds before; last: {number of an array: the one that it holds after}
    numbers Values of the Python numbers, where these are not given

    Raises NotExpanded for functions that C has no expression for.
    """

    def __init__(self, notes, arrays, dtype, given=None):
        name, like, given = namer(), np.empty(2, dtype), given and list(given)
        value = partial(Value, array=like)
        self.kind, self.numbers, self.steps = TYPES[dtype], [], []
        self.first = [value(name(), role="input", source=own) for own in range(arrays)]
        self.last = dict(enumerate(self.first))
        for ufunc, args, into in notes:
            found = [self.number(name, dtype, given) if own is None else self.last[own] for own in args]
            self.last[into] = value(name())
            self.steps.append(Step(ufunc.__name__, ufunc, found, {}, [self.last[into]]))
        if not all(map(computed_in, self.steps)):
            raise NotExpanded("a function has no expression in C")

    def number(self, name, dtype, given):
        if given:
            return given.pop(0)
        self.numbers.append(Value(name(), np.empty((), dtype), "input", None))
        return self.numbers[-1]

    def lines(self):
        """A line for each step."""
        return [f"{self.kind} {step.outputs[0].name} = {expression(step, attrgetter('name'))};" for step in self.steps]

    @property
    def changed(self):
        """(what an array was, what it is after) of those that are written to."""
        return [(x, self.last[own]) for own, x in enumerate(self.first) if self.last[own] is not x]
