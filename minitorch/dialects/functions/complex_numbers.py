"""Complex numbers: their parts, and making them."""

from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.lift import function


@function("input")
def real(input, name=None):
    """The real part; `input`, of any shape, is returned as it is where it is not complex."""
    return mt.real(input) if input.dtype.is_complex else input


@function("input")
def imag(input, name=None):
    """The imaginary part of `input`, of any shape; 0 where it is not complex."""
    return mt.imag(input) if input.dtype.is_complex else mt.zeros_like(input)


@function("x")
def conj(x, name=None):
    """The complex conjugate; x, of any shape, is returned as it is where it is not complex."""
    return mt.conj(x) if x.dtype.is_complex else x


@function("input")
def angle(input, name=None):
    """The angle of complex numbers in (−π, π]; of real ones 0 or π, and no gradient passes.

    input    floats or complex numbers of any shape

    Raises TypeError for integers.
    """
    if not (input.is_floating_point() or input.dtype.is_complex):
        raise TypeError(f"input must be a complex or floating tensor, got {as_dtype(input.dtype).name}")
    return mt.angle(input if input.dtype.is_complex else input.detach())


@function("real imag")
def complex(real, imag, name=None):
    """real + i · imag.

    real, imag    float32 or float64, of shapes that broadcast -> complex64 or complex128
    """
    return mt.complex(real, imag)
