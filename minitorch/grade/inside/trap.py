"""The library's own version of what is to be written: while its exercise is graded its code is not there.

The functions stand where they stood, and whoever calls one is heard; but there is nothing left in them that an answer
could dig out. What a check needs of them the checker has computed on its own side. Where an exercise is to be written
with NumPy alone, no op of a Tensor is there.
"""

import sys
from functools import cache
from types import CellType, FunctionType

from ...engine import Op
from ...engine.piece import Piece
from ...tensors import Tensor

CELL = "<cell"                           # how the files of answers begin
OPS = ("minitorch.ops", "minitorch.rare.ops", "minitorch.codegen")
EMPTY = CellType()

caught: list[str] = []
armed: list[bool] = []                   # filled once the answer is called: other lines may use what they like


class LibraryOwn(BaseException):
    """What is not to be used was called in the place of an answer."""


def gone(*inputs, **settings):
    """Note that an answer called the library's own version, and stop it."""
    from minitorch.grade.inside import trap
    if trap.armed:
        trap.caught.append("own")
    raise trap.LibraryOwn


def shut(*inputs, **settings):
    """Note that an answer called an op although it is to be written with NumPy alone, and stop it."""
    from minitorch.grade.inside import trap
    if trap.armed:
        trap.caught.append("ops")
    raise trap.LibraryOwn


def begin(own, numpy_only):
    """Take away what an exercise asks for, and all ops where it is to be written with NumPy alone."""
    take_away(ops(modules()) if numpy_only else (), shut)
    take_away(own)


def take_away(own, instead=gone):
    """Empty functions and classes of the library, wherever they are held; what they wrap too."""
    for one in own:
        for function in functions_of(one):
            function.__code__ = empty(instead, function.__code__.co_freevars)
            function.__defaults__ = function.__kwdefaults__ = None


@cache
def empty(instead, names):
    """Return the code of `instead`, for a function with so many outer names."""
    return instead.__code__.replace(co_freevars=names)


def modules():
    """Return the names of the loaded modules with ops."""
    return tuple([name for name in sys.modules if name.startswith(OPS)])


@cache
def ops(modules):
    """Return all functions that ops consist of: forwards, derivatives, and those that write code from them."""
    found, met = [], set()
    todo = [value for name in modules for word, value in vars(sys.modules[name]).items()
            if not word.startswith("__")] + list(vars(Tensor).values())
    while todo:
        value = todo.pop()
        if id(value) in met:
            continue
        met.add(id(value))
        kind = type(value)
        if kind is FunctionType:
            if value.__module__.startswith(OPS):
                found.append(value)
                todo += [cell.cell_contents for cell in value.__closure__ or () if cell != EMPTY]
        elif kind is Op or kind is Piece:
            todo += vars(value).values()
        elif kind is dict:
            todo += value.values()
        elif kind is list or kind is tuple:
            todo += value
    return found


def functions_of(one):
    """Yield the functions that a function or a class of the library consists of."""
    todo = [member for member in vars(one).values() if not isinstance(member, type)] if isinstance(one, type) else [one]
    while todo:
        member = todo.pop()
        if isinstance(member, property):
            todo += [member.fget, member.fset, member.fdel]
        elif isinstance(member, staticmethod | classmethod):
            todo.append(member.__func__)
        elif hasattr(member, "__code__"):
            yield member
            todo.append(getattr(member, "__wrapped__", None))
