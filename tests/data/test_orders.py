"""Where the order is known ahead, batches are cut from one array: the same batches as lists would be."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.data import ConcatDataset, DataLoader, Dataset, Subset, TensorDataset, WeightedRandomSampler
from minitorch.data.sampler import BatchSampler, RandomSampler, SequentialSampler, batches, shuffled
from minitorch.engine.piece import mount

ROWS = TensorDataset(mt.arange(22).reshape(11, 2), mt.arange(11))


class Listed(RandomSampler):
    """Knows no `order`, since its __iter__ is its own."""

    def __iter__(self):
        yield from super().__iter__()


class Asked(Dataset):
    """Notes what it is asked for; `whole` says whether it answers."""

    def __init__(self, whole):
        self.whole, self.seen = whole, []

    def __len__(self):
        return 7

    def __getitem__(self, index):
        self.seen.append(type(index))
        return index

    def __getbatch__(self, indices):
        self.seen.append(type(indices))
        return mt.from_numpy(indices.copy()) if self.whole else None


def passes(dataset, sampler, size=4, drop_last=False):
    mt.manual_seed(3)
    loader = DataLoader(dataset, size, sampler=sampler, drop_last=drop_last)
    return [[part.tolist() for part in batch] for _ in range(2) for batch in loader]


@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize("size", [1, 4, 11, 20])
@pytest.mark.parametrize("number", [None, 3, 11, 25])
def test_arrays_and_lists_are_the_same_batches(number, size, drop_last):
    one, other = (passes(ROWS, kind(ROWS, num_samples=number), size, drop_last) for kind in (RandomSampler, Listed))
    assert one == other and len(one) == 2 * len(BatchSampler(Listed(ROWS, num_samples=number), size, drop_last))


@pytest.mark.parametrize("size, drop_last", [(4, False), (4, True), (11, True), (20, False), (20, True)])
def test_first_to_last_too(size, drop_last):
    found = passes(ROWS, SequentialSampler(ROWS), size, drop_last)
    assert found == passes(ROWS, list(range(11)), size, drop_last)


def test_the_stream_goes_on_alike():
    then = []
    for sampler in RandomSampler(ROWS), Listed(ROWS):
        passes(ROWS, sampler)
        then.append(mt.rand(2).tolist())
    assert then[0] == then[1]


@pytest.mark.parametrize("dataset", [Subset(ROWS, [9, 3, 5, 0, 8]), ConcatDataset([ROWS, ROWS]),
                                     Subset(ConcatDataset([ROWS, ROWS]), range(15))], ids=["part", "two", "both"])
def test_data_sets_of_data_sets_are_asked_by_array(dataset):
    assert passes(dataset, RandomSampler(dataset)) == passes(dataset, Listed(dataset))


def test_a_way_to_a_whole_batch_is_given_an_array_and_samples_pythons_numbers():
    for whole, kinds in (True, {np.ndarray}), (False, {np.ndarray, int}):
        dataset = Asked(whole)
        assert sorted(sum((b.tolist() for b in DataLoader(dataset, 3, shuffle=True)), [])) == list(range(7))
        assert set(dataset.seen) == kinds
    assert all(type(batch) is list for batch in DataLoader(ROWS, 4, shuffle=True).batch_sampler)


def test_workers_are_sent_arrays():
    mt.manual_seed(5)
    here = [batch[1].tolist() for batch in DataLoader(ROWS, 4, shuffle=True)]
    mt.manual_seed(5)
    assert here == [batch[1].tolist() for batch in DataLoader(ROWS, 4, shuffle=True, num_workers=2)]


def test_a_learners_order_and_batches_are_used():
    with mount(shuffled, lambda n, generator: list(range(n))[::-1]):
        assert next(iter(DataLoader(ROWS, 3, shuffle=True)))[1].tolist() == [10, 9, 8]
    with mount(batches, lambda indices, size, drop_last: iter([[2, 1]])):
        assert [b[1].tolist() for b in DataLoader(ROWS, 3)] == [[2, 1]]


def test_other_samplers_go_on_by_lists():
    sampler = WeightedRandomSampler([0.0] * 10 + [1.0], 5)
    assert [b[1].tolist() for b in DataLoader(ROWS, 3, sampler=sampler)] == [[10] * 3, [10] * 2]
    assert [b[1].tolist() for b in DataLoader(ROWS, batch_sampler=[[1, 2], [-1]])] == [[1, 2], [10]]


def test_a_batch_shares_no_memory_with_the_data():
    for batch, _ in DataLoader(ROWS, 4):
        assert not np.shares_memory(batch.numpy(), ROWS.tensors[0].numpy())
