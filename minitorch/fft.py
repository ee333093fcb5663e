"""torch.fft's names: discrete Fourier transforms of signals, images and more, each differentiable; see ops/fourier.

Arguments that mean the same wherever they occur:

    input   the signal; real or complex as each function says, integers become the default float
    n, s    how many numbers to transform: of one dimension, or of each of several; −1 in s: all of them
    norm    where 1/n stands: "backward" (None), in the inverse; "forward", in the transform; "ortho", 1/√n in both
"""

from . import missing as _missing
from .ops.fourier.functions import names

globals().update(names)
__all__ = list(names)
del names

_missing.speak_for(globals())
