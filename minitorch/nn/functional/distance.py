"""How far apart vectors are, and in which directions they point."""

from ...dtypes import promote_types
from ...engine import no_grad
from ...runtime import Dim, Tensor, function, functions
from .common import halves, in_single

__all__ = ["cosine_similarity", "normalize", "pairwise_distance"]


def length(x, p, dim, keepdim=False):
    """The p-norm along `dim`."""
    return x.norm(p, dim, keepdim)


def normalize(input: Tensor, p=2.0, dim: Dim = 1, eps=1e-12, out=None):
    """Each vector along `dim` divided by its p-norm, or by eps where that is smaller; written into `out` if given."""
    if halves(input) and out is None:
        return in_single(normalize, input, p, dim, eps)
    return functions["div"](input, length(input, p, dim, keepdim=True).clamp(min=eps), out=out)


@function(method=False)
def cosine_similarity(x1: Tensor, x2: Tensor, dim: Dim = 1, eps: float = 1e-8):
    """The cosine of the angle between vectors along `dim`: from −1 to 1; lengths count as at least eps. Broadcasts."""
    if not eps >= 0:
        raise RuntimeError(f"cosine_similarity: eps must be non-negative, got: {eps}.")
    shape = (x1 + x2).shape                                       # a dim is counted in the common shape
    if max(x1.dtype.rank, x2.dtype.rank) != 2:
        raise RuntimeError("cosine_similarity: expected common dtype to be floating point, and it is "
                           f"{promote_types(x1.dtype, x2.dtype)}; convert, as in x.float().")
    kind = promote_types(x1.dtype, x2.dtype)
    x1, x2 = (x.expand(shape).to(kind) for x in (x1, x2))
    if halves(x1) and halves(x2):
        return in_single(cosine_similarity, x1, x2, dim, eps)
    return (x1 / at_least(eps, length(x1, 2, dim, True)) * (x2 / at_least(eps, length(x2, 2, dim, True)))).sum(dim)


def at_least(eps, x):
    """x kept above eps, with the gradient of x itself, as PyTorch's."""
    with no_grad():
        lift = (eps - x).clamp(min=0)
    return x + lift


@function(method=False)
def pairwise_distance(x1: Tensor, x2: Tensor, p=2.0, eps: float = 1e-6, keepdim: bool = False):
    """The p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,). Broadcasts."""
    if halves(x1) and halves(x2):
        return in_single(pairwise_distance, x1, x2, p, eps, keepdim)
    return length(x1 - x2 + eps, p, -1, keepdim)
