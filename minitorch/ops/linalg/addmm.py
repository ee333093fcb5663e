"""Products of matrices added to a matrix: addmm, addmv, baddbmm, addbmm."""

from ...runtime import Number, Tensor, function, functions
from ..elementwise.comparison import nan_to_num
from ..shape.views import broadcast_shape


def scaled_sum(name, input, product, beta, alpha):
    """Return beta · input + alpha · product, where input must broadcast to the product's shape."""
    if broadcast_shape(name, input, product) != tuple(product.shape):
        raise RuntimeError(f"{name}: an input of {tuple(input.shape)} cannot be expanded to the product's shape "
                           f"{tuple(product.shape)}.")
    if product.dtype.rank < 2:
        beta, alpha = int(beta), int(alpha)
    input = input if beta else nan_to_num(input)         # of which nothing is to be seen, 0 · nan neither
    return beta * input + alpha * product


@function(same="input mat1 mat2", inplace=True, out=True)
def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (mat1 @ mat2)."""
    return scaled_sum("addmm", input, functions["mm"](mat1, mat2), beta, alpha)


@function(same="input mat vec", inplace=True, out=True)
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (mat @ vec)."""
    if mat.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"addmv: vector + matrix @ vector expected, got {mat.ndim} and {vec.ndim} dimensions.")
    return scaled_sum("addmv", input, functions["mv"](mat, vec), beta, alpha)


@function(same="input batch1 batch2", inplace=True, out=True)
def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (batch1 @ batch2), a matrix product for each of a batch."""
    if batch1.ndim < 3 or batch2.ndim < 3:
        raise IndexError(f"baddbmm: Dimension out of range: batch1 and batch2 must be 3-D, not {batch1.ndim}-D and "
                         f"{batch2.ndim}-D.")
    return scaled_sum("baddbmm", input, functions["bmm"](batch1, batch2), beta, alpha)


@function(same="input batch1 batch2")
def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · the sum over the batch of (batch1 @ batch2)."""
    if batch1.ndim < 3 or batch2.ndim < 3:
        raise IndexError(f"addbmm: Dimension out of range: batch1 and batch2 must be 3-D, not {batch1.ndim}-D and "
                         f"{batch2.ndim}-D.")
    return scaled_sum("addbmm", input, functions["bmm"](batch1, batch2).sum(0, dtype=batch1.dtype), beta, alpha)
