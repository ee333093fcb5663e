"""keras.ops that make tensors, describe them, and call functions."""

from ...core.convert import engine_tensor
from ...core.dtypes import as_dtype
from ...core.lift import wrapped
from ...functions import arrays, control, creation, linalg
from ...functions.table import KERAS, named
from ..core.naming import settings


def convert_to_tensor(x, dtype=None, sparse=None, ragged=None):
    """Return a tensor of numbers, lists or arrays; of a tensor itself, in this element type."""
    made = creation.convert_to_tensor(x)
    return made if dtype is None else KERAS["cast"](made, dtype)


def shape(x):
    """Tell the sizes: numbers, where they are known."""
    return tuple(x.shape) if hasattr(x, "shape") else tuple(convert_to_tensor(x).shape)


def eye(N, M=None, k=0, dtype=None):
    """Put ones on a diagonal of N rows and M columns; None: as many."""
    columns = N if M is None else M
    made = creation.eye(N + abs(k), columns + abs(k), dtype=as_dtype(dtype or settings["floatx"]))
    return made[max(k, 0):max(k, 0) + N, max(-k, 0):max(-k, 0) + columns]


def arange(start, stop=None, step=None, dtype=None):
    """Count up evenly; whole numbers are int32."""
    start, stop = (0, start) if stop is None else (start, stop)
    return creation.range(start, stop, 1 if step is None else step, dtype)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    """Make `num` numbers at equal distances. Raises NotImplementedError for endpoint=False and retstep=True."""
    if retstep or axis or not endpoint:
        raise NotImplementedError("linspace: retstep, axis and endpoint=False are left out here: use numpy.linspace.")
    return creation.linspace(float(start), float(stop), num)


SHORT = {
    "array": (lambda x, dtype=None: convert_to_tensor(x, dtype), "Make a tensor of numbers, lists or arrays."),
    "convert_to_numpy": (lambda x: wrapped(engine_tensor(x)).numpy(), "Return a tensor's numbers as an array."),
    "is_tensor": (lambda x: creation.is_tensor(x), "Say whether x is a tensor."),
    "ndim": (lambda x: len(shape(x)), "Tell how many axes there are."),
    "dtype": (lambda x: as_dtype(x.dtype).name, "Tell the name of the element type."),
    "size": (lambda x: convert_to_tensor(convert_to_tensor(x).shape.num_elements()), "Tell how many elements x has."),
    "zeros": (lambda shape, dtype=None: creation.zeros(shape, as_dtype(dtype or settings["floatx"])), "Make zeros."),
    "ones": (lambda shape, dtype=None: creation.ones(shape, as_dtype(dtype or settings["floatx"])), "Make ones."),
    "full": (lambda shape, fill_value, dtype=None: creation.fill(
        shape, convert_to_tensor(fill_value, dtype or settings["floatx"])), "Put one number everywhere."),
    "full_like": (lambda x, fill_value, dtype=None: creation.ones_like(x, dtype) * KERAS["cast"](
        convert_to_tensor(fill_value), dtype or x.dtype), "Put one number everywhere, in the shape of x."),
    "meshgrid": (lambda *x, indexing="xy": arrays.meshgrid(*x, indexing=indexing), "Make the coordinates of a grid, an "
                 'array an axis; indexing is "xy" or "ij": which axis comes first.'),
    "einsum": (lambda subscripts, *operands, **kwargs: linalg.einsum(subscripts, *operands),
               'Add up products of operands, by letters of axes: subscripts is "ij,jk->ik".'),
    "cond": (lambda pred, true_fn, false_fn: control.cond(pred, true_fn, false_fn),
             "Call true_fn where pred, a bool, holds, else false_fn: functions without arguments."),
}
table = {own.__name__: own for own in (convert_to_tensor, shape, eye, arange, linspace)} | {
    name: named(own, name, text) for name, (own, text) in SHORT.items()}
