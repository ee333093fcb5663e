"""einsum: any sum of products, by naming dimensions with letters."""

from itertools import combinations

from ...engine import derivative_of, dispatch, op
from ...runtime import Free, Number, Tensor, check_dims, function, tensors_of
from ..kernels.sums import blocked_sum
from ..shape.views import expand, permute, sizes, unsqueeze
from .products import scaled_sum

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"      # `string` would be one more import


@op(symbol="einsum", keeps="arrays:others", shapes=True, hidden=True)
def einsum_op(xp, *arrays, terms, result):
    """Products summed over every letter that `result` lacks; letters within a term differ."""
    if len(arrays) == 2 and as_matmul(terms, result):
        return contract_pair(xp, *arrays, *terms, result)
    left = [sum_out(xp, x, term, set(result).union(*terms[:i], *terms[i + 1:]))
            for i, (x, term) in enumerate(zip(arrays, terms))]
    while len(left) > 1:
        second, first = sorted(smallest_product(left, result), reverse=True)
        (y, b), (x, a) = left.pop(second), left.pop(first)
        kept = set(result).union(*(term for _, term in left))
        term = "".join(c for c in dict.fromkeys(a + b) if c in kept)
        left.append((contract_pair(xp, x, y, a, b, term), term))
    x, term = left[0]
    return x.transpose([term.index(c) for c in result]).copy()


def sum_out(xp, x, term, kept):
    """Sum one operand over the letters that no other term has; return it with its remaining letters."""
    dims = tuple([d for d, c in enumerate(term) if c not in kept])
    if dims:
        x = blocked_sum(xp, x, dims) if x.dtype.kind in "fc" else xp.add.reduce(x, axis=dims, dtype=x.dtype)
    return xp.asarray(x), "".join(c for c in term if c in kept)


def smallest_product(operands, result):
    """Choose which two operands to multiply next: those whose product, once summed, has fewest elements."""
    def elements(pair):
        others = set(result).union(*(term for i, (_, term) in enumerate(operands) if i not in pair))
        sizes = {c: n for i in pair for c, n in zip(operands[i][1], operands[i][0].shape)}
        return product_of(n for c, n in sizes.items() if c in others)
    return min(combinations(range(len(operands)), 2), key=elements)


def as_matmul(terms, result):
    """Return whether two terms are one matrix product for each index of the letters they share with the result."""
    a, b = map(set, terms)
    return all(letter in result for letter in (a ^ b)) and bool((a & b) - set(result))


def contract_pair(xp, x, y, a, b, result):
    """Contract two terms by one (batched) matrix product, which BLAS does."""
    batch = [c for c in a if c in b and c in result]
    inner = [c for c in a if c in b and c not in result]
    left, right = [c for c in a if c not in b], [c for c in b if c not in a]
    x = x.transpose([a.index(c) for c in batch + left + inner])
    y = y.transpose([b.index(c) for c in batch + inner + right])
    sizes = dict(zip(batch + left + inner, x.shape)) | dict(zip(batch + inner + right, y.shape))
    shape = [sizes[c] for c in batch]
    length = lambda letters: product_of(sizes[c] for c in letters)
    out = x.reshape([*shape, length(left), length(inner)]) @ y.reshape([*shape, length(inner), length(right)])
    order = batch + left + right
    out = out.reshape([sizes[c] for c in order])
    return out.transpose([order.index(c) for c in result])


def product_of(numbers):
    total = 1
    for n in numbers:
        total *= n
    return total


@derivative_of(einsum_op)
def einsum_derivative(grad, out, *arrays, terms, result, needs):
    return tuple(one_operand(grad, i, arrays, terms, result) if needs[i] else None for i in range(len(arrays)))


def one_operand(grad, i, arrays, terms, result):
    """Return the gradient of operand i: the same contraction with the gradient as that operand."""
    others = [(term, x) for j, (term, x) in enumerate(zip(terms, arrays)) if j != i]
    known = set(result).union(*(set(term) for term, _ in others)) if others else set(result)
    wanted = "".join(c for c in terms[i] if c in known)
    found = einsum_op(grad, *[x for _, x in others], terms=(result, *[t for t, _ in others]), result=wanted)
    for axis, letter in enumerate(terms[i]):              # letters only this operand has were summed: expand
        if letter not in known:
            found = unsqueeze(found, dim=axis)
    return expand(found, size=tuple(arrays[i].shape)) if len(wanted) < len(terms[i]) else found


