"""Arithmetic, element by element, with broadcasting: sums, products, quotients, powers."""

from ..graph import derivative_of, function, op


@op(symbol="+", inplace=True)
def add(xp, x, y):
    """x + y, broadcast."""
    return x + y


@derivative_of(add)
def add_derivative(grad, out, x, y):
    return grad, grad


@op(symbol="−", inplace=True)
def sub(xp, x, y):
    """x − y, broadcast. Bools have no difference: use `^` or `~`."""
    if getattr(x, "dtype", None) == bool or getattr(y, "dtype", None) == bool:
        raise RuntimeError("sub: subtraction of bool tensors has no meaning; use ^ (logical_xor) or "
                           "~ (logical_not), or convert with .int().")
    return x - y


@derivative_of(sub)
def sub_derivative(grad, out, x, y, needs):
    return grad, -grad if needs[1] else None


def scaled(op, sign):
    """torch's add and sub, which take `alpha`, a number that multiplies the second."""
    def combine(input, other, *, alpha=1, out=None):
        if alpha != 1:
            other = other * alpha
        return op.function(input, other, out=out)
    combine.__name__ = combine.__qualname__ = op.name
    combine.__module__ = __name__
    combine.__doc__ = f"input {sign} alpha·other, broadcast."
    return function(combine)


scaled(add, "+")
scaled(sub, "−")


@op(symbol="×", keeps="x y", inplace=True)
def mul(xp, x, y):
    """x·y, broadcast."""
    return x * y


@derivative_of(mul)
def mul_derivative(grad, out, x, y, needs):
    return grad * y if needs[0] else None, grad * x if needs[1] else None


@op(symbol="÷", keeps="x y", floats=True, inplace=True)
def true_divide(xp, x, y):
    """x / y, broadcast; integers give floats."""
    return x / y


@derivative_of(true_divide)
def true_divide_derivative(grad, out, x, y, needs):
    return grad / y if needs[0] else None, -grad * (x / (y * y)) if needs[1] else None


@op(symbol="⌊÷⌋", inplace=True)
def floor_divide(xp, x, y):
    """x / y rounded down, broadcast. Its slope is 0."""
    if getattr(x, "dtype", getattr(y, "dtype", None)).kind in "iu" and not xp.all(y):
        raise RuntimeError("floor_divide: ZeroDivisionError: an integer cannot be divided by 0.")
    return xp.floor_divide(x, y)


@op(inplace=True, hidden=True)
def trunc_divide(xp, x, y):
    """x / y rounded towards zero, broadcast: `div(x, y, rounding_mode="trunc")`."""
    if getattr(x, "dtype", getattr(y, "dtype", None)).kind in "iu":
        if not xp.all(y):
            raise RuntimeError("div: ZeroDivisionError: an integer cannot be divided by 0.")
        whole = xp.floor_divide(x, y)
        return whole + ((whole < 0) & (whole * y != x))
    return xp.trunc(x / y)


def zero_slope(grad, out, x, y, needs):
    return grad * 0 if needs[0] else None, grad * 0 if needs[1] else None


derivative_of(floor_divide)(zero_slope)
derivative_of(trunc_divide)(zero_slope)


@function
def div(input, other, *, rounding_mode=None, out=None):
    """input / other; with rounding_mode "floor" or "trunc", a whole number of the inputs' dtype."""
    chosen = {None: true_divide, "floor": floor_divide, "trunc": trunc_divide}
    if rounding_mode not in chosen:
        raise RuntimeError(f"div: rounding_mode is None, 'floor' or 'trunc', not {rounding_mode!r}.")
    return chosen[rounding_mode].function(input, other, out=out)


@op(symbol="mod", keeps="x y", inplace=True)
def remainder(xp, x, y):
    """What is left of x after whole multiples of y; it has the sign of y."""
    return xp.remainder(x, y)


@derivative_of(remainder)
def remainder_derivative(grad, out, x, y, needs):
    return grad if needs[0] else None, -grad * floor_divide(x, y) if needs[1] else None


@op(keeps="x y", inplace=True)
def fmod(xp, x, y):
    """What is left of x after whole multiples of y; it has the sign of x."""
    return xp.fmod(x, y)


@derivative_of(fmod)
def fmod_derivative(grad, out, x, y, needs):
    return grad if needs[0] else None, -grad * trunc_divide(x, y) if needs[1] else None


