"""Rows of a table, selected by their indices: embeddings, and one-hot vectors."""

from ...backend import holds
from ...engine import derivative_of, op
from ...runtime import IndexedGrad
from ...runtime.libraries import flag_outside
from ..kernels.scatter_add import add_at
from ..shape.views import unsqueeze


def check_rows(xp, index, size):
    """Raise unless every index is a row number: NumPy would count negative indices from the end, CuPy wraps around."""
    if index.dtype.kind != "i" or index.dtype.itemsize < 4:
        raise RuntimeError("embedding: Expected tensor for argument #1 'indices' to have one of the following scalar "
                           f"types: Long, Int; but got {index.dtype} instead. Convert with index.long().")
    if flag_outside(index, 0, size - 1, row_error, size):
        return
    wrong = index.astype("uint64") >= size               # negative indices become huge
    if holds(wrong.any()):
        where = tuple(int(i[0]) for i in xp.nonzero(wrong)) if index.ndim else ()
        raise row_error(int(index[where]), where[0] if len(where) == 1 else where, size)


def row_error(index, position, size):
    at = "" if position == () else f" at position {position}"
    return IndexError(f"embedding: index out of range in self: index {index}{at} names none of the {size} rows of the "
                      f"vocabulary, which are numbered from 0 to {size - 1}.")


@op(symbol="rows", keeps="index", promotes=False, hidden=True)
def embedding(xp, weight, index, *, padding_idx=None, by_freq=False):
    """weight[index]: (V, *) and (…) -> (…, *). Row `padding_idx` gets no gradient.

    by_freq   each row's gradient is divided by how often the row was selected: a mean instead of a sum
    """
    check_rows(xp, index, weight.shape[0])
    return weight.take(index, axis=0)


@derivative_of(embedding)
def embedding_derivative(grad, out, weight, index, *, padding_idx, by_freq):
    if padding_idx is not None:
        grad = grad * over_rows(index != padding_idx, grad)
    if by_freq:
        grad = grad / over_rows(count_equal(index, size=weight.shape[0]), grad)
    return IndexedGrad(grad, lambda buffer, grad: add_at(buffer, (index,), grad),
                lambda grad, shape: put_rows(grad, index, shape=tuple(shape))), None


def over_rows(x, grad):
    """Return x with trailing dimensions of 1, so that it broadcasts over rows."""
    for _ in range(len(grad.shape) - len(x.shape)):
        x = unsqueeze(x, dim=-1)
    return x


@op(symbol="put", keeps="index", promotes=False, hidden=True)
def put_rows(xp, x, index, *, shape):
    """Compute the transpose of embedding: add each row of x to zeros of `shape`, at the row in `index`."""
    out = xp.zeros(shape, x.dtype)
    add_at(out, (index,), x)
    return out


@derivative_of(put_rows)
def put_rows_derivative(grad, out, x, index, *, shape):
    return embedding(grad, index), None


@op(symbol="count", hidden=True)
def count_equal(xp, index, *, size):
    """Count for each element of `index` how many elements are equal to it."""
    counts = xp.zeros(size, "int64")
    add_at(counts, (index.reshape(-1),), xp.ones(index.size, "int64"))
    return counts[index]


@op(symbol="one hot", hidden=True)
def one_hot(xp, index, *, classes):
    """Return a 1 at each index, 0 elsewhere: (…) -> (…, classes)."""
    return (index[..., None] == xp.arange(classes)).astype("int64")
