"""minitorch: a deep-learning framework small enough to read and complete enough to use.

    import minitorch as mt

The names are PyTorch's. Ops come from one registry, so that whatever is in it
is a function here, a method of Tensor, a row in the tests and a box in the pictures.

Functions of single numbers, such as exp, add and relu, take any shape and give the same; several inputs broadcast.
Arguments that mean the same wherever they occur:

    input, self, tensor    the tensor that the function works on; numbers beside it are broadcast
    other                  a second tensor, or a number
    tensors                a list or tuple of tensors
    last                   PyTorch's old order, as in add(input, alpha, other)
    dim, dims, dim0, dim1  dimensions of the input, from 0 on or from −1 back; None or (): all of them
    keepdim                whether they stay, with size 1
    dtype, device          of the result: an element type, and "cpu" or "cuda"
    requires_grad          whether operations on the result are recorded
    generator              where random numbers come from; None: the one that `manual_seed` sets
    out                    a tensor to write the result into
    inplace                whether the result is written over the input
    reduction              of a loss: its "mean" over all elements, their "sum", or "none" of the two
    size_average, reduce   PyTorch's old way to say reduction
    eps                    a small number that keeps a divisor, or the input of a logarithm, from 0
    layout, memory_format, pin_memory, non_blocking, foreach, fused, capturable
                           taken as PyTorch does; no number changes
"""

import sys

if sys.argv[:1] == ["-m"] and sys.argv[1:2] in (["grade"], ["viva"], ["gradescope"]) and not sys.flags.safe_path:
    del sys.path[0]                       # `python -m minitorch grade .`: the working folder holds what students wrote

from . import pause

with pause.CollectorPaused():
    from typing import TYPE_CHECKING

    from . import (autograd, backend, dtypes, engine, memory, missing, numeric, ops, piece, random, runtime,
                   serialization, surface, tensors)
    from .backend import device, get_default_device, set_default_device
    from .dtypes import (bfloat16, can_cast, cdouble, cfloat, complex64, complex128, double, finfo, float16, float32,
                         float64, get_default_dtype, half, iinfo, int8, int16, int32, int64, long, promote_types,
                         qint8, set_default_dtype, short, uint8)
    from .codegen import install as _install
    from .engine import enable_grad, is_grad_enabled, no_grad
    from .random import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state
    from .runtime import inference_mode, is_inference_mode_enabled, set_grad_enabled
    from .serialization import load, save
    from .threads import get_num_threads, set_num_threads
    from .tensors import (Size, Tensor, as_tensor, asarray, broadcast_shapes, from_dlpack, from_numpy, frombuffer,
                          result_type, set_printoptions, tensor)

if TYPE_CHECKING:
    from . import data, func, inspect, linalg, models, nn, optim, static, train, utils, vision, viz

__version__ = "0.1.0"

globals().update({name: op.function for name, op in engine.registry.items() if not op.hidden})
globals().update(tensors.queries.TOP)
globals().update(runtime.functions)
globals().update({name: getattr(dtypes, name) for name in ("bool", "float", "int", "dtype")})
globals().update(tensors.legacy.OLD)

inf, nan, pi, e = 1e400, 1e400 - 1e400, 3.141592653589793, 2.718281828459045


def is_tensor(obj):
    """Whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


def typename(obj):
    """The name of what obj is, with where it is from: `minitorch.FloatTensor` of a tensor."""
    if isinstance(obj, Tensor):
        return obj.type()
    kind = obj if isinstance(obj, type) else type(obj)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _layers():
    from . import nn
    return nn


def _numpy():
    from . import numpy
    return numpy


def _gpu():
    from .cuda import attach


serialization.files.above.append(_layers)                # a file may hold some
backend.when_found.append(_gpu)
tensors.queries.namespaces.append(_numpy)

# Parts are imported when they are first named, so that `import minitorch` stays quick.
__all__ = [name for name in surface.public(globals()) if name not in surface.INSIDE]
missing.speak_for(globals(), search=("nn", "optim", "data", "viz", "func"), lent=surface.LENT, later=surface.LATER)
