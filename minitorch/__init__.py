"""minitorch: a deep-learning framework small enough to read and complete enough to use.

    import minitorch as mt

The names are PyTorch's. Ops come from one registry: each op in it is a function
here, a method of Tensor, a row in the tests and a box in pictures of the graph.

Element-wise functions, such as exp, add and relu, take any shape and return the same shape; several inputs broadcast.
Arguments that mean the same wherever they occur:

    input, self, tensor    the tensor that the function works on; numbers are broadcast to it
    other                  a second tensor, or a number
    tensors                a list or tuple of tensors
    last                   an argument of PyTorch's old order, as in add(input, alpha, other)
    dim, dims, dim0, dim1  dimensions of the input, counted from 0, or from −1 at the end; None or (): all of them
    keepdim                whether the result keeps these dimensions, with size 1
    dtype, device          of the result: an element type, and "cpu" or "cuda"
    requires_grad          whether operations on the result are recorded
    generator              the generator that draws random numbers; None: the one that `manual_seed` seeds
    out                    a tensor to write the result into
    inplace                whether the result is written over the input
    reduction              of a loss: "mean" of all elements, their "sum", or "none": the elements themselves
    size_average, reduce   PyTorch's old names for reduction
    eps                    a small number that keeps a divisor, or the input of a logarithm, from 0
    layout, memory_format, pin_memory, non_blocking, foreach, fused, capturable
                           accepted as in PyTorch; they change no result
"""

import gc
import sys

if sys.argv[:1] == ["-m"] and sys.argv[1:2] in (["grade"], ["viva"], ["gradescope"]) and not sys.flags.safe_path:
    del sys.path[0]            # for `python -m minitorch grade .`: Python must not import files of the students' folder

_collecting = gc.isenabled()
gc.disable()                              # an import makes no garbage, and a collection would take a fifth of its time

from . import autograd, backend, codegen, dtypes, engine, ops, paths, random, runtime, tensors
from .backend import device, get_default_device, set_default_device
from .backend.threads import get_num_threads, set_num_threads
from .codegen import install as _install
from .dtypes import (bfloat16, can_cast, cdouble, cfloat, complex64, complex128, double, float16, float32,
                     float64, get_default_dtype, half, int8, int16, int32, int64, long, promote_types,
                     qint8, set_default_dtype, short, uint8)
from .engine import enable_grad, is_grad_enabled, no_grad
from .random import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state
from .runtime import inference_mode, is_inference_mode_enabled, missing, set_grad_enabled
from .tensors import (Size, Tensor, as_tensor, asarray, from_numpy, frombuffer, set_printoptions, tensor)

__version__ = "0.2.0"

globals().update({name: op.function for name, op in engine.registry.now().items() if not op.hidden})
globals().update(tensors.queries.TOP)
globals().update(runtime.functions.now())
globals().update({name: getattr(dtypes, name) for name in ("bool", "float", "int", "dtype")})
globals().update(tensors.legacy.OLD)

inf, nan, pi, e = 1e400, 1e400 - 1e400, 3.141592653589793, 2.718281828459045


def is_tensor(obj):
    """Return whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


def typename(obj):
    """Return the name of the type of obj with its module: `minitorch.FloatTensor` for a float32 tensor."""
    if isinstance(obj, Tensor):
        return obj.type()
    kind = obj if isinstance(obj, type) else type(obj)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _function(name):
    """Import the file of ops that declares `name`, if it is loaded late, and return the function."""
    paths.read(name)
    op = engine.registry.now_at(name)
    return runtime.functions.now_at(name) or (op.function if op and not op.hidden else getattr(Tensor, name))


backend.when_found.append(lambda: paths.module("cuda.attach"))
runtime.errors.fold_tracebacks(lambda: paths.module("inspect.tracebacks"))

# Other files are imported when their name is first used, so that `import minitorch` is fast.
__all__ = [name for name in paths.public(globals()) if name not in paths.INSIDE]
missing.speak_for(globals(), search=("nn", "optim", "data", "viz", "func"), lent=paths.LENT, later=paths.LATER,
                  late={name for names in paths.functions_of.values() for name in names}, find=_function)
missing.speak_for(vars(random))

if not gc.get_freeze_count():             # unless a program froze its own objects: freeze, then unfreeze, moves
    gc.freeze()                           # every object to the oldest generation, which only a full collection
    gc.unfreeze()                         # searches
if _collecting:
    gc.enable()
