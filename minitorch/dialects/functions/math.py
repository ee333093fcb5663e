"""Element by element: arithmetic, powers, comparison, logic."""

from ..core.dtypes import as_dtype, float32, float64
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function
from .logic import numbers_only


def floats_only(name, x):
    """Raise InvalidArgumentError for integers, as TensorFlow's functions of real numbers do."""
    if not (x.is_floating_point() or x.dtype.is_complex):
        raise InvalidArgumentError(f"Value for attr 'T' of {as_dtype(x.dtype).name} is not in the list of allowed "
                                   f"values: bfloat16, half, float, double, complex64, complex128 [Op:{name}]: "
                                   "tf.cast(x, tf.float32)")


def of_reals(name, engine):
    """A function of real numbers, by the engine's function of the same meaning."""
    def body(x, name=None):
        floats_only(body.__name__, x)
        return engine(x)
    body.__name__ = name
    body.__doc__ = f"{getattr(engine, '__doc__', None) or name}"
    return function("x")(body)


acos, acosh, asin, asinh = (of_reals(n, getattr(mt, n)) for n in ("acos", "acosh", "asin", "asinh"))
atan, atanh, cos, cosh = (of_reals(n, getattr(mt, n)) for n in ("atan", "atanh", "cos", "cosh"))
sin, sinh, tan, tanh = (of_reals(n, getattr(mt, n)) for n in ("sin", "sinh", "tan", "tanh"))
exp, expm1, log, log1p, sqrt = (of_reals(n, getattr(mt, n)) for n in ("exp", "expm1", "log", "log1p", "sqrt"))
erf, erfc, lgamma, digamma, rsqrt = (of_reals(n, getattr(mt, n)) for n in ("erf", "erfc", "lgamma", "digamma", "rsqrt"))
erfinv, sigmoid, reciprocal = (of_reals(n, getattr(mt, n)) for n in ("erfinv", "sigmoid", "reciprocal"))
log_sigmoid = of_reals("log_sigmoid", mt.log_sigmoid)
is_nan, is_inf, is_finite = (of_reals(n, f) for n, f in (("is_nan", mt.isnan), ("is_inf", mt.isinf),
                                                         ("is_finite", mt.isfinite)))


@function("# x y")
def add(x, y, name=None):
    """x + y, element by element; texts are joined."""
    if not isinstance(x, mt.Tensor):
        return x + y
    numbers_only("AddV2", x, y)
    return x + y


@function("# x y")
def subtract(x, y, name=None):
    """x - y, element by element."""
    numbers_only("Sub", x, y)
    return x - y


@function("# x y")
def multiply(x, y, name=None):
    """x · y, element by element."""
    numbers_only("Mul", x, y)
    return x * y


@function("# x y")
def divide(x, y, name=None):
    """x / y; of integers, in float64, or in float32 where they have 8 or 16 bits."""
    x, y = as_floats("truediv", x, y)
    return x / y


def as_floats(name, x, y):
    """Two tensors, or a tensor and a number, as floats. Raises TypeError for bools."""
    tensor = x if isinstance(x, mt.Tensor) else y
    if tensor.is_floating_point() or tensor.dtype.is_complex:
        return x, y
    if tensor.array.dtype.kind == "b":
        raise TypeError(f"Invalid dtype bool in {name}: tf.cast(x, tf.float32)")
    kind = (float32 if tensor.array.dtype.itemsize < 4 else float64).kind
    return [part.to(kind) if isinstance(part, mt.Tensor) else float(part) for part in (x, y)]


truediv = divide


@function("x y")
def floordiv(x, y, name=None):
    """The whole part of x / y, rounded down; no gradient passes."""
    return mt.floor_divide(x.detach(), y.detach())


@function("x y")
def floormod(x, y, name=None):
    """What floordiv leaves over: it has the sign of y."""
    return mt.remainder(x, y)


@function("x y")
def truncatediv(x, y, name=None):
    return mt.trunc_divide(x, y)


