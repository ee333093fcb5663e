"""Values of variables that a branch or a loop on tensors may change: tensors, numbers, structures of them."""

import numpy as np

from ...rare.autograd.tree import leaves, rebuilt
from ..core import dtypes
from ..core.tensor import Tensor as Value
from ..functions import creation
from ..tf1.graph import Tensor, graphed
from ..tf1.tensor_array import TensorArray, all_places, in_tensor
from ..tf1.variables import constant

NUMBERS = bool, int, float, complex


class Undefined:
    """Stands for a variable that has no value yet; reading from it is a NameError."""

    def __init__(self, name):
        self._name = name

    def fail(self, *args):
        raise NameError(f"{self._name} is not defined: in a branch or a loop on tensors, set it before, or in both "
                        "branches.")

    __getattr__ = __getitem__ = __call__ = __iter__ = __bool__ = __add__ = __radd__ = __sub__ = __mul__ = __len__ = fail


def symbolic(x):
    """Return whether x is a tensor of a graph, which has no value while a function is traced."""
    return isinstance(x, Tensor)


def staged(x):
    """Return whether a variable's value is made of tensors and numbers."""
    return isinstance(x, TensorArray) or all(isinstance(part, (Tensor, Value, np.ndarray, np.generic, *NUMBERS))
                                             for part in leaves(x))


def parts(x):
    return [x.buffer] if isinstance(x, TensorArray) else leaves(x)


def whole(x, found):
    """Return the value of x's form, of the next tensors that were found."""
    if isinstance(x, TensorArray):
        return in_tensor(x, next(found))
    return rebuilt(x, iter([next(found) for _ in leaves(x)]))


def kind(a, b):
    """Return the element type of a variable that is a in one case and b in another: a tensor's before a number's."""
    return next((x.dtype for x in (a, b) if hasattr(x, "dtype")), None) or max(
        (as_tensor(a), as_tensor(b)), key=lambda x: x.dtype.is_floating).dtype


def as_tensor(x, dtype=None):
    """Return x as a tensor of the graph; a number in this element type."""
    if symbolic(x):
        return x if dtype is None or x.dtype is dtypes.as_dtype(dtype) or dtype is not dtypes.bool else graphed(
            creation.cast)(x, dtype)
    return graphed(creation.identity)(x) if hasattr(x, "dtype") else constant(x, dtype=dtype)


def shape_of(x):
    return as_tensor(x).shape


def tensors(x):
    """Return x with tensors of the graph for its numbers."""
    return x if isinstance(x, TensorArray) else rebuilt(x, iter([as_tensor(part) for part in leaves(x)]))


def start_of(before, new):
    """Return what a variable of a loop is at first, of the form that it has after a turn."""
    return zeros_of(new) if type(before) is Undefined else in_rows(before, new)


def in_rows(x, other):
    """Return a TensorArray as one tensor, where it or the other is that."""
    lists = isinstance(x, TensorArray) and isinstance(other, TensorArray)
    rows = next((one.buffer for one in (x, other) if one.buffer is not None), None) if lists else None
    return x if rows is None else in_tensor(x, all_places(x, list(rows.shape[1:])))


def zeros_of(x):
    """Return zeros in the form of x, for a variable that has no value yet."""
    if isinstance(x, TensorArray):
        return in_tensor(x, zeros_of(x.buffer))
    return rebuilt(x, iter([constant(0, dtype=as_tensor(part).dtype, shape=[size or 0 for size in shape_of(part)])
                            for part in leaves(x)]))