def sums_one_alone(terms, operands, result):
    """Return whether one operand is summed before it is multiplied, as `sum` does: of integers in int64."""
    for i, (term, x) in enumerate(zip(terms, operands)):
        others = set(result).union(*terms[:i], *terms[i + 1:])
        if any(letter not in others and (size > 1 or len(terms) == 1) for letter, size in zip(term, x.shape)):
            return True
    return False


@function(method=False)
def einsum(equation: str, *operands: Tensor):
    """Multiply the operands and sum over each letter of the equation that is only left of ->.

    "ij,jk->ik" is the matrix product, "bij,bj->bi" one matrix-vector product a batch,
    "ii->i" a diagonal, "..." stands for any leading dimensions. Without -> the result has
    the letters that stand once, in alphabetical order. Raises RuntimeError for sizes that do not fit.
    """
    operands = tensors_of("einsum", operands)
    left, arrow, result = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(operands):
        raise RuntimeError(f"einsum(): the equation '{equation}' names {len(terms)} operands, "
                           f"but {len(operands)} were given.")
    if len({x.dtype for x in operands}) > 1:
        raise RuntimeError(f"einsum(): the operands must share a dtype, not "
                           f"{', '.join(x.dtype.name for x in operands)}.")
    if len(operands) > 1 and not operands[0].dtype.rank:
        raise NotImplementedError('"einsum" not implemented for minitorch.bool: convert first, as in x.float().')
    free = [c for c in LETTERS if c not in equation]
    dots = max((x.ndim - len(t.replace("...", "")) for t, x in zip(terms, operands) if "..." in t), default=0)
    if not arrow:
        letters = left.replace(",", "").replace("...", "")
        result = ("..." if "..." in left else "") + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    result = result.replace("...", "".join(free[:dots]))
    lengths: dict = {}
    prepared, plain_terms = [], []
    for term, x in zip(terms, operands):
        width = x.ndim - len(term.replace("...", ""))
        term = term.replace("...", "".join(free[dots - width:dots])) if "..." in term else term
        if len(term) != x.ndim:
            raise RuntimeError(f"einsum(): the number of subscripts in '{term}' does not match the number of "
                               f"dimensions of an operand of shape {tuple(x.shape)}.")
        for letter in sorted(set(term)):
            while term.count(letter) > 1:                 # a repeated letter takes the diagonal
                first, second = term.index(letter), term.rindex(letter)
                if x.shape[first] != x.shape[second]:
                    raise RuntimeError(f"einsum(): subscript {letter} is repeated for an operand of shape "
                                       f"{tuple(x.shape)}, but the sizes don't match, {x.shape[second]} != "
                                       f"{x.shape[first]}")
                x = x.diagonal(0, first, second)
                term = term[:first] + term[first + 1:second] + term[second + 1:] + letter
        for letter, size in zip(term, x.shape):
            if lengths.setdefault(letter, size) == 1:
                lengths[letter] = size
            elif size not in (1, lengths[letter]):
                raise RuntimeError(f"einsum(): letter '{letter}' stands for size {lengths[letter]} in one operand "
                                   f"and {size} in another of shape {tuple(x.shape)}, in '{equation}'.")
        prepared.append(x)
        plain_terms.append(term)
    for letter in result:
        if letter not in lengths or result.count(letter) > 1:
            raise RuntimeError(f"einsum(): output subscript {letter} does not stand once in the output "
                               f"and at least once in the operands of '{equation}'.")
    if operands[0].dtype.rank < 2 and sums_one_alone(plain_terms, prepared, result):
        prepared = [x.long() for x in prepared]
    prepared = [x.expand([lengths[c] for c in t]) for t, x in zip(plain_terms, prepared)]
    if len(prepared) == 1 and set(plain_terms[0]) == set(result):
        return dispatch(permute, (prepared[0],), {"dims": tuple(plain_terms[0].index(c) for c in result)})
    return dispatch(einsum_op, tuple(prepared), {"terms": tuple(plain_terms), "result": result})


