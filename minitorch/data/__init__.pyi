# Written by `python -m minitorch.stubs`.
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
    """Join samples: the first dimension of each tensor counts them.

    batch     list of samples: tensors, arrays or numbers, or dicts, tuples and lists of them
    returns   the same structure with tensors in it; strings stay a list

    [("a", 1), ("b", 2)] becomes [("a", "b"), tensor([1, 2])].
    Raises RuntimeError when samples differ in shape or length, TypeError for other types.
    """

def default_convert(data: Any) -> Tensor:
    """A single sample, not batched: arrays in data become tensors, all else stays.

    >>> default_convert({"x": np.arange(2), "name": "a"})
    {'x': tensor([0, 1]), 'name': 'a'}
    """

def get_worker_info() -> Tensor:
    """Who this worker process is, as a WorkerInfo; None in the main process."""

def random_split(dataset: Any, lengths: Any, generator: _Generator | None = None) -> Tensor:
    """Disjoint random parts of a dataset, as Subsets.

    lengths   sample counts that add up to len(dataset), or shares that add up to 1

    >>> [len(part) for part in random_split(range(10), [0.75, 0.25])]
    [8, 2]

    Raises ValueError when the lengths do not add up.
    """

class Sampler(Generic[_T]):
    """An order of visits: a subclass gives __iter__, and __len__ where it knows how many. data_source is not used."""
    def __init__(self, data_source: Any = None) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...

class BatchSampler(Sampler):
    """The visits of another sampler, as lists of batch_size; a last short one unless drop_last.

    Raises ValueError for a batch_size that is no positive whole number.
    """
    sampler: Any
    batch_size: _int
    drop_last: Any
    def __init__(self, sampler: Any, batch_size: _int, drop_last: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    def arrays(self) -> Any:
        """The same batches as arrays; None where the sampler does not know its order ahead."""

class Dataset(Generic[_T]):
    """Samples by number: a subclass gives __getitem__(index), and __len__ where it knows how many.

    Two methods are optional, and faster. `__getitems__(indices)` returns a list of samples.
    `__getbatch__(indices)` returns a finished batch, and is asked when the loader's collate_fn is
    the default one; its indices are a list, or an array where the library's own samplers choose them;
    None means that there is no such short cut today. Neither is asked where a subclass has changed
    __getitem__ since.
    """
    def __add__(self, other: Any) -> Any:
        """One dataset after the other, as a ConcatDataset."""
    def __getitem__(self, index: Any) -> Any: ...

class IterableDataset(Dataset[_T]):
    """Samples one after another, as from a stream: a subclass gives __iter__.

    With several workers each has a copy of the dataset and would read the whole stream:
    `get_worker_info()` tells a worker its number, by which to pick its share.

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
    """A text as numbers, one a character, to predict each from those before it.

    text          the text itself; `Characters.of_file(path, length)` reads one
    length        characters a sample; ValueError for a text that is not longer
    characters    those that have numbers, in their order; default: those of the text, sorted

    Sample i is (characters i to i+length, the same one later): two int64 tensors of (length,).

    >>> data = Characters("hello", 3)
    >>> data[0], data.decode(data[0][1])
    ((tensor([1, 0, 2]), tensor([0, 2, 2])), 'ell')
    """
    characters: Any
    numbers: Any
    codes: Any
    length: Any
    def __getbatch__(self, indices: Any) -> Any:
        """A whole batch by one indexing."""
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, text: Any, length: Any, characters: Any = None) -> None: ...
    def __len__(self) -> _int: ...
    def decode(self, codes: Any) -> Any:
        """The text of numbers."""
    def encode(self, text: Any) -> Any:
        """The numbers of a text, as a list; ValueError for a character that has none."""
    @classmethod
    def of_file(self, path: Any, length: Any, characters: Any = None, encoding: str = 'utf-8') -> Any:
        """The text of a file."""

class ClassBalancingReservoirSampler(Sampler):
    """Indices of `size` samples of a stream that is read once, with classes as even as the stream allows.

    labels      the class of each sample, in the order of the stream; None: `offer` them as they come
    size        how many samples the memory holds
    generator   where its chances come from; None: the default one

    Within a class each sample that passed is equally likely to be kept.
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
        """Forget everything."""
    def offer(self, index: Any, label: Any) -> Any:
        """Read one sample of the stream. Returns the place in the memory where it is kept, or None."""

class ConcatDataset(Dataset[_T]):
    """Datasets one after the other: the second's numbers go on where the first's end.

    datasets   a list of them; ValueError for none, TypeError for an IterableDataset

    >>> joined = ConcatDataset(["abc", "de"])
    >>> len(joined), joined[2], joined[3], joined[-1]
    (5, 'c', 'd', 'e')
    """
    datasets: Any
    cumulative_sizes: Any
    def __getbatch__(self, indices: Any) -> Any:
        """A finished batch, if all of it is of one dataset that can give one."""
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, datasets: Any) -> None: ...
    def __len__(self) -> _int: ...
    def locate(self, index: Any) -> Any:
        """Return which dataset, and which of its samples."""

