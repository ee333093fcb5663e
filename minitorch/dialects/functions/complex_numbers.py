"""Complex numbers: their parts, and making them."""

from ..core.engine import mt
from .table import made

real = made("real(input, name=None)", lambda x: mt.real(x) if x.dtype.is_complex else x,
            "Take the real part of `input`, of any shape; what is not complex stays as it is.", keras="real(x)")
imag = made("imag(input, name=None)", lambda x: mt.imag(x) if x.dtype.is_complex else mt.zeros_like(x),
            "Take the imaginary part of `input`, of any shape; 0 where it is not complex.", keras="imag(x)")
conj = made("conj(x, name=None)", lambda x: mt.conj(x) if x.dtype.is_complex else x, "Conjugate complex numbers; x, of "
            "any shape, is returned as it is where it is not complex.", keras=("conjugate(x)", "conj(x)"))


complex = made("complex(real, imag, name=None)", mt.complex, "Make complex numbers real + i · imag, of float32 or "
               "float64 whose shapes broadcast: complex64 or complex128.", "real imag")
