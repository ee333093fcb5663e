"""Select elements: by indices, by conditions, along a diagonal."""

from .arrays import as_tensor, axis_of, cast, element_type, in_common_type, mt, to_out


def take(a, indices, axis=None, out=None):
    """Return the elements at indices, of any shape, along axis; None: of the flat tensor."""
    x, at = as_tensor(a), cast(as_tensor(indices), element_type("int64"))
    if axis is None:
        return to_out(mt.take(x, at), out)
    axis = axis_of(axis, x.ndim)
    found = mt.index_select(x, axis, at.reshape(-1) % x.shape[axis])
    return to_out(found.reshape((*x.shape[:axis], *at.shape, *x.shape[axis + 1:])), out)


def take_along_axis(arr, indices, axis=-1):
    """Return the elements at indices along axis, such as the indices from argsort; None: of the flat tensor."""
    x, at = as_tensor(arr), as_tensor(indices)
    return mt.take_along_dim(x.reshape(-1), at, 0) if axis is None else mt.take_along_dim(x, at, axis)


def compress(condition, a, axis=None):
    """Return the elements where condition, a vector of bools, is true, along axis; None: of the flat tensor."""
    kept = mt.nonzero(as_tensor(condition)).reshape(-1)
    return take(a, kept, axis)


def extract(condition, arr):
    """Return the elements where a condition of arr's shape is true, as a vector."""
    return as_tensor(arr).reshape(-1)[mt.nonzero(as_tensor(condition).reshape(-1)).reshape(-1)]


def select(condlist, choicelist, default=0):
    """Take each element from the first of choicelist whose condition in condlist is true, else default; broadcast."""
    *choices, found = in_common_type(*choicelist, default)
    for condition, choice in reversed(list(zip(condlist, choices))):
        found = mt.where(as_tensor(condition), choice, found)
    return found


def diagonal(a, offset=0, axis1=0, axis2=1):
    """Return the diagonals of the matrices of axis1 and axis2, `offset` above the main one, along the last axis."""
    return mt.diagonal(as_tensor(a), offset, axis1, axis2)
