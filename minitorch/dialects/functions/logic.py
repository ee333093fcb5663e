"""Comparison and logic, element by element: the shapes of x and y broadcast."""

import operator

from ..core.engine import mt
from .table import made, numbers_only, row


def comparison(name, run, engine, symbol):
    """Make a function that compares numbers; either may be Python's own."""
    def body(x, y, name=None):
        numbers_only(body.__name__, x, y)
        return run(x, y)
    return row(f"{name} {name}", f"Say whether x {symbol} y, element by element, as bools: x and y are tensors of one "
               "element type.", "# x y", body, lambda x1, x2: engine(x1, x2))


less, less_equal = comparison("less", operator.lt, mt.lt, "<"), comparison("less_equal", operator.le, mt.le, "≤")
greater = comparison("greater", operator.gt, mt.gt, ">")
greater_equal = comparison("greater_equal", operator.ge, mt.ge, "≥")


def compare(x, y):
    """Say whether elements of two tensors, or of two arrays of texts, are equal."""
    both = isinstance(x, mt.Tensor) and isinstance(y, mt.Tensor)
    return mt.eq(x, y) if both else mt.as_tensor(x == y)


equal = made("equal(x, y, name=None)", compare, "Say whether elements are equal, as bools; so does x == y. Texts and "
             "bools are compared too.", "x y", "equal(x1, x2)")
not_equal = made("not_equal(x, y, name=None)", lambda x, y: mt.logical_not(compare(x, y)), "Say whether elements "
                 "differ, as bools; so does x != y. Texts and bools are compared too.", "x y", "not_equal(x1, x2)")


def of_bools(name, engine, words, symbol, node=None):
    """Make a function of two tensors of bools; Keras takes numbers too."""
    text = f"Say whether {words}, element by element; so does x {symbol} y.\n\nx, y    bools"
    return made(f"{name}(x, y, name={node!r})", engine, f"{text}\n\nRaises InvalidArgumentError for numbers.", "x y",
                f"{name}(x1, x2)", takes=f"bools {name.title().replace('_', '')}")


logical_and = of_bools("logical_and", mt.logical_and, "both are true", "&")
logical_or = of_bools("logical_or", mt.logical_or, "one is true, or both", "|")
logical_xor = of_bools("logical_xor", mt.logical_xor, "just one is true", "^", "LogicalXor")


logical_not = made("logical_not(x, name=None)", mt.logical_not,
                   "Say whether x is false: bools of any shape. Raises InvalidArgumentError for numbers.",
                   keras="logical_not(x)", takes="bools LogicalNot")


def of_bits(name, engine, words):
    """Make a function of the bits of two integers."""
    return made(f"{name}(x, y, name=None)", engine, f"Set the bits that are set in {words}: of integers of one element "
                "type.", "x y", f"{name}(x, y)")


bitwise_and = of_bits("bitwise_and", mt.bitwise_and, "both x and y")
bitwise_or = of_bits("bitwise_or", mt.bitwise_or, "x, in y or in both")
bitwise_xor = of_bits("bitwise_xor", mt.bitwise_xor, "just one of x and y")


invert = made("invert(x, name=None)", mt.bitwise_not, "Turn each bit of x round, which is −1 − x for signed integers; "
              "any shape in, same out.", keras=("bitwise_not(x)", "bitwise_invert(x)"))
