"""Complex numbers and their parts: conj, real, imag, angle; numbers made of two parts, or of a size and an angle.

A real part is a view: it shares the memory of the complex numbers, as PyTorch's does.
"""

import math

from ...backend import META_LIBRARY
from ...engine import derivative_of, dispatch, op
from ...runtime import Tensor, forward_for, function
from .arithmetic import like_zero
from .comparison import select
from .trigonometry import atan2


@op(symbol="x̄", hidden=True)
def conjugate(xp, x):
    """The complex conjugate."""
    return xp.conjugate(x)


@derivative_of(conjugate)
def conjugate_derivative(grad, out, x):
    return conjugate(grad)


@function
def conj(input: Tensor):
    """The complex conjugate; a real tensor itself."""
    return dispatch(conjugate, (input,), {}) if input.dtype.is_complex else input


@function
def is_complex(input: Tensor) -> bool:
    """Whether its numbers are complex."""
    return input.dtype.is_complex


@function
def is_conj(input: Tensor) -> bool:
    """False: conj() has computed its result, where PyTorch may only have marked it."""
    return False


@function
def is_neg(input: Tensor) -> bool:
    """False: a tensor's numbers are those in its memory."""
    return False


@function
def resolve_conj(input: Tensor):
    """The tensor itself: conj() has computed its result."""
    return input


@function
def resolve_neg(input: Tensor):
    """The tensor itself: its numbers are those in its memory."""
    return input


@op(symbol="Re", view=True, hidden=True)
def real_view(xp, x):
    """The real parts; of real numbers themselves."""
    return x.real


@derivative_of(real_view)
def real_view_derivative(grad, out, x):
    return grad


@op(symbol="Im", view=True, hidden=True)
def imag_view(xp, x):
    """The imaginary parts; zeros of real numbers."""
    return x.imag


@derivative_of(imag_view)
def imag_view_derivative(grad, out, x):
    return grad * -1j


@function(method=False)
def real(input: Tensor):
    """The real parts, sharing memory; a real tensor itself. Any shape in, same out."""
    return dispatch(real_view, (input,), {}) if input.dtype.is_complex else input


@function(method=False)
def imag(input: Tensor):
    """The imaginary parts, sharing memory. Any shape in, same out.

    Raises RuntimeError for a real tensor, which has none.
    """
    if not input.dtype.is_complex:
        raise RuntimeError(f"imag is not implemented for tensors with non-complex dtypes such as {input.dtype}.")
    return dispatch(imag_view, (input,), {})


@op(symbol="a+bi", hidden=True, once=True)
def from_parts(xp, x, y):
    """x + y·i, broadcast."""
    out = xp.asarray(x + y, "complex64" if x.dtype.itemsize < 8 else "complex128")
    out.real[...], out.imag[...] = x, y                  # inf · 1j would have a nan
    return out


@derivative_of(from_parts)
def from_parts_derivative(grad, out, x, y):
    return grad, grad * 1j                               # whose real parts backward takes


def same_floats(name, **given):
    """Raise unless both are of one floating dtype of 32 or 64 bits."""
    kinds = {x.dtype for x in given.values()}
    if len(kinds) > 1 or not next(iter(kinds)).is_floating_point or next(iter(kinds)).itemsize < 4:
        raise RuntimeError(f"{name}: expected both inputs to be float32, or both float64, but got "
                           + " and ".join(f"{own} of {x.dtype}" for own, x in given.items()) + ".")


@function(method=False, out="exact")
def complex(real: Tensor, imag: Tensor):
    """real + imag·i, broadcast: complex64 of two float32, complex128 of two float64."""
    same_floats("complex", real=real, imag=imag)
    return dispatch(from_parts, (real, imag))


@function(method=False, out=True, one_node=True)
def polar(abs: Tensor, angle: Tensor):
    """abs·e^(i·angle), broadcast, the angle in radians."""
    same_floats("polar", abs=abs, angle=angle)
    return dispatch(from_parts, (abs * angle.cos(), abs * angle.sin()))


@function(out=True, one_node=True)
def angle(input: Tensor):
    """The angle in radians, from −π to π; of real numbers 0, or π below 0. Any shape in, same out."""
    if input.dtype.is_complex:
        return atan2.function(imag(input), real(input))
    input = input if input.dtype.is_floating_point else input.float()
    flat = (input < 0).to(input.dtype) * math.pi + dispatch(like_zero, (input,))
    return dispatch(select, (input.isnan(), input, flat))


@op(view=True, method=False)
def view_as_real(xp, input: Tensor):
    """(…) complex -> (…, 2): the real and the imaginary part of each, sharing memory.

    Raises RuntimeError for a real tensor, which has no such parts.
    """
    if input.dtype.kind != "c":
        raise RuntimeError(f"view_as_real is only supported for complex tensors, not for one of {input.dtype}.")
    input = xp.asarray(input)                             # a NumPy number's real part has no imaginary one beside it
    return xp.lib.stride_tricks.as_strided(input.real, (*input.shape, 2), (*input.strides, input.itemsize // 2))


@forward_for(META_LIBRARY, view_as_real)
def view_as_real_on_meta(xp, input):
    return input.real.seen_as((*input.shape, 2), (*input.strides, input.itemsize // 2))


@derivative_of(view_as_real)
def view_as_real_derivative(grad, out, x):
    return conjugate(view_as_complex(grad))


@op(view=True, method=False)
def view_as_complex(xp, input: Tensor):
    """(…, 2) -> (…) complex, numbers of a real and an imaginary part; a copy where these do not lie side by side.

    Raises RuntimeError unless the last dimension has size 2 and the dtype is float32 or float64.
    """
    if not input.ndim or input.shape[-1] != 2 or input.dtype.kind != "f" or input.itemsize < 4:
        raise RuntimeError(f"view_as_complex: expected pairs (…, 2) of float32 or float64, not {tuple(input.shape)} of "
                           f"{input.dtype}.")
    if input.strides[-1] != input.itemsize:
        input = xp.ascontiguousarray(input)
    return input.view("complex64" if input.itemsize == 4 else "complex128")[..., 0]


@derivative_of(view_as_complex)
def view_as_complex_derivative(grad, out, x):
    return view_as_real(conjugate(grad))
