"""NumPy's functions without a gradient, for indices, counts and sets: they are called on the arrays of tensors."""

import inspect
from functools import wraps

import numpy as np

from ..engine import tensor_types
from ..tensors import from_numpy

NAMES = """
    argpartition argwhere array_equiv bincount digitize diag_indices flatnonzero histogram histogram2d
    histogram_bin_edges indices intersect1d isin iscomplex isreal iscomplexobj isneginf isposinf isrealobj isscalar
    ix_ lexsort may_share_memory nonzero packbits ravel_multi_index searchsorted setdiff1d setxor1d shares_memory
    tril_indices tril_indices_from triu_indices triu_indices_from union1d unique unique_all unique_counts
    unique_inverse unique_values unpackbits unravel_index
""".split()


def to_arrays(data):
    """Replace each tensor by its array, also in lists and tuples."""
    if type(data) in tensor_types:
        return data.numpy(force=True)
    if isinstance(data, list | tuple):
        return type(data)(map(to_arrays, data))
    return data


def to_tensors(data):
    """Convert arrays to tensors, also in lists and tuples; single numbers do not change."""
    if isinstance(data, np.ndarray):
        return from_numpy(data)
    if isinstance(data, tuple):
        parts = [to_tensors(part) for part in data]
        return type(data)(*parts) if hasattr(data, "_fields") else tuple(parts)
    return [to_tensors(part) for part in data] if isinstance(data, list) else data


def arguments(theirs):
    """Return a sentence that names the arguments of NumPy's function `theirs`; "" if it has no signature."""
    try:
        names = list(inspect.signature(theirs).parameters)
    except (TypeError, ValueError):
        return ""
    return f"NumPy's manual explains its arguments {', '.join(names)}. " if names else ""


def of_arrays(theirs):
    """Return a function of tensors that calls `theirs`, a function of NumPy, on their arrays."""
    @wraps(theirs, assigned=("__name__", "__qualname__"), updated=())
    def call(*args, **settings):
        return to_tensors(theirs(*map(to_arrays, args), **{name: to_arrays(x) for name, x in settings.items()}))
    call.__doc__ = (f"Call numpy.{theirs.__name__} on the arrays of tensors. {arguments(theirs)}It has no gradient, "
                    "and raises the same errors as NumPy's function.")
    return call


counted = {name: of_arrays(getattr(np, name)) for name in NAMES}
