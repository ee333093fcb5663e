"""Data sets and loaders: every sample once, orders that repeat, batches as PyTorch makes them."""

from collections import namedtuple

import numpy as np
import pytest

import minitorch as mt
from minitorch.data import DataLoader, Dataset, Subset, TensorDataset, default_collate, random_split
from minitorch.data.sampler import BatchSampler, RandomSampler, SequentialSampler
from minitorch.engine.piece import mount

Pair = namedtuple("Pair", "x y")
ROWS = mt.arange(20).reshape(10, 2)
ROWED = TensorDataset(ROWS, mt.arange(10))


class Squares(Dataset):
    def __len__(self):
        return 10

    def __getitem__(self, index):
        return mt.tensor([index, index * index]), index


class ByTheDozen(Squares):
    def __getitems__(self, indices):
        return [self[i] for i in reversed(indices)]


def same(a, b):
    """Equal in structure, dtype and value."""
    assert type(a) is type(b)
    if mt.is_tensor(a):
        assert a.dtype is b.dtype and a.tolist() == b.tolist()
    elif isinstance(a, list | tuple):
        assert len(a) == len(b)
        for x, y in zip(a, b):
            same(x, y)
    elif isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            same(a[key], b[key])
    else:
        assert a == b


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize("dataset", [ROWED, Squares(), Subset(Squares(), range(3, 10)), Subset(ROWED, [4, 2, 9])],
                         ids=lambda d: type(d).__name__)
