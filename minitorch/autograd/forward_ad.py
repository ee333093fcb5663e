"""Dual numbers by PyTorch's names: a tensor with a direction, and how far what is computed from it moves along that."""

from collections import namedtuple
from contextlib import contextmanager

from .. import missing as _missing
from ..engine import Leaf, backward_order, enable_grad
from .functional import along, fresh

__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual"]

UnpackedDualTensor = namedtuple("UnpackedDualTensor", "primal tangent")
levels: list = []                        # one at most: the duals made in it, each with its tangent


def enter_dual_level():
    """Begin a level, in which duals are made and read; returns 0, its number. RuntimeError inside of another."""
    if levels:
        raise RuntimeError("Nested forward mode AD is not supported at the moment: one dual_level() is open. Take "
                           "func.jvp of a function that calls func.jvp.")
    levels.append([])
    return 0


def exit_dual_level(*, level=None):
    """End the level; its duals have no tangents any more. RuntimeError where none is open.

    level   0, which is the only one
    """
    if level not in (None, len(levels) - 1) or not levels:
        raise RuntimeError("Trying to exit a forward AD level that is not open: call enter_dual_level() first.")
    levels.pop()


@contextmanager
def dual_level():
    """`with dual_level():` is the block in which duals are made and read."""
    level = enter_dual_level()
    try:
        yield level
    finally:
        exit_dual_level(level=level)


def make_dual(tensor, tangent, *, level=None):
    """A tensor that moves: `tensor` with the direction `tangent`, of its shape.

    tensor, tangent   any shape, floating or complex; ValueError for others, RuntimeError for two shapes
    level             0, which is the only one; RuntimeError where none is open

    What is computed from it is recorded for `unpack_dual`, so that it says that it requires a gradient, and no_grad
    leaves no tangent.
    """
    if not levels:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to "
                           "enter_dual_level() first.")
    for name, x in (("primal", tensor), ("tangent", tangent)):
        if not (x.is_floating_point() or x.is_complex()):
            raise ValueError(f"Expected {name} to be floating point or complex, but got: {x.dtype}")
    if tensor.shape != tangent.shape:
        raise RuntimeError("Trying to set a forward gradient that has a different size than that of the original "
                           f"Tensor, this is not supported. Tensor is of size {list(tensor.shape)} while the given "
                           f"forward gradient is of size {list(tangent.shape)}.")
    if unpack_dual(tensor).tangent is not None:
        raise RuntimeError("Making a dual Tensor based on a Tensor that already has a forward gradient at the same "
                           "level 0 is not supported.")
    with enable_grad():
        start, = fresh((tensor,), True)
        dual = start.clone()                             # which may be written to
    levels[-1].append((start, tangent))
    return dual


def unpack_dual(tensor, *, level=None):
    """The two parts of a dual, or of what was computed from duals: (primal, tangent), of its shape.

    level     0, which is the only one
    returns   UnpackedDualTensor(primal, tangent); tangent is None for what no dual plays a part in, and outside of a
              level

    Each call takes two walks back, the second through the first, as `func.jvp` does. Source: J. Townsend, A new trick
    for calculating Jacobian vector products (2017).

    >>> with dual_level():
    ...     x = make_dual(tensor([1.0, 2.0]), tensor([1.0, 10.0]))
    ...     unpack_dual(x ** 2).tangent
    tensor([ 2., 40.])
    """
    duals = {start._node: (start, tangent) for start, tangent in levels[-1]} if levels else {}
    behind = set(backward_order.run(tensor._node)) if duals and tensor.requires_grad else set()
    moving = [dual for node, dual in duals.items() if node in behind]
    if not moving:
        return UnpackedDualTensor(tensor, None)
    starts, tangents = zip(*moving)
    outer = any(type(node) is Leaf and node not in duals for node in behind) or any(x.requires_grad for x in tangents)
    tangent, = along((tensor,), starts, tangents, outer)
    return UnpackedDualTensor(tensor if outer else tensor.detach(), tangent)


_missing.speak_for(globals())
