"""Arguments of ONNX's operators: Tensors, or arrays of what is known without the inputs, such as axes."""

import numpy as np

from ..dtypes import as_dtype
from ..tensors import Tensor, from_numpy
from .errors import package


def tensor(x):
    return x if isinstance(x, Tensor) else from_numpy(np.array(x))


def array(x):
    """The numbers of an argument that says how, as an array."""
    return x.detach().numpy() if isinstance(x, Tensor) else np.asarray(x)


def whole(x):
    """The whole numbers of an argument that says how, as a list."""
    return [int(n) for n in array(x).reshape(-1)]


def type_of(number):
    """The dtype that ONNX gives a number."""
    return as_dtype(package().helper.tensor_dtype_to_np_dtype(number).name)


def axes_of(settings, given, default=None):
    """Axes as an argument, or as a setting as they were told before version 13 or 18."""
    return whole(given) if given is not None else settings.get("axes", default)
