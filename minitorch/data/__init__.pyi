# Written by `python -m minitorch.tools.stubs`.
# mypy: disable-error-code="override, misc, assignment, valid-type, overload-overlap, type-arg, no-redef"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, Protocol, Self, SupportsIndex, overload

import numpy as np
from typing_extensions import TypeVar

from minitorch.backend import device as _device
from minitorch.dtypes import dtype as _dtype
from minitorch.random import Generator as _Generator

from minitorch.tensors.tensor import (Size, Tensor as Tensor, _Device, _Dims, _Number, _Sizes, _Value, _ATau, _EigenvaluesEigenvectors, _HistBinEdges, _InverseInfo, _LInfo, _LuPivots, _LuPivotsInfo, _MantissaExponent, _MinMax, _PLU, _QR, _ResultInfo, _SignLogabsdet, _SolutionResidualsRankSingularValues, _USV, _USVh, _ValuesIndices)

_T = TypeVar("_T", default=Any, covariant=True)

__all__ = ['BatchSampler', 'ChainDataset', 'Characters', 'ClassBalancingReservoirSampler', 'ConcatDataset',
           'DataLoader', 'Dataset', 'DistributedSampler', 'IterableDataset', 'Prefetch', 'RandomSampler', 'Sampler',
           'SequentialSampler', 'StackDataset', 'Subset', 'SubsetRandomSampler', 'TensorDataset', 'TextLines',
           'WeightedRandomSampler', 'default_collate', 'default_convert', 'get_worker_info', 'random_split']

def default_collate(batch: Any) -> Tensor:
    """Join samples into a batch: the first dimension of each tensor counts the samples.

    batch     list of samples: tensors, arrays or numbers, or dicts, tuples and lists of them
    returns   the same structure with tensors in it; strings stay a list

    [("a", 1), ("b", 2)] becomes [("a", "b"), tensor([1, 2])].
    Raises RuntimeError when samples differ in shape or length, TypeError for other types.
    """

def default_convert(data: Any) -> Tensor:
    """Convert a single sample, not a batch: arrays in data become tensors, other values are unchanged.

    >>> default_convert({"x": np.arange(2), "name": "a"})
    {'x': tensor([0, 1]), 'name': 'a'}
    """

def get_worker_info() -> Tensor:
    """Return this worker process's WorkerInfo; None in the main process."""

def random_split(dataset: Any, lengths: Any, generator: _Generator | None = None) -> Tensor:
    """Split a dataset into disjoint random parts; return them as Subsets.

    lengths   sample counts that add up to len(dataset), or fractions that add up to 1

    >>> [len(part) for part in random_split(range(10), [0.75, 0.25])]
    [8, 2]

    Raises ValueError if the lengths do not add up.
    """

class Sampler(Generic[_T]):
    """The base of samplers: a subclass defines __iter__, and __len__ if it knows its length. data_source is unused."""
    def __init__(self, data_source: Any = None) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...

