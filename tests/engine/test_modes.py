"""Grad modes, threads, copies: where and when a graph is recorded, and what travels with a tensor."""

import asyncio
import copy
import io
import pickle
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
            leave.wait(60)
    thread = threading.Thread(target=work)
    thread.start()
    assert entered.wait(60)
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
        start.wait(60)
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
