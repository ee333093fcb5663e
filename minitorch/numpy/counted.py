"""Functions that have no gradient, places and counts and sets: NumPy's own, on the arrays behind the tensors."""

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


def arrays(data):
    """The arrays behind tensors, wherever they stand in lists and tuples."""
    if type(data) in tensor_types:
        return data.numpy(force=True)
    if isinstance(data, list | tuple):
        return type(data)(map(arrays, data))
    return data


def tensors(data):
    """Arrays as tensors, wherever they stand in lists and tuples; single numbers as they are."""
    if isinstance(data, np.ndarray):
        return from_numpy(data)
    if isinstance(data, tuple):
        parts = [tensors(part) for part in data]
        return type(data)(*parts) if hasattr(data, "_fields") else tuple(parts)
    return [tensors(part) for part in data] if isinstance(data, list) else data


def arguments(theirs):
    """The arguments of NumPy's function in words; nothing where it does not tell them, as some releases do not."""
    try:
        names = list(inspect.signature(theirs).parameters)
    except (TypeError, ValueError):
        return ""
    return f"NumPy's manual explains its arguments {', '.join(names)}. " if names else ""


def of_arrays(theirs):
    """NumPy's function, on tensors."""
    @wraps(theirs, assigned=("__name__", "__qualname__"), updated=())
    def call(*args, **settings):
        return tensors(theirs(*map(arrays, args), **{name: arrays(x) for name, x in settings.items()}))
    call.__doc__ = (f"numpy.{theirs.__name__}, on tensors where it has arrays: {arguments(theirs)}It has no gradient, "
                    "and raises what NumPy's does.")
    return call


counted = {name: of_arrays(getattr(np, name)) for name in NAMES}
