"""Keras' variables: TensorFlow's, with a path and what a layer wants done to them."""

from ...core.convert import engine_tensor
from ...core.dtypes import as_dtype
from ...core.recording import sketching, state as recording
from ...core.variable import Variable as TensorFlowVariable
from .naming import auto_name, path_of, settings


class Variable(TensorFlowVariable):
    """A value that layers, metrics and optimisers change.

    initializer   an array or a tensor; or a function of (shape, dtype)
    shape         needed by a function
    trainable     whether tapes watch it, and optimisers change it
    autocast      taken, without effect

    `path` is its name after those of the layers that made it: dense/kernel. Raises ValueError for a function without a
    shape.
    """

    def __init__(self, initializer, shape=None, dtype=None, trainable=True, autocast=True, aggregation="none",
                 synchronization="auto", name=None):
        self._name = name or auto_name("variable")
        self.path, self.learns = path_of(self._name), trainable
        kind = as_dtype(dtype or settings["floatx"])
        if recording.tracing is not None:
            recording.tracing.made.append(self._name)
        with sketching(False):
            if callable(initializer):
                if shape is None:
                    raise ValueError("When creating a Variable from an initializer, the `shape` argument should be "
                                     f"specified. Received: initializer={initializer} and shape={shape}")
                initializer = initializer(tuple(shape), dtype=kind)
            elif dtype is None:
                kind = None                              # a value's own: float32 for floats of Python
            tensor = engine_tensor(initializer, kind).detach()
            self.set_up(tensor.clone() if kind in (None, as_dtype(tensor.dtype)) else tensor.to(kind.kind), trainable,
                        aggregation=aggregation)
        self.regularizer = self.constraint = None

    @property
    def name(self):
        return self._name

    @property
    def trainable(self):
        """Whether tapes watch it, and optimisers change it; may be set."""
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        self._trainable = bool(value)
        tensor = vars(self).get("tensor")
        if tensor is not None and (tensor.is_floating_point() or tensor.dtype.is_complex):
            tensor.requires_grad_(self._trainable)

    @property
    def value(self):
        """The present value, a tensor."""
        return self.read_value()

    def __repr__(self):
        return (f"<Variable path={self.path}, shape={tuple(self.shape)}, dtype={self.dtype.name}, "
                f"value={self.numpy()}>")
