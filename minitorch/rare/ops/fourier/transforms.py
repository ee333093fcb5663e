"""Fourier transforms as ops: complex to complex, real to half a spectrum, and half a spectrum to real.

A transform multiplies by a symmetric matrix, so its derivative is the same transform of the gradient. Half a spectrum
represents both halves, which are conjugates of each other, so elements that occur in both count twice.

Source of the sums and of norm: https://numpy.org/doc/stable/reference/routines.fft.html#implementation-details
"""

from ....engine import derivative_of, op
from ....ops.conv.padding import pad
from ....ops.index.getitem import narrow
from ....ops.shape.copies import cat
from ...ops.elementwise.complex_numbers import conjugate

SWAPPED = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def refuse_half(x):
    """Raise for float16, which PyTorch does not transform on a CPU either."""
    if x.dtype.itemsize < 4:
        raise RuntimeError("fft: Unsupported dtype Half: it is not implemented for minitorch.float16; use x.float().")


def is_real_transform(node):
    """Return True if a node transforms real numbers along one dimension; PyTorch's node then saves the shape."""
    return node.edges[0].dtype.kind == "f" and len(node.settings["dims"]) == 1


@op(symbol="F", floats=True, hidden=True, once=is_real_transform)
def fourier(xp, x, *, dims, norm, inverse):
    """Compute Σ x·e^(∓2πi·jk/n) along dims, minus for the transform, plus for the inverse. (*) -> (*) complex."""
    refuse_half(x)
    return (xp.fft.ifftn if inverse else xp.fft.fftn)(x, axes=dims, norm=norm) if dims else x + 0j


@derivative_of(fourier)
def fourier_derivative(grad, out, x, *, dims, norm, inverse):
    return fourier(grad, dims=dims, norm=norm, inverse=inverse)


@op(symbol="F", floats=True, hidden=True, once=True)
def real_fourier(xp, x, *, dim, norm):
    """Return the first n // 2 + 1 of the n frequencies of real numbers; the other frequencies are conjugates."""
    refuse_half(x)
    return xp.fft.rfft(x, axis=dim, norm=norm)


@derivative_of(real_fourier)
def real_fourier_derivative(grad, out, x, *, dim, norm):
    return fourier(resize(grad, {dim: x.shape[dim]}), dims=(dim,), norm=norm, inverse=False)


@op(symbol="F⁻¹", floats=True, hidden=True)
def inverse_real_fourier(xp, x, *, n, dim, norm):
    """Return the n real numbers whose first n // 2 + 1 frequencies are x."""
    refuse_half(x)
    return xp.fft.irfft(x, n, axis=dim, norm=norm)


@derivative_of(inverse_real_fourier)
def inverse_real_fourier_derivative(grad, out, x, *, n, dim, norm):
    spectrum = conjugate(real_fourier(grad, dim=dim, norm=SWAPPED[norm]))
    twice, size = (n - 1) // 2, n // 2 + 1
    if not twice:
        return spectrum
    return cat(narrow(spectrum, dim, 0, 1), narrow(spectrum, dim, 1, twice) * 2,
               narrow(spectrum, dim, 1 + twice, size - 1 - twice), dim=dim)


def resize(x, sizes):
    """Cut x at the end, or pad the end with zeros: sizes is {dimension: size}."""
    wanted = [sizes.get(dim, size) for dim, size in enumerate(x.shape)]
    if wanted == list(x.shape):
        return x
    return pad(x, widths=tuple((0, new - size) for new, size in zip(wanted, x.shape)))
