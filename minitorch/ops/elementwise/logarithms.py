"""Products with a logarithm."""

from ...engine import derivative_of, dispatch, op
from ...runtime import Value, function
from .arithmetic import as_tensor, no_complex
from .comparison import select
from .powers import log


@function(inplace=True, out=True, one_node=True)
def xlogy(input: Value, other: Value):
    """input · log(other), and 0 where input is 0."""
    like = input if hasattr(input, "array") else other
    return dispatch(xlogy_op, (as_tensor(input, like), as_tensor(other, like)))


@op(symbol="x log y", keeps="x y", floats=True, hidden=True)
def xlogy_op(xp, x, y):
    """x·log(y), and 0 where x is 0, unless y is nan."""
    no_complex("xlogy", x)
    return xp.where((x == 0) & (y == y), x.dtype.type(0), x * xp.log(y))


@derivative_of(xlogy_op)
def xlogy_derivative(grad, out, x, y, needs):
    return (select((x == 0) & (y <= 0), 0.0, grad * log(y)) if needs[0] else None,
            grad * (x / y) if needs[1] else None)
