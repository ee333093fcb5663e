"""Making tensors, and giving them another element type."""

import numpy as np

from ..core import dtypes
from ..core.convert import Symbolic, common_dtype, engine_tensor, from_data
from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.indexed_slices import by_rows
from ..core.lift import wrapped
from ..core.recording import state
from ..core.shapes import TensorShape
from ..core.tensor import Tensor
from .table import made, op


def constant(value, dtype=None, shape=None, name="Const"):
    """Make a tensor of a number, nested lists, or an array, copied.

    value    numbers, texts or bools; Python's floats become float32, its integers int32, or int64 where they are large
    dtype    the element type; None: that of the value
    shape    what it is to have; one number fills it

    Raises TypeError for numbers that the dtype has not, and where the numbers do not fill the shape.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.constant([[1, 2], [3, 4]])
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 2],
           [3, 4]], dtype=int32)>
    """
    made = convert_to_tensor(value, dtype)
    if shape is not None and made.shape != TensorShape(shape):
        if made.shape.num_elements() == 1:
            return Tensor(made.tensor.reshape(()).expand(*shape).clone())
        if made.shape.num_elements() != TensorShape(shape).num_elements():
            raise TypeError(f"Eager execution of tf.constant with unsupported shape. Tensor {made} (converted from "
                            f"{value}) has {made.shape.num_elements()} elements, but got `shape` {tuple(shape)} with "
                            f"{TensorShape(shape).num_elements()} elements).")
        return Tensor(made.tensor.reshape(tuple(shape)))
    return made


def convert_to_tensor(value, dtype=None, dtype_hint=None, name=None):
    """Return the tensor for a value: itself, or a copy of numbers and arrays.

    value        a tensor, a Variable, an array, a nested list or a number
    dtype        the element type it must have
    dtype_hint   the one it gets if it can

    Raises ValueError for a tensor of another dtype, and TypeError for numbers that the dtype has not.
    """
    kind = None if dtype is None else as_dtype(dtype)
    if isinstance(value, Tensor) or state.tracing is not None and hasattr(value, "symbolic_owner"):
        if kind is not None and value.dtype is not kind:
            raise ValueError(f"Tensor conversion requested dtype {kind.name} for Tensor with dtype {value.dtype.name}: "
                             f"{value!r}")
        return value
    if kind is None and dtype_hint is not None:
        try:
            return convert_to_tensor(value, dtype_hint)
        except (TypeError, ValueError):
            pass
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind not in "SUO":
        own = as_dtype(value.dtype) if kind is None else kind
        return wrapped(mt.as_tensor(np.array(value, own.kind.numpy)))
    if hasattr(value, "read"):
        return value.read_value()
    try:
        return wrapped(engine_tensor(value, kind))
    except Symbolic as met:
        return met.owner.apply(convert_to_tensor, (value, dtype), {})


def is_tensor(x):
    """Say whether x is a tensor or a variable of this dialect."""
    return isinstance(x, Tensor) or hasattr(x, "assign") and hasattr(x, "tensor")


@op("x", keras="cast(x, dtype)")
def cast(x, dtype, name=None):
    """Give x, numbers or bools of any shape, another element type; floats lose what stands after the point.

    dtype    the new type, such as tf.float32 or "float32"

    Raises InvalidArgumentError for texts.
    """
    kind = as_dtype(dtype)
    if not isinstance(x, mt.Tensor) or kind.kind is None:
        raise InvalidArgumentError(f"Cast string to {kind.name} is not supported [Op:Cast]")
    return x if as_dtype(x.dtype) is kind else x.to(kind.kind)


@by_rows
@op("input")
def identity(input, name=None):
    """Copy `input`, of any shape; gradients pass."""
    return input.clone() if isinstance(input, mt.Tensor) else input


stop_gradient = made("stop_gradient(input, name=None)", lambda x: x.detach(), "Return `input`, of any shape, as a "
                     "constant: no gradient passes.", keras="stop_gradient(variable)")


def sizes(shape):
    """Return a shape as a tuple of sizes."""
    return tuple(int(size) for size in ([shape] if isinstance(shape, int | np.integer) else shape))


