"""Datasets of datasets, and samplers: each sample where it should be, as often as it should be."""

from collections import Counter, OrderedDict, deque

import numpy as np
import pytest

import minitorch as mt
from minitorch.data import (
    ChainDataset,
    ConcatDataset,
    DataLoader,
    DistributedSampler,
    IterableDataset,
    RandomSampler,
    StackDataset,
    Subset,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
    default_collate,
    default_convert,
)

FIRST, SECOND = TensorDataset(mt.arange(5)), TensorDataset(mt.arange(5, 8))


class Count(IterableDataset):
    def __init__(self, start, stop):
        self.numbers = range(start, stop)

    def __iter__(self):
        return iter(self.numbers)

    def __len__(self):
        return len(self.numbers)


def numbers(dataset, **settings):
    return [x for batch in DataLoader(dataset, **settings) for x in batch[0].tolist()]


@pytest.mark.parametrize("joined", [ConcatDataset([FIRST, SECOND]), FIRST + SECOND,
                                    ConcatDataset([Subset(FIRST, range(5)), SECOND])], ids=["list", "+", "subset"])
@pytest.mark.parametrize("batch_size", [1, 2, 3])
def test_joined_datasets_count_on(joined, batch_size):
    assert len(joined) == 8 and joined[-1][0].item() == 7 and joined[5][0].item() == 5
    assert numbers(joined, batch_size=batch_size) == list(range(8))
    assert sorted(numbers(joined, batch_size=batch_size, shuffle=True)) == list(range(8))


def test_chained_streams():
    for chain in ChainDataset([Count(0, 3), Count(3, 4)]), Count(0, 3) + Count(3, 4):
        assert list(chain) == [0, 1, 2, 3] and len(chain) == 4
        assert [b.tolist() for b in DataLoader(chain, 3)] == [[0, 1, 2], [3]]


def test_stacked_datasets():
    assert StackDataset("abc", [1, 2, 3])[2] == ("c", 3)
    batch = next(iter(DataLoader(StackDataset(x=FIRST, name="vwxyz"), 2)))
    assert batch["name"] == ["v", "w"] and batch["x"][0].tolist() == [0, 1]


def test_weights_are_the_odds():
    drawn = Counter(WeightedRandomSampler(mt.tensor([1.0, 0.0, 3.0]), 8000))
    assert set(drawn) == {0, 2} and abs(drawn[2] / 8000 - 0.75) < 0.03
    assert sorted(WeightedRandomSampler([0.1, 5, 0, 1], 3, replacement=False)) == [0, 1, 3]


def test_a_sampler_asked_for_more_than_memory_holds_begins_at_once():
    order = iter(RandomSampler(range(5), replacement=True, num_samples=10**10))
    assert {next(order) for _ in range(100)} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("make", [lambda g: RandomSampler(range(50), generator=g),
                                  lambda g: RandomSampler(range(50), True, 70, g),
                                  lambda g: SubsetRandomSampler(range(50, 90), g),
                                  lambda g: WeightedRandomSampler(np.ones(50), 30, generator=g)])
def test_random_orders_repeat_with_their_generator_and_differ_by_pass(make):
    def passes():
        sampler = make(mt.Generator().manual_seed(4))
        return list(sampler), list(sampler)
    first, second = passes()
    assert (first, second) == passes() and first != second


def test_a_subset_is_drawn_whole():
    sampler = SubsetRandomSampler([9, 4, 7])
    assert sorted(sampler) == [4, 7, 9] and len(sampler) == 3


