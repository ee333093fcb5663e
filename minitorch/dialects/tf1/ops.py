"""The op table of TensorFlow 1: every function of tensors, the dialects' function behind it, and its arguments.

`tf.NAME`, `tf.math.NAME`, `tf.nn.NAME` and `tf.linalg.NAME` are taken from here; arguments of the same name mean the
same in TensorFlow 2, and renamed.row says what becomes of the others.
"""

from ..core.errors import InvalidArgumentError
from ..core.lift import function as lifted
from ..core.missing import shown
from ..functions import ROWS, arrays, creation, debugging, linalg, losses, math, nn, norms, random, slices
from . import folds
from .graph import Operation, Tensor, get_default_graph, graphed
from .renamed import of_table, plain, rows, signed
from .sketches import shaped
from .slices import whole
from .variables import constant, convert

SCORED = "softmax_cross_entropy_with_logits"

def rows_in(*places):
    """Return {name: operation} of the rows of the op table that TensorFlow 1 has in these places."""
    return {name: graphed(own) for place in places for name, own in shown(place, ROWS).items()}


table = {                        # at the top: tf.NAME
    **rows_in("tf.compat.v1"),
    **plain("""div_no_nan=divide_no_nan floor_div=floordiv matrix_band_part=band_part matrix_determinant=det
        matrix_diag=diag matrix_diag_part=diag_part matrix_solve=solve mod=floormod mul=multiply neg=negative
        random_normal=normal random_shuffle=shuffle random_uniform=uniform realdiv=truediv reverse_v2=reverse
        self_adjoint_eig=eigh slice=slice_ sub=subtract"""),
    **of_table(),
    **rows(arrays, "expand_dims(input, axis=None, name=None, dim=axis)"),
    **rows(linalg, """
        diag(diagonal, name=None)
        diag_part(input, name=None)"""),
    "check_numerics": graphed(debugging.check_numerics), "clip_by_global_norm": norms.clip_by_global_norm,
    "constant": constant, "global_norm": norms.global_norm, "is_tensor": creation.is_tensor, "map_fn": folds.map_fn,
    "scan": folds.scan, "set_random_seed": random.set_seed}

inner = {                        # further ones, of tf.math, tf.linalg, tf.nn and tf.random
    **rows_in("tf.compat.v1.linalg", "tf.compat.v1.math", "tf.compat.v1.nn", "tf.compat.v1.random"),
    **of_table("nn."),
    **rows(losses, f"softmax_cross_entropy_with_logits_v2={SCORED}(labels, logits, axis=None, name=None, dim=axis)"),
    **rows(norms, "l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=axis)")}


def named(names):
    """Return {name: operation} of these names; "det=matrix_determinant" renames."""
    pairs = [name.partition("=") for name in names.split()]
    return {name: operations[of or name] for name, _, of in pairs}


@lifted("x y")
def divided(x, y, name=None):
    """Return x / y; of integers, rounded down, as Python 2 does."""
    return math.divide.function.body(x, y) if x.is_floating_point() or x.dtype.is_complex else \
        math.floordiv.function.body(x, y)


def div(x, y, name=None):
    """Return x / y, whose shapes broadcast; of integers, rounded down, as Python 2 does."""
    return graphed(divided)(x, y, name=name or "div")


def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
    """Keep each element with probability keep_prob, and make it larger then, so that the mean stays; else it is 0.

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


def arg_extreme(name, of):
    """Return tf.arg_max, or tf.arg_min: the older name of tf.argmax."""
    return signed(f"{name}(input, dimension, output_type=int64, name=None)", lambda given: table[of](
        given["input"], given["dimension"], given["name"], output_type=given["output_type"]),
        f"Return {of}(input, dimension) under its older name; output_type: tf.int64 or tf.int32.")


def to_type(name, kind):
    """Return tf.to_float and the like."""
    label = "".join(part.title() for part in name.split("_"))
    return signed(f"{name}(x, name={label!r})", lambda given: table["cast"](given["x"], kind, name=given["name"]),
                  f"Return the numbers of x, of any shape, in {kind}.")


@lifted("condition | x y")
def select(condition, x, y, name=None):
    """Return x where the condition holds, else y, of one shape; a vector of conditions chooses among rows."""
    if x.shape != y.shape or condition.ndim and condition.shape not in (x.shape, x.shape[:1]):
        raise InvalidArgumentError(f"tf.where takes x and y of one shape, and a condition of that, of its first size "
                                   f"or a number, not {tuple(condition.shape)}, {tuple(x.shape)} and {tuple(y.shape)}: "
                                   "tf.broadcast_to")
    rows = condition.reshape(-1, *[1] * (x.ndim - 1)) if condition.ndim == 1 else condition
    return slices.where.function.body(rows, x, y)


def where(condition, x=None, y=None, name=None):
    """Return x where the condition holds, else y: of one shape; of the condition alone, the indices where it holds.

    condition    bools of that shape, or a vector that chooses among rows

    Raises ValueError for x without y.
    """
    if x is None and y is None:
        return graphed(slices.where)(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return graphed(select)(condition, x, y, name=name)


def convert_to_tensor(value, dtype=None, name=None, preferred_dtype=None, dtype_hint=None):
    """Return the tensor for a value: itself, or a constant of the graph of this dtype."""
    return convert(whole(get_default_graph(), value), dtype=dtype, name=name or "Const")


def dynamic_partition(data, partitions, num_partitions, name=None):
    """Return a list of num_partitions tensors: the rows of `data` for which `partitions`, integers, has 0, 1, 2 …

    data          (…, more) any numbers
    partitions    (…) integers from 0 to num_partitions − 1: as many axes as this has are those of a row's place
    """
    data, partitions = convert_to_tensor(data), convert_to_tensor(partitions)
    known = not data.shape.unknown and not partitions.shape.unknown
    shape = [None, *data.shape[partitions.shape.rank:]] if known else None
    made = Operation(get_default_graph(), slices.dynamic_partition, (data, partitions, num_partitions), {},
                     name or "DynamicPartition", [(shape, data.dtype)] * num_partitions)
    return list(made.outputs)


def softmax_cross_entropy_with_logits(labels=None, logits=None, dim=-1, name=None, axis=None):
    """Return the cross entropy of distributions over classes and scores, in nats; no gradient passes to the labels.

    labels    (…, C)  probabilities, such as one-hot rows
    logits    (…, C)  scores; axis (older: dim) is that of the classes, the last unless given
    returns   (…)
    """
    return inner["softmax_cross_entropy_with_logits_v2"](table["stop_gradient"](labels), logits,
                                                         dim if axis is None else axis, name)


table |= {own.__name__: own for own in (
    arg_extreme("arg_max", "argmax"), arg_extreme("arg_min", "argmin"), convert_to_tensor, div, dynamic_partition,
    to_type("to_double", "float64"), to_type("to_float", "float32"), to_type("to_int32", "int32"),
    to_type("to_int64", "int64"), where)}
inner |= {"dropout": dropout, "softmax_cross_entropy_with_logits": softmax_cross_entropy_with_logits}
operations = inner | table
