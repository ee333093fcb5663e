"""Complex numbers: from two parts or from size and angle, viewed as pairs of reals, and conjugation flags."""

import math

from ....backend import META_LIBRARY
from ....engine import derivative_of, dispatch, op
from ....ops.elementwise.arithmetic import like_zero
from ....ops.elementwise.comparison import select
from ....ops.elementwise.complex_numbers import conjugate, imag, real
from ....runtime import Tensor, forward_for, function
from .trigonometry import atan2


@function
def is_conj(input: Tensor) -> bool:
    """Return False: conj() computes its result at once, while PyTorch may only set a flag."""
    return False


@function
def is_neg(input: Tensor) -> bool:
    """Return False: a tensor's elements are stored with their sign, without PyTorch's flag for negation."""
    return False


@function
def resolve_conj(input: Tensor):
    """Return the tensor itself, because conj() computes its result at once."""
    return input


@function
def resolve_neg(input: Tensor):
    """Return the tensor itself, because its elements are stored with their sign."""
    return input


@function(method=False, out=True, one_node=True)
def polar(abs: Tensor, angle: Tensor):
    """abs·e^(i·angle), broadcast, the angle in radians."""
    same_floats("polar", abs=abs, angle=angle)
    return dispatch(from_parts, (abs * angle.cos(), abs * angle.sin()))


@function(out=True, one_node=True)
def angle(input: Tensor):
    """Return the angle in radians, from −π to π; for real numbers 0, or π below 0. Any shape in, same out."""
    if input.dtype.is_complex:
        return atan2.function(imag(input), real(input))
    input = input if input.dtype.is_floating_point else input.float()
    flat = (input < 0).to(input.dtype) * math.pi + dispatch(like_zero, (input,))
    return dispatch(select, (input.isnan(), input, flat))


@op(symbol="a+bi", hidden=True, once=True)
def from_parts(xp, x, y):
    """x + y·i, broadcast."""
    out = xp.asarray(x + y, "complex64" if x.dtype.itemsize < 8 else "complex128")
    out.real[...], out.imag[...] = x, y                  # x + 1j * y would have the real part nan for y = inf
    return out


@derivative_of(from_parts)
def from_parts_derivative(grad, out, x, y):
    return grad, grad * 1j                       # the graph keeps only the real parts of both gradients


def same_floats(name, **given):
    """Raise unless both arguments are float32 or both are float64."""
    kinds = {x.dtype for x in given.values()}
    if len(kinds) > 1 or not next(iter(kinds)).is_floating_point or next(iter(kinds)).itemsize < 4:
        raise RuntimeError(f"{name}: expected both inputs to be float32, or both float64, but got "
                           + " and ".join(f"{own} of {x.dtype}" for own, x in given.items()) + ".")


@function(method=False, out="exact")
def complex(real: Tensor, imag: Tensor):
    """real + imag·i, broadcast: complex64 of two float32, complex128 of two float64."""
    same_floats("complex", real=real, imag=imag)
    return dispatch(from_parts, (real, imag))


@op(view=True, method=False)
def view_as_real(xp, input: Tensor):
    """View (…) complex as (…, 2): the real and the imaginary part of each number, in the same memory.

    Raises RuntimeError for a real tensor.
    """
    if input.dtype.kind != "c":
        raise RuntimeError(f"view_as_real is only supported for complex tensors, not for one of {input.dtype}.")
    input = xp.asarray(input)                             # .real of a NumPy scalar is a copy, not a view
    return xp.lib.stride_tricks.as_strided(input.real, (*input.shape, 2), (*input.strides, input.itemsize // 2))


@forward_for(META_LIBRARY, view_as_real)
def view_as_real_on_meta(xp, input):
    return input.real.seen_as((*input.shape, 2), (*input.strides, input.itemsize // 2))


@derivative_of(view_as_real)
def view_as_real_derivative(grad, out, x):
    return conjugate(view_as_complex(grad))


@op(view=True, method=False)
def view_as_complex(xp, input: Tensor):
    """View (…, 2) as (…) complex numbers, from real and imaginary parts; a copy if these are not next to each other.

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