class DataLoader(Generic[_T]):
    """Batches of a dataset, in order or shuffled anew for each pass.

    dataset         has __len__ and __getitem__, or is an IterableDataset
    batch_size      samples a batch; None passes single samples on
    shuffle         new random order each pass, seeded by `manual_seed` or `generator`
    sampler         an order of indices instead of shuffle
    batch_sampler   an order of index lists instead of batch_size, shuffle, sampler and drop_last
    collate_fn      joins a list of samples; default: `default_collate`
    drop_last       leave out a last short batch
    num_workers     processes that load batches ahead of their use; 0: each is loaded here, when asked for.
                    The batches and their order are the same for any number, unless samples are random
    timeout         seconds to wait for a worker's batch; 0: for ever
    worker_init_fn  called in each worker, once, with its number
    prefetch_factor      batches a worker loads ahead; 2 if not said
    persistent_workers   keep them from one pass to the next; each pass is seeded all the same
    in_order        False: pass batches on as they come from the workers
    multiprocessing_context   "fork", "spawn" or "forkserver"; default: fork on Linux. Forked workers have no GPU
    pin_memory, pin_memory_device   accepted; the memory is as it is

    A worker's random numbers (minitorch's, NumPy's and Python's) are seeded from the stream that shuffles.
    Raises ValueError for options that exclude each other; what a worker raised, with its traceback; RuntimeError when
    a worker dies or is too late.

    >>> from minitorch import arange
    >>> [batch.tolist() for batch in DataLoader(arange(5), batch_size=2)]
    [[0, 1], [2, 3], [4]]
    """
    dataset: Any
    sampler: Any
    batch_sampler: Any
    batch_size: _int
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
    def __init__(self, dataset: Any, batch_size: _int = 1, shuffle: Any = None, sampler: Any = None, batch_sampler: Any = None, num_workers: _int = 0, collate_fn: Any = None, pin_memory: _bool = False, drop_last: _bool = False, timeout: _float = 0, worker_init_fn: Any = None, multiprocessing_context: Any = None, generator: _Generator | None = None, *, prefetch_factor: _int | None = None, persistent_workers: _bool = False, pin_memory_device: str = '', in_order: _bool = True) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    def fetch(self) -> Any: ...
    def in_process(self) -> Any:
        """A pass in this process."""
    def seed(self) -> _int:
        """The seed of this pass's workers, from the stream that the order comes from.

        Where a shuffle is about to draw from the stream, its present state will do: so the order, and
        all that is drawn after it, are the same with workers as without. Else one number is drawn.
        """
    def tasks(self) -> Any:
        """Yield what is to be fetched for each batch: many indices, single ones, or how many to take."""
    def with_workers(self) -> Any:
        """A pass with worker processes; they end with it, unless they are persistent."""

