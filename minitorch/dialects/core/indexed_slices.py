"""IndexedSlices: a tensor that is zero but for some rows, as the gradient of what tf.gather took from a variable."""

from collections import namedtuple
from functools import wraps
from operator import attrgetter

from .engine import mt
from .shapes import TensorShape


class IndexedSlices(namedtuple("IndexedSlices", "values indices dense_shape")):
    """Rows of a tensor that is zero elsewhere; those of equal indices add up.

    values         (n, …)  the rows
    indices        (n,)    integers: where each belongs
    dense_shape    the sizes of the tensor, a tensor of integers; None: not known

    Functions that take a tensor take the whole one in its place; tf.clip_by_norm and its like, and optimizers, look at
    the rows alone.

    >>> from minitorch.dialects import tf2 as tf
    >>> v = tf.Variable([[1.0], [2.0], [3.0]])
    >>> with tf.GradientTape() as tape:
    ...     y = tf.reduce_sum(tf.gather(v, [2, 0, 2]))
    >>> rows = tape.gradient(y, v)
    >>> rows.indices.numpy(), tf.convert_to_tensor(rows).numpy().ravel()
    (array([2, 0, 2], dtype=int32), array([1., 0., 2.], dtype=float32))
    """

    known = None                     # its sizes, of one in a graph

    def __new__(cls, values, indices, dense_shape=None):
        return super().__new__(cls, values, indices, dense_shape)

    dtype = property(attrgetter("values.dtype"), doc="The element type of its rows.")
    name = property(attrgetter("values.name"), doc="The name of its rows, in a graph.")
    op = property(attrgetter("values.op"), doc="The operation that gives its rows, in a graph.")
    graph = property(attrgetter("values.graph"), doc="The graph that its rows are in.")

    @property
    def sizes(self):
        """The sizes of the whole tensor. Raises ValueError where they are not known."""
        if self.known is not None:
            return self.known
        if self.dense_shape is None:
            raise ValueError(f"Tensor conversion requested for IndexedSlices without dense_shape: {self}")
        return tuple(self.dense_shape.tensor.array.tolist())

    @property
    def shape(self):
        """The TensorShape of the whole tensor."""
        return TensorShape(self.sizes)

    def get_shape(self):
        """Return the TensorShape of the whole tensor, as `shape`."""
        return self.shape

    def added(self, rows, sizes=None):
        """Return the engine's tensor in which `rows`, one of the engine's, are added where the indices say.

        sizes   its sizes; None: those of the whole tensor
        """
        return mt.put_rows(rows, self.indices.tensor.reshape(-1).long(), shape=sizes or self.sizes)

    def refuse(self, *other):
        """Raise TypeError: it is a tuple for structures alone."""
        raise TypeError("IndexedSlices are the rows of a gradient, not the whole tensor, and have no operators but "
                        "unary -: tf.convert_to_tensor(slices) makes the tensor, slices.values are the rows.")
    __add__ = __mul__ = __rmul__ = __getitem__ = __len__ = refuse

    def __neg__(self):
        return changed(self, lambda rows: -rows)

    def __repr__(self):
        shape = "" if self.dense_shape is None else f", dense_shape={self.dense_shape!s}"
        return f"IndexedSlices(indices={self.indices!s}, values={self.values!s}{shape})"


def rows_of(x):
    """Return what counts of a tensor for its norm: the rows alone of IndexedSlices."""
    return x.values if isinstance(x, IndexedSlices) else x


def changed(x, function):
    """Return function(x), or the IndexedSlices with function(values)."""
    return IndexedSlices(function(x.values), x.indices, x.dense_shape) if isinstance(x, IndexedSlices) else function(x)


def by_rows(call):
    """Let a function of a tensor, its first argument, change the rows of IndexedSlices alone."""
    @wraps(call)
    def changing(*args, **settings):
        if args and isinstance(args[0], IndexedSlices):
            return changed(args[0], lambda rows: call(rows, *args[1:], **settings))
        return call(*args, **settings)
    changing.by_rows = True
    return changing