class BatchSampler(Sampler):
    """The indices of another sampler, as lists of batch_size; the last may be shorter unless drop_last.

    Raises ValueError for a batch_size that is not a positive whole number.
    """
    sampler: Any
    batch_size: _int | None
    drop_last: Any
    def __init__(self, sampler: Any, batch_size: _int | None, drop_last: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    def arrays(self) -> Any:
        """Return the batches of __iter__ as arrays; None if the sampler does not know its order in advance."""

class Dataset(Generic[_T]):
    """A dataset of samples by index: a subclass defines __getitem__(index), and __len__ if it knows its length.

    Two methods are optional, and faster. `__getitems__(indices)` returns a list of samples.
    `__getbatch__(indices)` returns a finished batch, and is called if the loader's collate_fn is
    the default one; its indices are a list, or an array if they come from the library's own samplers;
    if it returns None, the batch is made from single samples. A method that a subclass
    inherits is not called if the subclass overrides __getitem__.
    """
    def __add__(self, other: Any) -> Any:
        """Return both datasets, one after the other, as a ConcatDataset."""
    def __getitem__(self, index: Any) -> Any: ...

class IterableDataset(Dataset[_T]):
    """A dataset that yields samples one after another, as a stream does: a subclass defines __iter__.

    With several workers each has a copy of the dataset and would read the whole stream:
    `get_worker_info()` returns a worker's number, with which it can select its share.

    >>> from minitorch.utils.data import DataLoader
    >>> class Squares(IterableDataset):
    ...     def __iter__(self):
    ...         return (i * i for i in range(5))
    >>> [batch.tolist() for batch in DataLoader(Squares(), batch_size=3)]
    [[0, 1, 4], [9, 16]]
    """
    def __add__(self, other: Any) -> Any: ...
    def __getitem__(self, index: Any) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...

class ChainDataset(Dataset[_T]):
    """Iterable datasets one after the other."""
    datasets: Any
    def __init__(self, datasets: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...

class Characters(Dataset):
    """A text as numbers, one for each character, to predict each character from the characters before it.

    text          the text itself; `Characters.of_file(path, length)` reads one
    length        characters in a sample; ValueError if the text is not longer
    characters    the characters that have numbers, in order; default: those of the text, sorted

    Sample i is (characters from i on, characters from i + 1 on): two int64 tensors of (length,).

    >>> data = Characters("hello", 3)
    >>> data[0], data.decode(data[0][1])
    ((tensor([1, 0, 2]), tensor([0, 2, 2])), 'ell')
    """
    characters: Any
    numbers: Any
    codes: Any
    length: Any
    def __getbatch__(self, indices: Any) -> Any:
        """Return the samples at these indices as a batch (inputs, targets)."""
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, text: Any, length: Any, characters: Any = None) -> None: ...
    def __len__(self) -> _int: ...
    def decode(self, codes: Any) -> Any:
        """Convert a sequence of token numbers to text."""
    def encode(self, text: Any) -> Any:
        """Return the numbers of a text, as a list; ValueError for a character without a number."""
    @classmethod
    def of_file(self, path: Any, length: Any, characters: Any = None, encoding: str = 'utf-8') -> Any:
        """Return the Characters of a file's text."""

class ClassBalancingReservoirSampler(Sampler):
    """A sampler that reads a stream once and keeps `size` samples, as equally many of each class as possible.

    labels      the class of each sample, in the order of the stream; None: call `offer` for each sample
    size        how many samples the memory stores
    generator   the generator of its random choices; None: the default one

    Within a class, each sample of the stream remains in the memory with equal probability.
    Source: Chrysakis and Moens, Online Continual Learning from Imbalanced Data (2020), algorithm 1.

    >>> sampler = ClassBalancingReservoirSampler([0] * 1000 + [1] * 5, size=10)
    >>> kept = list(sampler)
    >>> sum(index >= 1000 for index in kept)
    5
    """
    labels: Any
    size: _Sizes
    generator: _Generator | None
    def __init__(self, labels: Any = None, size: _Sizes = 1000, generator: _Generator | None = None) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    def clear(self) -> Any:
        """Forget all samples."""
    def offer(self, index: Any, label: Any) -> Any:
        """Offer the memory the next sample; return its position there, or None if the sample is not stored."""

class ConcatDataset(Dataset[_T]):
    """Datasets one after the other: the second dataset's indices start after the first dataset's.

    datasets   a list of Datasets; ValueError if it is empty, TypeError for an IterableDataset

    >>> joined = ConcatDataset(["abc", "de"])
    >>> len(joined), joined[2], joined[3], joined[-1]
    (5, 'c', 'd', 'e')
    """
    datasets: Any
    cumulative_sizes: Any
    def __getbatch__(self, indices: Any) -> Any:
        """Return a finished batch if all samples are in one dataset, which has __getbatch__; else None."""
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, datasets: Any) -> None: ...
    def __len__(self) -> _int: ...
    def locate(self, index: Any) -> Any:
        """Return (index of the dataset, index of the sample in that dataset)."""

