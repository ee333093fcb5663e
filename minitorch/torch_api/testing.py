"""torch.testing: compare two tensors, and report where they differ."""

import numpy as np

from ..engine import tensor_types
from ..tensors import as_tensor

TOLERANCE = {"float16": (1e-3, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7)}   # (relative, absolute)


def assert_close(actual, expected, *, rtol=None, atol=None, equal_nan=False, check_dtype=True, check_device=True,
                 msg=None, allow_subclasses=True, check_layout=True, check_stride=False):
    """Raise AssertionError unless two tensors (or lists, tuples and dicts of them) are equal up to rounding.

    rtol, atol                  |actual − expected| may be at most atol + rtol·|expected|; default: by dtype
    equal_nan                   whether nan equals nan
    check_dtype, check_device   whether dtypes and devices must be equal too
    msg                         text of the error instead of the difference, or a function of the difference
    allow_subclasses            whether one type may be a subclass of the other
    check_layout                changes nothing: all tensors are strided
    check_stride                whether strides must be equal too

    >>> from minitorch import tensor
    >>> assert_close(tensor([1.0, 2.0]), tensor([1.0, 2.0000001]))
    """
    if isinstance(expected, dict):
        assert actual.keys() == expected.keys(), f"the keys differ: {list(actual)} and {list(expected)}"
        actual, expected = list(actual.values()), [expected[key] for key in actual]
    if isinstance(expected, list | tuple):
        assert len(actual) == len(expected), f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
        for a, e in zip(actual, expected):
            assert_close(a, e, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype,
                         check_device=check_device, msg=msg, check_stride=check_stride)
        return
    if (rtol is None) != (atol is None):
        raise ValueError("assert_close takes rtol and atol together, or neither.")
    if not allow_subclasses and type(actual) is not type(expected):
        raise AssertionError(f"None of the pair types was able to compare the types {type(actual).__name__} and "
                             f"{type(expected).__name__}: with allow_subclasses=False both must have one type.")
    actual, expected = (x if type(x) in tensor_types else as_tensor(x) for x in (actual, expected))
    problem = describe_difference(actual, expected, rtol, atol, equal_nan, check_dtype, check_device)
    if check_stride and not problem and actual.stride() != expected.stride():
        problem = f"The values for attribute 'stride()' do not match: {actual.stride()} != {expected.stride()}."
    if problem:
        raise AssertionError(msg(problem) if callable(msg) else msg or problem)


def describe_difference(actual, expected, rtol, atol, equal_nan, check_dtype, check_device):
    """Return a text that describes the first difference; '' if there is none. Arguments as in assert_close."""
    if tuple(actual.shape) != tuple(expected.shape):
        return f"The values for attribute 'shape' do not match: {actual.shape} != {expected.shape}."
    if check_dtype and actual.dtype is not expected.dtype:
        return f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}."
    if check_device and actual.device != expected.device:
        return f"The values for attribute 'device' do not match: {actual.device} != {expected.device}."
    if rtol is None:
        rtol, atol = TOLERANCE.get(expected.dtype.name, (0.0, 0.0))
    a, e = actual.detach().cpu(), expected.detach().cpu().to(actual.dtype)
    far = ~a.isclose(e, rtol, atol, equal_nan)
    if not bool(far.any()):
        return ""
    apart = (a.double() - e.double()).abs() * far
    worst = np.unravel_index(int(apart.nan_to_num(posinf=1e300).argmax()), tuple(a.shape))
    return (f"Tensor-likes are not close!\n\nMismatched elements: {int(far.sum())} / {a.numel()}\n"
            f"Greatest absolute difference: {apart.max().item()} at index {tuple(map(int, worst))} "
            f"(up to {atol} allowed)")
