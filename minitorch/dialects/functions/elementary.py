"""Functions of real numbers, element by element: exponentials, angles, rounding."""

from ..core.dtypes import as_dtype
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


REALS = {                        # name -> what it gives
    "acos": "The angle in [0, π] whose cosine is x; nan outside of [−1, 1].",
    "acosh": "The inverse of cosh for x ≥ 1; nan below.",
    "asin": "The angle in [−π/2, π/2] whose sine is x; nan outside of [−1, 1].",
    "asinh": "The inverse of sinh.",
    "atan": "The angle in (−π/2, π/2) whose tangent is x.",
    "atanh": "The inverse of tanh for x in (−1, 1); ±inf at ±1, nan beyond.",
    "cos": "The cosine of an angle in radians.",
    "cosh": "The hyperbolic cosine, (eˣ + e⁻ˣ) / 2.",
    "digamma": "The derivative of lgamma.",
    "erf": "The error function: the share of a normal distribution with variance 1/2 that lies in [−x, x].",
    "erfc": "1 − erf(x), accurate for large x.",
    "erfinv": "The inverse of erf on (−1, 1); ±inf at ±1, nan beyond.",
    "exp": "eˣ.",
    "expm1": "eˣ − 1, accurate for x near 0.",
    "is_finite": "Whether each element is neither infinite nor nan, as bools.",
    "is_inf": "Whether each element is infinite, as bools.",
    "is_nan": "Whether each element is nan, as bools.",
    "lgamma": "log |Γ(x)|.",
    "log": "The natural logarithm; −inf at 0, nan below.",
    "log1p": "log(1 + x), accurate for x near 0.",
    "log_sigmoid": "log(sigmoid(x)), which does not overflow for x far below 0.",
    "reciprocal": "1 / x.",
    "rsqrt": "1 / √x.",
    "sigmoid": "1 / (1 + e⁻ˣ): between 0 and 1, 1/2 at 0.",
    "sin": "The sine of an angle in radians.",
    "sinh": "The hyperbolic sine, (eˣ − e⁻ˣ) / 2.",
    "sqrt": "√x; nan below 0.",
    "tan": "The tangent of an angle in radians.",
    "tanh": "The hyperbolic tangent, between −1 and 1.",
}


def of_reals(name, engine=None):
    """A function of REALS, by the engine's function of the same meaning: of the same name unless it is given."""
    engine = engine or getattr(mt, name)

    def body(x, name=None):
        floats_only(body.__name__, x)
        return engine(x)
    body.__name__ = name
    body.__doc__ = (f"{REALS[name]}\n\nx    floats of any shape -> the same shape\n\n"
                    "Raises InvalidArgumentError for integers and bools.")
    return function("x")(body)


acos, acosh, asin, asinh, atan, atanh = map(of_reals, ("acos", "acosh", "asin", "asinh", "atan", "atanh"))
cos, cosh, sin, sinh, tan, tanh = map(of_reals, ("cos", "cosh", "sin", "sinh", "tan", "tanh"))
exp, expm1, log, log1p, sqrt, rsqrt = map(of_reals, ("exp", "expm1", "log", "log1p", "sqrt", "rsqrt"))
erf, erfc, erfinv, lgamma, digamma = map(of_reals, ("erf", "erfc", "erfinv", "lgamma", "digamma"))
sigmoid, log_sigmoid, reciprocal = map(of_reals, ("sigmoid", "log_sigmoid", "reciprocal"))
is_nan, is_inf, is_finite = map(of_reals, ("is_nan", "is_inf", "is_finite"), (mt.isnan, mt.isinf, mt.isfinite))


@function("y x")
def atan2(y, x, name=None):
    """The angle of the point (x, y) in (−π, π]: atan(y / x) in the right quadrant.

    y, x    floats whose shapes broadcast -> the shape they broadcast to

    Raises InvalidArgumentError for integers.
    """
    floats_only("Atan2", y)
    return mt.atan2(y, x)


@function("x")
def round(x, name=None):
    """The nearest whole number, of two equally near the even one; no gradient passes.

    x    numbers of any shape -> the same shape and element type

    Raises InvalidArgumentError for bools.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.round([0.5, 1.5, -1.2]).numpy()
    array([ 0.,  2., -1.], dtype=float32)
    """
    numbers_only("Round", x)
    return mt.round(x.detach()) if x.is_floating_point() else x


@function("x")
def rint(x, name=None):
    """The nearest whole number, of two equally near the even one; no gradient passes.

    x    floats of any shape -> the same shape

    Raises InvalidArgumentError for integers.
    """
    floats_only("Rint", x)
    return mt.round(x.detach())


@function("x")
def floor(x, name=None):
    """The largest whole number that is not above x, as a float; no gradient passes.

    x    floats of any shape -> the same shape

    Raises InvalidArgumentError for integers.
    """
    floats_only("Floor", x)
    return mt.floor(x.detach())


@function("x")
def ceil(x, name=None):
    """The smallest whole number that is not below x, as a float; no gradient passes.

    x    floats of any shape -> the same shape

    Raises InvalidArgumentError for integers.
    """
    floats_only("Ceil", x)
    return mt.ceil(x.detach())


@function("x y")
def xlogy(x, y, name=None):
    """x · log(y), and 0 where x is 0, whatever y is.

    x, y    floats whose shapes broadcast

    Raises InvalidArgumentError for integers.
    """
    floats_only("Xlogy", x)
    if x.dtype.is_complex:
        return mt.where(x == 0, mt.zeros_like(x), x * mt.log(mt.where(x == 0, mt.ones_like(y), y)))
    return mt.xlogy(x, y)