@op()
def zeros(shape, dtype=dtypes.float32, name=None, layout=None):
    """Make zeros of this shape, a list of sizes or a tensor of them; of dtype tf.string, empty texts."""
    if as_dtype(dtype) is dtypes.string:
        return np.full(sizes(shape), b"", object)
    return mt.zeros(sizes(shape), dtype=as_dtype(dtype).kind)


ones = made("ones(shape, dtype=float32, name=None, layout=None)", lambda shape, dtype, *_: mt.ones(
    sizes(shape), dtype=as_dtype(dtype).kind), "Make ones of this shape: a list of sizes, or a tensor of them.", "")
fill = made("fill(dims, value, name=None, layout=None)", lambda dims, value, *_: mt.broadcast_to(
    value, sizes(dims)).clone(), "Make a tensor of shape `dims`, a list of sizes, full of a number `value`.", "value")
zeros_like = made(
    "zeros_like(input, dtype=None, name=None, layout=None)", lambda x, dtype, *_: mt.zeros_like(
        x, dtype=as_dtype(dtype or x.dtype).kind), "Make zeros of the shape of `input`; dtype: None is its own.",
    keras="zeros_like(x, dtype=None)", v1="zeros_like(tensor, dtype=None, name=None, optimize=True)")
ones_like = made(
    "ones_like(input, dtype=None, name=None, layout=None)", lambda x, dtype, *_: mt.ones_like(
        x, dtype=as_dtype(dtype or x.dtype).kind), "Make ones of the shape of `input`; dtype: None is its own.",
    keras="ones_like(x, dtype=None)", v1="ones_like(tensor, dtype=None, name=None, optimize=True)")


@op()
def eye(num_rows, num_columns=None, batch_shape=None, dtype=dtypes.float32, name=None):
    """Make the identity matrix: ones on the diagonal, zeros elsewhere.

    num_rows, num_columns    its sizes; num_columns is num_rows where it is None
    batch_shape              a list of sizes in front: so many equal matrices
    """
    made = mt.eye(num_rows, num_rows if num_columns is None else num_columns, dtype=as_dtype(dtype).kind)
    return made if not batch_shape else made.expand(*batch_shape, *made.shape).clone()


@op()
def range(start, limit=None, delta=1, dtype=None, name="range"):
    """Count from start, up to but without limit, by steps of delta; one argument alone is the limit.

    start, limit, delta    numbers; delta may be negative, then limit is below start
    dtype                  None: the common type of the three

    Raises InvalidArgumentError for delta 0, and where the steps lead away from the limit.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.range(3, 10, 3).numpy()
    array([3, 6, 9], dtype=int32)
    """
    start, limit = (0, start) if limit is None else (start, limit)
    if dtype is None:
        dtype = common_dtype([start, limit, delta], "range") or from_data([start, limit, delta]).dtype
    kind = as_dtype(dtype).kind
    if delta == 0:
        raise InvalidArgumentError("Requires delta != 0: 0 [Op:Range]")
    if (limit - start) * delta < 0:
        raise InvalidArgumentError(f"Requires start {'<=' if delta > 0 else '>='} limit when delta "
                                   f"{'>' if delta > 0 else '<'} 0: {start}/{limit} [Op:Range]")
    return mt.arange(start, limit, delta, dtype=kind)


@op("start stop")
def linspace(start, stop, num, name=None, axis=0):
    """Make `num` numbers from start to stop, both included, at equal distances.

    start, stop    numbers, or tensors of one shape; integers become float64
    axis           where the new axis, of size num, will be
    """
    if not start.is_floating_point():
        start, stop = start.double(), stop.double()
    if num == 1:
        return mt.unsqueeze(start, axis)
    steps = (mt.arange(num, dtype=start.dtype) / (num - 1)).reshape(num, *[1] * start.ndim)
    made = start + (stop - start) * steps
    made = mt.cat([made[:-1], mt.unsqueeze(stop, 0).expand(1, *made.shape[1:])], 0)
    return mt.movedim(made, 0, axis) if axis else made