class DataLoader(Generic[_T]):
    """A loader that yields batches of a dataset, in order or newly shuffled for each pass.

    dataset         has __len__ and __getitem__, or is an IterableDataset
    batch_size      samples in a batch; None: yield single samples
    shuffle         whether each pass has a new random order, from `generator` or from the default generator
    sampler         yields the indices in the order in which samples are read, instead of shuffle
    batch_sampler   yields lists of indices, instead of batch_size, shuffle, sampler and drop_last
    collate_fn      joins a list of samples; default: `default_collate`
    drop_last       leave out the last batch if it is shorter
    num_workers     processes that load batches before they are needed; 0: each is loaded in this process when needed.
                    Batches and their order do not depend on this number, unless samples are random
    timeout         seconds to wait for a worker's batch; 0: no limit
    worker_init_fn  called in each worker, once, with its number
    prefetch_factor      batches a worker loads ahead; default 2
    persistent_workers   keep the processes for the next pass; each pass still has a new seed
    in_order        False: yield batches as they arrive from the workers
    multiprocessing_context   "fork", "spawn" or "forkserver"; default: fork on Linux. Forked workers have no GPU
    pin_memory, pin_memory_device   accepted, without effect

    A worker's random numbers (minitorch's, NumPy's and Python's) are seeded from the generator that shuffles.
    Raises ValueError for options that exclude each other; a worker's exception, with its traceback; RuntimeError if
    a worker dies or is too late.

    >>> from minitorch import arange
    >>> [batch.tolist() for batch in DataLoader(arange(5), batch_size=2)]
    [[0, 1], [2, 3], [4]]
    """
    dataset: Any
    sampler: Any
    batch_sampler: Any
    batch_size: _int | None
    drop_last: _bool
    generator: _Generator | None
    collate_fn: Any
    num_workers: _int
    timeout: _float
    worker_init_fn: Any
    prefetch_factor: _int | None
    persistent_workers: _bool
    in_order: _bool
    multiprocessing_context: Any
    pin_memory: _bool
    pin_memory_device: str
    pool: Any
    def __init__(self, dataset: Any, batch_size: _int | None = 1, shuffle: Any = None, sampler: Any = None, batch_sampler: Any = None, num_workers: _int = 0, collate_fn: Any = None, pin_memory: _bool = False, drop_last: _bool = False, timeout: _float = 0, worker_init_fn: Any = None, multiprocessing_context: Any = None, generator: _Generator | None = None, *, prefetch_factor: _int | None = None, persistent_workers: _bool = False, pin_memory_device: str = '', in_order: _bool = True) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    def fetch(self) -> Any: ...
    def in_process(self) -> Any:
        """Yield the batches of a pass, loaded in this process."""
    def seed(self) -> _int:
        """Draw the seed of the workers for this pass over the data, from the generator that also shuffles.

        If a shuffle draws from the generator next, the seed is drawn from a copy, so that the order and all later
        draws are the same with and without workers. Otherwise the seed is drawn from the generator itself.
        """
    def tasks(self) -> Any:
        """Return the tasks, one for each batch: lists of indices, single indices, or numbers of samples to take."""
    def with_workers(self) -> Any:
        """Yield the batches of a pass, loaded by workers; the workers end with the pass, unless they are persistent."""

class DistributedSampler(Sampler):
    """A sampler of one process's share of a dataset that several processes read together.

    num_replicas, rank   the number of processes, and the number of this one; default: those of the process group, or
                         1 and 0 without a group
    shuffle              whether each epoch has a new order, the same in all processes: call set_epoch(epoch) before it
    seed                 the same in all processes
    drop_last            leave out samples that cannot be split evenly; else some samples are used twice

    Raises ValueError for a rank that is not below num_replicas.

    >>> [list(DistributedSampler(range(5), 2, rank, shuffle=False)) for rank in (0, 1)]
    [[0, 2, 4], [1, 3, 0]]
    """
    dataset: Any
    shuffle: _bool
    seed: _float
    drop_last: _bool
    num_replicas: Any
    rank: Any
    epoch: Any
    num_samples: Any
    total_size: Any
    def __init__(self, dataset: Any, num_replicas: Any = None, rank: Any = None, shuffle: _bool = True, seed: _float = 0, drop_last: _bool = False) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    def set_epoch(self, epoch: Any) -> Any:
        """Set the order of the next pass; without this call every pass has the same order."""