class DistributedSampler(Sampler):
    """One process's share of a dataset that several processes go through together.

    num_replicas, rank   how many processes there are, and which of them this is; default: as the process group says,
                         and 1 and 0 where there is none
    shuffle              a new order for each epoch, the same in all processes: call set_epoch(epoch) before it
    seed                 the same in all processes
    drop_last            leave out what cannot be dealt out evenly; else some samples come twice

    Raises ValueError for a rank that is not one of num_replicas.

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
        """Choose the order of the next pass; without it every pass has the same."""

class Prefetch:
    """The batches of a loader, of which a thread makes the next ones while you use one.

    loader   a DataLoader without workers
    ahead    how many batches may wait

    It pays where making a batch leaves Python: reading files, decoding pictures, large arrays. What runs
    in Python shares one interpreter with the training; for that there are workers, `num_workers`.
    The order is the loader's own. Random samples draw from a stream of the thread's, seeded from the
    stream that shuffles: they are the same each time, whatever is drawn meanwhile.

    >>> from minitorch import arange
    >>> from minitorch.data import DataLoader
    >>> [batch.tolist() for batch in Prefetch(DataLoader(arange(5), batch_size=2))]
    [[0, 1], [2, 3], [4]]

    Raises what the dataset raised, at the batch that it befell.
    """
    loader: Any
    ahead: _float
    def __init__(self, loader: Any, ahead: _float = 2) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...

class RandomSampler(Sampler):
    """A new random order each time; seeded by `manual_seed`, or by a generator of its own.

    data_source   what is visited: its length counts
    replacement   draw each index anew from all, so that some come twice
    num_samples   how many to draw; default: as many as there are
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
        """All visits of a pass as an array; None where another `shuffled` runs, or where they come piece by piece."""

class SequentialSampler(Sampler):
    """The indices of data_source, first to last."""
    data_source: Any
    def __init__(self, data_source: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...
    def order(self) -> Any: ...

class StackDataset(Dataset):
    """Datasets side by side: sample i holds the i-th of each, as a tuple, or by name as a dict.

    Raises ValueError for datasets of different sizes, and for some by position and some by name.

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
        """A finished batch, if the dataset below can give one."""
    def __getitem__(self, index: Any) -> Any: ...
    def __getitems__(self, indices: Any) -> Any: ...
    def __init__(self, dataset: Any, indices: Any) -> None: ...
    def __len__(self) -> _int: ...

class SubsetRandomSampler(Sampler):
    """The given indices, in a new random order each time."""
    indices: Any
    generator: _Generator | None
    def __init__(self, indices: Any, generator: _Generator | None = None) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> _int: ...

class TensorDataset(Dataset):
    """Tensors side by side: sample i is the i-th row of each.

    >>> from minitorch import tensor
    >>> TensorDataset(tensor([[1.0], [2.0]]), tensor([0, 1]))[1]
    (tensor([2.]), tensor(1))

    Raises AssertionError when the first sizes differ.
    """
    tensors: Tensor | Sequence[Tensor]
    def __getbatch__(self, indices: Any) -> Any:
        """Many samples by one indexing of each tensor: what collating them one by one would give."""
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, *tensors: Tensor | Sequence[Tensor]) -> None: ...
    def __len__(self) -> _int: ...

class TextLines(Dataset):
    """The lines of a text file: sample i is line i, without its end.

    path        a file, or a list of files whose lines follow one another
    transform   called with each line
    encoding    of the files
    skip_empty  leave out lines of blanks
    """
    lines: Any
    transform: Any
    def __getitem__(self, index: Any) -> Any: ...
    def __init__(self, path: Any, transform: Any = None, encoding: str = 'utf-8', skip_empty: _bool = True) -> None: ...
    def __len__(self) -> _int: ...

class WeightedRandomSampler(Sampler):
    """Indices drawn in proportion to their weights, which need not add up to 1.

    weights       one number a sample, none negative
    num_samples   how many to draw
    replacement   an index may come again; without, it comes at most once

    Raises ValueError for weights that are negative or all 0, and for more draws than there are without replacement.

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
