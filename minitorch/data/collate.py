"""Collation: one batch from a list of samples."""

from collections.abc import Mapping, Sequence

import numpy as np

from .. import dtypes
from ..engine import registry, tensor_types
from ..engine.piece import mounted, piece
from ..runtime import functions
from ..tensors import as_tensor, tensor
from ..tensors.tensor import tensor_of

stack = functions.get("stack") or registry["stack"].function


class Mismatch:
    """The text of a RuntimeError about two samples that cannot be joined; samples: their numbers in the batch."""

    def __init__(self, text, samples, advice):
        self.text, self.samples, self.advice = text, samples, advice
        self.within = ""                # position of the values in each sample, such as "['image'][0]"
        self.indices = ""               # indices of the samples in the dataset

    def __str__(self):
        return f"{self.text}{self.within and f', at {self.within} of each sample'}.{self.indices} {self.advice}"


def unequal(text, samples, advice):
    """Return the RuntimeError for two samples that cannot be joined."""
    return RuntimeError(Mismatch(text, samples, advice))


def mismatch(error):
    """Return the Mismatch that is the argument of an error, or None."""
    return error.args[0] if error.args and type(error.args[0]) is Mismatch else None


@piece
def default_collate(batch):
    """Join samples into a batch: the first dimension of each tensor counts the samples.

    batch     list of samples: tensors, arrays or numbers, or dicts, tuples and lists of them
    returns   the same structure with tensors in it; strings stay a list

    [("a", 1), ("b", 2)] becomes [("a", "b"), tensor([1, 2])].
    Raises RuntimeError when samples differ in shape or length, TypeError for other types.
    """
    first = batch[0]
    if type(first) in tensor_types:
        return stack_tensors(batch)
    if isinstance(first, np.ndarray) and first.dtype.kind not in "SUOMmV":
        return stack_tensors([as_tensor(x) if isinstance(x, np.ndarray) else x for x in batch])
    if isinstance(first, np.generic) and first.dtype.kind in "biufc":
        return as_tensor(np.array(batch))
    if isinstance(first, float):
        return tensor(numbers(batch), dtype=dtypes.float64)
    if isinstance(first, int):
        return tensor(numbers(batch))
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        parts = {key: collate_entry(key, values_at(batch, key)) for key in first}
        return parts if type(first) is dict else copy_with(first, parts)
    if isinstance(first, Sequence):
        parts = [collate_entry(number, part) for number, part in enumerate(zip(*equally_long(batch)))]
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    raise no_sample(first)


def no_sample(first):
    """Return the TypeError for samples that cannot be joined; a picture needs a transform."""
    picture = type(first).__module__.startswith("PIL.")
    change = "Give the dataset transform=ToTensor()" if picture else "Convert it in the dataset"
    return TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found "
                     f"{type(first).__name__}. {change}, or pass a collate_fn."
                     + (" (A __getitem__ without a return gives None.)" if first is None else ""))


def stack_tensors(tensors):
    """Stack tensors of equal shape; raise for the first tensor of another shape."""
    if not mounted and {*map(type, tensors)} <= tensor_types and not any(x.requires_grad for x in tensors):
        arrays = [x.array for x in tensors]
        if len({(type(a), a.shape, a.dtype) for a in arrays}) == 1 and type(arrays[0]) is np.ndarray:
            return tensor_of(np.array(arrays))             # without a node, because no sample needs a gradient
    shape = tuple(tensors[0].shape)
    for number, x in enumerate(tensors):
        if type(x) not in tensor_types:
            raise unequal(f"sample {number} of the batch has {type(x).__name__}, but sample 0 has a tensor",
                          (0, number), "Let the dataset return the same kinds for each sample.")
        if tuple(x.shape) != shape:
            raise unequal(f"stack expects each tensor to be equal size, but samples 0 and {number} of the batch have "
                          f"shapes {shape} and {tuple(x.shape)}", (0, number),
                          "Resize or pad them in the dataset, or give the DataLoader a collate_fn.")
    return stack(list(tensors), 0)


def numbers(batch):
    for number, x in enumerate(batch):
        if not isinstance(x, int | float | np.generic):
            raise unequal(f"sample {number} of the batch has {type(x).__name__}, but sample 0 has a number",
                          (0, number), "Let the dataset return the same kinds for each sample.")
    return list(batch)


def equally_long(batch):
    for number, sample in enumerate(batch):
        if not isinstance(sample, Sequence) or len(sample) != len(batch[0]):
            parts = f"has {len(sample)} parts" if isinstance(sample, Sequence) else f"is {type(sample).__name__}"
            raise unequal(f"each element in list of batch should be of equal size, but sample 0 of the batch has "
                          f"{len(batch[0])} parts, and sample {number} {parts}", (0, number),
                          "Let the dataset return the same parts for each sample.")
    return batch


def values_at(batch, key):
    for number, sample in enumerate(batch):
        if not isinstance(sample, Mapping) or key not in sample:
            raise unequal(f"sample 0 of the batch has {key!r}, but sample {number} does not", (0, number),
                          "Let the dataset return the same keys for each sample.")
    return [sample[key] for sample in batch]


def collate_entry(number, values):
    """Collate one entry of all samples; if that fails, add the entry's key or index to the error."""
    try:
        return default_collate(values)
    except RuntimeError as error:
        if found := mismatch(error):
            found.within = f"[{number!r}]{found.within}"
        raise


def copy_with(mapping, parts):
    """Return a copy of `mapping` with the values in `parts`; the dict `parts` itself if the copy cannot be updated."""
    from copy import copy
    try:
        other = copy(mapping)
        other.update(parts)
        return other
    except (AttributeError, TypeError):
        return parts


def default_convert(data):
    """Convert a single sample, not a batch: arrays in data become tensors, other values are unchanged.

    >>> default_convert({"x": np.arange(2), "name": "a"})
    {'x': tensor([0, 1]), 'name': 'a'}
    """
    if isinstance(data, np.ndarray | np.generic) and data.dtype.kind in "biufc":
        return as_tensor(data)
    if isinstance(data, Mapping):
        parts = {key: default_convert(value) for key, value in data.items()}
        return parts if type(data) is dict else copy_with(data, parts)
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    return [default_convert(part) for part in data] if isinstance(data, tuple | list) else data
