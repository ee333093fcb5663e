"""Whatever befalls a worker, the loader says so, and no process is left."""

import os
import signal
import time

import pytest
from timed import Items, within

import minitorch as mt
from minitorch.data import DataLoader

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="these datasets reach the workers by fork")


class Own(Exception):
    def __init__(self, code, place):
        super().__init__(code, place)


def fail(kind, *arguments):
    def get(index):
        if index == 3:
            raise kind(*arguments)
        return index
    return get


@within(120)
@pytest.mark.parametrize("kind, arguments, arrives", [
    (ValueError, ("no such sample",), ValueError), (KeyError, ("no such sample",), KeyError),
    (Own, ("no such sample", 3), RuntimeError), (FileNotFoundError, (2, "no such sample"), FileNotFoundError),
    (UnicodeDecodeError, ("utf-8", b"", 0, 1, "no such sample"), RuntimeError)])
def test_an_exception_arrives_with_the_workers_traceback(kind, arguments, arrives):
    loader = DataLoader(Items(fail(kind, *arguments)), num_workers=2)
    with pytest.raises(arrives) as caught:
        list(loader)
    text = str(caught.value)
    assert f"Caught {kind.__name__} in DataLoader worker process 1." in text
    assert "Original Traceback" in text and "in get\n" in text and "raise kind(*arguments)" in text
    assert "no such sample" in text


@within(120)
@pytest.mark.parametrize("settings, message", [
    ({"worker_init_fn": lambda number: 1 / 0}, "ZeroDivisionError in DataLoader worker process 0"),
    ({"collate_fn": lambda batch: lambda: batch}, "in DataLoader worker process 0.*[Pp]ickle"),
    ({"dataset": Items(lambda i: mt.ones(i + 1), 4), "batch_size": 2}, "samples 0 and 1 of the batch have shapes")])
def test_what_else_fails_in_a_worker_is_told(settings, message):
    settings = {"dataset": Items(lambda i: i), **settings}
    with pytest.raises(Exception, match=f"(?s){message}"):
        list(DataLoader(num_workers=1, **settings))


def kill_self(index):
    if index == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return index


@within(120)
@pytest.mark.parametrize("persistent", [False, True])
def test_a_killed_worker_is_an_error_and_no_hang(persistent):
    loader = DataLoader(Items(kill_self), num_workers=2, persistent_workers=persistent)
    for _ in range(2):                                   # and the next pass starts new workers
        with pytest.raises(RuntimeError, match=r"DataLoader worker \(pid \d+\) is killed by signal: Killed.*memory"):
            list(loader)
    assert not children()


@within(120)
def test_a_worker_that_exits_is_an_error():
    with pytest.raises(RuntimeError, match=r"exited unexpectedly with exit code 7\. Use num_workers=0"):
        list(DataLoader(Items(lambda i: os._exit(7)), num_workers=2))


@within(120)
def test_a_worker_that_is_too_late_is_an_error():
    with pytest.raises(RuntimeError, match=r"timed out after 0\.3 seconds"):
        list(DataLoader(Items(lambda i: time.sleep(60)), num_workers=1, timeout=0.3))
    assert not children()


def children():
    """Our worker processes that are still there."""
    import multiprocessing
    return [child for child in multiprocessing.active_children() if child.name.startswith("minitorch-worker")]


@within(120)
def test_no_process_outlives_its_pass():
    loader = DataLoader(Items(lambda i: i), num_workers=2)
    for _ in loader:
        assert len(children()) == 2
        break
    assert not children()
    half = iter(loader)
    next(half)
    assert len(children()) == 2
    del half                                             # garbage collection
    assert not children()
    kept = DataLoader(Items(lambda i: i), num_workers=2, persistent_workers=True)
    list(kept)
    assert len(children()) == 2
    del kept
    assert not children()


@within(120)
def test_a_pass_broken_off_leaves_nothing_for_the_next():
    loader = DataLoader(Items(lambda i: i), num_workers=2, persistent_workers=True)
    assert [batch.item() for batch, _ in zip(loader, range(3))] == [0, 1, 2]
    assert [batch.item() for batch in loader] == list(range(10))
    first, second = iter(loader), iter(loader)
    next(first), next(second)
    with pytest.raises(RuntimeError, match="another pass over this DataLoader has begun"):
        list(first)
    assert len(list(second)) == 9


@within(120)
def test_two_passes_at_once_have_workers_each():
    loader = DataLoader(Items(lambda i: i, 4), num_workers=1)
    assert [(a.item(), b.item()) for a, b in zip(loader, loader)] == [(i, i) for i in range(4)]


@within(120)
def test_a_worker_cannot_have_workers():
    with pytest.raises(RuntimeError, match="a worker process cannot have workers of its own"):
        list(DataLoader(Items(lambda i: list(DataLoader([1], num_workers=1))), num_workers=1))
