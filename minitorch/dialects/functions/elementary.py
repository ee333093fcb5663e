"""Functions of real numbers, element by element: exponentials, angles, rounding."""

from ..core.engine import mt
from .table import floats, floats_only, made, noting, op, row

REALS = {                        # TensorFlow's name, Keras' where it has one -> what it does
    "acos arccos": "Find the angle in [0, π] whose cosine is x; nan outside of [−1, 1].",
    "acosh arccosh": "Invert cosh, for x ≥ 1; nan below.",
    "asin arcsin": "Find the angle in [−π/2, π/2] whose sine is x; nan outside of [−1, 1].",
    "asinh arcsinh": "Invert sinh.",
    "atan arctan": "Find the angle in (−π/2, π/2) whose tangent is x.",
    "atanh arctanh": "Invert tanh, for x in (−1, 1); ±inf at ±1, nan beyond.",
    "cos cos": "Compute the cosine of an angle in radians.",
    "cosh cosh": "Compute the hyperbolic cosine, (eˣ + e⁻ˣ) / 2.",
    "digamma": "Compute the derivative of lgamma.",
    "erf erf": "Compute the error function: how much of a normal distribution of variance 1/2 lies in [−x, x].",
    "erfc erfc": "Compute 1 − erf(x), accurate for large x.",
    "erfinv erfinv": "Invert erf, on (−1, 1); ±inf at ±1, nan beyond.",
    "exp exp": "Compute eˣ.",
    "expm1 expm1": "Compute eˣ − 1, accurate for x near 0.",
    "is_finite isfinite": "Say whether each element is neither infinite nor nan, as bools.",
    "is_inf isinf": "Say whether each element is infinite, as bools.",
    "is_nan isnan": "Say whether each element is nan, as bools.",
    "lgamma": "Compute log |Γ(x)|.",
    "log log": "Compute the natural logarithm; −inf at 0, nan below.",
    "log1p log1p": "Compute log(1 + x), accurate for x near 0.",
    "log_sigmoid log_sigmoid": "Compute log(sigmoid(x)), which does not overflow for x far below 0.",
    "reciprocal reciprocal": "Compute 1 / x.",
    "rsqrt rsqrt": "Compute 1 / √x.",
    "sigmoid sigmoid": "Compute 1 / (1 + e⁻ˣ): between 0 and 1, 1/2 at 0.",
    "sin sin": "Compute the sine of an angle in radians.",
    "sinh sinh": "Compute the hyperbolic sine, (eˣ − e⁻ˣ) / 2.",
    "sqrt sqrt": "Compute √x; nan below 0.",
    "tan tan": "Compute the tangent of an angle in radians.",
    "tanh tanh": "Compute the hyperbolic tangent, between −1 and 1.",
}


def of_reals(names):
    """Make TensorFlow's function of a row of REALS, and add Keras'."""
    name = names.partition(" ")[0]
    engine = getattr(mt, name.replace("is_", "is"))

    def body(x, name=None):
        floats_only(body.__name__, x)
        return engine(x)
    text = f"{REALS[names]}\n\nx    floats of any shape -> the same shape\n\nRaises InvalidArgumentError for integers."
    return row(names, text, "x", body, lambda x: engine(floats(x)))


(acos, acosh, asin, asinh, atan, atanh, cos, cosh, digamma, erf, erfc, erfinv, exp, expm1, is_finite, is_inf, is_nan,
 lgamma, log, log1p, log_sigmoid, reciprocal, rsqrt, sigmoid, sin, sinh, sqrt, tan, tanh) = map(of_reals, REALS)
sigmoid = noting(sigmoid)


atan2 = made("atan2(y, x, name=None)", mt.atan2, """Find the angle of the point (x, y) in (−π, π].

y, x    floats whose shapes broadcast

Raises InvalidArgumentError for integers.
""", "y x", "arctan2(x1, x2)", takes="floats Atan2")


@op("x", takes="numbers Round")
def round(x, name=None):
    """Round to the nearest whole number, of two equally near the even one; no gradient passes.

    x    numbers of any shape -> the same shape and element type

    Raises InvalidArgumentError for bools.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.round([0.5, 1.5, -1.2]).numpy()
    array([ 0.,  2., -1.], dtype=float32)
    """
    return mt.round(x.detach()) if x.is_floating_point() else x


def rounded(names, engine, text):
    """Make a function that rounds floats; no gradient passes. Keras takes integers too."""
    def body(x, name=None):
        floats_only(names.split()[0].capitalize(), x)
        return engine(x.detach())
    return row(names, f"{text}, as a float; no gradient passes.\n\nx    floats of any shape\n\nRaises "
                      "InvalidArgumentError for integers.", "x", body, lambda x: engine(floats(x).detach()))


rint = rounded("rint", mt.round, "Round to the nearest whole number, of two equally near the even one")
floor = rounded("floor floor", mt.floor, "Find the largest whole number that is not above x")
ceil = rounded("ceil ceil", mt.ceil, "Find the smallest whole number that is not below x")

