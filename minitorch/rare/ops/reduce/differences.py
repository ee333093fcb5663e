"""Differences of neighbouring elements, and derivatives estimated from them."""

from .... import dtypes
from ....engine import dispatch
from ....ops.elementwise.arithmetic import unfreed
from ....ops.shape.copies import cat
from ....runtime import Dim, Dims, Free, Tensor, function


@function(out=True)
def diff(input: Tensor, n: int = 1, dim: Dim = -1, prepend: Tensor = None, append: Tensor = None):
    """Concatenate prepend, input and append; then, n times, take differences of neighbouring elements along `dim`.

    Raises RuntimeError for a single number, and for a negative n.
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"diff: order must be non-negative, not {n}.")
    input = concatenate([x for x in (prepend, input, append) if x is not None] if n else [input], dim)
    for _ in range(min(n, input.shape[dim])):
        after, before = (input.narrow(dim, start, input.shape[dim] - 1) for start in (1, 0))
        input = after - before if input.dtype.rank else after ^ before
    return input if n else input.clone()                 # clone, because the result must not share memory with input


@function
def gradient(input: Tensor, *, spacing: Free = 1, dim: Dims = None, edge_order: int = 1) -> tuple:
    """Estimate the derivative of a function along each of `dim` from its values: a tuple of tensors like `input`.

    spacing      distance between points: a number, one for each dimension, or a vector of coordinates for each
    edge_order   at both ends use the slope of a line through two points (1) or of a parabola through three (2)

    Raises RuntimeError for bools and uint8, another edge_order, too few points, and spacings that do not fit dim.

    >>> minitorch.gradient(minitorch.tensor([1.0, 2.0, 4.0, 7.0]))
    (tensor([1.0000, 1.5000, 2.5000, 3.0000]),)
    """
    dims = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    dims = tuple([d % max(input.ndim, 1) for d in dims])
    if len({*dims}) < len(dims):
        raise RuntimeError(f"gradient: a dim appears multiple times in the list of dims {dims}.")
    if edge_order not in (1, 2):
        raise RuntimeError(f"gradient only supports edge_order=1 and edge_order=2, not {edge_order}.")
    if any(input.shape[d] < edge_order + 1 for d in dims):
        raise RuntimeError("gradient expected each dimension size to be at least edge_order+1, not "
                           f"{min(input.shape[d] for d in dims)}.")
    spacings = tuple(spacing) if isinstance(spacing, tuple | list) else (1 if spacing is None else spacing,) * len(dims)
    if len(spacings) != len(dims):
        raise RuntimeError("gradient expected spacing to be unspecified, a scalar, or a list of one spacing for each "
                           f"dimension: there are {len(spacings)} for {len(dims)}.")
    if not input.dtype.rank:
        raise RuntimeError("gradient: Subtraction, the `-` operator, with two bool tensors is not supported: convert "
                           "first, as in x.int().")
    if input.dtype is dtypes.uint8:
        raise RuntimeError("gradient does not support uint8 input, whose differences wrap around: convert first, as in "
                           "x.int().")
    x = input if input.is_floating_point() or input.is_complex() else input.to(dtypes.default)
    return tuple([difference_quotients(x, d, step, edge_order) for d, step in zip(dims, spacings)])


def difference_quotients(x, dim, spacing, edge_order):
    """Return the slope at each point along `dim`: the mean of the slopes on both sides, weighted by the distances."""
    n = x.shape[dim]
    if not getattr(spacing, "ndim", 0):
        return even_slopes(x, dim, spacing, edge_order)
    if spacing.ndim > 1 or spacing.shape[0] != n:
        raise RuntimeError(f"gradient expected each spacing to be a number or a vector of coordinates, {n} for dim "
                           f"{dim}, not a tensor of {tuple(spacing.shape)}.")
    step = spacing.diff().reshape([-1 if d == dim else 1 for d in range(x.ndim)])
    lines = x.diff(dim=dim) / step                                      # differences of neighbours / distance
    before, after = (step.narrow(dim, start, n - 2) for start in (0, 1))
    left, right = (lines.narrow(dim, start, n - 2) for start in (0, 1))
    inner = (left * after + right * before) / (before + after)
    ends = [lines.narrow(dim, start, 1) for start in (0, n - 2)]
    if edge_order == 2:
        ends = [end + (end - near) * (h / (h + other)) for end, near, h, other in (
            (ends[0], lines.narrow(dim, 1, 1), step.narrow(dim, 0, 1), step.narrow(dim, 1, 1)),
            (ends[1], lines.narrow(dim, n - 3, 1), step.narrow(dim, n - 2, 1), step.narrow(dim, n - 3, 1)))]
    return dispatch(cat, (ends[0], inner, ends[1]), {"dim": dim})


def even_slopes(x, dim, spacing, edge_order):
    """Return the slope at each point along `dim`, for points at equal distances."""
    n = x.shape[dim]
    at = [x.narrow(dim, i, 1) for i in (*range(edge_order + 1), *range(n - edge_order - 1, n))]
    if edge_order == 1:
        ends = at[1] - at[0], at[3] - at[2]
    else:
        ends = (unfreed(2 * at[1]) - unfreed(1.5 * at[0]) - unfreed(0.5 * at[2]),
                unfreed(1.5 * at[5]) - unfreed(2 * at[4]) + unfreed(0.5 * at[3]))
    inner = unfreed((x.narrow(dim, 2, n - 2) - x.narrow(dim, 0, n - 2)) / 2)
    return unfreed(dispatch(cat, (ends[0], inner, ends[1]), {"dim": dim}) / spacing)


def concatenate(parts, dim):
    """Concatenate the parts along `dim` into new memory."""
    for x in parts:
        if x.ndim != parts[-1].ndim:
            raise RuntimeError(f"diff expects prepend or append to be the same dimension as input, not {x.ndim}-D and "
                               f"{parts[-1].ndim}-D.")
    return parts[0].clone() if len(parts) == 1 else dispatch(cat, tuple(parts), {"dim": dim})
