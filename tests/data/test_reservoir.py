"""The class-balancing reservoir keeps rare classes whole and draws evenly within each."""

import random
from collections import Counter

import numpy as np
import pytest

import minitorch as mt
from minitorch.data import ClassBalancingReservoirSampler, DataLoader, TensorDataset


def stream(**counts):
    labels = [int(name[1:]) for name, count in counts.items() for _ in range(count)]
    random.Random(3).shuffle(labels)
    return labels


def test_small_classes_stay_whole_and_the_rest_is_even():
    labels = stream(c0=3000, c1=500, c2=40, c3=2)
    mt.manual_seed(0)
    kept = list(ClassBalancingReservoirSampler(labels, size=100))
    assert len(set(kept)) == 100
    held = Counter(labels[index] for index in kept)
    assert held[3] == 2 and max(held.values()) - min(held[c] for c in (0, 1, 2)) <= 2


def test_within_a_class_each_sample_is_as_likely():
    labels, seen = stream(c0=60, c1=20), Counter()
    mt.manual_seed(0)
    for _ in range(2000):
        seen.update(ClassBalancingReservoirSampler(labels, size=10))
    for label, count in ((0, 60), (1, 20)):
        found = np.array([seen[i] for i, one in enumerate(labels) if one == label]) / 2000
        chance = 5 / count
        np.testing.assert_allclose(found, chance, atol=5 * (chance * (1 - chance) / 2000) ** 0.5)


def test_a_short_stream_is_kept_whole_and_passes_repeat_by_their_seed():
    assert list(ClassBalancingReservoirSampler([1, 0, 1], size=5)) == [0, 1, 2]
    sampler = ClassBalancingReservoirSampler(stream(c0=50, c1=50), 8, mt.Generator().manual_seed(2))
    first = list(sampler)
    assert list(sampler) != first
    sampler.generator.manual_seed(2)
    assert list(sampler) == first and len(sampler) == 8


def test_a_stream_that_comes_piece_by_piece():
    sampler = ClassBalancingReservoirSampler(size=3)
    assert [sampler.offer(f"x{i}", "a") for i in range(3)] == [0, 1, 2]
    place = sampler.offer("y", "b")
    assert place in (0, 1, 2) and sampler.memory[place] == "y" and len(sampler) == 3
    with pytest.raises(ValueError, match="size=0"):
        ClassBalancingReservoirSampler([0], size=0)


def test_a_loader_visits_what_is_kept():
    labels = stream(c0=90, c1=10)
    data = TensorDataset(mt.arange(100.0), mt.tensor(labels))
    found = [y for _, y in DataLoader(data, 4, sampler=ClassBalancingReservoirSampler(data.tensors[1], 20))]
    assert Counter(mt.cat(found).tolist()) == {0: 10, 1: 10}
