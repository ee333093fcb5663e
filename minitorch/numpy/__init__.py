"""NumPy's names, arguments and element types over minitorch's Tensors, with gradients.

    import minitorch.numpy as np

Each function takes tensors, arrays, lists and numbers, and returns Tensors, with gradients for `func.grad` and
`backward()`. Python's floats are float64 here, integer types are promoted as in NumPy, a mean of integers is float64.
Operators and methods are the Tensor's own, in PyTorch's types: `divide(x, y)` of integers is float64, `x / y` float32.
Functions without a gradient (indices, counts, sets) are NumPy's own. The only unsigned type is uint8.

Arguments that mean the same in every function:

    a, x, m, v, f, y, b, val, arr, ary, array, object, A, a1, a2
                           tensors, arrays, nested lists or numbers, of any shape unless a shape is given
    arrays, tup            a list or tuple of tensors, arrays, nested lists or numbers
    axis, axes, axis1, axis2, source
                           axes of the input, counted from 0, or from −1 at the end; None, if allowed, means all axes
    keepdims               whether the reduced axes stay, with size 1
    out                    a tensor to write the result into
    dtype                  element type of the result: minitorch's, NumPy's, its name, or Python's bool, int or float
    shape                  the sizes of the result, a number or several
    k, offset              which diagonal: 0 is the main diagonal, 1 the next above it, −1 the next below it
    indices_or_sections    the number of parts, or the indices before which to cut
"""

import math as _math

from .. import dtypes as _dtypes
from ..runtime import missing as _missing
from ..tensors import Tensor as ndarray
from ..tensors import from_dlpack
from . import linalg, random
from .counted import counted as _counted
from .creation import (arange, array, asanyarray, asarray, ascontiguousarray, astype, can_cast, copy, diag, diagflat,
                       empty, empty_like, eye, frombuffer, fromfunction, full, full_like, geomspace, identity, linspace,
                       logspace, meshgrid, ones, ones_like, promote_types, result_type, tri, tril, triu, zeros,
                       zeros_like)
from .products import (allclose, array_equal, cross, dot, einsum, inner, kron, matmul, outer, tensordot, trace, vdot,
                       vecdot)
from .reductions import (all, amax, amin, any, argmax, argmin, average, count_nonzero, cumprod, cumsum, max, mean, min,
                         nanmax, nanmean, nanmin, nanprod, nanstd, nansum, nanvar, prod, ptp, std, sum, var)
from .selection import compress, diagonal, extract, select, take, take_along_axis
from .shapes import (append, array_split, atleast_1d, atleast_2d, atleast_3d, broadcast_arrays, broadcast_shapes,
                     broadcast_to, column_stack, concat, concatenate, dstack, expand_dims,
                     flip, fliplr, flipud, hsplit, hstack, matrix_transpose, moveaxis, ndim, pad, permute_dims, ravel,
                     repeat, reshape, roll, rot90, shape, size, split, squeeze, stack, swapaxes, tile,
                     transpose, unstack, vsplit, vstack)
from .statistics import (argsort, convolve, corrcoef, cov, diff, gradient, interp, median, nanmedian, nanquantile,
                         percentile, polyval, quantile, sort, trapezoid, vander)
from .ufuncs import around, clip, divmod, imag, isclose, modf, nan_to_num, real, round, sinc, ufuncs as _ufuncs, where

globals().update(_ufuncs)
globals().update(_counted)
globals().update({kind.name: kind for kind in _dtypes.ALL})
bool_, half, single, double, csingle, cdouble, int_, intp = (
    _dtypes.bool, _dtypes.float16, _dtypes.float32, _dtypes.float64, _dtypes.complex64, _dtypes.complex128,
    _dtypes.int64, _dtypes.int64)
finfo, iinfo, dtype = _dtypes.finfo, _dtypes.iinfo, _dtypes.dtype
pi, e, euler_gamma, inf, nan, newaxis = _math.pi, _math.e, 0.5772156649015329, _math.inf, _math.nan, None
__array_api_version__ = "2023.12"
__all__ = [name for name in globals() if not name.startswith("_") and name not in (
    "arrays", "counted", "creation", "products", "reductions", "selection", "shapes", "statistics", "ufuncs")]
_missing.speak_for(globals())
