"""Products of matrices and vectors, and addmm and its kin, which add them to another tensor."""

from math import prod

from ...engine import derivative_of, op
from ...runtime import Number, Tensor, conjugated, function
from ..elementwise.comparison import nan_to_num
from ..kernels.sums import blocked_sum
from ..reduce.reductions import sum
from ..shape.views import broadcast_shape, expand, reshape, squeeze, transpose, unsqueeze

LARGE = 1 << 16                          # elements, from which rows are added up as a product
LONG, THIN = 1 << 12, 64                 # rows in one such product at most; columns at least


def transposed(x):
    """Swap the last two dimensions."""
    return x.swapaxes(-2, -1)


def adjoint(x):
    """Swap the last two dimensions and conjugate."""
    return conjugated(transposed(x))


@op(symbol="@", keeps="input:other other:input", same="input other")
def matmul(xp, input: Tensor, other: Tensor):
    """The matrix product; of vectors the inner product; of stacks of matrices one product each.

    (…, n, m) @ (…, m, p) -> (…, n, p), the leading dimensions broadcast; RuntimeError where the m differ
    """
    if input.dtype.kind == "b":
        raise NotImplementedError('"matmul" not implemented for bools: convert first, as in x.float().')
    if not input.ndim or not other.ndim:
        raise RuntimeError("both arguments to matmul need to be at least 1D, "
                           f"but they are {input.ndim}D and {other.ndim}D")
    if input.shape[-1] != other.shape[-2 if other.ndim > 1 else -1]:
        from .misfits import cannot_be_multiplied
        raise RuntimeError(f"matmul cannot join {input.shape} and {other.shape}:\n{cannot_be_multiplied(input, other)}"
                           f"the last size of the first ({input.shape[-1]}) must equal the "
                           f"{'second-to-last' if other.ndim > 1 else 'only'} of the second "
                           f"({other.shape[-2 if other.ndim > 1 else -1]}).")
    return input @ other


@derivative_of(matmul)
def matmul_derivative(grad, out, x, y, needs):
    if len(x.shape) == 1 and len(y.shape) == 1:
        return grad * y if needs[0] else None, grad * x if needs[1] else None
    if len(x.shape) == 1:                                # (m) @ (…, m, p) -> (…, p)
        row = unsqueeze(grad, dim=-2)
        return (fold(row @ transposed(y), 1) if needs[0] else None,
                unsqueeze(x, dim=-1) * row if needs[1] else None)
    if len(y.shape) == 1:                                # (…, n, m) @ (m) -> (…, n)
        column = unsqueeze(grad, dim=-1)
        return (column * y if needs[0] else None,
                fold(transposed(x) @ column, 1, last=True) if needs[1] else None)
    if len(y.shape) == 2 and len(x.shape) > 2:           # one big product instead of many and a sum
        rows = reshape(grad, shape=(prod(grad.shape[:-1]), grad.shape[-1])) if needs[1] else None
        return (grad @ transposed(y) if needs[0] else None,
                transposed(reshape(x, shape=(rows.shape[0], x.shape[-1]))) @ rows if needs[1] else None)
    return (grad @ transposed(y) if needs[0] else None,
            transposed(x) @ grad if needs[1] else None)


def fold(grad, width, last=False):
    """Drop the dimension of 1 that stood in for a vector's missing one, and sum the stack away."""
    grad = squeeze(grad, dim=-1 if last else -2)
    return sum(grad, dim=tuple(range(len(grad.shape) - 1))) if len(grad.shape) > 1 else grad


def product(name, input, other, dims, out):
    """Declare `matmul` for fixed numbers of dimensions, without broadcasting: mm, mv, dot, bmm."""
    if (input.array.ndim, other.array.ndim) != dims:
        if name == "mv" and not input.ndim:
            raise IndexError("mv: Dimension specified as 0 but tensor has no dimensions")
        raise RuntimeError(f"{name}: needs a {dims[0]}-D and a {dims[1]}-D tensor, not {input.ndim}-D and "
                           f"{other.ndim}-D. matmul takes any number of dimensions.")
    return matmul.function(input, other) if out is None else matmul.function(input, other, out=out)


