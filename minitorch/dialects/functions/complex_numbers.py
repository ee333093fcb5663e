"""Complex numbers: their parts, and making them."""

from ..core.dtypes import as_dtype
from ..core.engine import mt
from .table import op


@op("input", keras="real(x)")
def real(input, name=None):
    """Take the real part; `input`, of any shape, is returned as it is where it is not complex."""
    return mt.real(input) if input.dtype.is_complex else input


@op("input", keras="imag(x)")
def imag(input, name=None):
    """Take the imaginary part of `input`, of any shape; 0 where it is not complex."""
    return mt.imag(input) if input.dtype.is_complex else mt.zeros_like(input)


@op("x", keras=("conjugate(x)", "conj(x)"))
def conj(x, name=None):
    """Conjugate complex numbers; x, of any shape, is returned as it is where it is not complex."""
    return mt.conj(x) if x.dtype.is_complex else x


@op("input")
def angle(input, name=None):
    """Find the angle of complex numbers in (−π, π]; of real ones 0 or π, and no gradient passes.

    input    floats or complex numbers of any shape

    Raises TypeError for integers.
    """
    if not (input.is_floating_point() or input.dtype.is_complex):
        raise TypeError(f"input must be a complex or floating tensor, got {as_dtype(input.dtype).name}")
    return mt.angle(input if input.dtype.is_complex else input.detach())


@op("real imag")
def complex(real, imag, name=None):
    """Make complex numbers real + i · imag, of float32 or float64 whose shapes broadcast: complex64 or complex128."""
    return mt.complex(real, imag)
