"""keras.ops: NumPy's functions and those of networks, for tensors, arrays and what a model is made of.

What means the same in TensorFlow is a row of dialects/functions; what Keras has by itself is here. Element types are
promoted as NumPy's are.

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
    target, output          what is right, and probabilities, or logits with from_logits
    from_logits             whether the output is logits
    start, stop, step       where numbers begin, before which they end, and how far apart they are
    start_indices           where a block begins, a number an axis
    fill_value              the number that is everywhere
    inputs                  a tensor
    sparse, ragged, synchronized, sorted
                            taken as Keras takes them; tensors are dense here
"""

from ...core.missing import speak_for as _speak_for
from ...functions.table import KERAS as _rows
from .arrays import table as _arrays
from .making import table as _making
from .networks import table as _networks
from .numbers import table as _numbers

_table = _rows | _arrays | _numbers | _networks | _making
globals().update(_table)
__all__ = list(_table)
_speak_for(globals(), "keras.ops", later=("image", "linalg", "nn", "numpy"))
