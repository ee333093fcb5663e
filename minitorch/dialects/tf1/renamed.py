"""Functions whose arguments TensorFlow 1 orders otherwise, or gives older names too: tf.argmax(x, dimension=1)."""

import inspect

from ..core.dtypes import int64
from ..core.errors import InvalidArgumentError
from ..core.lift import Function, function as lifted
from ..core.shapes import TensorShape
from ..functions import arrays, creation, math, nn, random, slices
from ..functions.table import OLDER, renamed, signed, sources
from .graph import Tensor, graphed
from .sketches import shaped


def one_of(new, old, names):
    """The argument that is given, under its name or its older one. Raises ValueError for both."""
    if new is not None and old is not None:
        raise ValueError(f"Cannot specify both {names.partition(' ')[0]!r} and {names.partition(' ')[2]!r}")
    return old if new is None else new


def of_row(function, arguments):
    """A function of the op table with the arguments of its row: an operation of the graph."""
    own, body = graphed(function), inspect.unwrap(function)
    source = sources(body, arguments)
    older = {new: of for new, (_, of) in arguments.items() if of in arguments}
    defaults = {name: p.default for name, p in inspect.signature(body).parameters.items() if name != "name"}

    def call(*args, **settings):
        given = dict(zip(arguments, bound.bind(args, settings)))
        for new, of in older.items():
            given[of] = one_of(given[of], given[new], f"{of} {new}")
        return own(*[given[source[name]] if source[name] else default for name, default in defaults.items()],
                   name=given["name"])
    call.__name__, call.__wrapped__ = function.__name__, function
    call.__doc__ = renamed(function.__doc__, source)
    bound = Function(signed(call, arguments), "")
    return call


rows = {name: of_row(*row) for name, row in OLDER.items()}
argmax, argmin, transpose = map(rows.get, ("argmax", "argmin", "transpose"))


def arg_max(input, dimension, output_type=int64, name=None):
    """argmax(input, dimension) under its older name, for any shape but (); output_type: tf.int64 or tf.int32."""
    return argmax(input, dimension, name, output_type=output_type)


def arg_min(input, dimension, output_type=int64, name=None):
    """argmin(input, dimension) under its older name, for any shape but (); output_type: tf.int64 or tf.int32."""
    return argmin(input, dimension, name, output_type=output_type)


@lifted("x y")
def divided(x, y, name=None):
    """x / y; of integers, rounded down, as Python 2 does."""
    return math.divide.function.body(x, y) if x.is_floating_point() or x.dtype.is_complex else \
        math.floordiv.function.body(x, y)


def div(x, y, name=None):
    """x / y; of integers, rounded down, as Python 2 does."""
    return graphed(divided)(x, y, name=name or "div")


def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
    """Each element kept with probability keep_prob, and larger then, so that the mean stays; else 0.

    x             floats of any shape -> the same shape
    keep_prob     a number, or a tensor such as a placeholder; or `rate`, what it lacks to 1
    noise_shape   a shape that broadcasts to x's: elements share their fate along its axes of size 1; None: x's own
    seed          an integer: a stream of random numbers of its own

    Raises ValueError with neither.
    """
    if isinstance(keep_prob, Tensor):
        return shaped(graphed(kept)(x, keep_prob, seed=seed, name=name), x)
    if keep_prob is None and rate is None:
        raise ValueError("You must provide a rate to dropout.")
    return shaped(graphed(nn.dropout)(x, 1 - keep_prob if rate is None else rate, noise_shape, seed, name=name), x)


def kept(x, keep_prob, seed=None):
    return x * creation.cast(random.uniform(x.shape, seed=seed) < keep_prob, x.dtype) / keep_prob


def ensure_shape(x, shape, name=None):
    """x itself, whose shape is known to be this: a run raises InvalidArgumentError for another one."""
    found = graphed(arrays.ensure_shape)(x, shape, name=name)
    found.set_shape(TensorShape(shape).merge_with(getattr(x, "shape", None)))
    return found


def expand_dims(input, axis=None, name=None, dim=None):
    """The same elements with a new axis of size 1: input of any shape; axis (older: dim) where it will be.

    Raises ValueError without an axis.
    """
    axis = one_of(axis, dim, "axis dim")
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return graphed(arrays.expand_dims)(input, axis, name=name)


@lifted("condition | x y")
def select(condition, x, y, name=None):
    """x where the condition holds, else y, of one shape; a vector of conditions chooses among rows."""
    if x.shape != y.shape or condition.ndim and condition.shape not in (x.shape, x.shape[:1]):
        raise InvalidArgumentError(f"tf.where takes x and y of one shape, and a condition of that, of its first size "
                                   f"or a number, not {tuple(condition.shape)}, {tuple(x.shape)} and {tuple(y.shape)}: "
                                   "tf.broadcast_to")
    rows = condition.reshape(-1, *[1] * (x.ndim - 1)) if condition.ndim == 1 else condition
    return slices.where.function.body(rows, x, y)


def where(condition, x=None, y=None, name=None):
    """x where the condition holds, else y: of one shape; with the condition alone, the indices where it holds.

    condition    bools of that shape, or a vector that chooses among rows

    Raises ValueError for x without y.
    """
    if x is None and y is None:
        return graphed(slices.where)(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return graphed(select)(condition, x, y, name=name)


table = {name: value for name, value in rows.items() if "." not in name} | {
    own.__name__: own for own in (arg_max, arg_min, div, ensure_shape, expand_dims, where)}
nn_table = {name.removeprefix("nn."): value for name, value in rows.items() if name.startswith("nn.")}
