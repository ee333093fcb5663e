"""Rules of Fourier transforms."""

import numpy as np

from .arrays import MetaArray
from .calls import rule
from .elementwise import empty_of


def transform_dtypes(x):
    """Return the complex and the real dtype of a transform."""
    kind = np.fft.fft(np.ones(1, x.dtype)).dtype
    return kind, empty_of(kind).real.dtype


@rule("fft.fftn", "fft.ifftn")
def transform(x, s=None, axes=None, norm=None):
    return MetaArray(x.shape, transform_dtypes(x)[0])


@rule("fft.rfft")
def to_half_spectrum(x, n=None, axis=-1, norm=None):
    axis %= x.ndim
    return MetaArray((*x.shape[:axis], x.shape[axis] // 2 + 1, *x.shape[axis + 1:]), transform_dtypes(x)[0])


@rule("fft.irfft")
def from_half_spectrum(x, n, axis=-1, norm=None):
    axis %= x.ndim
    return MetaArray((*x.shape[:axis], n, *x.shape[axis + 1:]), transform_dtypes(x)[1])
