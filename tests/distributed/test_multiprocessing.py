"""Tensors in shared memory: what one process writes another sees, and nothing is left when one is killed."""

import copy
import os
import pickle
import signal
import sys

import pytest
from timed import within

import minitorch as mt
import minitorch.multiprocessing as mp
from minitorch import nn

pytestmark = [pytest.mark.host, pytest.mark.skipif(sys.platform == "win32", reason="descriptors are not sent there")]


def test_a_tensor_moves_into_shared_memory_once():
    x = mt.arange(6.0).reshape(2, 3).clone()
    assert not x.is_shared() and x.share_memory_() is x and x.is_shared() and x.tolist() == [[0, 1, 2], [3, 4, 5]]
    array = x.array
    assert x.share_memory_().array is array and x.t()[1].is_shared() and not (x + 1).is_shared()
    assert mt.zeros(0, 3).share_memory_().shape == (0, 3)
    assert not copy.deepcopy(x).is_shared() and not pickle.loads(pickle.dumps(x)).is_shared()


def test_a_view_is_refused():
    with pytest.raises(RuntimeError, match="share the base, or a .clone"):
        mt.zeros(4)[1:].share_memory_()


def test_a_shared_model_learns_as_before():
    layers = [nn.Linear(2, 1), nn.Linear(2, 1)]
    layers[1].load_state_dict(layers[0].state_dict())
    assert layers[1].share_memory() is layers[1] and layers[1].weight.is_shared()
    for layer in layers:
        optimizer = mt.optim.Adam(layer.parameters(), lr=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            layer(mt.ones(1, 2)).square().sum().backward()
            optimizer.step()
    assert layers[1].weight.is_shared() and layers[0].weight.equal(layers[1].weight)


def add_one(x, layer, own, queue, answers):
    """Write to what was shared; send back what came."""
    x.add_(own)
    with mt.no_grad():
        layer.weight.fill_(7)
    got = queue.get()
    got.mul_(2)
    answers.put((got, x.t()[0], x.is_shared()))
    queue.get()                                          # until all was taken


@within(120)
@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_a_process_sees_and_writes_the_same_memory(method):
    context = mp.get_context(method)
    x, layer = mt.zeros(2, 2).share_memory_(), nn.Linear(2, 1).share_memory()
    queue, answers, sent = context.Queue(), context.Queue(), mt.ones(3)
    process = context.Process(target=add_one, args=(x, layer, mt.ones(1), queue, answers))
    process.start()
    queue.put(sent)
    got, row, shared = answers.get()
    queue.put(None)
    process.join()
    assert process.exitcode == 0 and x.tolist() == [[1, 1], [1, 1]] and layer.weight.tolist() == [[7, 7]]
    assert got.tolist() == [2, 2, 2] and sent.tolist() == [1, 1, 1] and shared
    row.fill_(5)
    assert x.tolist() == [[5, 1], [5, 1]]


def test_a_tensor_with_a_history_stays_here():
    from multiprocessing.reduction import ForkingPickler
    with pytest.raises(RuntimeError, match="Send x.detach"):
        ForkingPickler.dumps(mt.ones(2, requires_grad=True) * 2)


def learn(number, model, steps):
    """Hogwild: each process steps on the shared weights as it comes, without a lock."""
    mt.manual_seed(number)
    optimizer = mt.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(steps):
        x = mt.randn(8, 2)
        optimizer.zero_grad()
        (model(x) - (x[:, :1] - 2 * x[:, 1:] + 3)).square().mean().backward()
        optimizer.step()


@within(120)
def test_hogwild_learns():
    model = nn.Linear(2, 1).share_memory()
    mp.spawn(learn, (model, 200), nprocs=2, start_method="fork")
    assert mt.allclose(model.weight, mt.tensor([[1.0, -2.0]]), atol=0.01) and abs(model.bias.item() - 3) < 0.01


def fails_or_waits(number, never):
    """Process 1 raises, with more text than a pipe holds; process 0 would wait for it for ever."""
    if number == 1:
        raise ValueError("long " * 100_000)
    never.get()


@within(120)
def test_a_failure_ends_who_waits_for_the_process_that_failed():
    never = mp.get_context("fork").Queue()
    with pytest.raises(mp.ProcessRaisedException, match="Process 1 terminated.*\n(?s:.*)ValueError: long long"):
        mp.spawn(fails_or_waits, (never,), nprocs=2, start_method="fork")


def killed(number, x, folder):
    for _ in range(100):
        mt.zeros(1000).share_memory_()
    x.add_(1)
    os.kill(os.getpid(), signal.SIGKILL)


@within(120)
@pytest.mark.skipif(not os.path.isdir("/dev/shm"), reason="looks where Linux keeps named shared memory")
def test_a_killed_process_leaves_nothing_behind(tmp_path):
    x, before, own = mt.zeros(2).share_memory_(), {*os.listdir("/dev/shm")}, len(os.listdir("/proc/self/fd"))
    with pytest.raises(mp.ProcessExitedException, match="exit code -9"):
        mp.spawn(killed, (x, tmp_path), nprocs=1, start_method="fork")
    left = {*os.listdir("/dev/shm")} - before
    assert not {name for name in left if "minitorch" in name} and x.tolist() == [1, 1]
    for _ in range(20):
        mt.zeros(1000).share_memory_()
    assert len(os.listdir("/proc/self/fd")) <= own + 8   # a process that ended may still hold a pipe or two