@op(symbol="−", inplace=True)
def neg(xp, x):
    """−x."""
    if x.dtype == bool:
        raise RuntimeError("neg: negation of a bool tensor has no meaning; use ~ or logical_not.")
    return -x


@derivative_of(neg)
def neg_derivative(grad, out, x):
    return -grad


@op(symbol="xʸ", keeps="x y out", inplace=True)
def pow(xp, x, y):
    """x to the power y, broadcast. 0⁰ is 1."""
    if isinstance(y, int) and y < 0 and x.dtype.kind in "iu":
        raise RuntimeError("pow: Integers to negative integer powers are not allowed.")
    if y == 2 if isinstance(y, (int, float)) else False:
        return x * x
    return xp.power(x, y)


@derivative_of(pow)
def pow_derivative(grad, out, x, y, needs):
    from .compare import where
    grad_x = grad_y = None
    if needs[0]:
        if isinstance(y, (int, float)):
            grad_x = grad * (2 * x if y == 2 else y * pow(x, y - 1)) if y != 0 else grad * 0
        else:
            grad_x = grad * where(y == 0, 0.0 * y, y * pow(x, y - 1))
    if needs[1]:
        base = x if not isinstance(x, (int, float)) else y * 0 + x
        grad_y = grad * where((base == 0) & (y >= 0), 0.0 * out, out * log(base))
    return grad_x, grad_y


@op(symbol="√", keeps="out", floats=True, inplace=True)
def sqrt(xp, x):
    """√x; nan below 0."""
    return xp.sqrt(x)


@derivative_of(sqrt)
def sqrt_derivative(grad, out, x):
    return grad / (2 * out)


@op(symbol="1/√", keeps="out", floats=True, inplace=True)
def rsqrt(xp, x):
    """1/√x."""
    return 1 / xp.sqrt(x)


@derivative_of(rsqrt)
def rsqrt_derivative(grad, out, x):
    return grad * (-0.5 * out * out * out)


@op(symbol="1/x", keeps="out", floats=True, inplace=True)
def reciprocal(xp, x):
    """1/x."""
    return 1 / x


@derivative_of(reciprocal)
def reciprocal_derivative(grad, out, x):
    return -grad * out * out


@op(symbol="x²", keeps="x", inplace=True)
def square(xp, x):
    """x²."""
    return x * x


@derivative_of(square)
def square_derivative(grad, out, x):
    return grad * (2 * x)


@op(symbol="exp", keeps="out", floats=True, inplace=True)
def exp(xp, x):
    """eˣ."""
    return xp.exp(x)


@derivative_of(exp)
def exp_derivative(grad, out, x):
    return grad * out


@op(symbol="exp−1", keeps="out", floats=True, inplace=True)
def expm1(xp, x):
    """eˣ − 1, exact near 0."""
    return xp.expm1(x)


@derivative_of(expm1)
def expm1_derivative(grad, out, x):
    return grad * (out + 1)


@op(symbol="2ˣ", keeps="out", floats=True, inplace=True)
def exp2(xp, x):
    """2ˣ."""
    return xp.exp2(x)


@derivative_of(exp2)
def exp2_derivative(grad, out, x):
    return grad * out * 0.6931471805599453


@op(symbol="log", keeps="x", floats=True, inplace=True)
def log(xp, x):
    """The natural logarithm; −inf at 0, nan below."""
    return xp.log(x)


@derivative_of(log)
def log_derivative(grad, out, x):
    return grad / x


@op(symbol="log(1+x)", keeps="x", floats=True, inplace=True)
def log1p(xp, x):
    """log(1 + x), exact near 0."""
    return xp.log1p(x)


@derivative_of(log1p)
def log1p_derivative(grad, out, x):
    return grad / (x + 1)


@op(symbol="log₂", keeps="x", floats=True, inplace=True)
def log2(xp, x):
    """The logarithm to base 2."""
    return xp.log2(x)


@derivative_of(log2)
def log2_derivative(grad, out, x):
    return grad / (x * 0.6931471805599453)


@op(symbol="log₁₀", keeps="x", floats=True, inplace=True)
def log10(xp, x):
    """The logarithm to base 10."""
    return xp.log10(x)


@derivative_of(log10)
def log10_derivative(grad, out, x):
    return grad / (x * 2.302585092994046)
