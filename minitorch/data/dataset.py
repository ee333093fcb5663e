"""Datasets: samples by index, or as a stream. Any object with a length and [index] is a dataset by index."""

import numpy as np

from .. import paths
from ..engine import registry, wrap
from ..engine.piece import mounted
from ..runtime.missing import moved_to


class Dataset:
    """A dataset of samples by index: a subclass defines __getitem__(index), and __len__ if it knows its length.

    Two methods are optional, and faster. `__getitems__(indices)` returns a list of samples.
    `__getbatch__(indices)` returns a finished batch, and is called if the loader's collate_fn is
    the default one; its indices are a list, or an array if they come from the library's own samplers;
    if it returns None, the batch is made from single samples. A method that a subclass
    inherits is not called if the subclass overrides __getitem__.
    """

    _streams = False

    def __getitem__(self, index):
        raise NotImplementedError(f"{type(self).__name__} needs a __getitem__(self, index) that returns one sample.")

    def __add__(self, other):
        """Return both datasets, one after the other, as a ConcatDataset."""
        return paths.module("rare.data.dataset").ConcatDataset([self, other])

    def __class_getitem__(cls, item):
        return cls                                       # annotations contain Dataset[Tensor]


def is_stream(dataset):
    """Return whether a dataset is an IterableDataset, whose samples come one after another, without an index."""
    return isinstance(dataset, Dataset) and dataset._streams


class TensorDataset(Dataset):
    """Tensors of one length as a dataset: sample i is the i-th row of each.

    >>> from minitorch import tensor
    >>> TensorDataset(tensor([[1.0], [2.0]]), tensor([0, 1]))[1]
    (tensor([2.]), tensor(1))

    Raises AssertionError if the first sizes differ.
    """

    def __init__(self, *tensors):
        if not tensors:
            raise ValueError("TensorDataset needs at least one tensor.")
        sizes = [len(tensor) for tensor in tensors]
        if len(set(sizes)) > 1:
            raise AssertionError(f"Size mismatch between tensors: they hold {', '.join(map(str, sizes))} samples; "
                             "the first sizes must be equal.")
        self.tensors = tensors

    def __len__(self):
        return len(self.tensors[0])

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __getbatch__(self, indices):
        """Return a batch by indexing each tensor once: it is equal to the batch of single samples."""
        if type(indices) is not np.ndarray:
            if set(map(type, indices)) != {int}:
                return None
            indices = np.asarray(indices)
        return [rows(tensor, indices) for tensor in self.tensors]


def rows(tensor, indices):
    """Return tensor[indices]; without a node in the graph if no gradient is needed."""
    if tensor._view is not None:
        tensor.refresh()
    array = tensor.array
    if type(array) is not np.ndarray or tensor._node is not None or mounted and registry["getitem"] in mounted:
        return tensor[indices]
    return wrap(array.take(indices, 0))


def as_list(indices):
    """Return indices as Python numbers, which a dataset's __getitem__ expects."""
    return indices.tolist() if type(indices) is np.ndarray else indices


def shortcut(owner, name, base="__getitem__"):
    """Return a dataset's __getbatch__ or __getitems__; None without one, or if only __getitem__ was overridden.

    owner   may also be a sampler: its `order` belongs to its __iter__
    """
    for kind in type(owner).__mro__:
        if name in vars(kind):
            break
        if base in vars(kind):
            return None
    method = getattr(owner, name, None)
    return method if callable(method) else None


__getattr__ = moved_to("rare.data.iterable")