@function(method=False, same="a b", out=True)
def tensordot(a: Tensor, b: Tensor, dims: Free = 2):
    """Products summed over the last `dims` of a and the first of b, or over two lists of dimensions.

    Raises RuntimeError where their sizes differ.
    """
    if isinstance(dims, int):
        if not 0 <= dims <= min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot: dims={dims} must be from 0 to the dimensions of both: {a.ndim}, {b.ndim}.")
        dims = range(a.ndim - dims, a.ndim), range(dims)
    elif not isinstance(dims, list | tuple) or len(dims) != 2:
        raise TypeError(f"tensordot(): dims is a number, or two lists of dimensions, not {dims!r}.")
    first, second = [sizes((tuple(each) if isinstance(each, range) else each,), "tensordot(): dims") for each in dims]
    check_dims("tensordot", first, a.ndim)
    check_dims("tensordot", second, b.ndim)
    for d, e in zip(first, second):                       # a size of 1 goes with any: the other is summed
        if 1 in (a.shape[d], b.shape[e]) and a.shape[d] != b.shape[e]:
            a, b = (a, b.sum(e, True, dtype=b.dtype)) if a.shape[d] == 1 else (a.sum(d, True, dtype=a.dtype), b)
    if [a.shape[d] for d in first] != [b.shape[d] for d in second]:
        raise RuntimeError(f"tensordot: {tuple(a.shape)} and {tuple(b.shape)} have other sizes along "
                           f"{first} and {second}.")
    first, second = [d % a.ndim for d in first], [d % b.ndim for d in second]
    letters = iter(LETTERS)
    names = [next(letters) for _ in range(a.ndim)]
    others = [names[first[second.index(d)]] if d in second else next(letters) for d in range(b.ndim)]
    kept = [c for d, c in enumerate(names) if d not in first] + [c for d, c in enumerate(others) if d not in second]
    return einsum(f"{''.join(names)},{''.join(others)}->{''.join(kept)}", a, b)


@function(aliases="ger", out=True)
def outer(input: Tensor, vec2: Tensor):
    """Every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

    Raises RuntimeError for no vectors.
    """
    if input.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"outer: Expected 1-D arguments, but got {input.ndim}-D and {vec2.ndim}-D.")
    return input.unsqueeze(1) * vec2


@function(inplace=True, out=True, one_node=True)
def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1):
    """beta · input + alpha · (vec1 ⊗ vec2): (n,), (m,) -> (n, m), the input broadcasts; RuntimeError for others."""
    if vec1.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"addr: Expected 1-D arguments vec1 and vec2, but got {vec1.ndim}-D and {vec2.ndim}-D.")
    product = vec1.unsqueeze(1) * vec2
    total = scaled_sum("addr", input, product, beta, alpha)
    return total if input.dtype.rank or product.dtype.rank else total.bool()


@function(same="input other", out=True)
def inner(input: Tensor, other: Tensor):
    """Products summed over the last dimensions, both of size n: (*, n), (#, n) -> (*, #). RuntimeError for others."""
    if input.ndim == 0 or other.ndim == 0:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(f"inner() the last dimension must match on both input tensors but got shapes "
                           f"{list(input.shape)} and {list(other.shape)}")
    return tensordot(input, other, ([-1], [-1]))


@function(out=True)
def kron(input: Tensor, other: Tensor):
    """Every element of the first times the whole second, laid out in blocks."""
    ndim = max(input.ndim, other.ndim)
    a = input.reshape((1,) * (ndim - input.ndim) + tuple(input.shape))
    b = other.reshape((1,) * (ndim - other.ndim) + tuple(other.shape))
    left = a.reshape([n for s in a.shape for n in (s, 1)])
    right = b.reshape([n for s in b.shape for n in (1, s)])
    return (left * right).reshape([s * t for s, t in zip(a.shape, b.shape)])