@pytest.mark.parametrize("total, replicas, drop_last", [(10, 1, False), (10, 3, False), (10, 3, True), (2, 5, False)])
@pytest.mark.parametrize("shuffle", [False, True])
def test_processes_share_a_dataset(total, replicas, drop_last, shuffle):
    shares = [DistributedSampler(range(total), replicas, rank, shuffle, 3, drop_last) for rank in range(replicas)]
    for share in shares:
        share.set_epoch(2)
    drawn = [list(share) for share in shares]
    assert {len(d) for d in drawn} == {len(shares[0])} == {total // replicas if drop_last else -(-total // replicas)}
    seen = {x for d in drawn for x in d}
    assert len(seen) == (total // replicas * replicas if drop_last else total)
    assert drawn == [list(share) for share in shares]    # the same until set_epoch
    if shuffle and total > 5:
        shares[0].set_epoch(3)
        assert list(shares[0]) != drawn[0]


@pytest.mark.parametrize("total, replicas, drop_last", [(10, 3, False), (10, 3, True), (2, 5, False)])
def test_shares_are_those_of_torch(total, replicas, drop_last, torch):
    for rank in range(replicas):
        theirs = torch.utils.data.DistributedSampler(range(total), replicas, rank, False, 0, drop_last)
        assert list(DistributedSampler(range(total), replicas, rank, False, 0, drop_last)) == list(theirs)


def test_mappings_keep_their_kind():
    batch = default_collate([OrderedDict(a=1), OrderedDict(a=2)])
    assert type(batch) is OrderedDict and batch["a"].tolist() == [1, 2]
    assert default_collate([deque([1, 2]), deque([3, 4])])[0].tolist() == [1, 3]


def test_a_single_sample_is_converted_within():
    x = default_convert({"a": [np.ones(2), "b"], "n": np.float32(3)})
    assert mt.is_tensor(x["a"][0]) and x["a"][1] == "b" and x["n"].dtype is mt.float32


def test_shares_of_one_and_fractions():
    assert [len(p) for p in mt.utils.data.random_split(range(7), [0.5, 0.25, 0.25])] == [4, 2, 1]


def sizes(*counts):
    return [{"x": [mt.ones(n), 1]} for n in counts]


WRONG = [
    (lambda: default_collate(sizes(2, 2, 3)), RuntimeError,
     r"samples 0 and 2 of the batch have shapes \(2,\) and \(3,\), at \['x'\]\[0\] of each sample\. Resize or pad"),
    (lambda: list(DataLoader(sizes(2, 2, 3, 2), batch_sampler=[[3, 0, 2]])), RuntimeError,
     r"samples 0 and 2 of .* In the dataset they are 3 and 2\."),
    (lambda: default_collate([{"a": 1}, {"b": 1}]), RuntimeError, "batch has 'a', but sample 1 does not"),
    (lambda: default_collate([1, None]), RuntimeError, "has NoneType, but sample 0 has a number"),
    (lambda: default_collate([mt.ones(1), 3]), RuntimeError, "sample 1 of .* has int, but sample 0 has a tensor"),
    (lambda: default_collate([[1], 3]), RuntimeError, "sample 0 of the batch has 1 parts, and sample 1 is int"),
    (lambda: ConcatDataset([]), ValueError, "should not be an empty iterable"),
    (lambda: ConcatDataset([Count(0, 2)]), TypeError, "does not support IterableDataset.*ChainDataset"),
    (lambda: list(ChainDataset([[1]])), TypeError, "only supports IterableDataset, not list"),
    (lambda: ConcatDataset([[1], [2]])[2], IndexError, "index 2 is out of range for a dataset of 2"),
    (lambda: StackDataset([1], [1, 2]), ValueError, "they hold 1, 2 samples"),
    (lambda: StackDataset(), ValueError, "by position or by name"),
    (lambda: Count(0, 2)[0], TypeError, "Count is an IterableDataset: .* no index"),
    (lambda: list(IterableDataset()), NotImplementedError, "IterableDataset needs an __iter__"),
    (lambda: len(DataLoader(type("S", (IterableDataset,), {})())), TypeError, "has no len"),
    (lambda: WeightedRandomSampler([[1.0]], 1), ValueError, r"1d sequence but given weights have shape \(1, 1\)"),
    (lambda: WeightedRandomSampler([1, -1], 1), ValueError, "none below 0"),
    (lambda: WeightedRandomSampler([1, 0], 2, False), ValueError, "only 1 samples have a weight above 0"),
    (lambda: WeightedRandomSampler([1], 0), ValueError, "num_samples should be a positive integer value, but got 0|=0"),
    (lambda: RandomSampler([1], replacement=1), TypeError, "replacement should be a boolean value, but got"),
    (lambda: RandomSampler([1], num_samples=0), ValueError, "positive integer value, but got num_samples=0"),
    (lambda: DistributedSampler([1], 2, 2), ValueError, r"Invalid rank 2, rank should be in the interval \[0, 1\]")]


@pytest.mark.parametrize("attempt, kind, message", WRONG, ids=[w[2][:40] for w in WRONG])
def test_error_says_what_is_wrong(attempt, kind, message):
    with pytest.raises(kind, match=message):
        attempt()


@pytest.mark.parametrize("path", [
    "utils.data.DataLoader", "utils.data.dataloader.DataLoader", "utils.data.dataset.Subset",
    "utils.data.sampler.WeightedRandomSampler", "utils.data.get_worker_info", "utils.data.IterableDataset",
    "utils.data.distributed.DistributedSampler", "utils.data.dataloader.default_collate",
    "utils.data.dataset.random_split"])
def test_pytorchs_paths(path, torch):
    from importlib import import_module
    module, _, name = path.rpartition(".")
    assert callable(getattr(import_module(f"torch.{module}"), name))
    assert getattr(import_module(f"minitorch.{module}"), name) is getattr(mt.data, name)
