"""The dialects' tensors: a tensor of the engine with TensorFlow's surface."""

import numpy as np

from ...engine.apply import wrap
from .dtypes import BY_ENGINE, string
from .shapes import TensorShape

AS_METHOD = {"reshape": "tf.reshape(x, shape)", "sum": "tf.reduce_sum(x)", "mean": "tf.reduce_mean(x)",
             "T": "tf.transpose(x)", "astype": "tf.cast(x, dtype)", "item": "x.numpy().item()",
             "max": "tf.reduce_max(x)", "min": "tf.reduce_min(x)", "backward": "tape.gradient(loss, variables)",
             "size": "tf.size(x)", "tolist": "x.numpy().tolist()", "view": "tf.reshape(x, shape)",
             "detach": "tf.stop_gradient(x)", "to": "tf.cast(x, dtype), or with tf.device(name)",
             "float": "tf.cast(x, tf.float32)", "long": "tf.cast(x, tf.int64)", "T_": "tf.transpose(x)",
             "clip": "tf.clip_by_value(x, least, most)", "flatten": "tf.reshape(x, [-1])"}


class Operators:
    """What tensors and variables have in common: arithmetic and comparison, by functions of the dialect.

    The methods are set by `functions.operators`, which names a function for each.
    """

    __array_priority__ = 100

    def __hash__(self):
        raise TypeError(f"{'Variable' if hasattr(self, 'assign') else 'Tensor'} is unhashable. Instead, use "
                        f"{'variable' if hasattr(self, 'assign') else 'tensor'}.ref() as the key.")

    def ref(self):
        """Return a hashable stand-in, the same for the same object."""
        return Reference(self)

    def __len__(self):
        if not self.shape.rank:
            raise TypeError("Scalar tensor has no `len()`")
        return self.shape[0]

    def __iter__(self):
        if not self.shape.rank:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return (self[i] for i in range(self.shape[0]))

    @property
    def ndim(self):
        """How many axes it has; None where that is not known."""
        return self.shape.rank

    def get_shape(self):
        """Return its TensorShape, as `shape`."""
        return self.shape

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        hint = f" Write {AS_METHOD[name]}." if name in AS_METHOD else " Names belong to graphs, and execution is " \
            "eager." if name in ("name", "op", "graph") else ""
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}.{hint}")


class Reference:
    """A hashable stand-in for a tensor or a variable."""

    def __init__(self, value):
        self._value = value

    def deref(self):
        return self._value

    def __eq__(self, other):
        return isinstance(other, Reference) and self._value is other._value

    def __hash__(self):
        return id(self._value)

    def __repr__(self):
        return f"<Reference wrapping {self._value!r}>"


class Value(Operators):
    """Base of what has a value, `numpy()`, which Python's numbers are made of; `tensor` is the engine's."""

    @property
    def dtype(self):
        """Its element type, such as tf.float32."""
        return BY_ENGINE[self.tensor.dtype]

    @property
    def ndim(self):
        """How many axes it has."""
        return self.tensor.array.ndim

    @property
    def device(self):
        """Where its numbers are, by TensorFlow's name: "/job:localhost/replica:0/task:0/device:CPU:0"."""
        return device_name(self.tensor.device)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.numpy(), dtype)

    def __bool__(self):
        return bool(self.numpy())

    def __index__(self):
        return self.numpy().__index__()

    def __int__(self):
        return int(self.numpy())

    def __float__(self):
        return float(self.numpy())


class Tensor(Value):
    """A value, made by tf.constant and other functions: `tensor` is the engine's, which holds numbers and history."""

    def __init__(self, tensor):
        self.tensor = tensor

    @property
    def shape(self):
        """Its TensorShape."""
        return TensorShape(self.tensor.array.shape)

    def numpy(self):
        """Return the value as a NumPy array, or a NumPy number where it has no dimensions."""
        array = self.tensor.numpy(force=True)
        return array.copy() if array.ndim else array[()]

    def __dlpack__(self, **settings):
        return self.tensor.array.__dlpack__(**settings)

    def __dlpack_device__(self):
        return self.tensor.array.__dlpack_device__()

    def eval(self, feed_dict=None, session=None):
        """Raise NotImplementedError, whatever feed_dict and session are: the value is there, x.numpy()."""
        raise NotImplementedError("eval is not supported when eager execution is enabled: the value is there, "
                                  "x.numpy().")

    def set_shape(self, shape):
        """Raise ValueError unless its shape is compatible with `shape`, whose sizes may be None."""
        if not self.shape.is_compatible_with(shape):
            raise ValueError(f"Tensor's shape {self.shape} is not compatible with supplied shape {TensorShape(shape)}.")

    def __complex__(self):
        return complex(self.numpy())

    def __format__(self, spec):
        return format(self.numpy(), spec)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return type(self)(wrap(self.tensor.detach().array.copy()))

    def __reduce__(self):
        return restored, (self.numpy(),)

    def __repr__(self):
        return f"<tf.Tensor: shape={self.shape}, dtype={self.dtype.name}, numpy={numpy_text(self.numpy())}>"

    def __str__(self):
        text = str(self.numpy())
        text = "\n" + text if "\n" in text else text
        return f"tf.Tensor({text}, shape={self.shape}, dtype={self.dtype.name})"


class StringTensor(Tensor):
    """A tensor of byte strings, in a NumPy array of objects: held, shown and compared; nothing is computed with it."""

    @property
    def shape(self):
        return TensorShape(self.tensor.shape)

    @property
    def dtype(self):
        return string

    @property
    def ndim(self):
        return self.tensor.ndim

    @property
    def device(self):
        return device_name("cpu")

    def numpy(self):
        return self.tensor.copy() if self.tensor.ndim else self.tensor[()]

    def __deepcopy__(self, memo):
        return self


def restored(array):
    """Return what pickle makes of a tensor's numbers."""
    return StringTensor(array) if array.dtype == object else Tensor(wrap(np.asarray(array)))


def numpy_text(value):
    """Return a value as it stands in a tensor's repr."""
    if isinstance(value, np.ndarray):
        return repr(value) if value.ndim == 0 or "\n" not in repr(value) else "\n" + repr(value)
    return repr(value.item()) if isinstance(value, np.generic) and value.dtype.kind in "biu" else \
        repr(value) if not isinstance(value, np.generic) else str(value)


def device_name(device):
    """Return TensorFlow's name for a device of the engine."""
    kind, _, number = str(device).partition(":")
    return f"/job:localhost/replica:0/task:0/device:{'GPU' if kind == 'cuda' else 'CPU'}:{number or 0}"

