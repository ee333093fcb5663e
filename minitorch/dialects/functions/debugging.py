"""Checks of values, which raise where one does not hold.

Arguments that mean the same wherever they occur:

    message      the first line of the error
    summarize    how many elements the error shows; taken: it shows as many as NumPy does
"""

import numpy as np

from ..core.errors import InvalidArgumentError
from .creation import convert_to_tensor


def comparison(name, symbol, holds):
    """Make a check that two tensors compare so, element by element."""
    def check(x, y, message=None, summarize=None, name=None):
        one, two = np.asarray(convert_to_tensor(x)), np.asarray(convert_to_tensor(y))
        if not holds(one, two).all():
            raise InvalidArgumentError(f"{message or ''}\nCondition x {symbol} y did not hold.\nx = {one}\ny = {two}")
    check.__name__ = f"assert_{name}"
    check.__doc__ = f"Raise InvalidArgumentError unless x {symbol} y in all elements; the shapes of x and y broadcast."
    return check


assert_equal, assert_less = comparison("equal", "==", np.equal), comparison("less", "<", np.less)
assert_greater = comparison("greater", ">", np.greater)


def assert_positive(x, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless x > 0 in all elements; x has any shape."""
    value = np.asarray(convert_to_tensor(x))
    if not (value > 0).all():
        raise InvalidArgumentError(f"{message or ''}\nCondition x > 0 did not hold element-wise: x = {value}")


def Assert(condition, data, summarize=None, name=None):
    """Raise InvalidArgumentError with `data`, a list of tensors, unless all elements of the condition are true."""
    if not np.asarray(convert_to_tensor(condition)).all():
        raise InvalidArgumentError(f"assertion failed: {[np.asarray(convert_to_tensor(x)).tolist() for x in data]}")


def check_numerics(tensor, message, name=None):
    """Return the tensor itself, of any shape. Raises InvalidArgumentError with `message` if it holds nan or inf."""
    value = np.asarray(convert_to_tensor(tensor))
    if not np.isfinite(value).all():
        raise InvalidArgumentError(f"{message} : Tensor had {'NaN' if np.isnan(value).any() else 'Inf'} values")
    return convert_to_tensor(tensor)


def assert_rank(x, rank, message=None, name=None):
    """Raise ValueError unless the tensor x has `rank` axes."""
    x = convert_to_tensor(x)
    if x.ndim != int(rank):
        raise ValueError(f"{message or ''}Tensor must have rank {int(rank)}. Received rank {x.ndim}, shape {x.shape}")


def set_log_device_placement(enabled):
    """Do nothing, whatever `enabled` says: a tensor's `device` says where it is."""
