"""Datasets: samples by number. Anything with a length and [index] is one."""

from ..random import numpy_generator


class Dataset:
    """Samples by number: a subclass gives __getitem__(index), and __len__ where it knows how many.

    Two methods are optional, and faster. `__getitems__(indices)` returns a list of samples.
    `__getbatch__(indices)` returns a finished batch, and is asked when the loader's collate_fn is
    the default one; None means that there is no such short cut today.
    """

    def __getitem__(self, index):
        raise NotImplementedError(f"{type(self).__name__} needs a __getitem__(self, index) that returns one sample.")


class TensorDataset(Dataset):
    """Tensors side by side: sample i is the i-th row of each.

    >>> from minitorch import tensor
    >>> TensorDataset(tensor([[1.0], [2.0]]), tensor([0, 1]))[1]
    (tensor([2.]), tensor(1))

    Raises ValueError when the first sizes differ.
    """

    def __init__(self, *tensors):
        if not tensors:
            raise ValueError("TensorDataset needs at least one tensor.")
        sizes = [len(tensor) for tensor in tensors]
        if len(set(sizes)) > 1:
            raise ValueError(f"Size mismatch between tensors: they hold {', '.join(map(str, sizes))} samples; "
                             "the first sizes must be equal.")
        self.tensors = tensors

    def __len__(self):
        return len(self.tensors[0])

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __getbatch__(self, indices):
        """Many samples by one indexing of each tensor: what collating them one by one would give."""
        if any(type(index) is not int for index in indices):
            return None
        return [tensor[indices] for tensor in self.tensors]


class Subset(Dataset):
    """Some samples of a dataset: sample i is `dataset[indices[i]]`."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __len__(self):
        return len(self.indices)

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __getitems__(self, indices):
        indices = [self.indices[i] for i in indices]
        many = getattr(self.dataset, "__getitems__", None)
        return many(indices) if many else [self.dataset[i] for i in indices]

    def __getbatch__(self, indices):
        """A finished batch, if the dataset below can give one."""
        batch = getattr(self.dataset, "__getbatch__", None)
        return batch([self.indices[i] for i in indices]) if callable(batch) else None


def random_split(dataset, lengths, generator=None):
    """Disjoint random parts of a dataset, as Subsets.

    lengths   sample counts that add up to len(dataset), or shares that add up to 1

    >>> [len(part) for part in random_split(range(10), [0.75, 0.25])]
    [8, 2]

    Raises ValueError when the lengths do not add up.
    """
    total = len(dataset)
    if abs(sum(lengths) - 1) < 1e-9 and all(0 <= share <= 1 for share in lengths):
        counts = [int(total * share) for share in lengths]
        for place in range(total - sum(counts)):         # what rounding left goes to the first parts
            counts[place % len(counts)] += 1
        lengths = counts
    if sum(lengths) != total:
        raise ValueError(f"Sum of input lengths does not equal the length of the input dataset: "
                         f"{' + '.join(map(str, lengths))} is {sum(lengths)}, and there are {total} samples.")
    order = numpy_generator(generator).permutation(total).tolist()
    parts, start = [], 0
    for length in lengths:
        parts.append(Subset(dataset, order[start:start + length]))
        start += length
    return parts
