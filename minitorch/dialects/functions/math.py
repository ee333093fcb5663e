"""Element by element: arithmetic, powers, comparison, logic."""

from ..core.dtypes import float32, float64
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.indexed_slices import by_rows
from ..core.lift import function
from .logic import numbers_only


@function("# x y")
def add(x, y, name=None):
    """x + y, element by element; texts are joined.

    x, y    numbers, complex numbers or texts of one element type, whose shapes broadcast

    Raises InvalidArgumentError for bools, and for shapes that do not broadcast.
    """
    if not isinstance(x, mt.Tensor):
        return x + y
    numbers_only("AddV2", x, y)
    return x + y


@function("# x y")
def subtract(x, y, name=None):
    """x − y, element by element.

    x, y    numbers of one element type, whose shapes broadcast

    Raises InvalidArgumentError for bools, and for shapes that do not broadcast.
    """
    numbers_only("Sub", x, y)
    return x - y


@function("# x y")
def multiply(x, y, name=None):
    """x · y, element by element; matrices are multiplied by tf.matmul.

    x, y    numbers of one element type, whose shapes broadcast

    Raises InvalidArgumentError for bools, and for shapes that do not broadcast.
    """
    numbers_only("Mul", x, y)
    return x * y


@function("# x y")
def divide(x, y, name=None):
    """x / y, element by element; of integers, in float64, or in float32 where they have 8 or 16 bits.

    x, y    numbers of one element type, whose shapes broadcast

    Raises TypeError for bools.
    """
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
    """The whole part of x / y, rounded down; no gradient passes.

    x, y    numbers of one element type, whose shapes broadcast -> the same element type

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.math.floordiv([7, -7], 2).numpy()
    array([ 3, -4], dtype=int32)
    """
    return mt.floor_divide(x.detach(), y.detach())


@function("x y")
def floormod(x, y, name=None):
    """What floordiv leaves over, x − floordiv(x, y) · y: it has the sign of y.

    x, y    numbers of one element type, whose shapes broadcast
    """
    return mt.remainder(x, y)


@function("x y")
def truncatediv(x, y, name=None):
    """The whole part of x / y, rounded towards 0.

    x, y    numbers of one element type, whose shapes broadcast
    """
    return mt.trunc_divide(x, y)


@function("x y")
def truncatemod(x, y, name=None):
    """What truncatediv leaves over, x − truncatediv(x, y) · y: it has the sign of x.

    x, y    numbers of one element type, whose shapes broadcast
    """
    return mt.fmod(x, y)


@function("x y")
def divide_no_nan(x, y, name=None):
    """x / y, and 0 where y is 0.

    x, y    numbers whose shapes broadcast; integers are divided as floats

    Raises TypeError for bools.
    """
    x, y = as_floats("div_no_nan", x, y)
    zero = y == 0
    return mt.where(zero, mt.zeros_like(x * y), x / mt.where(zero, mt.ones_like(y), y))


@function("x y")
def multiply_no_nan(x, y, name=None):
    """x · y, and 0 where y is 0, though x is infinite or nan.

    x, y    floats whose shapes broadcast
    """
    return mt.where(y == 0, mt.zeros_like(x * y), x * y)


@function("# x y")
def pow(x, y, name=None):
    """x to the power of y, element by element.

    x, y    numbers of one element type, whose shapes broadcast

    Raises InvalidArgumentError for integers with a negative power.
    """
    if isinstance(x, mt.Tensor) and not x.is_floating_point() and not x.dtype.is_complex and x.device.type != "meta" \
            and bool(mt.any(mt.as_tensor(y) < 0)):
        raise InvalidArgumentError("Integers to negative integer powers are not allowed [Op:Pow]")
    return x ** y


@function("x y")
def maximum(x, y, name=None):
    """The larger of the two, nan where either is; the gradient goes to x where they are equal.

    x, y    numbers of one element type, whose shapes broadcast

    Raises InvalidArgumentError for bools.
    """
    numbers_only("Maximum", x, y)
    return mt.where(mt.logical_or(x >= y, x != x), x, y)


@function("x y")
def minimum(x, y, name=None):
    """The smaller of the two, nan where either is; the gradient goes to x where they are equal.

    x, y    numbers of one element type, whose shapes broadcast

    Raises InvalidArgumentError for bools.
    """
    numbers_only("Minimum", x, y)
    return mt.where(mt.logical_or(x <= y, x != x), x, y)


@function("x y")
def squared_difference(x, y, name=None):
    """(x − y)²; of complex numbers, |x − y|².

    x, y    numbers of one element type, whose shapes broadcast

    Raises InvalidArgumentError for bools.
    """
    numbers_only("SquaredDifference", x, y)
    return (x - y) * mt.conj(x - y) if x.dtype.is_complex else mt.square(x - y)


@function("x")
def abs(x, name=None):
    """The absolute value: of any shape in, same out; of complex numbers x, their size as floats."""
    return mt.abs(x)


@function("x")
def negative(x, name=None):
    """−x; any shape in, same out."""
    return mt.neg(x)


@function("x")
def sign(x, name=None):
    """−1, 0 or 1 by the sign of x, of any shape; of complex numbers x / |x|, and 0 at 0.

    Raises InvalidArgumentError for bools.
    """
    numbers_only("Sign", x)
    return divide_no_nan.function.body(x, mt.abs(x).to(x.dtype)) if x.dtype.is_complex else mt.sign(x)


@function("x")
def square(x, name=None):
    """x · x, element by element; any shape in, same out. Raises InvalidArgumentError for bools."""
    numbers_only("Square", x)
    return x * x


@by_rows
@function("t | clip_value_min | clip_value_max")
def clip_by_value(t, clip_value_min, clip_value_max, name=None):
    """t, limited to the range from clip_value_min to clip_value_max.

    t                                 a tensor of any shape -> the same shape
    clip_value_min, clip_value_max    the limits: numbers, or tensors that broadcast with t

    No gradient passes where t is outside.
    """
    least, most = (limit.to(t.dtype) for limit in (clip_value_min, clip_value_max))
    return mt.maximum(mt.minimum(t, most), least)


@function("inputs*")
def add_n(inputs, name=None):
    """The sum of the tensors of a list `inputs`, all of one shape and element type."""
    return math_sum(inputs)


def math_sum(tensors):
    total = tensors[0]
    for x in tensors[1:]:
        total = total + x
    return total


@function("scalar x")
def scalar_mul(scalar, x, name=None):
    """scalar · x: a number times a tensor of any shape."""
    return scalar * x
