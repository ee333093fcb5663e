"""Comparison and logic, element by element."""

import operator

from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function


def comparison(name, engine, doc):
    """A function that compares two tensors of one element type, which broadcast."""
    def body(x, y, name=None):
        numbers_only(body.__name__, x, y)
        return engine(x, y)                              # an operator: either may be Python's number
    body.__name__, body.__doc__ = name, doc
    return function("# x y")(body)


@function("x y")
def equal(x, y, name=None):
    """Whether the elements are equal, as bools; so does x == y.

    x, y    tensors of one element type, whose shapes broadcast; also texts and bools
    """
    return compare(x, y, mt.eq)


@function("x y")
def not_equal(x, y, name=None):
    """Whether the elements differ, as bools; so does x != y.

    x, y    tensors of one element type, whose shapes broadcast; also texts and bools
    """
    return mt.logical_not(compare(x, y, mt.eq))


def numbers_only(name, *given):
    """Raise InvalidArgumentError for bools, with which TensorFlow does not compute."""
    for x in given:
        if isinstance(x, mt.Tensor) and x.array.dtype.kind == "b":
            raise InvalidArgumentError(f"Value for attr 'T' of bool is not in the list of allowed values: float, "
                                       f"double, int32 … [Op:{name}]: tf.cast(x, tf.float32)")


def compare(x, y, engine):
    """Compare two tensors, or two arrays of strings."""
    if not isinstance(x, mt.Tensor) or not isinstance(y, mt.Tensor):
        return mt.as_tensor(x == y)
    return engine(x, y)


less = comparison("less", operator.lt, "Whether x < y, element by element.")
less_equal = comparison("less_equal", operator.le, "Whether x ≤ y, element by element.")
greater = comparison("greater", operator.gt, "Whether x > y, element by element.")
greater_equal = comparison("greater_equal", operator.ge, "Whether x ≥ y, element by element.")


def bools_only(name, *tensors):
    for x in tensors:
        if as_dtype(x.dtype).name != "bool":
            raise InvalidArgumentError(f"cannot compute {name} as input #0(zero-based) was expected to be a bool "
                                       f"tensor but is a {as_dtype(x.dtype).name} tensor [Op:{name}]")


@function("x y")
def logical_and(x, y, name=None):
    """Whether both x and y are true, element by element; so does x & y.

    x, y    bools whose shapes broadcast

    Raises InvalidArgumentError for numbers.
    """
    bools_only("LogicalAnd", x, y)
    return mt.logical_and(x, y)


@function("x y")
def logical_or(x, y, name=None):
    """Whether x or y or both are true, element by element; so does x | y.

    x, y    bools whose shapes broadcast

    Raises InvalidArgumentError for numbers.
    """
    bools_only("LogicalOr", x, y)
    return mt.logical_or(x, y)


@function("x y")
def logical_xor(x, y, name="LogicalXor"):
    """Whether just one of x and y is true, element by element; so does x ^ y.

    x, y    bools whose shapes broadcast

    Raises InvalidArgumentError for numbers.
    """
    bools_only("LogicalXor", x, y)
    return mt.logical_xor(x, y)


@function("x")
def logical_not(x, name=None):
    """Whether x is false, element by element: bools of any shape. Raises InvalidArgumentError for numbers."""
    bools_only("LogicalNot", x)
    return mt.logical_not(x)


@function("x y")
def bitwise_and(x, y, name=None):
    """The bits that are set in both x and y: integers of one type, whose shapes broadcast."""
    return mt.bitwise_and(x, y)


@function("x y")
def bitwise_or(x, y, name=None):
    """The bits that are set in x, in y or in both: integers of one type, whose shapes broadcast."""
    return mt.bitwise_or(x, y)


@function("x y")
def bitwise_xor(x, y, name=None):
    """The bits that are set in just one of x and y: integers of one type, whose shapes broadcast."""
    return mt.bitwise_xor(x, y)


@function("x")
def invert(x, name=None):
    """Each bit of x turned round, which is −1 − x for signed integers; any shape in, same out."""
    return mt.bitwise_not(x)
