"""Grad modes, threads, copies: where and when a graph is recorded, and what travels with a tensor."""

import asyncio
import copy
import io
import pickle
import re
import threading

import pytest

import minitorch as mt


def leaf(*shape):
    return mt.ones(*shape, requires_grad=True)


# Modes

def test_no_grad_records_nothing_as_block_and_as_decorator():
    x = leaf(2)
    with mt.no_grad():
        assert not mt.is_grad_enabled() and not (x * 2).requires_grad

    @mt.no_grad()
    def first():
        return x * 2

    @mt.no_grad
    def second():
        """Its words stay."""
        return x * 2
    assert not first().requires_grad and not second().requires_grad
    assert second.__doc__ == "Its words stay." and mt.is_grad_enabled()


def test_modes_nest_and_are_restored_after_an_error():
    x = leaf(2)
    with mt.no_grad():
        with mt.enable_grad():
            assert (x * 2).requires_grad
        assert not mt.is_grad_enabled()
    with pytest.raises(KeyError), mt.no_grad():
        raise KeyError
    assert mt.is_grad_enabled()
    mode = mt.no_grad()
    with mode, mode:
        assert not mt.is_grad_enabled()
    assert mt.is_grad_enabled()


def test_set_grad_enabled_works_at_once_and_as_a_block():
    with mt.set_grad_enabled(False):
        assert not mt.is_grad_enabled()
    assert mt.is_grad_enabled()
    mt.set_grad_enabled(False)
    assert not mt.is_grad_enabled()
    mt.set_grad_enabled(True)

    @mt.set_grad_enabled(False)
    def silent():
        return mt.is_grad_enabled()
    assert mt.is_grad_enabled() and not silent()


def test_inference_mode_makes_tensors_that_no_graph_may_keep():
    x = leaf(2)
    with mt.inference_mode():
        assert mt.is_inference_mode_enabled() and not mt.is_grad_enabled()
        y = x * 2
    assert not mt.is_inference_mode_enabled() and not y.requires_grad
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward.*clone"):
        x * y
    (x + y).sum().backward()
    (x * y.clone()).sum().backward()
    with mt.inference_mode(False):
        assert mt.is_grad_enabled()


MADE = {"new": lambda lib, p: lib.ones(2), "result": lambda lib, p: p * 2, "view": lambda lib, p: p.view(1, 2),
        "part": lambda lib, p: p[0], "picked": lambda lib, p: p[[0]], "itself": lambda lib, p: p.add_(1),
        "recorded": lambda lib, p: p.requires_grad_() * 1,
        "of the recorded": lambda lib, p: p.requires_grad_().exp() + 1,
        "detached": lambda lib, p: p.detach(), "copy": lambda lib, p: p.clone(),
        "data": lambda lib, p: lib.tensor([1.0]),
        "chance": lambda lib, p: lib.randn(2), "one of two": lambda lib, p: p.max(0)[0], "layer": lambda lib, p: (
            lib.nn.Linear(2, 1)(p)), "parameter": lambda lib, p: lib.nn.Parameter(lib.ones(2)),
        "old parameter": lambda lib, p: lib.nn.Parameter(p), "outside": lambda lib, p: lib.inference_mode(False)(
            lambda: p * 2)(), "cast": lambda lib, p: p.long(), "split": lambda lib, p: (p * 1).split(1)[0]}
USED = {"in a product": lambda lib, y, w: w * y, "in a sum": lambda lib, y, w: (w + y).sum().backward(),
        "in a layer": lambda lib, y, w: lib.nn.functional.linear(w, y), "written": lambda lib, y, w: y.add_(1),
        "filled": lambda lib, y, w: y.zero_(), "through a view": lambda lib, y, w: y.view(2, 1).mul_(2),
        "by index": lambda lib, y, w: y.__setitem__(0, 1), "as a leaf": lambda lib, y, w: y.requires_grad_(),
        "as a parameter": lambda lib, y, w: lib.nn.Parameter(y), "version": lambda lib, y, w: y._version,
        "written in the mode": lambda lib, y, w: lib.inference_mode()(lambda: y.add_(1))(),
        "copied": lambda lib, y, w: (w * y.clone()).sum().backward(), "under no_grad": lambda lib, y, w: lib.no_grad()(
            lambda: w * y)(), "beside": lambda lib, y, w: w.exp() * 1}


@pytest.mark.parametrize("made", MADE)
def test_what_inference_mode_makes_is_marked_as_pytorchs(made, torch):
    found = []
    for lib in (mt, torch):
        old = lib.ones(2)
        with lib.inference_mode():
            new = MADE[made](lib, old)
        found.append([new.is_inference(), lib.is_inference(old), (new * 2).is_inference(),
                      new[..., :1].is_inference() if new.ndim else None,
                      new.detach().is_inference(), new.clone().is_inference()])
    assert found[0] == found[1]


