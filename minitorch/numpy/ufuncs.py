"""Elementwise functions (ufuncs): NumPy decides the element type of the result, and minitorch's ops compute."""

import numpy as np

from ..engine import tensor_types
from .arrays import as_tensor, cast, element_type, in_common_type, mt, numbers_or_tensors, to_out


def computed(theirs, engine, inputs, out, dtype):
    """Call minitorch's function with the element types in which NumPy's function would compute."""
    given = numbers_or_tensors(inputs)
    kinds = [x.array.dtype if type(x) in tensor_types else type(x) for x in given]
    wanted = {} if dtype is None else {"signature": (*[None] * len(given), element_type(dtype))}
    *loops, made = theirs.resolve_dtypes((*kinds, None), **wanted)
    return to_out(cast(engine(*[cast(as_tensor(x), kind) for x, kind in zip(given, loops)]), made), out)


def unary(name, engine):
    """Return NumPy's function `name` of one argument, computed by the function `engine` of minitorch."""
    theirs = getattr(np, name)

    def call(x, /, out=None, *, dtype=None):
        return computed(theirs, engine, (x,), out, dtype)
    return named(call, name, "x: any shape, or a number -> the same shape", theirs)


def binary(name, engine):
    """Return NumPy's function `name` of two arguments, computed by the function `engine` of minitorch."""
    theirs = getattr(np, name)

    def call(x1, x2, /, out=None, *, dtype=None):
        return computed(theirs, engine, (x1, x2), out, dtype)
    return named(call, name, "x1, x2: shapes that broadcast, or numbers -> the shape they broadcast to", theirs)


def named(call, name, shapes, theirs):
    """Give a function NumPy's name, and a docstring."""
    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"numpy.{theirs.__name__} on tensors, with gradients if it has any.\n\n{shapes}\n\n" \
        "out    a tensor to write the result into\ndtype  the element type to compute in\n\n" \
        "Raises TypeError for element types that NumPy's function does not support."
    return call


def cube_root(x):
    return mt.copysign(mt.abs(x) ** (1 / 3), x)


UNARY = {"absolute": mt.abs, "abs": mt.abs, "fabs": mt.abs, "negative": mt.neg, "positive": lambda x: x.clone(),
         "rint": mt.round, "cbrt": cube_root, "radians": mt.deg2rad, "degrees": mt.rad2deg,
         "invert": mt.bitwise_not, "bitwise_invert": mt.bitwise_not, "conj": mt.conj, "conjugate": mt.conj}
UNARY.update({name: getattr(mt, name) for name in """sign sqrt square reciprocal exp exp2 expm1 log log2 log10 log1p sin
    cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh asin acos atan asinh acosh atanh floor ceil
    trunc deg2rad rad2deg bitwise_not logical_not isnan isinf isfinite signbit""".split()})
BINARY = {"subtract": mt.sub, "power": mt.pow, "pow": mt.pow, "mod": mt.remainder, "left_shift": mt.bitwise_left_shift,
          "right_shift": mt.bitwise_right_shift, "equal": mt.eq, "not_equal": mt.ne,
          "divide": mt.true_divide, "bitwise_left_shift": mt.bitwise_left_shift,
          "bitwise_right_shift": mt.bitwise_right_shift}
BINARY.update({name: getattr(mt, name) for name in """add multiply true_divide floor_divide remainder fmod maximum
    minimum fmax fmin arctan2 atan2 hypot logaddexp logaddexp2 copysign heaviside float_power gcd lcm less less_equal
    greater greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor""".split()})
ufuncs = {name: unary(name, engine) for name, engine in UNARY.items()}
ufuncs |= {name: binary(name, engine) for name, engine in BINARY.items()}


def divmod(x1, x2, /):
    """Return (floor_divide(x1, x2), mod(x1, x2)); x1 and x2 broadcast."""
    return ufuncs["floor_divide"](x1, x2), ufuncs["mod"](x1, x2)


def modf(x, /):
    """Return (fraction of x, whole part of x), both of x's shape and with its sign."""
    whole = ufuncs["trunc"](x)
    return ufuncs["subtract"](x, whole), whole


def round(a, decimals=0, out=None):
    """Round `a` (any shape) to a number of decimals; halves go to the even number."""
    return to_out(mt.round(as_tensor(a), decimals=decimals), out)


around = round


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):
    """Limit `a` to a_min and a_max, numbers or tensors that broadcast with it; None: no limit.

    min, max   the array API standard's names for a_min and a_max
    """
    low, high = a_min if min is None else min, a_max if max is None else max
    given = [x for x in (a, low, high) if x is not None]
    found = iter(in_common_type(*given))
    return to_out(mt.clip(next(found), None if low is None else next(found), None if high is None else next(found)),
                  out)


def where(condition, x=None, y=None, /):
    """Return x where condition is true, else y; all three broadcast. Without x and y: nonzero(condition).

    Raises ValueError for x without y.
    """
    condition = as_tensor(condition)
    if x is None and y is None:
        return mt.nonzero(condition, as_tuple=True)
    if x is None or y is None:
        raise ValueError("where: either both or neither of x and y should be given")
    return mt.where(cast(condition, np.dtype(bool)), *in_common_type(x, y))


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Replace each nan in x by `nan`, each inf by `posinf` and each −inf by `neginf`; x has any shape.

    posinf, neginf   None: the largest and the lowest number of the element type


    copy is accepted as in NumPy; the result is always a copy.
    """
    return mt.nan_to_num(as_tensor(x), nan, posinf, neginf)


def sinc(x):
    """Return sin(πx) / πx, 1 at 0; any shape in, same out."""
    x = as_tensor(x)
    return mt.sinc(x if x.array.dtype.kind in "fc" else cast(x, np.dtype("float64")))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Return True where |a − b| ≤ atol + rtol |b|; equal_nan: whether nan is close to nan."""
    a, b = in_common_type(a, b)
    return mt.isclose(*mt.broadcast_tensors(a, b), rtol, atol, equal_nan)


def real(val):
    """Return the real part; any shape in, same out."""
    x = as_tensor(val)
    return mt.real(x) if x.dtype.is_complex else x


def imag(val):
    """Return the imaginary part, 0 for numbers that are not complex; any shape in, same out."""
    x = as_tensor(val)
    return mt.imag(x) if x.dtype.is_complex else mt.zeros_like(x)