@function
def mm(input: Tensor, mat2: Tensor, *, out=None):
    """`matmul` of two matrices, input and mat2: (n, m), (m, p) -> (n, p)."""
    return product("mm", input, mat2, (2, 2), out)


@function
def mv(input: Tensor, vec: Tensor, *, out=None):
    """`matmul` of a matrix and a vector vec: (n, m), (m,) -> (n,)."""
    return product("mv", input, vec, (2, 1), out)


@function
def dot(input: Tensor, tensor: Tensor, *, out=None):
    """The inner product of two vectors."""
    return product("dot", input, tensor, (1, 1), out)


@function(one_node=True)
def bmm(input: Tensor, mat2: Tensor, *, out=None):
    """`matmul` of two stacks, as many in each: (b, n, m), mat2 (b, m, p) -> (b, n, p); RuntimeError for others."""
    if input.ndim == mat2.ndim == 3 and input.shape[0] != mat2.shape[0]:
        raise RuntimeError(f"bmm cannot join {tuple(input.shape)} and {tuple(mat2.shape)}: the batch "
                           f"sizes {input.shape[0]} and {mat2.shape[0]} differ, and bmm does not broadcast.")
    return product("bmm", input, mat2, (3, 3), out)


@function(one_node=True)
def t(input: Tensor):
    """The transpose of a matrix; a vector or number as it is. A view. RuntimeError for more dimensions."""
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D; "
                           "use transpose(dim0, dim1) or .mT.")
    return transpose.function(input, 0, 1 if input.ndim == 2 else 0)


@op(symbol="xWᵀ+b", keeps="input:weight weight:input", shapes=True, method=False, same="input weight bias")
def linear(xp, input: Tensor, weight: Tensor, bias: Tensor = None):
    """input @ weight.T + bias: (*, in) with (out, in) and (out,) gives (*, out)."""
    if input.dtype.kind == "b":
        raise NotImplementedError('"linear" not implemented for bools: convert first, as in x.float().')
    if weight.ndim not in (1, 2):
        raise RuntimeError(f"linear: the weight must be (out, in) or (in,), not {weight.shape}.")
    if input.ndim == 0 or input.shape[-1] != weight.shape[-1]:
        from .misfits import cannot_be_multiplied, how_to_fit
        raise RuntimeError(f"linear cannot join an input of {input.shape} and a weight of {weight.shape}:\n"
                           f"{cannot_be_multiplied(input, weight.T)}"
                           f"the input's last size ({input.shape[-1] if input.ndim else 'none'}) must equal "
                           f"in_features ({weight.shape[-1]}). {how_to_fit(input.shape, weight.shape[-1])}")
    if weight.ndim == 1 and bias is not None and input.ndim > 1:
        raise RuntimeError(f"linear: the weight must be a matrix (out, in) where there is a bias, not {weight.shape}.")
    if input.ndim > 2:                                   # one big product, not a stack of small ones
        rows = input.reshape(prod(input.shape[:-1]), input.shape[-1])
        out = (rows @ weight.T).reshape(*input.shape[:-1], *weight.shape[:-1])
    else:
        out = input @ weight.T
    if bias is not None:
        out += bias
    return out


@derivative_of(linear)
def linear_derivative(grad, out, x, weight, bias, needs):
    if len(weight.shape) == 1:
        grads = matmul_derivative.library(grad, None, x, weight, needs[:2])
        return (*grads, grad if len(needs) > 2 and needs[2] else None)
    rows = reshaped(grad, matrix_shape(grad))
    by_bias = sum_rows(rows) if len(needs) > 2 and needs[2] else None    # first, while the rows are near
    return (reshaped(rows @ weight, tuple(x.shape)) if needs[0] else None,
            transposed(rows) @ reshaped(x, matrix_shape(x)) if needs[1] else None, by_bias)


