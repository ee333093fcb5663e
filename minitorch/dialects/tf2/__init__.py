"""TensorFlow 2's names over the engine: values at once, gradients by a tape.

    import minitorch.dialects.tf2 as tf
"""

from ..core import dtypes as _dtypes, errors
from ..core.indexed_slices import IndexedSlices
from ..core.missing import shown as _shown, speak_for as _speak_for
from ..core.shapes import TensorShape
from ..core.tape import GradientTape, UnconnectedGradients
from ..core.tensor import Tensor
from ..core.variable import Variable
from ..functions import operators as _operators
from ..functions import ROWS as _ROWS, control as _control, debugging as _debugging, folds as _folds
from ..functions.control import print_ as print
from ..functions.slices import slice_ as slice
from ..core.devices import device, executing_eagerly, init_scope
from ..tf1.tensor_array import TensorArray
from .tracing import function
from .first_values import (constant_initializer, ones_initializer, random_normal_initializer,
                           random_uniform_initializer, zeros_initializer)
from .module import Module, name_scope
from .spec import TensorSpec
from ..keras import initializers, losses, metrics, optimizers
from . import config, data, debugging, distribute, image, keras, linalg, math, nest, nn, random
from . import strings, summary, train, version

for _part in (_ROWS, *map(vars, (_control, _debugging, _dtypes, _folds))):     # what TensorFlow has at the top
    globals().update(_shown("tf", _part))
newaxis = None
__version__ = version.VERSION
_speak_for(globals(), "tf", later=("dtypes",))