@function("x y")
def truncatemod(x, y, name=None):
    return mt.fmod(x, y)


@function("x y")
def divide_no_nan(x, y, name=None):
    """x / y, and 0 where y is 0."""
    x, y = as_floats("div_no_nan", x, y)
    zero = y == 0
    return mt.where(zero, mt.zeros_like(x * y), x / mt.where(zero, mt.ones_like(y), y))


@function("x y")
def multiply_no_nan(x, y, name=None):
    """x · y, and 0 where y is 0, though x is infinite or nan."""
    return mt.where(y == 0, mt.zeros_like(x * y), x * y)


@function("# x y")
def pow(x, y, name=None):
    """x to the power of y."""
    if isinstance(x, mt.Tensor) and not x.is_floating_point() and not x.dtype.is_complex and x.device.type != "meta" \
            and bool(mt.any(mt.as_tensor(y) < 0)):
        raise InvalidArgumentError("Integers to negative integer powers are not allowed [Op:Pow]")
    return x ** y


@function("x y")
def maximum(x, y, name=None):
    """The larger of the two, nan where either is; the gradient goes to x where they are equal."""
    numbers_only("Maximum", x, y)
    return mt.where(mt.logical_or(x >= y, x != x), x, y)


@function("x y")
def minimum(x, y, name=None):
    """The smaller of the two, nan where either is; the gradient goes to x where they are equal."""
    numbers_only("Minimum", x, y)
    return mt.where(mt.logical_or(x <= y, x != x), x, y)


@function("x y")
def squared_difference(x, y, name=None):
    """(x - y)², of complex numbers the square of its size."""
    numbers_only("SquaredDifference", x, y)
    return (x - y) * mt.conj(x - y) if x.dtype.is_complex else mt.square(x - y)


@function("y x")
def atan2(y, x, name=None):
    floats_only("Atan2", y)
    return mt.atan2(y, x)


@function("x")
def abs(x, name=None):
    return mt.abs(x)


@function("x")
def negative(x, name=None):
    return mt.neg(x)


@function("x")
def sign(x, name=None):
    numbers_only("Sign", x)
    return divide_no_nan.function.body(x, mt.abs(x).to(x.dtype)) if x.dtype.is_complex else mt.sign(x)


@function("x")
def square(x, name=None):
    numbers_only("Square", x)
    return x * x


@function("x")
def round(x, name=None):
    """The nearest whole number, the even one of two; no gradient passes."""
    numbers_only("Round", x)
    return mt.round(x.detach()) if x.is_floating_point() else x


@function("x")
def rint(x, name=None):
    """The nearest whole number of floats, the even one of two."""
    floats_only("Rint", x)
    return mt.round(x.detach())


@function("x")
def floor(x, name=None):
    floats_only("Floor", x)
    return mt.floor(x.detach())


@function("x")
def ceil(x, name=None):
    floats_only("Ceil", x)
    return mt.ceil(x.detach())


@function("t | clip_value_min | clip_value_max")
def clip_by_value(t, clip_value_min, clip_value_max, name=None):
    """t, limited to the range from clip_value_min to clip_value_max."""
    least, most = (limit.to(t.dtype) for limit in (clip_value_min, clip_value_max))
    return mt.maximum(mt.minimum(t, most), least)


@function("x y")
def xlogy(x, y, name=None):
    """x · log(y), and 0 where x is 0."""
    floats_only("Xlogy", x)
    if x.dtype.is_complex:
        return mt.where(x == 0, mt.zeros_like(x), x * mt.log(mt.where(x == 0, mt.ones_like(y), y)))
    return mt.xlogy(x, y)


@function("inputs*")
def add_n(inputs, name=None):
    """The sum of all tensors of a list."""
    return math_sum(inputs)


def math_sum(tensors):
    total = tensors[0]
    for x in tensors[1:]:
        total = total + x
    return total


@function("scalar x")
def scalar_mul(scalar, x, name=None):
    return scalar * x
