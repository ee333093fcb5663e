"""minitorch: a deep-learning framework small enough to read and complete enough to use.

    import minitorch as mt

The names are PyTorch's. Ops come from one registry, so that whatever is in it
is a function here, a method of Tensor, a row in the tests and a box in the pictures.
"""

from typing import TYPE_CHECKING

from . import (autograd, backend, dtypes, func, graph, linalg, memory, missing, nn, numeric, ops, piece, random,
               tensors)
from .backend import device, get_default_device, set_default_device
from .dtypes import (can_cast, cdouble, cfloat, complex64, complex128, double, finfo, float16, float32, float64,
                     get_default_dtype, half, iinfo, int8, int16, int32, int64, long, promote_types,
                     set_default_dtype, short, uint8)
from .graph import (enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad,
                    set_grad_enabled)
from .random import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state
from .serialization import load, save
from .threads import get_num_threads, set_num_threads
from .tensors import (Size, Tensor, as_tensor, asarray, broadcast_shapes, from_numpy, result_type, set_printoptions,
                      tensor)

if TYPE_CHECKING:
    from . import data, models, optim, train, utils, vision, viz

__version__ = "0.1.0"

globals().update({name: op.function for name, op in graph.registry.items() if not op.hidden})
globals().update(tensors.facts.TOP)
globals().update({name: getattr(nn.functional, name) for name in (
    "celu celu_ channel_shuffle hardshrink layer_norm pixel_shuffle pixel_unshuffle prelu rms_norm rrelu rrelu_ selu "
    "selu_ threshold threshold_").split()})
globals().update(graph.functions)
globals().update({name: getattr(dtypes, name) for name in ("bool", "float", "int", "dtype")})
globals().update(tensors.typed.OLD)

inf, nan, pi, e = 1e400, 1e400 - 1e400, 3.141592653589793, 2.718281828459045


def is_tensor(obj):
    """Whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


# Parts that are imported when they are first named, so that `import minitorch` stays quick.
missing.speak_for(globals(), later=("backends", "cuda", "data", "distributions", "learn", "models", "optim", "testing",
                                    "train", "utils", "vision", "viz"), search=("optim", "data", "viz"))
for module in (func, linalg, nn.init, autograd.functional):
    missing.speak_for(vars(module))
del module
