"""Windows that slide along one dimension: how many fit, and a view of them in the memory that is there."""

from ...graph import Tensor, derivative_of, function, op
from ...graph.kinds import check_dims


def out_size(size, kernel, stride, padding, dilation, ceil_mode=False):
    """How many windows fit along one dimension."""
    room = size + 2 * padding - dilation * (kernel - 1) - 1
    if not ceil_mode:
        return room // stride + 1
    count = -(-room // stride) + 1
    return count - 1 if (count - 1) * stride >= size + padding else count     # a window starts inside


def in_float32(forward, xp, *arrays, **settings):
    """What `forward` computes of float16, in float32: sums of eleven bits lose them one by one."""
    arrays = [None if a is None else a.astype("float32") for a in arrays]
    return forward(xp, *arrays, **settings).astype("float16")


@op(symbol="windows", view=True, hidden=True)
def windows_of(xp, x, *, dim, size, step):
    """Windows of `size` along `dim`, every `step`, put last: (…, windows, …, size). A view, in which they overlap."""
    counts = tuple((n - size) // step + 1 if d == dim else n for d, n in enumerate(x.shape))
    steps = tuple(s * step if d == dim else s for d, s in enumerate(x.strides))
    return xp.lib.stride_tricks.as_strided(x, (*counts, size), (*steps, x.strides[dim]))


@derivative_of(windows_of)
def windows_of_derivative(grad, out, x, *, dim, size, step):
    return lay_windows(grad, shape=tuple(x.shape), dim=dim, step=step)


@op(symbol="lay", hidden=True)
def lay_windows(xp, x, *, shape, dim, step):
    """Zeros of `shape` with each window added where it came from: windows_of, backwards."""
    out = xp.zeros(shape, x.dtype)
    reach = step * (x.shape[dim] - 1) + 1
    for i in range(x.shape[-1]):
        out[(slice(None),) * dim + (slice(i, i + reach, step),)] += x[..., i]
    return out


@derivative_of(lay_windows)
def lay_windows_derivative(grad, out, x, *, shape, dim, step):
    return windows_of(grad, dim=dim, size=x.shape[-1], step=step)


@function
def unfold(input: Tensor, dimension: int, size: int, step: int):
    """Windows of `size` along a dimension, every `step`, put last: (…, windows, …, size). A view."""
    check_dims("unfold", dimension, input.ndim)
    long = input.shape[dimension] if input.ndim else 1
    if not 0 <= size <= long or step < 1:
        raise RuntimeError(f"unfold: a window of {size} does not fit a dimension of {long}, or the step {step} is not "
                           "positive.")
    if not input.ndim:
        return input.view(1)[:size]
    return windows_of.function(input, dim=dimension % input.ndim, size=size, step=step)
