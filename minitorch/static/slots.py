"""Find the values that a Python program reads: the names in its code, and the slots that contain their values.

A name is that of a global variable or of an attribute. A slot is a place with a value, and can check for changes.
"""

import re
from collections import deque
from dis import get_instructions
from functools import cache
from pickle import dumps
from types import CodeType, MethodType
from weakref import WeakKeyDictionary

import numpy as np

from .. import backend, dtypes
from ..tensors import Size

GLOBAL = {"LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"}
BY_TEXT = {"getattr", "setattr", "hasattr", "delattr", "vars", "dir", "eval", "exec", "attrgetter", "__dict__",
           "__getattribute__", "globals", "locals"}                # functions that find attributes by a string
ALL = None                                                   # ALL instead of a set of names: the code may read any name
NAMED = re.compile("_ATTR$|METHOD|IMPORT_FROM")   # opcodes with a name as argument; SET_FUNCTION_ATTRIBUTE has a number
PASSED = "&"                           # prefix of attributes that the code reads but does not call


def nested_codes(code):
    """Return a code object and the code objects inside it: lambdas, comprehensions, nested functions."""
    found = [code]
    for own in found:                                              # the loop appends to this list
        found += [part for part in own.co_consts if type(part) is CodeType]
    return found


@cache
def names_of(code):
    """Return (names of globals, names of attributes or ALL) that a code object and its nested code may use."""
    found, attributes, by_text = set(), set(), False
    lines = all_lines(code)
    for before, line in zip(lines, lines[1:]):
        if line.opname in GLOBAL:
            found.add(line.argval)
        elif NAMED.search(line.opname):
            attributes.add(line.argval)
            if line.opname == "LOAD_ATTR" and is_passed(line):
                attributes.add(PASSED + line.argval)
        elif line.opname == "MATCH_CLASS":                   # `case Point(0, y=1)` reads Point.__match_args__[0] and .y
            attributes.update(before.argval)
            by_text = by_text or line.argval > 0
    by_text = by_text or BY_TEXT & (found | attributes)
    return tuple(sorted(found)), ALL if by_text else frozenset(attributes)


def all_lines(code):
    """Return the instructions of a code object and of the code objects inside it, without EXTENDED_ARG."""
    return [line for part in nested_codes(code) for line in get_instructions(part) if line.opname != "EXTENDED_ARG"]


def is_passed(line):
    """Return whether an instruction loads a value without calling it."""
    return line.opname.startswith("LOAD") and "NULL" not in line.argrepr


@cache
def passed_globals(code):
    """Return the names of globals that the code reads without calling them."""
    return frozenset([line.argval for line in all_lines(code) if line.opname in GLOBAL and is_passed(line)])


@cache
def imports_of(code):
    """Return [(name, level of a relative import)] of the modules that are imported inside a function."""
    lines = all_lines(code)
    return [(line.argval, level.argval) for level, line in zip(lines, lines[2:]) if line.opname == "IMPORT_NAME"]


NUMBERS = {float, complex}                # guards compare their repr(): 0.0 differs from -0.0, nan equals nan
EQUAL = {int, bool, str, bytes, slice, range, dtypes.dtype, backend.device, np.dtype, Size}
IMMUTABLE = {*NUMBERS, *EQUAL, type(None), type(Ellipsis), type(NotImplemented)}


class Missing:
    """The value of an empty slot, such as a missing attribute."""

    def __repr__(self):
        return "nothing"


MISSING = Missing()


class Slot:
    """One variable that a function reads, such as a global, an attribute or an element of a dict.

    read(container, key)   return the value now
    value                  the value when the function read it
    path                   its name, as in `model.rate`
    guarded                True: a program is valid only while the value is the same; False: no run may change it
    """

    __slots__ = ("container", "guarded", "key", "path", "read", "value")

    def __init__(self, read, container, key, path, guarded=True):
        self.read, self.container, self.key, self.path, self.guarded = read, container, key, path, guarded
        self.value = read(container, key)

    def changed(self):
        """Return whether the present value differs from the stored one."""
        return not is_same_value(self.value, self.read(self.container, self.key))

    def difference(self):
        """Return a text with the stored value and the present value."""
        now = self.read(self.container, self.key)
        return f"`{self.path}` was {brief_text(self.value)} and is {brief_text(now)}"


def read_item(container, key):
    """Return container[key] of a dict, such as a module's globals; MISSING if the key is not in it."""
    return container.get(key, MISSING)


def read_keys(container, key):
    """Return the keys of a dict, in order."""
    return tuple(container)


def read_elements(container, key):
    """Return the elements of a list or set."""
    return tuple(container)


def read_cell(container, key):
    """Return the value of an outer variable, which is in `container`, a closure cell."""
    try:
        return container.cell_contents
    except ValueError:
        return MISSING


def read_attribute(container, key):
    """Return an attribute that is not in __dict__, because the class has __slots__."""
    return getattr(container, key, MISSING)


def read_numpy_random(container, key):
    """Return the state of NumPy's global random generator."""
    return dumps(container.get_state(legacy=False))


def read_random(container, key):
    """Return the state of one of Python's random generators."""
    return container.getstate()


def read_class(container, key):
    """Return the class of an object."""
    return type(container)


def read_added_names(container, key):
    """Return the names in `key` that a dict has now; at recording time it had none of them."""
    return tuple([name for name in key if name in container])


def read_public_names(container, key):
    """Return all names in a dict that do not begin with _."""
    return tuple([name for name in container if not name.startswith("_")])


def tensor_attributes(tensor):
    """Return the attributes that the user's code has added to a tensor."""
    return {name: value for name, value in vars(tensor).items() if not name.startswith("_")}


def read_array(container, key):
    """Return the shape, dtype and bytes of a NumPy array."""
    return container.shape, container.dtype, container.tobytes()


def read_tensor(container, key):
    """Return the shape, dtype and bytes of a tensor's array."""
    return read_array(container.array, key)


cleared: WeakKeyDictionary = WeakKeyDictionary()  # {function with @lru_cache: [how often it was cleared, misses since]}


def read_cache_clears(container, key):
    """Return how often the cache of an @lru_cache function was cleared, because the function then runs again."""
    found, misses = cleared.setdefault(container, [0, 0]), container.cache_info().misses
    found[:] = found[0] + (misses < found[1]), misses
    return found[0]


def is_same_value(old, new):
    """Return whether a program gives the same results with either of two values."""
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
        return len(old) == len(new) and all(map(is_same_value, old, new))
    if kind is MethodType:
        return old.__self__ is new.__self__ and old.__func__ is new.__func__
    return isinstance(old, np.generic) and old.tobytes() == new.tobytes()


def brief_text(x):
    """Return a short text for a value, at most 40 characters of its repr()."""
    kind = type(x)
    if kind in IMMUTABLE or kind in (Missing, list, dict, tuple, set, deque):
        text = repr(x)
        return text if len(text) <= 40 else f"{text[:37]}..."
    return getattr(x, "__qualname__", None) or f"a {kind.__name__}"
