"""Sums of numbers, computed from their logarithms."""

from ....engine import derivative_of, op
from ....ops.elementwise.comparison import select
from ....ops.elementwise.powers import exp, log
from ....ops.kernels.sums import blocked_sum, scan
from ....ops.reduce.reductions import WIDER, axes_of, with_kept_dims
from ....ops.shape.views import flip
from ....runtime import Dim, Dims, Tensor, is_complex
from ..elementwise.logarithms import logaddexp

NOTHING = -1e37                      # is used instead of log(0), because its exp is 0


@op(symbol="logcumsumexp", keeps="input out", takes="fc")
def logcumsumexp(xp, input: Tensor, *, dim: Dim):
    """log of the running sum of eˣ along `dim`, without overflow."""
    if not input.ndim:
        return input.copy()
    wide = input.astype(WIDER.get(input.dtype.char, input.dtype), copy=False)
    join = (lambda a, b: logaddexp.forward(xp, a, b)) if input.dtype.kind == "c" else xp.logaddexp
    return scan(xp, join, wide, dim).astype(input.dtype, copy=False)


@derivative_of(logcumsumexp)
def logcumsumexp_derivative(grad, out, x, *, dim):
    # x_k gets Σ grad_i·e^(x_k − out_i) over i ≥ k: two running sums from the end, of positive and of negative grads.
    if not x.shape:
        return grad
    if is_complex(x):                                    # complex numbers need no split by the sign of grad
        return reversed_logcumsumexp(grad, out, x, dim)
    return reversed_logcumsumexp(grad, out, x, dim) - reversed_logcumsumexp(-grad, out, x, dim)


def reversed_logcumsumexp(grad, out, x, dim):
    """Return the part of the gradient that comes from positive elements of `grad`: a logcumsumexp from the end."""
    there = grad != 0 if is_complex(x) else grad > 0
    logs = select(there, log(select(there, grad, 1.0)), NOTHING) - out
    return exp(flip(logcumsumexp(flip(logs, dims=(dim,)), dim=dim), dims=(dim,)) + x)


@op(symbol="logΣexp", keeps="input out", floats=True)
def logsumexp(xp, input: Tensor, *, dim: Dims, keepdim: bool = False):
    """log Σ eˣ over `dim`, without overflow."""
    axis = axes_of(dim) if input.ndim else None
    parts = input.real if input.dtype.kind == "c" else input  # for a real array, log returns an angle from −π to π
    top = parts.max(axis=axis, keepdims=True) if input.size else xp.zeros((), input.dtype)
    top = xp.where(xp.isfinite(top), top, 0).astype(input.dtype, copy=False)
    out = xp.log(blocked_sum(xp, xp.exp(input - top), axis, keepdims=True)) + top
    return out if keepdim or not input.ndim else out.squeeze(axis)


@derivative_of(logsumexp)
def logsumexp_derivative(grad, out, x, *, dim, keepdim):
    return with_kept_dims(grad, x.shape, dim, keepdim) * exp(x - with_kept_dims(out, x.shape, dim, keepdim))
