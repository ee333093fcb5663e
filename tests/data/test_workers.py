"""Worker processes change nothing but the speed."""

import multiprocessing
import os
import random

import numpy as np
import pytest
from timed import Items, within

import minitorch as mt
from minitorch.data import (
    DataLoader,
    IterableDataset,
    RandomSampler,
    TensorDataset,
    default_collate,
    get_worker_info,
)
from minitorch.engine.piece import mount

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="these datasets reach the workers by fork")


class Stream(IterableDataset):
    """0, 1, 2, …, each worker a share of it."""

    def __init__(self, count):
        self.count = count

    def __iter__(self):
        info = get_worker_info()
        return iter(range(info.id, self.count, info.num_workers) if info else range(self.count))

    def __len__(self):
        return self.count


def lists(loader):
    return [batch.tolist() for batch in loader]


ROWED = TensorDataset(mt.arange(20).reshape(10, 2), mt.arange(10))


@within(120)
@pytest.mark.parametrize("settings", [{}, {"shuffle": True}, {"batch_size": 3, "drop_last": True, "shuffle": True},
                                      {"batch_size": None}, {"pin_memory": True, "timeout": 20},
                                      {"batch_sampler": [[3, 1], [2]]}, {"prefetch_factor": 1},
                                      {"persistent_workers": True, "shuffle": True, "batch_size": 4}], ids=str)
def test_any_number_of_workers_gives_the_same_batches(settings):
    alone = {name: value for name, value in settings.items() if name not in ("prefetch_factor", "persistent_workers")}

    def passes(settings, workers):
        mt.manual_seed(5)
        loader = DataLoader(Items(lambda i: i * i), num_workers=workers, **settings)
        found = [[getattr(b, "tolist", lambda b=b: b)() for b in loader] for _ in range(2)]
        return found, mt.rand(1).item() if settings.get("shuffle") else None
    wanted = passes(alone, 0)
    assert passes(settings, 1) == passes(settings, 3) == wanted


@within(120)
def test_batches_of_all_kinds_arrive_whole_and_writable():
    big, small = np.arange(300_000, dtype="float32").reshape(100, 3000), np.arange(6).reshape(2, 3)
    sample = {"big": big, "small": small, "empty": np.zeros((0, 3)), "cut": big[:, ::2], "text": "a", "number": 1.5}
    here, there = (next(iter(DataLoader(Items(lambda i: sample, 2), 2, num_workers=n))) for n in (0, 1))
    assert here.keys() == there.keys() and there["text"] == ["a", "a"]
    for name in "big", "small", "empty", "cut", "number":
        assert there[name].dtype is here[name].dtype and (there[name] == here[name]).all(), name
        there[name] += 1


@within(120)
def test_the_short_cut_and_a_mounted_piece_reach_the_workers():
    assert [x.tolist() for x in next(iter(DataLoader(ROWED, 2, num_workers=1)))] == [[[0, 1], [2, 3]], [0, 1]]
    with mount(default_collate, lambda batch: len(batch)):
        assert list(DataLoader(ROWED, 4, num_workers=2)) == [4, 4, 2]


@within(120)
def test_a_batch_larger_than_the_pipe_and_long_tasks_do_not_block():
    loader = DataLoader(Items(lambda i: i, 200_000), 50_000, num_workers=2, collate_fn=lambda b: [str(x) for x in b])
    assert [len(batch) for batch in loader] == [50_000] * 4


@within(120)
def test_each_worker_draws_its_own_numbers_and_runs_repeat():
    def draw(_):
        return mt.rand(1).item(), np.random.rand(), random.random(), get_worker_info().seed

    def run(seed, **settings):
        loader = DataLoader(Items(draw, 4), 1, num_workers=2, generator=mt.Generator().manual_seed(seed), **settings)
        return [[[x.item() for x in batch] for batch in loader] for _ in range(2)]
    first = run(1)
    draws = [x for one_pass in first for batch in one_pass for x in batch[:3]]
    assert len(set(draws)) == len(draws)                 # differ by worker, by library and by pass
    assert first == run(1) == run(1, persistent_workers=True) != run(2)
    assert run(1, worker_init_fn=lambda number: mt.manual_seed(0)) != first
    own = RandomSampler(range(4), generator=mt.Generator())
    loader = DataLoader(Items(draw, 4), sampler=own, num_workers=1)
    assert next(iter(loader))[0].item() != next(iter(loader))[0].item()


@within(120)
def test_a_worker_knows_who_it_is():
    seen = []
    loader = DataLoader(Items(lambda i: (get_worker_info().id, get_worker_info().num_workers, os.getpid()), 4),
                        num_workers=2, worker_init_fn=seen.append, persistent_workers=True)
    first, again = ([[x.item() for x in batch] for batch in loader] for _ in range(2))
    assert [batch[:2] for batch in first] == [[0, 2], [1, 2], [0, 2], [1, 2]]
    assert first == again                                # the same processes
    assert len({pid for *_, pid in first} - {os.getpid()}) == 2
    assert get_worker_info() is None and seen == []      # it ran in them, not here
    loader.pool.close()


@within(120)
@pytest.mark.parametrize("workers, wanted", [(0, [[0, 1, 2], [3, 4, 5], [6]]),
                                             (2, [[0, 2, 4], [1, 3, 5], [6]]),
                                             (3, [[0, 3, 6], [1, 4], [2, 5]])])
def test_streams(workers, wanted):
    loader = DataLoader(Stream(7), 3, num_workers=workers)
    assert lists(loader) == lists(loader) == wanted and len(loader) == 3
    short = DataLoader(Stream(7), 3, num_workers=workers, drop_last=True)
    assert lists(short) == [batch for batch in wanted if len(batch) == 3] and len(short) == 2
    assert sorted(DataLoader(Stream(7), None, num_workers=workers)) == list(range(7))


@within(120)
def test_without_order_the_quick_ones_come_first():
    another, found = multiprocessing.get_context("fork").Event(), []

    def get(i):
        if i == 0:
            another.wait(20)                             # in order it would come first, after all of that
        return i
    for batch in DataLoader(Items(get, 6), num_workers=2, in_order=False):
        another.set()
        found.append(batch.item())
    assert sorted(found) == list(range(6)) and found[0] != 0


@pytest.mark.parametrize("settings, message", [
    ({"num_workers": -1}, "num_workers should be at least 0"), ({"timeout": -1}, "timeout should be at least 0"),
    ({"prefetch_factor": 2}, "prefetch_factor option needs num_workers > 0"),
    ({"num_workers": 1, "prefetch_factor": 0}, "prefetch_factor should be at least 1"),
    ({"persistent_workers": True}, "persistent_workers option needs num_workers > 0"),
    ({"multiprocessing_context": "fork"}, "multiprocessing_context option needs num_workers > 0"),
    ({"dataset": Stream(3), "shuffle": True}, "expected unspecified shuffle option, but got shuffle=True"),
    ({"dataset": Stream(3), "sampler": [1]}, "expected unspecified sampler option"),
    ({"dataset": Stream(3), "batch_sampler": [[1]]}, "expected unspecified batch_sampler option")])
def test_settings_that_contradict_each_other(settings, message):
    with pytest.raises(ValueError, match=message):
        DataLoader(**{"dataset": [1, 2], **settings})
