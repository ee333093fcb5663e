"""Selection by a mask: where, masked_fill, masked_select, nonzero; and by index in the flattened tensor: take."""

from ...backend import META, holds
from ...dtypes import LARGEST, as_dtype, fitting, result_type
from ...engine import dispatch, op
from ...runtime import Tensor, Value, check_dims, function, wrote
from ..elementwise.comparison import select
from ..shape.copies import stack_function
from ..shape.creation import full
from ..shape.views import broadcast_shape
from .gather import check_inside, gather
from .getitem import EVERYTHING


def check_mask(mask, name):
    if mask.array.dtype != bool:
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype {mask.dtype}: "
                           "compare first, as in x == 0, or use mask.bool().")


def one_value(value, name, input):
    """One value for many elements of `input`: a 0-d tensor, or a number as the input's dtype holds it."""
    if getattr(value, "ndim", 0):
        raise RuntimeError(f"{name} only supports a 0-dimensional value tensor, but got tensor with {value.ndim} "
                           "dimension(s).")
    kind = input.array.dtype
    if hasattr(value, "array") and kind.kind in "fc":    # whose gradient may be wanted
        return value
    if hasattr(value, "array") and value.device is META:
        return value.to(as_dtype(kind))
    return fitting(value.item() if hasattr(value, "item") else value, kind, half=True)


@function(one_node=True)
def masked_fill(input: Tensor, mask: Tensor, value: Value):
    """`value` where the mask is True, `input` elsewhere; broadcast.

    (*), mask (*), value () -> (*)

    Raises RuntimeError for a mask that is not bool.

    >>> x = minitorch.tensor([1.0, -2.0]); x.masked_fill(x < 0, 0)
    tensor([1., 0.])
    """
    check_mask(mask, "masked_fill")
    result = dispatch(select, (mask, one_value(value, "masked_fill", input), input))
    return result if result.dtype is input.dtype else result.to(input.dtype)


@function
def masked_fill_(input: Tensor, mask: Tensor, value: Value):
    """Write `value`, one number, where the mask is True; its shape broadcasts to the tensor's."""
    check_mask(mask, "masked_fill_")
    input[mask.expand(input.shape)] = one_value(value, "masked_fill_", input)
    return wrote("masked_fill_", input)


@function(out="exact", one_node=True)
def masked_select(input: Tensor, mask: Tensor, *, out=None):
    """The elements where the mask is True, as a vector; a copy."""
    check_mask(mask, "masked_select")
    shape = broadcast_shape("masked_select", input, mask)
    return input.expand(shape)[mask.expand(shape)]


@function(same="input source", inplace=True, one_node=True)
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor):
    """Elements of `source`, in order, where the mask is True, of a shape that broadcasts.

    Raises RuntimeError if they are too few.
    """
    check_mask(mask, "masked_scatter")
    shape = broadcast_shape("masked_scatter", input, mask)
    mask, wanted = mask.expand(shape), mask.expand(shape).sum()
    if holds(wanted.array > source.numel()):
        raise RuntimeError(f"masked_scatter: number of elements of source ({source.numel()}) < number of ones in "
                           f"mask ({wanted}).")
    if not source.numel():
        return input.expand(shape).clone()
    order = (mask.reshape(-1).cumsum(0) - 1).clamp(0)    # the element of source that each True takes
    return dispatch(select, (mask, source.reshape(-1)[order].reshape(shape).to(input.dtype), input.expand(shape)))


@function(out="exact", one_node=True)
def take(input: Tensor, index: Tensor):
    """Elements by their index in the flattened input: the result has the index's shape.

    Raises RuntimeError unless it is of int64.
    """
    if index.dtype.name != "int64":
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {index.dtype}")
    return input.reshape(-1)[index]


@function(out=True)
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None):
    """Elements by their index along `dim`, negative ones counted from its end; of the flattened input when None.

    indices   int64, as many dimensions as input; what lies beside `dim` is broadcast

    Raises RuntimeError for indices of another dtype or number of dimensions, and for one that is out of bounds, or
    negative where dim is None.
    """
    if indices.dtype.name != "int64":
        raise RuntimeError(f"take_along_dim(): dtype of indices should be Long but got {indices.dtype}")
    if dim is None:
        flat, places = input.reshape(-1), indices.reshape(-1)
        check_inside("take_along_dim", places, flat.numel(), 0, RuntimeError)
        return dispatch(gather, (flat, places), {"dim": 0})
    if input.ndim != indices.ndim:
        raise RuntimeError(f"take_along_dim(): input and indices should have the same number of dimensions, but "
                           f"got {input.ndim} dimensions for input, and {indices.ndim} for indices")
    check_dims("take_along_dim", dim, input.ndim)
    dim %= max(input.ndim, 1)
    here = (EVERYTHING,) * dim + ((0, 1, None),)          # one element along dim: what is left must broadcast
    rest = broadcast_shape("take_along_dim", *[x[tuple(slice(*part) for part in here)] for x in (input, indices)])
    size, index_size = ([*rest[:dim], n, *rest[dim + 1:]] for n in (input.shape[dim], indices.shape[dim]))
    count = input.shape[dim] if input.ndim else 1
    if indices.is_cuda or indices.numel() and holds((indices.array < 0).any()):            # counted from the end
        indices = dispatch(select, (indices < 0, indices + count, indices))
    check_inside("take_along_dim", indices, count, dim, IndexError)
    return dispatch(gather, (input.expand(size), indices.expand(index_size)), {"dim": dim})


@op(symbol="nonzero", outputs="many", hidden=True)
def nonzero(xp, x):
    """The indices of what is not zero, one vector a dimension."""
    return xp.nonzero(x if x.ndim else x.reshape(1))


@function(name="nonzero", out=True)
def nonzero_function(input: Tensor, *, as_tuple: bool = False):
    """Where `input` is not zero: (n, dimensions), or one vector a dimension with as_tuple."""
    found = nonzero.function(input)
    if as_tuple:
        return found
    return stack_function(found, 1) if input.ndim else found[0].reshape(-1, 1)[:, :0]     # a number has no indices


@function(method=False, name="where")
def where_function(condition: Tensor, input: Value = None, other: Value = None, *, out=None):
    """`input` where the condition holds, else `other`, all broadcast; with the condition alone, its true indices.

    Raises TypeError where only one of the two is given.
    """
    if input is None and other is None:
        return nonzero.function(condition)
    if input is None or other is None:
        raise TypeError("where() takes a condition, or a condition and two values to choose from; one is missing.")
    if isinstance(input, int | float | complex) and isinstance(other, int | float | complex):
        input = full((), input, device=condition.device)
    for number, tensor in ((input, other), (other, input)):
        if (type(number) is int and hasattr(tensor, "array") and tensor.ndim
                or type(number) is float and not -LARGEST <= number <= LARGEST):
            fitting(number, result_type([tensor.array, number]).numpy)           # or raise
    return select.function(condition, input, other, out=out)
