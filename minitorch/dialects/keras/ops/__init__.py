"""keras.ops: NumPy's functions and those of networks, for tensors, arrays and what a model is made of.

Arguments that mean the same wherever they occur:

    x, x1, x2, y, a         tensors, arrays or numbers of any shape that broadcast; of two element types the one that
                            NumPy's rules come to is the result's
    xs                      a list of tensors
    axis, axes, axis1, axis2
                            an axis, several, or None for all
    keepdims                whether axes that are reduced stay, with size 1
    dtype                   the element type of the result; None: that of x, or Keras' floatx
    shape, newshape         sizes
    k, offset               which diagonal: 0 the main one, 1 the one above it
    inputs, kernel          (N, …space, channels) and (…kernel size, channels, filters)
    strides, padding, data_format, dilation_rate, pool_size
                            as Conv2D's and MaxPooling2D's
    target, output          what is right, and probabilities, or logits with from_logits
    from_logits             whether the output is logits
    start, stop, step       where numbers begin, before which they end, and how far apart they are
    sparse, ragged, synchronized, flash_attention, sorted
                            taken as Keras takes them; tensors are dense here
"""

from ...core.missing import speak_for as _speak_for
from .arrays import table as _arrays
from .decompositions import table as _decompositions
from .elementwise import table as _elementwise
from .making import table as _making
from .matrices import table as _matrices
from .nans import table as _nans
from .networks import table as _networks
from .placing import table as _placing
from .reductions import table as _reductions

_table = _elementwise | _reductions | _arrays | _matrices | _networks | _making | _decompositions | _nans | _placing
globals().update(_table)
__all__ = list(_table)
_speak_for(globals(), "keras.ops", later=("image", "linalg", "nn", "numpy"))
