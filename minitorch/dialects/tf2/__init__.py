"""TensorFlow 2's names over the engine: values at once, gradients by a tape.

    import minitorch.dialects.tf2 as tf
"""

from ..core import dtypes as _dtypes, errors
from ..core.dtypes import DType, as_dtype
from ..core.indexed_slices import IndexedSlices
from ..core.missing import speak_for as _speak_for
from ..core.shapes import TensorShape
from ..core.tape import GradientTape, UnconnectedGradients
from ..core.tensor import Tensor
from ..core.variable import Variable
from ..functions import operators as _operators
from ..functions.arrays import (broadcast_to, concat, expand_dims, meshgrid, pad, rank, repeat, reshape, reverse, roll,
                                shape, size, split, squeeze, stack, tile, transpose, unstack)
from ..functions.creation import (cast, constant, convert_to_tensor, eye, fill, identity, is_tensor, linspace, ones,
                                  ones_like, range, stop_gradient, zeros, zeros_like)
from ..functions.control import (case, cond, custom_gradient, group, no_op, numpy_function, print_ as print,
                                 py_function, while_loop)
from ..functions.folds import map_fn, scan, vectorized_map
from ..functions.complex_numbers import complex
from ..functions.linalg import einsum, matmul, tensordot
from ..functions.norms import clip_by_global_norm, clip_by_norm, norm
from ..functions.math import (abs, add, add_n, clip_by_value, divide, maximum, minimum, multiply, negative, pow,
                              scalar_mul, sign, square, subtract, truediv, truncatediv, truncatemod)
from ..functions.elementary import (acos, acosh, asin, asinh, atan, atan2, atanh, cos, cosh, exp, floor, round, sigmoid,
                                    sin, sinh, sqrt, tan, tanh)
from ..functions.logic import (equal, greater, greater_equal, less, less_equal, logical_and, logical_not, logical_or,
                               not_equal)
from ..functions.reduction import (argmax, argmin, cumsum, reduce_all, reduce_any, reduce_logsumexp, reduce_max,
                                   reduce_mean, reduce_min, reduce_prod, reduce_sum)
from ..functions.slices import (argsort, boolean_mask, dynamic_partition, one_hot, reverse_sequence, sequence_mask,
                                slice_ as slice, sort, strided_slice, where)
from ..functions.gathering import (gather, gather_nd, scatter_nd, tensor_scatter_nd_add, tensor_scatter_nd_sub,
                                   tensor_scatter_nd_update)
from ..functions.counting import unique
from ..core.devices import device, executing_eagerly, init_scope
from ..tf1.tensor_array import TensorArray
from .tracing import function
from .first_values import (constant_initializer, ones_initializer, random_normal_initializer,
                           random_uniform_initializer, zeros_initializer)
from .module import Module, name_scope
from .spec import TensorSpec
from ..functions.debugging import Assert, assert_equal, assert_greater, assert_less, assert_rank
from ..keras import initializers, losses, metrics, optimizers
from . import config, data, debugging, distribute, image, keras, linalg, math, nest, nn, random
from . import strings, summary, train, version

globals().update({name: getattr(_dtypes, name) for name in (
    "bool", "string", "float16", "half", "float32", "float64", "double", "int8", "int16", "int32", "int64", "uint8",
    "complex64", "complex128", "bfloat16")})
newaxis = None
__version__ = version.VERSION
_speak_for(globals(), "tf", later=("dtypes",))
