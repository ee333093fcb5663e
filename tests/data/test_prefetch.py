"""A thread that makes batches ahead changes neither them nor their order, nor anyone's random numbers."""

import threading

import pytest

import minitorch as mt
from minitorch.data import DataLoader, Dataset, IterableDataset, Prefetch, TensorDataset
from minitorch.random import numpy_generator


class Noted(Dataset):
    """Sample i is i, or random; the threads that asked are kept."""

    def __init__(self, size, random=False, fails_at=None):
        self.size, self.random, self.fails_at, self.threads = size, random, fails_at, []

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        self.threads.append(threading.current_thread())
        if index == self.fails_at:
            raise KeyError("no such sample")
        return numpy_generator().random() if self.random else index


class Counting(IterableDataset):
    def __iter__(self):
        return iter(range(7))


@pytest.mark.parametrize("ahead", [1, 2, 50])
@pytest.mark.parametrize("settings", [{"shuffle": True}, {"shuffle": True, "drop_last": True}, {}], ids=repr)
@pytest.mark.parametrize("make", [lambda: Noted(10), lambda: TensorDataset(mt.arange(10)), Counting],
                         ids=["samples", "batches", "stream"])
def test_the_batches_are_the_loaders(make, settings, ahead):
    settings = {name: value for name, value in settings.items() if make is not Counting or name != "shuffle"}
    loader, passes, streams = DataLoader(make(), 3, **settings), [], []
    for batches in (loader, Prefetch(loader, ahead)):
        mt.manual_seed(0)
        passes.append([str(batch) for _ in range(2) for batch in batches])
        streams.append(numpy_generator().random())
    assert passes[0] == passes[1]
    assert streams[0] == streams[1] or not settings.get("shuffle")       # else the seed was drawn, as for workers


def test_samples_are_made_in_another_thread_at_most_so_many_ahead():
    data = Noted(20)
    batches = iter(Prefetch(DataLoader(data, 1), ahead=3))
    assert next(batches).tolist() == [0]
    batches.close()
    assert threading.main_thread() not in data.threads and 1 <= len(data.threads) <= 4
    assert not any(thread.is_alive() for thread in data.threads)


def test_random_samples_repeat_whatever_is_drawn_meanwhile():
    found = []
    for draws in (0, 1, 5):
        mt.manual_seed(3)
        batches = []
        for batch in Prefetch(DataLoader(Noted(12, random=True), 2, shuffle=True)):
            batches.append(batch.tolist())
            mt.rand(draws)
        found.append(batches)
    assert found[0] == found[1] == found[2]


def test_what_a_sample_raises_arrives_with_its_batch():
    batches = iter(Prefetch(DataLoader(Noted(6, fails_at=3), 2)))
    assert next(batches).tolist() == [0, 1]
    with pytest.raises(KeyError, match="no such sample"):
        next(batches)


def test_lengths_and_refusals():
    assert len(Prefetch(DataLoader(Noted(10), 3))) == 4
    with pytest.raises(ValueError, match="ahead should be 1 or more batches, but got 0"):
        Prefetch(DataLoader(Noted(3)), 0)
    with pytest.raises(ValueError, match="num_workers=2: workers load ahead already"):
        Prefetch(DataLoader(Noted(3), num_workers=2))
