"""Batches: what users give fit, evaluate and predict, as batches of the engine's tensors."""

from math import ceil

import numpy as np

from ....engine import tensor_types
from ....random import numpy_generator
from ....rare.autograd.tree import leaves, rebuilt
from ....tensors import as_tensor
from ...core.convert import engine_tensor, strings
from ...core.tensor import StringTensor
from ..core.naming import settings


class Batches:
    """Goes through data batch by batch, each a tuple (x,), (x, y) or (x, y, sample_weight).

    x              arrays, tensors, lists of numbers, or a structure of them; or what yields such tuples: a
                   tf.data.Dataset, a PyDataset, a loader, a generator
    batch_size     of arrays: 32 unless given
    steps          batches of an epoch; what is left is for the next
    class_weight   {class: how much its samples count}
    """

    def __init__(self, x, y=None, sample_weight=None, batch_size=None, steps=None, shuffle=False, class_weight=None):
        self.steps, self.shuffle, self.class_weight, self.stream = steps, shuffle, class_weight, None
        self.arrays = self.source = None
        self.given = 0                                   # batches that the present stream gave
        if y is not None or not yields(x):
            self.structure = tuple(part for part in (x, y, sample_weight) if part is not None)
            if sample_weight is not None and y is None:
                self.structure = (x, None, sample_weight)
            self.arrays = [array_of(part) for part in leaves(self.structure)]
            self.structure = rebuilt(self.structure, iter(self.arrays))
            sizes = {len(a) for a in self.arrays if a is not None}
            if len(sizes) != 1:
                raise ValueError("Data cardinality is ambiguous. Make sure all arrays contain the same number of "
                                 f"samples. Sizes: {', '.join(str(len(a)) for a in self.arrays if a is not None)}")
            self.samples, self.size = sizes.pop(), batch_size or 32
        else:
            self.source = x

    def __len__(self):
        """Return the number of batches in an epoch. Raises TypeError if it is unknown."""
        return self.steps if self.steps is not None else self.known()

    @property
    def even(self):
        """Whether all batches are known to have one size."""
        return self.arrays is not None and self.samples % self.size == 0

    def known(self):
        """Return the number of batches of the data. Raises TypeError if it is unknown."""
        return ceil(self.samples / self.size) if self.arrays is not None else len(self.source)

    def __iter__(self):
        if self.steps is None:
            yield from self.once()
            if hasattr(self.source, "on_epoch_end"):
                self.source.on_epoch_end()
            return
        for _ in range(self.steps):
            if self.stream is None:
                self.stream, self.given = self.once(), 0
            batch = next(self.stream, None)
            if batch is None:
                from warnings import warn
                warn("Your input ran out of data; interrupting training. Make sure that your dataset or generator can "
                     "generate at least `steps_per_epoch * epochs` batches. You may need to use the `.repeat()` "
                     "function when building your dataset.", UserWarning, stacklevel=2)
                self.stream = None
                return
            self.given += 1
            yield batch
        if self.arrays is not None and self.given == self.known():
            self.stream = None                           # the next epoch starts at the beginning

    def once(self):
        """Yield all batches once."""
        if self.arrays is not None:
            order = numpy_generator().permutation(self.samples) if self.shuffle else None
            for start in range(0, self.samples, self.size):
                part = slice(start, start + self.size) if order is None else order[start:start + self.size]
                yield self.weighted(rebuilt(self.structure, iter([
                    None if a is None else StringTensor(a[part]) if a.dtype == object else as_tensor(
                        np.ascontiguousarray(a[part])) for a in self.arrays])))
            return
        source = self.source
        if hasattr(source, "__getitem__") and hasattr(source, "__len__") and not isinstance(source, dict):
            source = (self.source[i] for i in range(len(self.source)))
        for batch in source:
            batch = batch if isinstance(batch, tuple) else tuple(batch) if self.loads() else (batch,)
            yield self.weighted(rebuilt(batch, iter([engine_of(part) for part in leaves(batch)])))

    def loads(self):
        """Return whether the source is a loader, whose batches are lists."""
        return hasattr(self.source, "batch_sampler") or hasattr(self.source, "collate_fn")

    def weighted(self, batch):
        """Return the batch with its samples weighted by their classes."""
        if self.class_weight is None:
            return batch
        if len(batch) < 2:
            raise ValueError("class_weight needs labels: give y.")
        y = batch[1].detach()
        labels = y.argmax(-1) if y.ndim > 1 and y.shape[-1] > 1 else y.reshape(-1)
        weights = np.array([self.class_weight.get(int(label), 1.0) for label in labels.tolist()], settings["floatx"])
        weights = as_tensor(weights)
        return (batch[0], batch[1], weights * batch[2] if len(batch) > 2 else weights)


def yields(x):
    """Return whether this is a source of batches, and not the data themselves."""
    if isinstance(x, dict | list | tuple | np.ndarray) or hasattr(x, "dtype"):
        return False
    return hasattr(x, "__iter__") or hasattr(x, "__getitem__")


def array_of(x):
    """Return the data as an array: floats in Keras' type, texts as objects, tables by their values."""
    if x is None or isinstance(x, StringTensor):
        return None if x is None else x.tensor
    if type(x) in tensor_types or hasattr(x, "read") or hasattr(x, "tensor"):
        return engine_tensor(x).detach().cpu().numpy()
    array = np.asarray(x.to_numpy() if hasattr(x, "to_numpy") else x)
    if array.dtype.kind in "SU" or array.size and array.dtype.kind == "O" and isinstance(array.flat[0], str | bytes):
        return strings(array)
    if array.dtype.kind == "O":
        raise ValueError(f"the data are no array of numbers, but of {type(array.reshape(-1)[0]).__name__}: are the "
                         "rows of equal length?")
    return array.astype(settings["floatx"]) if array.dtype == np.float64 else array


def engine_of(x):
    """Return a part of a batch as the engine's tensor."""
    if x is None or type(x) in tensor_types or isinstance(x, StringTensor):
        return x
    tensor = engine_tensor(array_of(x) if isinstance(x, np.ndarray) else x)
    return tensor.detach()


def split(parts, share):
    """Return (training part, validation part) of arrays: the last share of the samples is for validation."""
    arrays = [array_of(x) for x in leaves(parts)]
    n = next(len(a) for a in arrays if a is not None)
    first = int(n * (1.0 - share))
    if first in (0, n):
        raise ValueError(f"Training data contains {n} samples, which is not sufficient to split it into a validation "
                         f"and training set as specified by `validation_split={share}`. Either provide more data, or a "
                         "different value for the `validation_split` argument.")
    cut = lambda part: rebuilt(parts, iter([None if a is None else a[part] for a in arrays]))
    return cut(slice(0, first)), cut(slice(first, None))


def length(loader):
    """Return the number of batches; None if it is unknown."""
    try:
        found = len(loader)
    except TypeError:
        return None
    return found if found >= 0 else None
