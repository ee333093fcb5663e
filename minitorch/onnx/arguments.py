"""Convert arguments of ONNX's operators, which are Tensors, or arrays for constants such as axes."""

import numpy as np

from ..dtypes import as_dtype
from ..tensors import Tensor, from_numpy
from .errors import package


def tensor(x):
    return x if isinstance(x, Tensor) else from_numpy(np.array(x))


def array(x):
    """Return the numbers of a constant argument as an array."""
    return x.detach().numpy() if isinstance(x, Tensor) else np.asarray(x)


def integers_of(x):
    """Return the integers of a constant argument as a list."""
    return [int(n) for n in array(x).reshape(-1)]


def type_of(number):
    """Return the dtype for ONNX's type number."""
    return as_dtype(package().helper.tensor_dtype_to_np_dtype(number).name)


def axes_of(settings, given, default=None):
    """Return axes from an argument, or from an attribute, as in files of older opset versions (before 13 or 18)."""
    return integers_of(given) if given is not None else settings.get("axes", default)
