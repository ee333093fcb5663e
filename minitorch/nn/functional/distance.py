"""Vectors divided by their norm; distances, and losses with a margin, are in minitorch/rare."""

from ...runtime import Dim, Tensor, functions
from .common import halves, in_single

__all__ = ["normalize"]


def normalize(input: Tensor, p: float = 2.0, dim: Dim = 1, eps=1e-12, out=None):
    """Divide each vector along `dim` by its p-norm, or by eps if that is larger; write into `out` if given."""
    if halves(input) and out is None:
        return in_single(normalize, input, p, dim, eps)
    return functions["div"](input, input.norm(p, dim, keepdim=True).clamp(min=eps), out=out)