def matrix_shape(x):
    """Return the shape of (…, n) as a matrix, (m, n)."""
    return prod(x.shape[:-1]), x.shape[-1]


def reshaped(x, shape):
    """Reshape by the array's own method: next to a large product, what has left the cache counts, code too."""
    return x if x.shape == shape else x.reshape(shape)


@op(symbol="Σ", hidden=True)
def sum_rows(xp, x):
    """The sum of a matrix's rows: (m, n) -> (n,). Of a large one as a product, in three quarters of the time."""
    if xp.__name__ != "numpy" or x.size < LARGE or x.shape[1] < THIN or x.dtype.kind != "f" or x.dtype.itemsize < 4:
        return blocked_sum(xp, x, 0)
    whole = len(x) // LONG * LONG                        # a longer product would round more
    if whole == 0 or whole == len(x) == LONG:
        return xp.ones(len(x), x.dtype) @ x
    parts = xp.ones(LONG, x.dtype) @ x[:whole].reshape(-1, LONG, x.shape[1])
    return blocked_sum(xp, parts, 0) + xp.ones(len(x) - whole, x.dtype) @ x[whole:]


@derivative_of(sum_rows)
def sum_rows_derivative(grad, out, x):
    return expand(grad, size=tuple(x.shape))


@function(out=True, one_node=True)
def vdot(input: Tensor, other: Tensor):
    """The inner product of two vectors, the first conjugated."""
    return dot(input.conj(), other)


@function(method=False)
def chain_matmul(*matrices: Tensor):
    """The product of several matrices."""
    out = matrices[0]
    for matrix in matrices[1:]:
        out = mm(out, matrix)
    return out


def scaled_sum(name, input, product, beta, alpha):
    """Return beta · input + alpha · product, where input must broadcast to the product's shape."""
    if broadcast_shape(name, input, product) != tuple(product.shape):
        raise RuntimeError(f"{name}: an input of {tuple(input.shape)} cannot be expanded to the product's shape "
                           f"{tuple(product.shape)}.")
    if product.dtype.rank < 2:
        beta, alpha = int(beta), int(alpha)
    input = input if beta else nan_to_num(input)         # of which nothing is to be seen, 0 · nan neither
    return beta * input + alpha * product


@function(same="input mat1 mat2", inplace=True, out=True, one_node=True)
def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (mat1 @ mat2): (n, m), (m, p) -> (n, p), to which input broadcasts."""
    return scaled_sum("addmm", input, mm(mat1, mat2), beta, alpha)


@function(same="input mat vec", inplace=True, out=True, one_node=True)
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (mat @ vec): (n, m), (m,) -> (n,), to which input broadcasts; RuntimeError for others."""
    if mat.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"addmv: vector + matrix @ vector expected, got {mat.ndim} and {vec.ndim} dimensions.")
    return scaled_sum("addmv", input, mv(mat, vec), beta, alpha)


@function(same="input batch1 batch2", inplace=True, out=True, one_node=True)
def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (batch1 @ batch2), (b, n, m), (b, m, p) -> (b, n, p); IndexError for fewer dimensions."""
    if batch1.ndim < 3 or batch2.ndim < 3:
        raise IndexError(f"baddbmm: Dimension out of range: batch1 and batch2 must be 3-D, not {batch1.ndim}-D and "
                         f"{batch2.ndim}-D.")
    return scaled_sum("baddbmm", input, bmm(batch1, batch2), beta, alpha)


@function(same="input batch1 batch2", out=True, one_node=True)
def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · the sum over the batch of (batch1 @ batch2) -> (n, p). IndexError for fewer dimensions."""
    if batch1.ndim < 3 or batch2.ndim < 3:
        raise IndexError(f"addbmm: Dimension out of range: batch1 and batch2 must be 3-D, not {batch1.ndim}-D and "
                         f"{batch2.ndim}-D.")
    return scaled_sum("addbmm", input, bmm(batch1, batch2).sum(0, dtype=batch1.dtype), beta, alpha)
