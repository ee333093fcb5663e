"""addcmul and addcdiv: a + value · b · c, and a + value · b / c."""

from ....ops.elementwise.arithmetic import factors, refuse_all_bool, to_common
from ....runtime import Number, Tensor, Value, function


@function(inplace=True, out=True, one_node=True)
def addcmul(input: Tensor, tensor1: Value, tensor2: Tensor, last=None, *, value: Number = 1):
    """input + value · tensor1 · tensor2."""
    value, tensor1, tensor2 = factors("addcmul", value, tensor1, tensor2, last)
    input, tensor1, tensor2 = to_common(input, tensor1, tensor2)
    refuse_all_bool("addcmul", input.array)
    return input + (int(value) if input.dtype.rank < 2 else value) * tensor1 * tensor2


@function(inplace=True, out=True, one_node=True)
def addcdiv(input: Tensor, tensor1: Value, tensor2: Tensor, last=None, *, value: Number = 1):
    """input + value · tensor1 / tensor2. Raises RuntimeError if tensor1 and tensor2 are both integers."""
    value, tensor1, tensor2 = factors("addcdiv", value, tensor1, tensor2, last)
    if max(tensor1.dtype.rank, tensor2.dtype.rank) < 2:
        raise RuntimeError("addcdiv: Integer division with addcdiv is not supported; use input + value * (tensor1 // "
                           "tensor2), or convert with .float().")
    input, tensor1, tensor2 = to_common(input, tensor1, tensor2)
    return input + value * (tensor1 / tensor2)
