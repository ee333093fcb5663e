"""Slots: where a Python program keeps what it reads, and whether the same is there again."""

from collections import deque
from pickle import dumps
from types import MethodType
from weakref import WeakKeyDictionary

import numpy as np

from .. import backend, dtypes
from ..tensors import Size

NUMBERS = {float, complex}                              # told apart by their text: 0.0 and -0.0, nan and nan
EQUAL = {int, bool, str, bytes, slice, range, dtypes.dtype, backend.device, np.dtype, Size}
IMMUTABLE = {*NUMBERS, *EQUAL, type(None), type(Ellipsis), type(NotImplemented)}


class Missing:
    """What a slot holds where there is nothing."""

    def __repr__(self):
        return "nothing"


MISSING = Missing()


class Slot:
    """One place that a function reads.

    read(container, key)   what is there now
    value                  what was there when the function read it
    path                   its name, as in `model.rate`
    guarded                whether a program holds only as long as the same is there; else it may not change in a run
    """

    __slots__ = ("container", "guarded", "key", "path", "read", "value")

    def __init__(self, read, container, key, path, guarded=True):
        self.read, self.container, self.key, self.path, self.guarded = read, container, key, path, guarded
        self.value = read(container, key)

    def changed(self):
        """Whether something else is there now."""
        return not same(self.value, self.read(self.container, self.key))

    def difference(self):
        """What was there, and what is."""
        now = self.read(self.container, self.key)
        return f"`{self.path}` was {brief(self.value)} and is {brief(now)}"


def item(container, key):
    """A value of a dict, such as a module's globals or an object's attributes."""
    return container.get(key, MISSING)


def keys(container, key):
    """The keys of a dict, in order."""
    return tuple(container)


def content(container, key):
    """The elements of a list or set."""
    return tuple(container)


def cell(container, key):
    """A variable of a function around."""
    try:
        return container.cell_contents
    except ValueError:
        return MISSING


def attribute(container, key):
    """An attribute that is in no dict: a class has __slots__."""
    return getattr(container, key, MISSING)


def drawn(container, key):
    """Where NumPy's own random numbers stand."""
    return dumps(container.get_state(legacy=False))


def state_of(container, key):
    """Where random numbers of Python's own stand."""
    return container.getstate()


def kind_of(container, key):
    """The class of an object."""
    return type(container)


def absent(container, key):
    """Those of some names that a dict has: it had none."""
    return tuple([name for name in key if name in container])


def public(container, key):
    """All names that a dict has, but for private ones."""
    return tuple([name for name in container if not name.startswith("_")])


def tagged(tensor):
    """The attributes that a program has given a tensor."""
    return {name: value for name, value in vars(tensor).items() if not name.startswith("_")}


def numbers(container, key):
    """The values of a NumPy array."""
    return container.shape, container.dtype, container.tobytes()


def numbers_of(container, key):
    """The values of a tensor."""
    return numbers(container.array, key)


cleared: WeakKeyDictionary = WeakKeyDictionary()        # function with a cache: [how often emptied, its misses since]


def emptied(container, key):
    """How often the cache of a function with @lru_cache was seen to be emptied: it computes anew then."""
    found, misses = cleared.setdefault(container, [0, 0]), container.cache_info().misses
    found[:] = found[0] + (misses < found[1]), misses
    return found[0]


def same(old, new):
    """Whether a program that read `old` would read the same in `new`."""
    if old is new:
        return True
    kind = type(old)
    if kind is not type(new):
        return False
    if kind in NUMBERS:
        return repr(old) == repr(new)
    if kind in EQUAL:
        return old == new
    if kind is tuple or kind is frozenset:
        return len(old) == len(new) and all(map(same, old, new))
    if kind is MethodType:
        return old.__self__ is new.__self__ and old.__func__ is new.__func__
    return isinstance(old, np.generic) and old.tobytes() == new.tobytes()


def brief(x):
    """A value in a few words."""
    kind = type(x)
    if kind in IMMUTABLE or kind in (Missing, list, dict, tuple, set, deque):
        text = repr(x)
        return text if len(text) <= 40 else f"{text[:37]}..."
    return getattr(x, "__qualname__", None) or f"a {kind.__name__}"
