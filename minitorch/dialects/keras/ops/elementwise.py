"""keras.ops, element by element: element types are promoted as NumPy's are."""

from ....dtypes import int32, promote_types
from ....meta.calls import NoDataError
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function

UNARY = {"absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh",
         "arctan": "atan", "arctanh": "atanh", "bitwise_not": "bitwise_not", "ceil": "ceil", "conjugate": "conj",
         "cos": "cos", "cosh": "cosh", "deg2rad": "deg2rad", "erf": "erf", "erfc": "erfc", "erfinv": "erfinv",
         "exp": "exp", "exp2": "exp2", "expm1": "expm1", "isneginf": "isneginf", "isposinf": "isposinf",
         "rad2deg": "rad2deg", "signbit": "signbit", "sinc": "sinc",
         "floor": "floor", "isfinite": "isfinite", "isinf": "isinf", "isnan": "isnan", "log": "log",
         "log10": "log10", "log1p": "log1p", "log2": "log2", "logical_not": "logical_not", "negative": "neg",
         "real": "real", "reciprocal": "reciprocal", "rsqrt": "rsqrt", "sign": "sign", "sin": "sin", "sinh": "sinh",
         "sqrt": "sqrt", "square": "square", "tan": "tan", "tanh": "tanh", "trunc": "trunc"}
BINARY = {"add": "add", "arctan2": "atan2", "divide": "div", "equal": "eq", "floor_divide": "floor_divide",
          "fmax": "fmax", "fmin": "fmin", "fmod": "fmod", "heaviside": "heaviside", "logaddexp2": "logaddexp2",
          "greater": "gt", "greater_equal": "ge", "hypot": "hypot", "less": "lt", "less_equal": "le",
          "logaddexp": "logaddexp", "logical_and": "logical_and", "logical_or": "logical_or",
          "logical_xor": "logical_xor", "maximum": "maximum", "minimum": "minimum", "mod": "remainder",
          "multiply": "mul", "not_equal": "ne", "subtract": "sub"}
BITS = {"bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or", "bitwise_xor": "bitwise_xor"}
STEPS = "ceil", "floor", "floor_divide", "trunc"       # which no gradient passes
ALIASES = {"abs": "absolute", "bitwise_invert": "bitwise_not", "conj": "conjugate", "true_divide": "divide"}


def promoted(*tensors):
    """Tensors of one element type, the one that NumPy's rules come to."""
    kind = tensors[0].dtype
    for x in tensors[1:]:
        kind = promote_types(kind, x.dtype)
    return [x.to(kind) for x in tensors]


def named(name, engine, body):
    """A function of Keras' by the engine's."""
    body.__name__, body.__doc__ = name, (engine.__doc__ or name).strip().splitlines()[0]
    return body


def unary(name, engine):
    def body(x):
        return engine(x.detach() if name in STEPS else x)
    return function("x")(named(name, engine, body))


def binary(name, engine):
    def body(x1, x2):
        if name in STEPS:
            x1, x2 = x1.detach(), x2.detach()
        return engine(*promoted(x1, x2)) if engine in (mt.maximum, mt.minimum) else engine(x1, x2)
    return function("x1 | x2")(named(name, engine, body))


def bits(name, engine):
    def body(x, y):
        return engine(x, y)
    return function("x | y")(named(name, engine, body))


table = {made: declare(made, getattr(mt, name)) for names, declare in ((UNARY, unary), (BINARY, binary), (BITS, bits))
         for made, name in names.items()}
table |= {name: table[other] for name, other in ALIASES.items()}


@function("x")
def imag(x):
    """The imaginary part: 0 of real numbers."""
    return mt.imag(x) if x.dtype.is_complex else mt.zeros_like(x)


@function("x1 | x2")
def power(x1, x2):
    """x1 to the power of x2."""
    return mt.pow(x1, x2)


@function("x1 | x2")
def divide_no_nan(x1, x2):
    """x1 / x2, and 0 where x2 is 0."""
    none = x2 == 0
    return mt.where(none, mt.zeros_like(x1 / mt.ones_like(x2)), x1 / mt.where(none, mt.ones_like(x2), x2))


@function("x | x_min | x_max")
def clip(x, x_min, x_max):
    """x, limited to the range from x_min to x_max."""
    return mt.maximum(mt.minimum(x, x_max.to(x.dtype)), x_min.to(x.dtype))


@function("x")
def round(x, decimals=0):
    """The nearest number of so many decimals."""
    return mt.round(x.detach(), decimals=decimals)


@function("x")
def cast(x, dtype):
    """x in another element type."""
    return x.to(as_dtype(dtype).kind)


@function("condition | x1 | x2")
def where(condition, x1=None, x2=None):
    """x1 where the condition holds, else x2; with the condition alone, the indices where it holds.

    condition   bools

    Raises NoDataError for a condition alone while only shapes are known.
    """
    if x1 is None:
        if condition.device.type == "meta":
            raise NoDataError("how many elements are true depends on the data")
        return tuple(part.to(int32) for part in mt.nonzero(condition, as_tuple=True))
    return mt.where(condition.bool(), *promoted(x1, x2))


@function("x1 | x2")
def isclose(x1, x2, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements are nearly equal.

    rtol, atol   how far apart: atol + rtol · |x2|
    equal_nan    whether nan equals nan
    """
    return mt.isclose(*promoted(x1, x2), rtol, atol, equal_nan)


@function("x")
def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    """Numbers in the place of what is none, and of infinities.

    nan, posinf, neginf   what stands there instead; None: the largest and the smallest number
    """
    return mt.nan_to_num(x, nan, posinf, neginf)


table |= {one.__name__: one for one in (cast, clip, divide_no_nan, imag, isclose, nan_to_num, power, round, where)}
