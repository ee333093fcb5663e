"""Checks of values, which raise where one does not hold.

Arguments that mean the same wherever they occur:

    message      the first line of the error
    summarize    how many elements the error shows; taken: it shows as many as NumPy does
"""

import numpy as np

from ..core.errors import InvalidArgumentError
from .creation import convert_to_tensor

COMPARISONS = {"equal": (np.equal, "=="), "none_equal": (np.not_equal, "!="), "less": (np.less, "<"),
               "less_equal": (np.less_equal, "<="), "greater": (np.greater, ">"),
               "greater_equal": (np.greater_equal, ">=")}


def comparison(name):
    """Make a check that two tensors compare so, element by element."""
    holds, symbol = COMPARISONS[name]

    def check(x, y, message=None, summarize=None, name=None):
        one, two = np.asarray(convert_to_tensor(x)), np.asarray(convert_to_tensor(y))
        if not holds(one, two).all():
            raise InvalidArgumentError(f"{message or ''}\nCondition x {symbol} y did not hold.\nx = {one}\ny = {two}")
    check.__name__ = f"assert_{name}"
    check.__doc__ = f"Raise InvalidArgumentError unless x {symbol} y in all elements; the shapes of x and y broadcast."
    return check


assert_equal, different, assert_less = (comparison(name) for name in ("equal", "none_equal", "less"))
assert_less_equal, assert_greater = (comparison(name) for name in ("less_equal", "greater"))
assert_greater_equal = comparison("greater_equal")


def assert_none_equal(x, y, summarize=None, message=None, name=None):
    """Raise InvalidArgumentError unless x ≠ y in all elements; the shapes of x and y broadcast."""
    different(x, y, message)


def sign_check(name, text, holds):
    """Make a check that all elements are positive, or the like."""
    def check(x, message=None, summarize=None, name=None):
        value = np.asarray(convert_to_tensor(x))
        if not holds(value).all():
            raise InvalidArgumentError(f"{message or ''}\nCondition x {text} 0 did not hold element-wise: x = {value}")
    check.__name__ = f"assert_{name}"
    check.__doc__ = f"Raise InvalidArgumentError unless x {text} 0 in all elements; x has any shape."
    return check


assert_positive = sign_check("positive", ">", lambda x: x > 0)
assert_negative = sign_check("negative", "<", lambda x: x < 0)
assert_non_negative = sign_check("non_negative", ">=", lambda x: x >= 0)
assert_non_positive = sign_check("non_positive", "<=", lambda x: x <= 0)


def Assert(condition, data, summarize=None, name=None):
    """Raise InvalidArgumentError with `data`, a list of tensors, unless all elements of the condition are true."""
    if not np.asarray(convert_to_tensor(condition)).all():
        raise InvalidArgumentError(f"assertion failed: {[np.asarray(convert_to_tensor(x)).tolist() for x in data]}")


def assert_near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless |x − y| ≤ atol + rtol · |y| in all elements.

    x, y          floats whose shapes broadcast
    rtol, atol    None: ten times the distance from 1 to the next float
    """
    one, two = np.asarray(convert_to_tensor(x)), np.asarray(convert_to_tensor(y))
    eps = 10 * np.finfo(one.dtype).eps
    if not np.allclose(one, two, rtol=eps if rtol is None else rtol, atol=eps if atol is None else atol):
        raise InvalidArgumentError(f"{message or ''}\nx and y not equal to tolerance: x = {one}, y = {two}")


def assert_all_finite(x, message, name=None):
    """Return the tensor x itself, of any shape. Raises InvalidArgumentError with `message` if it holds nan or inf."""
    return check_numerics(x, message)


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


def assert_rank_at_least(x, rank, message=None, name=None):
    """Raise ValueError unless the tensor x has `rank` axes or more."""
    x = convert_to_tensor(x)
    if x.ndim < int(rank):
        raise ValueError(f"{message or ''}Tensor must have rank at least {int(rank)}. Received rank {x.ndim}, shape "
                         f"{x.shape}")


def is_numeric_tensor(tensor):
    """Say whether it is a tensor of integers, floats or complex numbers."""
    return hasattr(tensor, "dtype") and (tensor.dtype.is_floating or tensor.dtype.is_integer or tensor.dtype.is_complex)


def set_log_device_placement(enabled):
    """Do nothing, whatever `enabled` says: a tensor's `device` says where it is."""
