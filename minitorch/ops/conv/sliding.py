"""Windows that slide along one dimension: how many fit, and a view of them all."""

from ...engine import derivative_of, op
from ...runtime import Tensor, check_dims, function


def out_size(size, kernel, stride, padding, dilation, ceil_mode=False):
    """How many windows fit along one dimension."""
    room = size + 2 * padding - dilation * (kernel - 1) - 1
    if not ceil_mode:
        return room // stride + 1
    count = -(-room // stride) + 1
    return count - 1 if (count - 1) * stride >= size + padding else count     # a window starts inside


@op(symbol="windows", view=True, hidden=True, name="unfold")
def unfold_windows(xp, x, *, dim, size, step, dilation=1):
    """Windows of `size` along `dim`, every `step`, put last: (…, windows, …, size). A view, in which they overlap.

    dilation   the distance of a window's elements
    """
    counts = tuple(out_size(n, size, step, 0, dilation) if d == dim else n for d, n in enumerate(x.shape))
    steps = tuple(s * step if d == dim else s for d, s in enumerate(x.strides))
    return xp.lib.stride_tricks.as_strided(x, (*counts, size), (*steps, x.strides[dim] * dilation))


@derivative_of(unfold_windows)
def unfold_windows_derivative(grad, out, x, *, dim, size, step, dilation):
    return fold_windows(grad, shape=tuple(x.shape), dim=dim, step=step, dilation=dilation)


@op(symbol="fold", hidden=True)
def fold_windows(xp, x, *, shape, dim, step, dilation=1):
    """The transpose of unfold: zeros of `shape` with each window added where it was."""
    out = xp.zeros(shape, x.dtype)
    reach = step * (x.shape[dim] - 1) + 1
    for i in range(x.shape[-1]):
        out[(slice(None),) * dim + (slice(i * dilation, i * dilation + reach, step),)] += x[..., i]
    return out


@derivative_of(fold_windows)
def fold_windows_derivative(grad, out, x, *, shape, dim, step, dilation):
    return unfold_windows(grad, dim=dim, size=x.shape[-1], step=step, dilation=dilation)


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
    return unfold_windows.function(input, dim=dimension % input.ndim, size=size, step=step)
