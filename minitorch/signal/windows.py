"""torch.signal.windows' names: windows of M numbers, largest in the middle, that fade a signal in and out.

Arguments that mean the same in every function:

    M                               how many numbers: for 0 the result is empty, for 1 it is a single 1
    sym                             True: the window is symmetric, as filters need it; False: it is one period of a
                                    periodic function, as fft needs it
    dtype, device, requires_grad    those of the result; dtype is float32 or float64
    layout                          has no effect: tensors are dense
    N                               M − 1 if the window is symmetric, else M; it occurs only in the formulas

All return (M,), and raise ValueError for a negative M or another dtype. Source: F. Harris, On the use of windows for
harmonic analysis with the discrete Fourier transform (1978).
"""

import math as _math

from .. import dtypes as _dtypes
from ..rare.ops.fourier.windows import bessel_i0 as _bessel_i0
from ..runtime import (
    Device as _Device,
    DType as _DType,
    Free as _Free,
    checked as _checked,
    functions as _functions,
    missing as _missing,
)

__all__ = ["bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming",
           "hann", "kaiser", "nuttall"]


def _window(name, M, sym, dtype, device, requires_grad, shape):
    """Return shape(n, N) for the numbers n = 0, 1, …, M − 1; raise ValueError for a negative M or another dtype."""
    kind = _dtypes.as_dtype(dtype or _dtypes.default)
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if kind not in (_dtypes.float32, _dtypes.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {kind}")
    at = _functions["arange"](M, dtype=kind, device=device)
    return shape(at, M - 1 if sym or M == 1 else M).requires_grad_(requires_grad)


def general_cosine(M: int, *, a: _Free, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
                   requires_grad: bool = False):
    """a₀ − a₁·cos 2πn/N + a₂·cos 4πn/N − …

    a   the coefficients, a list or tuple; TypeError for anything else, ValueError for none
    """
    if not isinstance(a, list | tuple):
        raise TypeError("general_cosine: coefficients must be a list/tuple.")
    if not a:
        raise ValueError("general_cosine: coefficients cannot be empty.")

    def shape(at, last):
        angle = at * (2 * _math.pi / max(last, 1))
        return sum([(angle * i).cos() * ((-1) ** i * one) for i, one in enumerate(a)]) if last else at + 1
    return _window("general_cosine", M, sym, dtype, device, requires_grad, shape)


def general_hamming(M: int, *, alpha: float = 0.54, sym: bool = True, dtype: _DType = None, layout=None,
                    device: _Device = None, requires_grad: bool = False):
    """alpha − (1 − alpha)·cos 2πn/N."""
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, device=device, requires_grad=requires_grad)


def hamming(M: int, *, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
            requires_grad: bool = False):
    """0.54 − 0.46·cos 2πn/N: rises from 0.08 to 1 and falls again.

    >>> minitorch.signal.windows.hamming(5)
    tensor([0.0800, 0.5400, 1.0000, 0.5400, 0.0800])
    """
    return general_hamming(M, sym=sym, dtype=dtype, device=device, requires_grad=requires_grad)


def hann(M: int, *, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
         requires_grad: bool = False):
    """(1 − cos 2πn/N)/2: rises from 0 to 1 and falls again."""
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, device=device, requires_grad=requires_grad)


def blackman(M: int, *, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
             requires_grad: bool = False):
    """0.42 − 0.5·cos 2πn/N + 0.08·cos 4πn/N: narrower than hann."""
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, dtype=dtype, device=device, requires_grad=requires_grad)


def nuttall(M: int, *, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
            requires_grad: bool = False):
    """Return a sum of a constant and three cosines, with little leakage into other frequencies.

    Source: A. Nuttall, Some windows with very good sidelobe behavior (1981).
    """
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, dtype=dtype, device=device,
                          requires_grad=requires_grad)


def bartlett(M: int, *, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
             requires_grad: bool = False):
    """Return a triangle: 0 at its ends, 1 in the middle."""
    return _window("bartlett", M, sym, dtype, device, requires_grad,
                   lambda at, last: 1 - (at * (2 / last) - 1).abs() if last else at + 1)


def cosine(M: int, *, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
           requires_grad: bool = False):
    """sin π(n + ½)/M: half a period of a sine; for sym=False, sin π(n + ½)/(M + 1)."""
    return _window("cosine", M, sym, dtype, device, requires_grad,
                   lambda at, last: ((at + 0.5) * (_math.pi / max(last + 1, 1))).sin())


def gaussian(M: int, *, std: float = 1.0, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
             requires_grad: bool = False):
    """e to the power of −½((n − N/2)/std)². ValueError for a std that is not positive."""
    if std <= 0:
        raise ValueError(f"gaussian: standard deviation must be positive, got: {std} instead.")
    return _window("gaussian", M, sym, dtype, device, requires_grad,
                   lambda at, last: (((at - last / 2) / std) ** 2 * -0.5).exp())


def exponential(M: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True, dtype: _DType = None,
                layout=None, device: _Device = None, requires_grad: bool = False):
    """e to the power of −|n − center|/tau.

    center   the n at which the window is 1; None: the middle
    tau      the distance from center at which the window is 1/e

    Raises ValueError for a tau that is not positive, and for a center together with sym=True.
    """
    if tau <= 0:
        raise ValueError(f"exponential: tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("exponential: center must be None for symmetric windows.")
    return _window("exponential", M, sym, dtype, device, requires_grad,
                   lambda at, last: ((at - (last / 2 if center is None else center)).abs() / -tau).exp())


def kaiser(M: int, *, beta: float = 12.0, sym: bool = True, dtype: _DType = None, layout=None, device: _Device = None,
           requires_grad: bool = False):
    """I₀(β·√(1 − (2n/N − 1)²)) / I₀(β): a larger beta makes it narrower. ValueError for a negative beta."""
    if beta < 0:
        raise ValueError(f"kaiser: beta must be non-negative, got: {beta} instead.")

    def shape(at, last):
        part = at * (1 / max(last, 1))
        return _bessel_i0(beta * (4 * part * (1 - part)).clamp(min=0).sqrt(), beta) / _bessel_i0(beta, beta) if last \
            else at + 1
    return _window("kaiser", M, sym, dtype, device, requires_grad, shape)


globals().update({name: _checked(globals()[name], name) for name in __all__})

_missing.speak_for(globals())
