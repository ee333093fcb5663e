"""Complex numbers and their parts: conj, real, imag.

A real part is a view: it shares the memory of the complex numbers, as PyTorch's does.
"""

from ...engine import derivative_of, dispatch, op
from ...runtime import Tensor, function


@op(symbol="x̄", hidden=True)
def conjugate(xp, x):
    """Return the complex conjugate."""
    return xp.conjugate(x)


@derivative_of(conjugate)
def conjugate_derivative(grad, out, x):
    return conjugate(grad)


@function
def conj(input: Tensor):
    """Return the complex conjugate; return a real tensor unchanged."""
    return dispatch(conjugate, (input,), {}) if input.dtype.is_complex else input


@function
def is_complex(input: Tensor) -> bool:
    """Return whether the dtype is complex."""
    return input.dtype.is_complex


@op(symbol="Re", view=True, hidden=True)
def real_view(xp, x):
    """Return the real parts as a view; for a real tensor, a view of it."""
    return x.real


@derivative_of(real_view)
def real_view_derivative(grad, out, x):
    return grad


@op(symbol="Im", view=True, hidden=True)
def imag_view(xp, x):
    """Return the imaginary parts as a view; zeros for a real tensor."""
    return x.imag


@derivative_of(imag_view)
def imag_view_derivative(grad, out, x):
    return grad * -1j


@function(method=False)
def real(input: Tensor):
    """Return the real parts as a view; return a real tensor unchanged. Any shape in, same out."""
    return dispatch(real_view, (input,), {}) if input.dtype.is_complex else input


@function(method=False)
def imag(input: Tensor):
    """Return the imaginary parts as a view. Any shape in, same out.

    Raises RuntimeError for a real tensor.
    """
    if not input.dtype.is_complex:
        raise RuntimeError(f"imag is not implemented for tensors with non-complex dtypes such as {input.dtype}.")
    return dispatch(imag_view, (input,), {})
