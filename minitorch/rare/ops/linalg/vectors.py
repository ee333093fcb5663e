"""torch.linalg's functions of vectors, matrix products of several matrices, and diagonals."""

from ....ops.elementwise.arithmetic import refuse_all_bool
from ....ops.linalg.declare import linalg, names
from ....ops.linalg.products import matmul
from ....runtime import Dim, Tensor, Tensors, functions, one_node
from .products import tensordot

names["matmul"], names["tensordot"] = matmul.function, tensordot


def require_one_dtype(name, x, y):
    """Raise RuntimeError unless x and y have the same dtype."""
    if x.dtype is not y.dtype:
        raise RuntimeError(f"{name}: expected both to have the same dtype, but found {x.dtype} and {y.dtype}. Convert "
                           "one of them, as in x.to(y.dtype).")


@linalg(out=True)
def vecdot(x: Tensor, y: Tensor, *, dim: Dim = -1):
    """Return the inner product of the vectors of x (conjugated) and y along `dim`. RuntimeError for integers."""
    require_one_dtype("linalg.vecdot", x, y)
    if x.dtype.rank < 2:
        raise RuntimeError(f"linalg.vecdot: Expected a floating point or complex tensor as input. Got {x.dtype}.")
    return (x.conj() * y).sum(dim)


@linalg(out=True)
def multi_dot(tensors: Tensors):
    """Return the matrix product of several matrices; the first and the last may be vectors.

    Raises RuntimeError for other tensors.
    """
    for i, x in enumerate(tensors):
        if x.ndim != 2 and (x.ndim != 1 or 0 < i < len(tensors) - 1):
            raise RuntimeError(f"multi_dot(): tensor {i} must be 2D{'' if 0 < i < len(tensors) - 1 else ' or 1D'} but "
                               f"got {x.ndim}D")
    out = tensors[0]
    for tensor in tensors[1:]:
        out = out @ tensor
    return out


@linalg(out=True)
@one_node
def cross(input: Tensor, other: Tensor, *, dim: Dim = -1):
    """Return the cross product along `dim`, which has size 3. RuntimeError for other sizes."""
    require_one_dtype("linalg.cross", input, other)
    refuse_all_bool("linalg.cross", input.array)
    if input.ndim != other.ndim:
        raise RuntimeError(f"linalg.cross: inputs must have the same number of dimensions, not {input.ndim} and "
                           f"{other.ndim}.")
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.shape[dim]} and "
                           f"{other.shape[dim]}")
    a, b = input.unbind(dim), other.unbind(dim)
    parts = [a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3)]
    return functions["stack"](parts, dim)


@linalg
def diagonal(A: Tensor, *, offset: int = 0, dim1: Dim = -2, dim2: Dim = -1):
    """Return the diagonal of each matrix (dimensions dim1, dim2), `offset` diagonals above the main one. A view."""
    return A.diagonal(offset, dim1, dim2)
