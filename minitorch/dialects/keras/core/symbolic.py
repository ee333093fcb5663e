"""Symbolic tensors: what layers are called on to make a model, and the graph that they come to."""

from ....engine import tensor_types
from ....rare.autograd.tree import leaves, rebuilt
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import wrapped
from ...core.recording import sketching
from ...core.shapes import TensorShape
from ...core.tensor import Operators, Tensor
from .naming import auto_name

UNKNOWN = (7919, 7907)           # what an unknown size is taken to be, in two tries: where results differ, None


class KerasTensor(Operators):
    """A tensor without a value: shape and element type of what a model computes there.

    node, place   the call that gives it, and which of its results it is; None: an input
    _keras_mask   which of its steps count, a symbolic tensor of bools; None: all
    sparse, ragged, record_history    taken, without effect
    """

    def __init__(self, shape, dtype="float32", sparse=False, ragged=False, record_history=True, name=None,
                 **kwargs):
        self.shape, self._dtype = TensorShape(shape), as_dtype(dtype)
        self.sparse, self.ragged, self.name = False, False, name or auto_name("keras_tensor")
        self.node, self.place, self._keras_mask = None, 0, None

    @property
    def dtype(self):
        """Its element type."""
        return self._dtype

    @property
    def symbolic_owner(self):
        """Functions of the dialect that meet this tensor are recorded by it."""
        return recorder

    def __bool__(self):
        raise TypeError("A symbolic KerasTensor cannot be used as a boolean: it has no value before the model runs. "
                        "Use keras.ops.where, or a Lambda layer.")

    def __array__(self, dtype=None, copy=None):
        raise ValueError("A KerasTensor is symbolic: it's a placeholder for a shape and a dtype. It doesn't have any "
                         "actual numerical value. You cannot convert it to a NumPy array.")

    def __repr__(self):
        return f"<KerasTensor shape={tuple(self.shape)}, dtype={self.dtype.name}, sparse=False, ragged=False, " \
               f"name={self.name}>"


class Node:
    """One call in a model's graph: operation(*args, **settings) with symbolic tensors among them."""

    def __init__(self, operation, args, settings, outputs):
        self.operation, self.args, self.settings, self.outputs = operation, args, settings, outputs
        for place, x in enumerate(leaves(outputs)):
            x.node, x.place = self, place

    @property
    def inputs(self):
        return [x for x in leaves((self.args, self.settings)) if type(x) is KerasTensor]

    def run(self, values, **more):
        """Call with numbers: values is {id of a symbolic tensor: value}."""
        args, settings = with_values((self.args, self.settings), values)
        return self.operation(*args, **settings, **more)


class Operation:
    """A function of the dialect in a model's graph."""

    def __init__(self, function):
        self.function, self.name = function, auto_name(function.__name__)
        self.layers = self.weights = ()

    def __call__(self, *args, **settings):
        return self.function(*args, **settings)


class Recorder:
    """Records functions that are called on symbolic tensors."""

    def apply(self, function, args, settings):
        return record(Operation(function), args, settings, function)


recorder = Recorder()


def is_symbolic(structure):
    return any(type(x) is KerasTensor for x in leaves(structure))


def with_values(structure, values):
    """Return the structure with its symbolic tensors replaced by their values."""
    return rebuilt(structure, iter([values[id(x)] if type(x) is KerasTensor else x for x in leaves(structure)]))


def record(operation, args, settings, function):
    """Make a node for a call, and return its symbolic results, with the shapes that `function` gives."""
    outputs = sketch(function, args, settings)
    Node(operation, args, settings, outputs)
    return outputs


def sketch(function, args, settings):
    """Return the symbolic results of function(*args, **settings), which is run on shapes, without numbers."""
    inputs = [x for x in leaves((args, settings)) if type(x) is KerasTensor]
    tries = []
    with sketching():
        for size in UNKNOWN if any(None in x.shape for x in inputs) else UNKNOWN[:1]:
            values = {id(x): blank(x, size) for x in inputs}
            own, named = with_values((args, settings), values)
            tries.append(function(*own, **named))
    return rebuilt(tries[0], map(symbol_of, leaves(tries[0]), leaves(tries[-1])))


def symbol_of(first, other):
    """Make the symbolic tensor of a result that was computed for two sizes; sizes that differ become None."""
    made = KerasTensor([a if a == b else None for a, b in zip(shape_of(first), shape_of(other))],
                       getattr(first, "dtype", "float32"))
    if getattr(first, "_keras_mask", None) is not None:
        made._keras_mask = symbol_of(first._keras_mask, other._keras_mask)
        Node(Operation(keras_mask), (made,), {}, made._keras_mask)
    return made


def keras_mask(x):
    """Return the mask of a tensor: which of its steps count; None: all."""
    return getattr(x, "_keras_mask", None)


def blank(x, size):
    """Make a tensor on "meta" of a symbolic tensor's shape, with a mask if that has one."""
    made = wrapped(mt.zeros([size if n is None else n for n in x.shape], dtype=x.dtype.kind, device="meta"))
    if x._keras_mask is not None:
        made._keras_mask = blank(x._keras_mask, size)
    return made


def shape_of(x):
    """Return the sizes of a value, [] if it has none; placeholders of unknown sizes stay."""
    return list(x.shape) if isinstance(x, Tensor) or type(x) in tensor_types or hasattr(x, "shape") else []


def known(shape):
    """Return a shape as a layer's `build` sees it: None for the placeholder of an unknown size."""
    return tuple(None if n in UNKNOWN else n for n in shape)