class Prefetch:
    """The batches of a loader; a thread loads the next ones while you use one.

    loader   a DataLoader without workers
    ahead    how many loaded batches may wait

    The thread saves time if loading runs outside of Python: reading files, decoding images, large arrays. Python code
    runs in one thread at a time, and would delay the training; for such code use workers, `num_workers`.
    The order of samples is the loader's. The thread has its own random generator, seeded from the loader's seed, so
    random transforms give the same samples for the same seed, whatever other code draws.

    >>> from minitorch import arange
    >>> from minitorch.data import DataLoader
    >>> [batch.tolist() for batch in Prefetch(DataLoader(arange(5), batch_size=2))]
    [[0, 1], [2, 3], [4]]

    An error of the dataset is raised when you reach the batch that was being loaded.
    """
    loader: Any
    ahead: _float
    def __init__(self, loader: Any, ahead: _float = 2) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...

class RandomSampler(Sampler):
    """A sampler with a new random order in each pass, from `generator` or from the default generator.

    data_source   the dataset, of which only the length is used
    replacement   draw each index from all indices, so that some occur more than once
    num_samples   how many indices to draw; default: the dataset's length
    """
    data_source: Any
    replacement: _bool
    number: Any
    generator: _Generator | None
    def __init__(self, data_source: Any, replacement: _bool = False, num_samples: _int | None = None, generator: _Generator | None = None) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    @property
    def num_samples(self) -> Any: ...
    def order(self) -> Any:
        """Return all indices of a pass as an array; None if `shuffled` is replaced, or if they are drawn in parts."""

class SequentialSampler(Sampler):
    """The indices of data_source, from first to last."""
    data_source: Any
    def __init__(self, data_source: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    def order(self) -> Any: ...

class StackDataset(Dataset):
    """Datasets side by side: sample i is a tuple of the i-th sample of each dataset, or a dict if they have names.

    Raises ValueError if the datasets differ in size, and if some are passed by position and some by name.

    >>> StackDataset(image="ab", label=[0, 1])[1]
    {'image': 'b', 'label': 1}
    """
    datasets: Any
    size: Any
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, *datasets: Any, **named: Any) -> None: ...
    def __len__(self) -> _int: ...

class Subset(Dataset[_T]):
    """Some samples of a dataset: sample i is `dataset[indices[i]]`."""
    dataset: Any
    indices: Any
    def __getbatch__(self, indices: Any) -> Any:
        """Return a finished batch, or None if the underlying dataset cannot give one."""
    def __getitem__(self, index: Any) -> Any: ...
    def __getitems__(self, indices: Any) -> Any: ...
    def __init__(self, dataset: Any, indices: Any) -> None: ...
    def __len__(self) -> _int: ...

class SubsetRandomSampler(Sampler):
    """A sampler that yields the given indices in a new random order in each pass."""
    indices: Any
    generator: _Generator | None
    def __init__(self, indices: Any, generator: _Generator | None = None) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...

class TensorDataset(Dataset):
    """Tensors of one length as a dataset: sample i is the i-th row of each.

    >>> from minitorch import tensor
    >>> TensorDataset(tensor([[1.0], [2.0]]), tensor([0, 1]))[1]
    (tensor([2.]), tensor(1))

    Raises AssertionError if the first sizes differ.
    """
    tensors: Tensor | Sequence[Tensor]
    def __getbatch__(self, indices: Any) -> Any:
        """Return a batch by indexing each tensor once: it is equal to the batch of single samples."""
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, *tensors: Tensor | Sequence[Tensor]) -> None: ...
    def __len__(self) -> _int: ...

class TextLines(Dataset):
    """The lines of a text file: sample i is line i, without its line break.

    path        a file, or a list of files that are read one after another
    transform   called with each line
    encoding    of the files
    skip_empty  leave out lines without text
    """
    lines: Any
    transform: Any
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, path: Any, transform: Any = None, encoding: str = 'utf-8', skip_empty: _bool = True) -> None: ...
    def __len__(self) -> _int: ...

class WeightedRandomSampler(Sampler):
    """Indices drawn in proportion to their weights, which need not add up to 1.

    weights       one number for each sample, not negative
    num_samples   how many to draw
    replacement   True: an index may be drawn again; False: at most once

    Raises ValueError for weights that are negative or all 0, and for more draws than samples without replacement.

    >>> list(WeightedRandomSampler([0.0, 3.0, 0.0], 4))
    [1, 1, 1, 1]
    """
    weights: Any
    num_samples: _int
    replacement: _bool
    generator: _Generator | None
    def __init__(self, weights: Any, num_samples: _int, replacement: _bool = True, generator: _Generator | None = None) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
