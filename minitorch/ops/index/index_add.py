"""Addition to slices along one dimension."""

from ...engine import derivative_of, op
from ...runtime import Dim, Number, Tensor, function, in_place
from ..elementwise.arithmetic import unfreed
from ..kernels.scatter_add import add_at
from .gather import check_inside, check_vector, index_select
from .scatter import out_of_place


@op(symbol="+=", keeps="index:source", promotes="x source", hidden=True)
def index_add_op(xp, x, index, source, *, dim):
    """Return a copy of x with slices of `source` added to its slices at `index` along `dim`."""
    out = x.copy()
    add_at(out, (slice(None),) * (dim % x.ndim) + (index,) if x.ndim else (), source)
    return out


@derivative_of(index_add_op)
def index_add_derivative(grad, out, x, index, source, needs, *, dim):
    return grad, None, index_select(grad, index, dim=dim) if needs[2] else None


def check_slices(name, input, dim, index, source, kind):
    """Raise unless `source` has one slice for each index, of the shape of the input's slices."""
    def others(x):
        return [size for d, size in enumerate(x.shape) if d != dim % max(x.ndim, 1)]
    check_vector(name, index)
    wrong = input.ndim != source.ndim
    if not source.ndim and (input.ndim > 1 or index.numel() > 1) or wrong and input.ndim and source.ndim and \
            kind is IndexError:
        raise IndexError(f"{name}(): source {tuple(source.shape)} must have as many dimensions as self "
                         f"{tuple(input.shape)}; if source is a number, index must have one element.")
    if wrong and input.ndim and source.ndim or others(input) != others(source):
        raise RuntimeError(f"{name}(): the slices of source {tuple(source.shape)} and of self {tuple(input.shape)} "
                           f"along dimension {dim} must have the same shape.")
    if index.numel() != (source.shape[dim] if source.ndim else 1):
        raise kind(f"{name}(): Number of indices ({index.numel()}) should be equal to source.size({dim}) of "
                   f"{tuple(source.shape)}.")


@function(same="input source", out=True)
def index_add(input: Tensor, dim: Dim, index: Tensor, source: Tensor, *, alpha: Number = 1):
    """Return a copy with slices of alpha·source added to its slices at `index` along `dim`; repeated indices add up."""
    return run_index_add(out_of_place, "index_add", input, dim, index, source, alpha)


@function(same="input source")
def index_add_(input: Tensor, dim: Dim, index: Tensor, source: Tensor, *, alpha: Number = 1):
    """Add slices of alpha·source to the input's slices at `index` along `dim`, in place."""
    return run_index_add(in_place, "index_add_", input, dim, index, source, alpha)


def run_index_add(run, name, input, dim, index, source, alpha):
    check_slices(name, input, dim, index, source, RuntimeError)
    check_inside(name, index, input.shape[dim] if input.ndim else 1, dim, RuntimeError)
    if not source.dtype.is_floating_point and type(alpha) is float:
        alpha = int(alpha)
    return run(index_add_op, input, index, source if alpha == 1 else unfreed(source * alpha), dim=dim)
