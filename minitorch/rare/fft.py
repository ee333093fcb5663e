"""torch.fft's names: discrete Fourier transforms of signals, images and more, each differentiable; see ops/fourier.

Arguments that mean the same in every function:

    input   the signal; real or complex as each function needs, integers become the default float
    n, s    how many elements to transform: in one dimension, or in each of several; −1 in s: all of them
    norm    "backward" or None: the inverse is divided by n; "forward": the transform is; "ortho": both, by √n
"""

from ..runtime import missing as _missing
from .ops.fourier.functions import names

globals().update(names)
__all__ = list(names)
del names

_missing.speak_for(globals())
