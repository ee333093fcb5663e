"""Batches are copied to a GPU ahead of their use: the same batches, in memory that is kept, in an order events hold."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.data import DataLoader, TensorDataset


def loader(samples=26, batch=4):
    return DataLoader(TensorDataset(mt.arange(samples * 2.0).reshape(samples, 2), mt.arange(samples)), batch_size=batch)


@pytest.mark.parametrize("ahead", [1, 2, 5])
def test_the_batches_are_the_loaders(cupy, ahead):
    batches = mt.cuda.Prefetcher(loader(), ahead=ahead)
    assert len(batches) == 7
    for (x, y), (images, labels) in zip(batches, loader(), strict=True):
        assert x.is_cuda and y.is_cuda
        assert x.tolist() == images.tolist() and y.tolist() == labels.tolist()


def test_memory_is_used_again_but_never_that_of_a_batch_somebody_holds(cupy):
    seen = [id(x.array) for x, y in mt.cuda.Prefetcher(loader(24))]
    assert len(set(seen)) <= 3
    kept = list(mt.cuda.Prefetcher(loader()))
    views = [x[1:] for x, y in mt.cuda.Prefetcher(loader())]
    for (x, y), view, (images, labels) in zip(kept, views, loader(), strict=True):
        assert x.tolist() == images.tolist() and y.tolist() == labels.tolist()
        assert view.tolist() == images[1:].tolist()


def test_python_waits_for_no_copy(cupy):
    mt.cuda.init()
    cupy.counts.reset()
    with mt.cuda.transfers() as seen:
        for x, _ in mt.cuda.Prefetcher(loader(8)):
            x + 1
    assert cupy.counts.downloads == 0 and seen.to_cpu == 0
    assert seen.to_gpu == cupy.counts.uploads == 4


def test_copies_wait_for_what_still_reads_the_memory_and_readers_for_the_copies(cupy, monkeypatch):
    waits, wait_event = [], cupy.cuda.Stream.wait_event

    def noted(stream, event):
        waits.append(("compute" if stream.ptr == 0 else "copies", "compute" if event.stream.ptr == 0 else "copies"))
        wait_event(stream, event)
    monkeypatch.setattr(cupy.cuda.Stream, "wait_event", noted)
    list(mt.cuda.Prefetcher(loader(12)))
    assert sorted(waits) == [("compute", "copies")] * 3 + [("copies", "compute")] * 3


def test_structures_and_what_is_no_tensor_are_passed_on(cupy):
    batches = [{"image": mt.ones(2), "name": "a"}, {"image": mt.zeros(3), "name": "b"}]
    found = list(mt.cuda.Prefetcher(batches))
    assert [batch["name"] for batch in found] == ["a", "b"] and found[1]["image"].tolist() == [0, 0, 0]
    assert found[0]["image"].is_cuda and found[0]["image"].tolist() == [1, 1]


def test_a_source_that_writes_over_its_batch_does_no_harm(cupy):
    array = np.zeros(3, np.float32)

    def source():
        for i in range(5):
            array.fill(i)
            yield mt.from_numpy(array)
    assert [x.tolist() for x in mt.cuda.Prefetcher(source())] == [[float(i)] * 3 for i in range(5)]


def test_a_batch_on_the_second_gpu_and_a_wrong_number(cupy):
    with pytest.raises(ValueError, match="ahead should be 1 or more batches, but got 0"):
        mt.cuda.Prefetcher(loader(), ahead=0)
    assert {str(x.device) for x, _ in mt.cuda.Prefetcher(loader(), "cuda:1")} == {"cuda:1"}
