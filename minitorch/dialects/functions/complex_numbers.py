"""Complex numbers: their parts, and making them."""

from ..core.dtypes import as_dtype
from ..core.engine import mt
from .table import made, op

real = made("real(input, name=None)", lambda x: mt.real(x) if x.dtype.is_complex else x,
            "Take the real part of `input`, of any shape; what is not complex stays as it is.", keras="real(x)")
imag = made("imag(input, name=None)", lambda x: mt.imag(x) if x.dtype.is_complex else mt.zeros_like(x),
            "Take the imaginary part of `input`, of any shape; 0 where it is not complex.", keras="imag(x)")
conj = made("conj(x, name=None)", lambda x: mt.conj(x) if x.dtype.is_complex else x, "Conjugate complex numbers; x, of "
            "any shape, is returned as it is where it is not complex.", keras=("conjugate(x)", "conj(x)"))


@op("input")
def angle(input, name=None):
    """Find the angle of complex numbers in (−π, π]; of real ones 0 or π, and no gradient passes.

    input    floats or complex numbers of any shape

    Raises TypeError for integers.
    """
    if not (input.is_floating_point() or input.dtype.is_complex):
        raise TypeError(f"input must be a complex or floating tensor, got {as_dtype(input.dtype).name}")
    return mt.angle(input if input.dtype.is_complex else input.detach())


complex = made("complex(real, imag, name=None)", mt.complex, "Make complex numbers real + i · imag, of float32 or "
               "float64 whose shapes broadcast: complex64 or complex128.", "real imag")
