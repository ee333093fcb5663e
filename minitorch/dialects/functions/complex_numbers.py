"""Complex numbers: their parts, and making them."""

from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.lift import function


@function("input")
def real(input, name=None):
    return mt.real(input) if input.dtype.is_complex else input


@function("input")
def imag(input, name=None):
    return mt.imag(input) if input.dtype.is_complex else mt.zeros_like(input)


@function("x")
def conj(x, name=None):
    return mt.conj(x) if x.dtype.is_complex else x


@function("input")
def angle(input, name=None):
    """The angle of complex numbers; of real ones 0 or π, and no gradient passes."""
    if not (input.is_floating_point() or input.dtype.is_complex):
        raise TypeError(f"input must be a complex or floating tensor, got {as_dtype(input.dtype).name}")
    return mt.angle(input if input.dtype.is_complex else input.detach())


@function("real imag")
def complex(real, imag, name=None):
    return mt.complex(real, imag)
