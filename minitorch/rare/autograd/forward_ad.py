"""Dual numbers with PyTorch's names: a tensor with a direction (tangent), and the derivatives of results along it."""

from collections import namedtuple
from contextlib import contextmanager

from ...engine import Leaf, backward_order, enable_grad
from ...runtime import missing as _missing
from .functional import detached_inputs, jacobian_times

__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual"]

UnpackedDualTensor = namedtuple("UnpackedDualTensor", "primal tangent")
levels: list = []                        # contains at most one level: a list of (input of a dual tensor, its tangent)


def enter_dual_level():
    """Open a level, in which duals are created and read; return its number, 0. RuntimeError if a level is open."""
    if levels:
        raise RuntimeError("Nested forward mode AD is not supported at the moment: one dual_level() is open. Use "
                           "func.jvp of a function that calls func.jvp.")
    levels.append([])
    return 0


def exit_dual_level(*, level=None):
    """Close the level; its duals have no tangents any more. RuntimeError if no level is open.

    level   0, the only one
    """
    if level not in (None, len(levels) - 1) or not levels:
        raise RuntimeError("Trying to exit a forward AD level that is not open: call enter_dual_level() first.")
    levels.pop()


@contextmanager
def dual_level():
    """Open a level for a block, `with dual_level():`, and close the level at its end."""
    level = enter_dual_level()
    try:
        yield level
    finally:
        exit_dual_level(level=level)


def make_dual(tensor, tangent, *, level=None):
    """Return a dual: `tensor` with the direction `tangent`, which has the same shape.

    tensor, tangent   any shape, floating or complex; ValueError for other dtypes, RuntimeError if the shapes differ
    level             0, the only one; RuntimeError if none is open

    The graph records what is computed from a dual, for `unpack_dual`: such results have requires_grad=True, and under
    no_grad they have no tangent.
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
        start, = detached_inputs((tensor,), True)
        dual = start.clone()                             # copy, so that the caller may write to it in place
    levels[-1].append((start, tangent))
    return dual


def unpack_dual(tensor, *, level=None):
    """Return (primal, tangent) of a dual or of a result computed from duals, both in the tensor's shape.

    level     0, the only one
    returns   UnpackedDualTensor(primal, tangent); tangent is None if no dual is involved or no level is open
    Each call runs two backward passes; the second differentiates the first, as in `func.jvp`. Source: J. Townsend,
    A new trick for calculating Jacobian vector products (2017).

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
    tangent, = jacobian_times((tensor,), starts, tangents, outer)
    return UnpackedDualTensor(tensor if outer else tensor.detach(), tangent)


_missing.speak_for(globals())
