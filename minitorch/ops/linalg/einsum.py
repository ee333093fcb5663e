"""einsum: any sum of products, written with a letter for each dimension."""

from itertools import combinations

from ...engine import derivative_of, dispatch, op
from ...runtime import Tensor, function, tensors_of
from ..kernels.sums import blocked_sum
from ..shape.views import expand, permute, unsqueeze

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # written out: importing `string` would take time


@op(symbol="einsum", keeps="arrays:others", shapes=True, hidden=True)
def einsum_op(xp, *arrays, terms, result):
    """Multiply the arrays and sum over each letter that is not in `result`; no term has a letter twice."""
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
    """Return the indices of the two operands to multiply next: their product, when summed, has the fewest elements."""
    def elements(pair):
        others = set(result).union(*(term for i, (_, term) in enumerate(operands) if i not in pair))
        sizes = {c: n for i in pair for c, n in zip(operands[i][1], operands[i][0].shape)}
        return product_of(n for c, n in sizes.items() if c in others)
    return min(combinations(range(len(operands)), 2), key=elements)


def as_matmul(terms, result):
    """Return whether two terms multiply as batches of matrices: one or more letters are summed, and both have these."""
    a, b = map(set, terms)
    return all(letter in result for letter in (a ^ b)) and bool((a & b) - set(result))


def contract_pair(xp, x, y, a, b, result):
    """Contract two terms by one (batched) matrix product of BLAS."""
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
    return tuple(operand_gradient(grad, i, arrays, terms, result) if needs[i] else None for i in range(len(arrays)))


def operand_gradient(grad, i, arrays, terms, result):
    """Return the gradient of operand i: the contraction of `grad` with all other operands."""
    others = [(term, x) for j, (term, x) in enumerate(zip(terms, arrays)) if j != i]
    known = set(result).union(*(set(term) for term, _ in others)) if others else set(result)
    wanted = "".join(c for c in terms[i] if c in known)
    found = einsum_op(grad, *[x for _, x in others], terms=(result, *[t for t, _ in others]), result=wanted)
    for axis, letter in enumerate(terms[i]):   # add dimensions for the letters that no other operand has
        if letter not in known:
            found = unsqueeze(found, dim=axis)
    return expand(found, size=tuple(arrays[i].shape)) if len(wanted) < len(terms[i]) else found


def sums_before_product(terms, operands, result):
    """Return whether an operand is summed before it is multiplied; `sum` then adds integers in int64."""
    for i, (term, x) in enumerate(zip(terms, operands)):
        others = set(result).union(*terms[:i], *terms[i + 1:])
        if any(letter not in others and (size > 1 or len(terms) == 1) for letter, size in zip(term, x.shape)):
            return True
    return False


@function(method=False)
def einsum(equation: str, *operands: Tensor):
    """Multiply the operands and sum over each letter of the equation that is only left of ->.

    "ij,jk->ik" is the matrix product, "bij,bj->bi" a matrix-vector product a sample,
    "ii->i" a diagonal, "..." any leading dimensions. Without -> the result has
    the letters that occur once, in alphabetical order. Raises RuntimeError for sizes that do not fit.
    """
    operands = tensors_of("einsum", operands)
    terms, result = expand_equation(equation, operands)
    terms, operands = zip(*map(take_diagonals, terms, operands))
    lengths = sizes_of_letters(equation, terms, operands)
    for letter in result:
        if letter not in lengths or result.count(letter) > 1:
            raise RuntimeError(f"einsum(): output subscript {letter} must occur once in the output "
                               f"and at least once in the operands of '{equation}'.")
    letters = "".join(terms)                              # no term has a letter twice
    if len({x.dtype for x in operands}) > 1 and any(letters.count(letter) > 1 for letter in {*letters} - {*result}):
        raise RuntimeError(f"einsum(): the operands must share a dtype, not "
                           f"{', '.join(x.dtype.name for x in operands)}.")
    if all(x.dtype.rank < 2 for x in operands) and sums_before_product(terms, operands, result):
        operands = tuple(x.long() for x in operands)
    operands = tuple(x.expand([lengths[c] for c in t]) for t, x in zip(terms, operands))
    if len(operands) == 1 and set(terms[0]) == set(result):
        return dispatch(permute, (operands[0],), {"dims": tuple(terms[0].index(c) for c in result)})
    return dispatch(einsum_op, operands, {"terms": terms, "result": result})


def expand_equation(equation, operands):
    """Return the letters of each operand and of the result, with letters for "..." and the default result."""
    left, arrow, result = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    check_operands(equation, terms, operands)
    free = [c for c in LETTERS if c not in equation]
    dots = max((x.ndim - len(t.replace("...", "")) for t, x in zip(terms, operands) if "..." in t), default=0)
    if not arrow:
        letters = left.replace(",", "").replace("...", "")
        result = ("..." if "..." in left else "") + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    spelled = []
    for term, x in zip(terms, operands):
        width = x.ndim - len(term.replace("...", ""))
        term = term.replace("...", "".join(free[dots - width:dots])) if "..." in term else term
        if len(term) != x.ndim:
            raise RuntimeError(f"einsum(): the number of subscripts in '{term}' does not match the number of "
                               f"dimensions of an operand of shape {tuple(x.shape)}.")
        spelled.append(term)
    return spelled, result.replace("...", "".join(free[:dots]))


def check_operands(equation, terms, operands):
    """Raise unless there is an operand for each term, of a dtype that can be multiplied."""
    if len(terms) != len(operands):
        raise RuntimeError(f"einsum(): the equation '{equation}' names {len(terms)} operands, "
                           f"but {len(operands)} were given.")
    if len(operands) > 1 and not operands[0].dtype.rank:
        raise NotImplementedError('"einsum" not implemented for minitorch.bool: convert first, as in x.float().')


def take_diagonals(term, x):
    """Return (letters, x) without repeated letters: if two dimensions have the same letter, take their diagonal."""
    for letter in sorted(set(term)):
        while term.count(letter) > 1:
            first, second = term.index(letter), term.rindex(letter)
            if x.shape[first] != x.shape[second]:
                raise RuntimeError(f"einsum(): subscript {letter} is repeated for an operand of shape "
                                   f"{tuple(x.shape)}, but the sizes don't match, {x.shape[second]} != "
                                   f"{x.shape[first]}")
            x = x.diagonal(0, first, second)
            term = term[:first] + term[first + 1:second] + term[second + 1:] + letter
    return term, x


def sizes_of_letters(equation, terms, operands):
    """Return {letter: size}; a size of 1 fits any other."""
    lengths: dict = {}
    for term, x in zip(terms, operands):
        for letter, size in zip(term, x.shape):
            if lengths.setdefault(letter, size) == 1:
                lengths[letter] = size
            elif size not in (1, lengths[letter]):
                raise RuntimeError(f"einsum(): letter '{letter}' stands for size {lengths[letter]} in one operand "
                                   f"and {size} in another of shape {tuple(x.shape)}, in '{equation}'.")
    return lengths
