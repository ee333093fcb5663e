"""Selection by a mask: where, masked_fill, masked_select, nonzero; and by an index into the flattened tensor: take."""

from ...backend import META
from ...dtypes import LARGEST, as_dtype, fitting, result_type
from ...engine import dispatch, op
from ...runtime import Tensor, Value, function, wrote
from ..elementwise.comparison import select
from ..shape.copies import stack_function
from ..shape.creation import full
from ..shape.views import broadcast_shape


def check_mask(mask, name):
    if mask.array.dtype != bool:
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype {mask.dtype}: "
                           "compare first, as in x == 0, or use mask.bool().")


def one_value(value, name, input):
    """Return one value for many elements of `input`: a 0-d tensor, or a number converted to the input's dtype."""
    if getattr(value, "ndim", 0):
        raise RuntimeError(f"{name} only supports a 0-dimensional value tensor, but got tensor with {value.ndim} "
                           "dimension(s).")
    kind = input.array.dtype
    if hasattr(value, "array") and kind.kind in "fc":    # keep the tensor, whose gradient may be needed
        return value
    if hasattr(value, "array") and value.device is META:
        return value.to(as_dtype(kind))
    return fitting(value.item() if hasattr(value, "item") else value, kind, half=True)


@function(one_node=True)
def masked_fill(input: Tensor, mask: Tensor, value: Value):
    """Return `value` where the mask is True, `input` elsewhere; broadcast.

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
    """Write `value`, one number, where the mask is True; the mask broadcasts to the shape of input."""
    check_mask(mask, "masked_fill_")
    input[mask.expand(input.shape)] = one_value(value, "masked_fill_", input)
    return wrote("masked_fill_", input)


@function(out="exact", one_node=True)
def masked_select(input: Tensor, mask: Tensor, *, out=None):
    """Return the elements where the mask is True, as a vector; a copy."""
    check_mask(mask, "masked_select")
    shape = broadcast_shape("masked_select", input, mask)
    return input.expand(shape)[mask.expand(shape)]


@function(out="exact", one_node=True)
def take(input: Tensor, index: Tensor):
    """Return elements by their index in the flattened input: the result has the index's shape.

    Raises RuntimeError unless the index is int64.
    """
    if index.dtype.name != "int64":
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {index.dtype}")
    return input.reshape(-1)[index]


@op(symbol="nonzero", outputs="many", hidden=True)
def nonzero(xp, x):
    """Return the indices of the elements that are not zero, one vector for each dimension."""
    return xp.nonzero(x if x.ndim else x.reshape(1))


@function(name="nonzero", out=True)
def nonzero_function(input: Tensor, *, as_tuple: bool = False):
    """Return the indices where `input` is not zero: (n, dimensions), or a vector per dimension with as_tuple."""
    found = nonzero.function(input)
    if as_tuple:
        return found
    return stack_function(found, 1) if input.ndim else found[0].reshape(-1, 1)[:, :0]     # a 0-d tensor has no indices


@function(method=False, name="where")
def where_function(condition: Tensor, input: Value = None, other: Value = None, *, out=None):
    """Return `input` where the condition is True, else `other`, broadcast; without both, the indices of True.

    Raises TypeError if only one of input and other is given.
    """
    if input is None and other is None:
        return nonzero.function(condition)
    if input is None or other is None:
        raise TypeError("where() needs input and other, or neither: one of them is missing.")
    if isinstance(input, int | float | complex) and isinstance(other, int | float | complex):
        input = full((), input, device=condition.device)
    for number, tensor in ((input, other), (other, input)):
        if (type(number) is int and hasattr(tensor, "array") and tensor.ndim
                or type(number) is float and not -LARGEST <= number <= LARGEST):
            fitting(number, result_type([tensor.array, number]).numpy)  # raises an error if the number does not fit
    return select.function(condition, input, other, out=out)
