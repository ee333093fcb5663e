"""Matrix products plus a tensor, such as addmm; products with vectors, and products over given dimensions."""

from ....ops.linalg.einsum import LETTERS, einsum
from ....ops.linalg.products import bmm, dot, mm, product
from ....ops.shape.views import broadcast_shape, sizes
from ....runtime import Free, Number, Tensor, check_dims, function
from ..elementwise.comparison import nan_to_num


@function
def mv(input: Tensor, vec: Tensor, *, out=None):
    """Return `matmul` of a matrix and a vector vec: (n, m), (m,) -> (n,)."""
    return product("mv", input, vec, (2, 1), out)


@function(out=True, one_node=True)
def vdot(input: Tensor, other: Tensor):
    """Return the inner product Σ conj(input_i) · other_i of two vectors."""
    return dot(input.conj(), other)


@function(method=False)
def chain_matmul(*matrices: Tensor):
    """Return the matrix product of several matrices."""
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
    input = input if beta else nan_to_num(input)         # beta = 0 must ignore the input, but 0 · nan is nan
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


@function(inplace=True, out=True, one_node=True)
def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (vec1 ⊗ vec2): (n,), (m,) -> (n, m), the input broadcasts; RuntimeError for others."""
    if vec1.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"addr: Expected 1-D arguments vec1 and vec2, but got {vec1.ndim}-D and {vec2.ndim}-D.")
    product = vec1.unsqueeze(1) * vec2
    total = scaled_sum("addr", input, product, beta, alpha)
    return total if input.dtype.rank or product.dtype.rank else total.bool()


@function(out=True)
def kron(input: Tensor, other: Tensor):
    """Return the Kronecker product: for every element of input, the block element · other."""
    ndim = max(input.ndim, other.ndim)
    a = input.reshape((1,) * (ndim - input.ndim) + tuple(input.shape))
    b = other.reshape((1,) * (ndim - other.ndim) + tuple(other.shape))
    left = a.reshape([n for s in a.shape for n in (s, 1)])
    right = b.reshape([n for s in b.shape for n in (1, s)])
    return (left * right).reshape([s * t for s, t in zip(a.shape, b.shape)])


@function(method=False, same="a b", out=True)
def tensordot(a: Tensor, b: Tensor, dims: Free = 2):
    """Return products summed over the last `dims` dimensions of a and the first of b, or over two lists of dimensions.

    Raises RuntimeError if their sizes differ.
    """
    if isinstance(dims, int):
        if not 0 <= dims <= min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot: dims={dims} must be from 0 to {min(a.ndim, b.ndim)}, the smaller ndim.")
        dims = range(a.ndim - dims, a.ndim), range(dims)
    elif not isinstance(dims, list | tuple) or len(dims) != 2:
        raise TypeError(f"tensordot(): dims must be a number, or two lists of dimensions, not {dims!r}.")
    first, second = [sizes((tuple(each) if isinstance(each, range) else each,), "tensordot(): dims") for each in dims]
    check_dims("tensordot", first, a.ndim)
    check_dims("tensordot", second, b.ndim)
    for d, e in zip(first, second):                # one of the two sizes is 1: sum the other tensor over this dimension
        if 1 in (a.shape[d], b.shape[e]) and a.shape[d] != b.shape[e]:
            a, b = (a, b.sum(e, True, dtype=b.dtype)) if a.shape[d] == 1 else (a.sum(d, True, dtype=a.dtype), b)
    if [a.shape[d] for d in first] != [b.shape[d] for d in second]:
        raise RuntimeError(f"tensordot: {tuple(a.shape)} and {tuple(b.shape)} have different sizes along "
                           f"{first} and {second}.")
    first, second = [d % a.ndim for d in first], [d % b.ndim for d in second]
    letters = iter(LETTERS)
    names = [next(letters) for _ in range(a.ndim)]
    others = [names[first[second.index(d)]] if d in second else next(letters) for d in range(b.ndim)]
    kept = [c for d, c in enumerate(names) if d not in first] + [c for d, c in enumerate(others) if d not in second]
    return einsum(f"{''.join(names)},{''.join(others)}->{''.join(kept)}", a, b)


@function(aliases="ger", out=True)
def outer(input: Tensor, vec2: Tensor):
    """Return every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

    Raises RuntimeError unless both are vectors.
    """
    if input.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"outer: Expected 1-D arguments, but got {input.ndim}-D and {vec2.ndim}-D.")
    return input.unsqueeze(1) * vec2


@function(same="input other", out=True)
def inner(input: Tensor, other: Tensor):
    """Return products summed over the last dimensions: (*, n), (#, n) -> (*, #). RuntimeError if these sizes differ."""
    if input.ndim == 0 or other.ndim == 0:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(f"inner() the last dimension must match on both input tensors but got shapes "
                           f"{list(input.shape)} and {list(other.shape)}")
    return tensordot(input, other, ([-1], [-1]))