def test_a_pass_visits_every_sample_once(dataset, shuffle, drop_last):
    loader = DataLoader(dataset, batch_size=4, shuffle=shuffle, drop_last=drop_last)
    batches = list(loader)
    assert len(batches) == len(loader)
    seen = [number for _, numbers in batches for number in numbers.tolist()]
    wanted = [int(dataset[i][1]) for i in range(len(dataset))]
    assert len(seen) == (len(wanted) // 4 * 4 if drop_last else len(wanted))
    assert len(set(seen)) == len(seen) and set(seen) <= set(wanted)
    if not shuffle:
        assert seen == wanted[:len(seen)]


def test_orders_repeat_with_the_seed_and_change_with_each_pass():
    loader = DataLoader(range(100), batch_size=100, shuffle=True)

    def two_passes():
        mt.manual_seed(3)
        return [next(iter(loader)).tolist() for _ in range(2)]
    first, second = two_passes()
    assert first != second and [first, second] == two_passes()


def test_a_generator_of_its_own_leaves_the_default_one_alone():
    def order(seed):
        return next(iter(DataLoader(range(50), 50, shuffle=True, generator=mt.Generator().manual_seed(seed)))).tolist()
    before = mt.get_rng_state()
    assert order(1) == order(1) != order(2)
    assert mt.equal(mt.get_rng_state(), before)


@pytest.mark.parametrize("dataset", [ROWED, Subset(ROWED, [5, 3, 1, 9])], ids=["whole", "subset"])
def test_the_short_cut_gives_what_collating_gives(dataset):
    for quick, slow in zip(DataLoader(dataset, 3), DataLoader(dataset, 3, collate_fn=lambda b: default_collate(b))):
        same(quick, slow)


def test_a_mounted_collate_is_used_even_where_there_is_a_short_cut():
    with mount(default_collate, lambda batch: len(batch)):
        assert list(DataLoader(ROWED, 4)) == [4, 4, 2]


def test_getitems_is_asked_for_a_whole_batch():
    assert next(iter(DataLoader(ByTheDozen(), 3)))[1].tolist() == [2, 1, 0]
    assert next(iter(DataLoader(Subset(ByTheDozen(), [7, 8]), 2)))[1].tolist() == [8, 7]


def test_any_sampler_sets_the_order():
    assert [b.tolist() for b in DataLoader(range(9), 2, sampler=[7, 1, 3])] == [[7, 1], [3]]
    assert [b.tolist() for b in DataLoader(range(9), batch_sampler=[[0], [5, 6]])] == [[0], [5, 6]]
    assert next(iter(DataLoader(ROWED, 2, sampler=mt.tensor([3, 1]))))[1].tolist() == [3, 1]
    assert list(BatchSampler(SequentialSampler(range(5)), 2, True)) == [[0, 1], [2, 3]]


def test_without_a_batch_size_samples_come_alone():
    (x, y), *others = DataLoader(Squares(), batch_size=None)
    assert x.tolist() == [0, 0] and y == 0 and len(others) == 9


@pytest.mark.parametrize("number, replacement", [(None, False), (3, False), (25, False), (7, True)])
def test_random_sampler_draws_as_many_as_asked(number, replacement):
    sampler = RandomSampler(range(10), replacement, number)
    drawn = list(sampler)
    assert len(drawn) == len(sampler) == (number or 10) and set(drawn) <= set(range(10))
    assert replacement or len(set(drawn)) == min(len(drawn), 10)


@pytest.mark.parametrize("lengths, sizes", [([6, 4], [6, 4]), ([0.5, 0.5], [5, 5]), ([0.33, 0.33, 0.34], [4, 3, 3]),
                                            ([10], [10])])
def test_random_split_deals_out_all_samples(lengths, sizes):
    parts = random_split(range(10), lengths, generator=mt.Generator().manual_seed(1))
    assert [len(part) for part in parts] == sizes
    assert sorted(x for part in parts for x in (part[i] for i in range(len(part)))) == list(range(10))


SAMPLES = [[1, 2], [1.5, 2.5], [True, False], ["a", "b"], [b"a", b"b"], [(1, 2.0), (3, 4.0)], [[1, 2], [3, 4]],
           [{"x": 1, "y": "a"}, {"x": 2, "y": "b"}], [Pair(1, 2.0), Pair(3, 4.0)],
           [({"x": [1]}, "a"), ({"x": [2]}, "b")],
           [np.float32(1), np.float32(2)], [np.arange(3), np.arange(3)], [np.ones(2, "float32")] * 2,
           [(np.uint8(3), np.zeros((2, 2), "int16"))] * 2]


@pytest.mark.parametrize("batch", SAMPLES, ids=str)
def test_collate_makes_what_torch_makes(batch, torch):
    def outline(x):
        if hasattr(x, "tolist"):
            return str(x.dtype).split(".")[-1], tuple(x.shape), x.tolist()
        if isinstance(x, dict):
            return {key: outline(value) for key, value in x.items()}
        return [type(x).__name__, *map(outline, x)] if isinstance(x, list | tuple) else x
    assert outline(default_collate(batch)) == outline(torch.utils.data.default_collate(batch))


def test_collate_stacks_tensors():
    assert default_collate([mt.ones(2, 3)] * 4).shape == (4, 2, 3)


def test_the_names_stand_under_pytorchs_path_too():
    from minitorch.utils.data import DataLoader as Loader, TensorDataset as Tensors
    assert Loader is DataLoader and Tensors is TensorDataset and mt.utils.data.random_split is random_split


WRONG = [(lambda: TensorDataset(mt.ones(2), mt.ones(3)), AssertionError,
          "Size mismatch between tensors: they hold 2, 3"),
         (lambda: TensorDataset(), ValueError, "at least one tensor"),
         (lambda: Dataset()[0], NotImplementedError, "Dataset needs a __getitem__"),
         (lambda: random_split(range(5), [2, 2]), ValueError, r"2 \+ 2 is 4, and there are 5"),
         (lambda: DataLoader([], shuffle=True), ValueError, "nothing to draw from"),
         (lambda: DataLoader([1], 0), ValueError, "positive integer value, but got batch_size=0"),
         (lambda: DataLoader([1], shuffle=True, sampler=[0]), ValueError, "mutually exclusive with shuffle"),
         (lambda: DataLoader([1], 2, batch_sampler=[[0]]), ValueError, "batch_sampler option is mutually exclusive"),
         (lambda: DataLoader([1], None, drop_last=True), ValueError, "batch_size=None"),
         (lambda: DataLoader([1], num_workers=-1), ValueError, "num_workers should be at least 0"),
         (lambda: default_collate([mt.ones(2), mt.ones(3)]), RuntimeError, r"shapes \(2,\) and \(3,\)"),
         (lambda: default_collate([[1], [1, 2]]), RuntimeError, "sample 0 .* 1 parts, and sample 1 has 2 parts"),
         (lambda: default_collate([None]), TypeError, "found NoneType.*collate_fn.*without a return gives None")]


@pytest.mark.parametrize("attempt, kind, message", WRONG, ids=[w[2] for w in WRONG])
def test_error_says_what_is_wrong(attempt, kind, message):
    with pytest.raises(kind, match=message):
        attempt()
