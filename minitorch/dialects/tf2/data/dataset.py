"""Dataset: elements in an order, made anew each time one goes through them."""

import gzip

import numpy as np

from ....rare.autograd.tree import leaves, rebuilt
from ...core.devices import executing_eagerly, init_scope
from ...core.dtypes import as_dtype, int64
from ...functions.creation import convert_to_tensor
from ..spec import TensorSpec
from .elements import as_tensor, as_tensors, rows_of, typed
from .steps import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Steps

AUTOTUNE = -1


class Dataset(Steps):
    """Elements, each a tensor or a structure of them: iterate as often as you like.

    Made by from_tensor_slices, from_generator, range and others; map, shuffle, batch and others give further data sets.
    Elements are made when they are asked for, in this process.

    make      a function that gives an iterator over the elements
    length    how many there are, or tf.data.INFINITE_CARDINALITY or UNKNOWN_CARDINALITY
    order     where elements are rows of arrays: a function that gives an iterator over their numbers
    rows      and one that gives the rows of these numbers
    fixed     whether all elements have one shape; else their first size is not known

    >>> from minitorch.dialects import tf2 as tf
    >>> data = tf.data.Dataset.range(5).map(lambda x: x * x).batch(2)
    >>> [batch.numpy().tolist() for batch in data]
    [[0, 1], [4, 9], [16]]
    """

    def __init__(self, make, length, order=None, rows=None, fixed=True):
        self.make, self.length = make, length            # length: a number, or one of the two constants above
        self.order, self.rows, self.fixed = order, rows, fixed       # order(): numbers of rows; rows(numbers)
        self.spec = None                                             # what a generator is said to give

    # Where elements come from

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        """Return the rows of a tensor, or of all tensors of a structure together.

        tensors    (n, …), or a tuple, list or dict of such with one n

        Raises ValueError where they have different numbers of rows.
        """
        structure = as_tensors(tensors)
        arrays, length = rows_of(structure)

        def rows(numbers):
            return rebuilt(structure, iter([as_tensor(np.asarray(a[numbers])) for a in arrays]))
        return Dataset(lambda: map(rows, range(length)), length, lambda: iter(range(length)), rows)

    @staticmethod
    def from_tensors(tensors, name=None):
        """Return one element: `tensors`, a tensor or a structure of them."""
        element = as_tensors(tensors)
        return Dataset(lambda: iter([element]), 1)

    @staticmethod
    def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
        """Return what a generator function yields, in these element types.

        generator           called anew each time one goes through the data set
        output_signature    a TensorSpec, or a structure of them
        output_types        the element types alone; output_shapes is taken beside it
        args                arguments for the generator
        """
        kinds = output_types if output_signature is None else rebuilt(
            output_signature, iter([spec.dtype for spec in leaves(output_signature)]))

        def make():
            for value in generator(*(args or ())):
                yield typed(value, kinds)
        made = Dataset(make, UNKNOWN_CARDINALITY)
        if output_signature is not None:
            made.spec = output_signature
        return made

    @staticmethod
    def range(*args, output_type=int64, name=None):
        """Return the numbers of Python's range, in the type output_type."""
        kind = as_dtype(output_type).as_numpy_dtype
        return Dataset.from_tensor_slices(np.arange(*map(int, args), dtype=kind))

    @staticmethod
    def zip(*args, datasets=None, name=None):
        """Return elements of several data sets together, until one is used up.

        args        the data sets, or one structure of them; so is `datasets`
        """
        given = datasets if datasets is not None else args[0] if len(args) == 1 else args
        parts = leaves(given)
        known = [d.length for d in parts if d.length != INFINITE_CARDINALITY]
        length = INFINITE_CARDINALITY if not known else UNKNOWN_CARDINALITY if UNKNOWN_CARDINALITY in known else min(
            known)
        return Dataset(lambda: (rebuilt(given, iter(row)) for row in zip(*parts)), length)

    # Going through them

    def __iter__(self):
        return iter(self.make()) if executing_eagerly() else self.at_once()

    def at_once(self):
        """Return an iterator for a tf.function that is traced: the elements are values, and no operations."""
        with init_scope():
            elements = iter(self.make())
        while True:
            with init_scope():
                x = next(elements, None)
            if x is None:
                return
            yield x

    def as_numpy_iterator(self):
        """Return the elements as arrays: an iterator, whose `next()` is Python's too."""
        return NumpyIterator(self)

    def cardinality(self):
        """Return how many elements there are: tf.data.INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, or a number."""
        return convert_to_tensor(self.length, int64)

    def __len__(self):
        if self.length < 0:
            infinite = self.length == INFINITE_CARDINALITY
            raise TypeError(f"The dataset {'is infinite' if infinite else 'length is unknown'}.")
        return self.length

    def __bool__(self):
        return True

    @property
    def element_spec(self):
        """Shape and element type of each part: those a generator was given, else found by making one element."""
        if self.spec is not None:
            return self.spec
        first = next(iter(self))
        def spec(x):
            shape = list(x.shape)
            return TensorSpec(shape if self.fixed else [None, *shape[1:]], x.dtype)
        return rebuilt(first, iter([spec(x) for x in leaves(first)]))

    def __repr__(self):
        return f"<_Dataset element_spec={self.element_spec!r}>"


class TextLineDataset(Dataset):
    """The lines of text files one after the other, each a text without its end.

    filenames    a path or several, or a Dataset of paths
    compression_type    "GZIP" or none
    buffer_size, num_parallel_reads    taken, without effect
    """

    def __init__(self, filenames, compression_type=None, buffer_size=None, num_parallel_reads=None, name=None):
        opened = gzip.open if compression_type == "GZIP" else open
        paths = filenames if isinstance(filenames, Dataset) else np.ravel(convert_to_tensor(filenames).numpy())

        def make():
            for path in paths:
                with opened(path if isinstance(path, bytes) else path.numpy(), "rb") as file:
                    yield from (convert_to_tensor(line.rstrip(b"\r\n")) for line in file)
        super().__init__(make, UNKNOWN_CARDINALITY)


class NumpyIterator:
    """The elements of a data set as arrays, one after the other."""

    def __init__(self, dataset):
        self.elements = iter(dataset)

    def __iter__(self):
        return self

    def __next__(self):
        x = next(self.elements)
        return rebuilt(x, iter([part.numpy() if hasattr(part, "numpy") else part for part in leaves(x)]))

    next = __next__