@pytest.mark.parametrize("used", USED)
def test_what_inference_mode_made_is_refused_as_pytorchs(used, torch):
    found = []
    for lib in (mt, torch):
        with lib.inference_mode():
            y = lib.ones(2)
        try:
            USED[used](lib, y, lib.ones(2, requires_grad=True))
            found.append("runs")
        except RuntimeError as error:
            found.append(re.search(r"saved for backward|Inplace update to inference tensor|track version counter|"
                                   r"Setting requires_grad=True on inference tensor", str(error))[0])
    assert found[0] == found[1] or {*found} == {"track version counter", "saved for backward"}


def test_a_leaf_made_under_no_grad_still_wants_a_gradient():
    with mt.no_grad():
        x = leaf(2)
    (x * 2).sum().backward()
    assert x.grad.tolist() == [2, 2]


def test_backward_works_under_no_grad():
    x = leaf(2)
    y = (x * x).sum()
    with mt.no_grad():
        y.backward()
    assert x.grad.tolist() == [2, 2]


def test_the_walk_restores_the_mode_after_an_error():
    x = leaf(1)
    y = (x * 1).sum()
    y.register_hook(lambda grad: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        y.backward()
    assert mt.is_grad_enabled()


# Threads and tasks

def in_thread(work):
    found = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


def test_grad_mode_is_on_in_a_new_thread_whatever_the_old_one_does():
    with mt.no_grad():
        assert in_thread(mt.is_grad_enabled) is True
        assert in_thread(lambda: (leaf(1) * 2).requires_grad) is True


def test_grad_mode_of_a_thread_stays_there():
    entered, leave = threading.Event(), threading.Event()

    def work():
        with mt.no_grad():
            entered.set()
            leave.wait(5)
    thread = threading.Thread(target=work)
    thread.start()
    assert entered.wait(5)
    assert mt.is_grad_enabled()
    leave.set()
    thread.join()


def test_grad_mode_is_kept_per_async_task():
    seen = []

    async def silent():
        with mt.no_grad():
            await asyncio.sleep(0)
            seen.append(("silent", mt.is_grad_enabled()))
            await asyncio.sleep(0)

    async def usual():
        for _ in range(3):
            seen.append(("usual", mt.is_grad_enabled()))
            await asyncio.sleep(0)

    async def both():
        await asyncio.gather(silent(), usual())
    asyncio.run(both())
    assert ("silent", False) in seen and ("usual", True) in seen
    assert ("silent", True) not in seen and ("usual", False) not in seen


def test_threads_that_share_a_leaf_lose_no_gradient():
    x = leaf(50)
    start = threading.Barrier(4)

    def work():
        start.wait(10)
        for _ in range(100):
            (x * 1.0).sum().backward()
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert x.grad.tolist() == [400.0] * 50


# Copies

def test_deepcopy_of_a_leaf_is_a_leaf_with_its_own_memory_and_grad():
    x = leaf(2)
    (x * 3).sum().backward()
    other = copy.deepcopy(x)
    assert other.requires_grad and other.is_leaf and other.grad.tolist() == [3, 3]
    assert other.data_ptr() != x.data_ptr() and other.grad is not x.grad
    (other * 1).sum().backward()
    assert x.grad.tolist() == [3, 3]


def test_deepcopy_of_a_result_is_refused():
    with pytest.raises(RuntimeError, match="Only Tensors created explicitly by the user.*deepcopy.*clone"):
        copy.deepcopy(leaf(2) * 2)


def test_deepcopy_keeps_tied_tensors_tied():
    x = leaf(2)
    a, (b, c) = copy.deepcopy([x, (x, mt.ones(2))])
    assert a is b and a is not c and a is not x


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_carries_values_and_requires_grad_but_no_graph(protocol):
    x = leaf(2)
    loaded, result, plain = pickle.loads(pickle.dumps((x, x * 2, mt.arange(3)), protocol))
    assert loaded.requires_grad and loaded.is_leaf and loaded.tolist() == [1, 1]
    assert not result.requires_grad and result.grad_fn is None and result.tolist() == [2, 2]
    assert plain.dtype is mt.int64 and not plain.requires_grad


def test_pickle_keeps_the_class():
    loaded = pickle.loads(pickle.dumps(Named(mt.ones(2))))
    assert type(loaded) is Named


class Named(mt.Tensor):
    """A tensor with a class of its own."""


def test_a_subclass_passes_the_door_and_results_are_plain():
    x = Named([1.0, 2.0]).requires_grad_()
    y = x * 2 + mt.ones(2)
    assert type(y) is mt.Tensor
    y.sum().backward()
    assert x.grad.tolist() == [2, 2]


def test_shallow_copy_of_a_tensor_is_a_tensor_of_the_same_values():
    x = leaf(2)
    assert copy.copy(x).tolist() == [1, 1]
    assert io.BytesIO(pickle.dumps(mt.float32)) and pickle.loads(pickle.dumps(mt.float32)) is mt.float32
