"""A strict stand-in for CuPy 14 over NumPy, for tests on machines without a GPU.

Arrays never turn into NumPy's by themselves, nor NumPy's into them; reductions give 0-d arrays; each
look at a value is counted. It is stricter than CuPy where CuPy forgives: NumPy's own functions are
refused, an array must be on the current device, fresh memory holds no zeros. Names that CuPy
lacks are missing here too. `cupy.counts` says what a program made the device do.
"""

import numpy as np

from . import cuda, random
from ._array import garbage, inside, look, ndarray, own
from ._calls import fft, function, linalg, ufunc
from ._kernels import CompileException, ElementwiseKernel, RawKernel
from .cuda import counts

__version__ = "14.0.0"
__all__ = ["CompileException", "ElementwiseKernel", "RawKernel", "array", "asarray", "asnumpy", "counts", "cuda",
           "empty", "fft", "linalg", "ndarray", "random"]

# What NumPy has and CuPy 14 lacks, as dir() of both says.
MISSING = set("""
    asmatrix block bmat busday_count busday_offset busdaycalendar bytes_ char character clongdouble core ctypeslib
    datetime64 datetime_as_string datetime_data dtypes einsum_path emath errstate f2py flexible float128 frompyfunc
    fromregex geomspace get_include getbufsize geterr geterrcall histogram_bin_edges info insert is_busday isnat
    little_endian longdouble ma matrix matvec memmap nanpercentile nanquantile ndenumerate nditer nested_iters object_
    polyder polydiv polyint rec recarray record sctypeDict setbufsize seterr seterrcall show_runtime spacing str_
    strings test timedelta64 typecodes unstack vecdot vecmat void ScalarType False_ True_
""".split())
ON_THE_HOST = set("""
    can_cast dtype finfo iinfo isscalar issubdtype min_scalar_type promote_types result_type ndim shape size
    broadcast_shapes
""".split())


def array(obj, dtype=None, copy=True, order="K", subok=False, ndmin=0, *, blocking=False):
    """A new array; anything that is not on the device yet is uploaded."""
    if type(obj) is ndarray:
        if obj.device_id != cuda.here.device:
            obj = obj.copy()
        return obj.astype(obj.dtype if dtype is None else dtype, order=order, copy=bool(copy))
    parts = [x.host if type(x) is ndarray else x for x in obj] if isinstance(obj, list | tuple) else obj
    cuda.wait()
    counts.uploads += 1
    return own(np.array(parts, dtype, order=order, ndmin=ndmin))


def asarray(a, dtype=None, order=None, *, copy=None, blocking=False):
    """The array itself if it is on the current device, else a copy there."""
    return array(a, dtype, bool(copy), order or "K")


def ascontiguousarray(a, dtype=None):
    """The array itself if its elements lie row after row, else such a copy."""
    a = asarray(a, dtype)
    return a if a.flags.c_contiguous else a.copy()


def asnumpy(a, stream=None, order="C", out=None, *, blocking=True):
    """A copy on the host."""
    return a.get(stream, order, out) if type(a) is ndarray else np.asarray(a, order=order)


def empty(shape, dtype=float, order="C"):
    """Memory as it is found."""
    return garbage(shape, dtype, order)


def empty_like(a, dtype=None, order="K", subok=None, shape=None):
    return garbage(a.shape if shape is None else shape, a.dtype if dtype is None else dtype)


def copyto(dst, src, casting="same_kind", where=None):
    """Values written over an array, where the condition holds."""
    target, source, where = inside(dst), inside(src), True if where is None else inside(where)
    cuda.launch(lambda: np.copyto(target, source, casting=casting, where=where))


def get_array_module(*args):
    """This module if one of the arguments is an array of the device, else NumPy."""
    import cupy
    return cupy if any(type(a) is ndarray for a in args) else np


def get_default_memory_pool():
    return cuda.MemoryPool()


def is_available():
    return True


def may_share_memory(a, b, max_work=None):
    return a.device_id == b.device_id and np.may_share_memory(a.host, b.host)


class Grid:
    """`ogrid[…]`: open grids of coordinates."""

    def __getitem__(self, key):
        return [own(grid) for grid in np.ogrid[key]]


class stride_tricks:
    @staticmethod
    def as_strided(x, shape=None, strides=None):
        return look(x, np.lib.stride_tricks.as_strided(x.host, shape, strides))

    @staticmethod
    def sliding_window_view(x, window_shape, axis=None):
        return look(x, np.lib.stride_tricks.sliding_window_view(x.host, window_shape, axis, writeable=True))


class lib:
    stride_tricks = stride_tricks


ogrid, newaxis = Grid(), None


made: dict = {}


def __getattr__(name):
    """Everything else is NumPy's, run as a kernel."""
    if name in made:
        return made[name]
    thing = getattr(np, name, None)
    if name in MISSING or name.startswith("_") or thing is None:
        raise AttributeError(f"module 'cupy' has no attribute {name!r}")
    if isinstance(thing, np.ufunc):
        thing = ufunc(thing)
    elif callable(thing) and not isinstance(thing, type) and name not in ON_THE_HOST:
        thing = function(name, thing)
    made[name] = thing
    return thing
