"""Arithmetic and powers, element by element: x and y are numbers of one element type, whose shapes broadcast."""

import operator
from functools import reduce

from ..core.dtypes import float32, float64
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.indexed_slices import by_rows
from .table import made, numbers_only, op, promoted, row

WRONG = "\n\nRaises InvalidArgumentError for bools, and for shapes that do not broadcast."


def arithmetic(names, label, run, keras, text, spec="# x y"):
    """Make a function of two tensors of numbers, of which either may be Python's own."""
    def body(x, y, name=None):
        numbers_only(label, x, y)
        return run(x, y)
    return row(names, text + WRONG, spec, body, lambda x1, x2: keras(*promoted(x1, x2)))


def larger(x, y):
    return mt.where(mt.logical_or(x >= y, x != x), x, y)


def smaller(x, y):
    return mt.where(mt.logical_or(x <= y, x != x), x, y)


add = arithmetic("add add", "AddV2", operator.add, mt.add, "Add x and y, element by element; texts are joined.")
subtract = arithmetic("subtract subtract", "Sub", operator.sub, mt.sub, "Subtract y from x, element by element.")
multiply = arithmetic("multiply multiply", "Mul", operator.mul, mt.mul,
                      "Multiply x and y, element by element; matrices are multiplied by tf.matmul.")
maximum = arithmetic(
    "maximum maximum", "Maximum", larger, mt.maximum,
    "Take the larger of x and y, nan where either is; the gradient goes to x where they are equal.", "x y")
minimum = arithmetic(
    "minimum minimum", "Minimum", smaller, mt.minimum,
    "Take the smaller of x and y, nan where either is; the gradient goes to x where they are equal.", "x y")


@op("# x y")
def divide(x, y, name=None):
    """Divide x by y, element by element; integers in float64, or in float32 where they have 8 or 16 bits.

    Raises TypeError for bools.
    """
    x, y = as_floats("truediv", x, y)
    return x / y


def as_floats(name, x, y):
    """Return two tensors, or a tensor and a number, as floats. Raises TypeError for bools."""
    tensor = x if isinstance(x, mt.Tensor) else y
    if tensor.is_floating_point() or tensor.dtype.is_complex:
        return x, y
    if tensor.array.dtype.kind == "b":
        raise TypeError(f"Invalid dtype bool in {name}: tf.cast(x, tf.float32)")
    kind = (float32 if tensor.array.dtype.itemsize < 4 else float64).kind
    return [part.to(kind) if isinstance(part, mt.Tensor) else float(part) for part in (x, y)]


truediv = divide


floordiv = made("floordiv(x, y, name=None)", lambda x, y: mt.floor_divide(x.detach(), y.detach()), "Divide x by y and "
                "round down, in the same element type; no gradient passes.", "x y", "floor_divide(x1, x2)")
floormod = made("floormod(x, y, name=None)", mt.remainder, "Take what floordiv leaves over, x − floordiv(x, y) · y, of "
                "the sign of y.", "x y", "mod(x1, x2)")
truncatediv = made("truncatediv(x, y, name=None)", mt.trunc_divide, "Divide x by y and round towards 0.", "x y")
truncatemod = made("truncatemod(x, y, name=None)", mt.fmod, "Take what truncatediv leaves over, x − truncatediv(x, y) "
                   "· y, of the sign of x.", "x y", "fmod(x1, x2)")


@op("x y")
def divide_no_nan(x, y, name=None):
    """Divide x by y, and put 0 where y is 0; integers are divided as floats. Raises TypeError for bools."""
    x, y = as_floats("div_no_nan", x, y)
    zero = y == 0
    return mt.where(zero, mt.zeros_like(x * y), x / mt.where(zero, mt.ones_like(y), y))


@op("# x y")
def pow(x, y, name=None):
    """Raise x to the power of y, element by element. Raises InvalidArgumentError for integers to a negative one."""
    if isinstance(x, mt.Tensor) and not x.is_floating_point() and not x.dtype.is_complex and x.device.type != "meta" \
            and bool(mt.any(mt.as_tensor(y) < 0)):
        raise InvalidArgumentError("Integers to negative integer powers are not allowed [Op:Pow]")
    return x ** y


@op("x y")
def squared_difference(x, y, name=None):
    """Square x − y; of complex numbers, |x − y|². Raises InvalidArgumentError for bools."""
    numbers_only("SquaredDifference", x, y)
    return (x - y) * mt.conj(x - y) if x.dtype.is_complex else mt.square(x - y)


abs = made("abs(x, name=None)", mt.abs, "Take the absolute value of x, of any shape; of complex numbers, their size as "
           "floats.", keras=("absolute(x)", "abs(x)"))
negative = made("negative(x, name=None)", mt.neg, "Change the sign of x, of any shape.", keras="negative(x)")
sign = made("sign(x, name=None)", lambda x: divide_no_nan.function.body(x, mt.abs(x).to(x.dtype)) if (
    x.dtype.is_complex) else mt.sign(x), """Say −1, 0 or 1 by the sign of x, of any shape; of complex numbers x / |x|.

Raises InvalidArgumentError for bools.
""", keras="sign(x)", takes="numbers Sign")
square = made("square(x, name=None)", lambda x: x * x, "Multiply each element of x, of any shape, by itself. Raises "
              "InvalidArgumentError for bools.", keras="square(x)", takes="numbers Square")


@by_rows
@op("t | clip_value_min | clip_value_max", keras="clip(x, x_min, x_max)")
def clip_by_value(t, clip_value_min, clip_value_max, name=None):
    """Limit t, of any shape, to the range from clip_value_min to clip_value_max, which broadcast with it.

    No gradient passes where t is outside.
    """
    least, most = (limit.to(t.dtype) for limit in (clip_value_min, clip_value_max))
    return mt.maximum(mt.minimum(t, most), least)


add_n = made("add_n(inputs, name=None)", lambda inputs: reduce(operator.add, inputs),
             "Add up the tensors of a list `inputs`, all of one shape and element type.", "inputs*")
scalar_mul = made("scalar_mul(scalar, x, name=None)", operator.mul, "Multiply a tensor x of any shape by a number "
                  "`scalar`.", "scalar x")
