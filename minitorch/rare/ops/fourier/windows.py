"""Windows: factors for a signal before its Fourier transform."""

import math

from .... import dtypes
from ....ops.shape.ranges import arange
from ....runtime import Device, DType, Number, function


def window(name, window_length, periodic, shape, dtype, device, requires_grad):
    """Apply `shape` to window_length evenly spaced numbers from 0 to 1; periodic: the last number, 1, is left out."""
    kind = dtypes.as_dtype(dtype or dtypes.default)
    if not kind.is_floating_point:
        raise RuntimeError(f"{name} expects floating point dtypes, got: {kind}.")
    if window_length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={window_length}.")
    last = max(1, window_length - 1 + bool(periodic))
    wide = dtypes.float32 if kind is dtypes.float16 else kind              # I₀(12) is too large for float16
    at = arange(window_length, dtype=wide, device=device) / last
    return (shape(at) if window_length != 1 else at + 1).to(kind).requires_grad_(requires_grad)


def raised_cosine(alpha, beta):
    """Return the shape alpha − beta·cos 2πn/N, for `window`."""
    return lambda at: alpha - beta * (2 * math.pi * at).cos()


@function(method=False)
def hann_window(window_length: int, periodic: bool = True, *, dtype: DType = None, layout=None, device: Device = None,
                requires_grad: bool = False):
    """(1 − cos 2πn/N)/2, which rises from 0 to 1 and falls again: factors for a signal before fft. (window_length,)

    periodic   N = window_length, for fft; False: N = window_length − 1, and both ends are 0

    Raises RuntimeError for a negative length, or a dtype that is not floating. Source: F. Harris (1978).

    >>> minitorch.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    return window("hann_window", window_length, periodic, raised_cosine(0.5, 0.5), dtype, device, requires_grad)


@function(method=False)
def hamming_window(window_length: int, periodic: bool = True, alpha: Number = 0.54, beta: Number = 0.46, *,
                   dtype: DType = None, layout=None, device: Device = None, requires_grad: bool = False):
    """alpha − beta·cos 2πn/N, (window_length,): like hann_window, with ends that are not 0."""
    return window("hamming_window", window_length, periodic, raised_cosine(alpha, beta), dtype, device, requires_grad)


@function(method=False)
def blackman_window(window_length: int, periodic: bool = True, *, dtype: DType = None, layout=None,
                    device: Device = None, requires_grad: bool = False):
    """0.42 − 0.5·cos 2πn/N + 0.08·cos 4πn/N, (window_length,): narrower than Hann's; see hann_window."""
    return window("blackman_window", window_length, periodic, lambda at: (
        (4 * math.pi * at).cos() * 0.08 - (2 * math.pi * at).cos() * 0.5 + 0.42), dtype, device, requires_grad)


def bessel_i0(x, most):
    """Return the modified Bessel function of order 0 for |x| ≤ `most`: Σ (x/2)²ᵏ / (k!)²."""
    square, term = x * x * 0.25, x * 0 + 1
    total = term
    for k in range(1, int(1.5 * min(1000, abs(most))) + 25):               # above 1000 the sum is inf in any case
        term = term * square / k ** 2
        total = total + term
    return total


@function(method=False)
def kaiser_window(window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: DType = None, layout=None,
                  device: Device = None, requires_grad: bool = False):
    """I₀(β·√(1 − (2n/N − 1)²)) / I₀(β), (window_length,): narrower for larger beta. See hann_window."""
    def shape(at):
        return bessel_i0(beta * (4 * at * (1 - at)).clamp(min=0).sqrt(), beta) / bessel_i0(beta, beta)
    return window("kaiser_window", window_length, periodic, shape, dtype, device, requires_grad)


@function(method=False)
def bartlett_window(window_length: int, periodic: bool = True, *, dtype: DType = None, layout=None,
                    device: Device = None, requires_grad: bool = False):
    """Return a triangle, 0 at the ends and 1 in the middle: (window_length,). See hann_window for the arguments."""
    return window("bartlett_window", window_length, periodic, lambda at: 1 - (2 * at - 1).abs(), dtype,
                  device, requires_grad)
