"""Pieces: a learner's function in the place of the library's, for a while."""

import gc

import numpy as np
import pytest

import minitorch as mt
from minitorch.autograd.numeric import numeric_gradient
from minitorch.engine import accumulate, backward_order, piece as pieces, registry, sum_to
from minitorch.engine.piece import mount, piece
from minitorch.explain import pieces as comparison
from minitorch.runtime import grad


@pytest.fixture
def said(monkeypatch):
    """What the library said to the learner."""
    lines = []
    monkeypatch.setattr(pieces, "notify", lines.append)
    return lines


@piece
def double(x, *, offset=0):
    """Twice x."""
    return 2 * x + offset


def test_a_piece_runs_the_librarys_function_until_another_is_mounted():
    assert double(4) == 8
    with mount(double, lambda x, *, offset=0: -x):
        assert double(4) == -4
    assert double(4) == 8 and double.__doc__ == "Twice x." and double not in pieces.mounted


def test_a_mount_stays_until_it_is_removed_and_may_be_removed_twice():
    mine = mount(double, lambda x, *, offset=0: 0)
    assert double(4) == 0 and pieces.mounted[double] is mine
    mine.remove()
    mine.remove()
    assert double(4) == 8


def test_mounts_nest_and_an_error_unmounts():
    with mount(double, lambda x, *, offset=0: 1):
        with mount(double, lambda x, *, offset=0: 2):
            assert double(0) == 2
        assert double(0) == 1
    with pytest.raises(KeyError), mount(double, lambda x, *, offset=0: 1):
        raise KeyError
    assert double(4) == 8


def test_each_mount_and_removal_is_counted():
    before = pieces.changes
    with mount(double, lambda x, *, offset=0: 1):
        assert pieces.changes == before + 1
    assert pieces.changes == before + 2


@pytest.mark.parametrize("wrong", [lambda: 0, lambda x: 0, lambda x, y, *, offset=0: 0, lambda x, *, other=0: 0])
def test_a_wrong_signature_is_refused_with_both_shown(wrong):
    with pytest.raises(TypeError, match=r"double cannot run on <lambda>.*it is called as double\(x, \*, offset=0\)"):
        mount(double, wrong)


def test_only_pieces_can_be_mounted():
    with pytest.raises(TypeError, match="mount needs a piece of the library, not <built-in function len>"):
        mount(len, abs)


def test_inside_a_mounted_piece_its_own_name_means_the_librarys():
    with mount(double, lambda x, *, offset=0: double(x) + 100):
        assert double(1) == 102


def test_an_ops_forward_and_derivative_are_pieces():
    relu = registry["relu"]
    x = mt.tensor([-1.0, 2.0], requires_grad=True)
    with mount(relu, lambda xp, x: x * 0 + 7):
        assert mt.relu(x).tolist() == [7, 7]
    with mount(relu.derivative_piece, lambda grad, out, x: grad * 100):
        mt.relu(x).sum().backward()
    assert x.grad.tolist() == [100, 100]


def test_a_derivative_may_leave_needs_out():
    mul = registry["mul"]
    x, y = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
    with mount(mul.derivative_piece, lambda grad, out, x, y, needs: (grad * y, grad * x)):
        (x * y).backward()
    assert (x.grad.item(), y.grad.item()) == (3, 2)


def test_a_mounted_derivative_sees_arrays_and_under_create_graph_the_librarys_runs(said):
    seen = []

    def mine(grad, out, x):
        seen.append(type(x))
        return grad * (x > 0)
    x = mt.tensor([-1.0, 2.0], requires_grad=True)
    with mount(registry["relu"].derivative_piece, mine):
        mt.relu(x).sum().backward()
        assert seen == [np.ndarray]
        for _ in range(2):
            assert grad(mt.relu(x).sum(), x, create_graph=True)[0].tolist() == [0, 1]
    assert seen == [np.ndarray]
    assert len(said) == 1 and "relu.derivative was given a Tensor" in said[0]


def times(monkeypatch, mine, library):
    """A call takes nine seconds on the clock; looked at again, so much computing."""
    clock, computing = iter([0.0, 9.0]), iter([0.0, mine, 0.0, library])
    monkeypatch.setattr(pieces, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(comparison, "thread_time", lambda: next(computing))


def test_a_piece_that_is_far_too_slow_steps_aside_with_one_line(said, monkeypatch):
    times(monkeypatch, 9.0, 0.0001)
    relu = registry["relu"]
    with mount(relu, lambda xp, x: xp.maximum(x, 0)):
        mt.relu(mt.ones(2))
        assert relu.piece not in pieces.mounted
    assert len(said) == 1 and "takes 90000 times as long" in said[0]


def test_a_piece_that_steps_aside_says_so_whatever_was_said_before(said, monkeypatch):
    relu = registry["relu"].derivative_piece
    x = mt.tensor([-1.0, 2.0], requires_grad=True)
    with mount(relu, lambda grad, out, x: grad * (x > 0)) as mine:
        grad(mt.relu(x).sum(), x, create_graph=True)
        assert len(said) == 1 and mine.running
        times(monkeypatch, 9.0, 0.0001)
        mt.relu(x).sum().backward()
        assert not mine.running
    assert len(said) == 2 and "relu.derivative is right but takes 90000 times as long" in said[1]


def test_a_piece_that_was_slow_once_stays(said, monkeypatch):
    """The machine may have been busy elsewhere: a second look decides."""
    times(monkeypatch, 0.0002, 0.0001)
    relu = registry["relu"]
    with mount(relu, lambda xp, x: xp.maximum(x, 0)):
        assert mt.relu(mt.tensor([-1.0, 2.0])).tolist() == [0, 2]
        assert relu.piece in pieces.mounted
    assert said == []


@pytest.mark.parametrize("collecting", [True, False])
def test_a_piece_is_timed_without_the_collector(collecting):
    seen = []
    (gc.enable if collecting else gc.disable)()
    try:
        comparison.seconds(lambda: seen.append(gc.isenabled()), (), {})
        assert seen == [False] and gc.isenabled() is collecting
    finally:
        gc.enable()


def test_the_walks_own_steps_are_pieces():
    calls = []

    def counted(function):
        def mine(*args):
            calls.append(function.name.rpartition(".")[2])
            return function(*args)
        return mine
    x = mt.ones(3, requires_grad=True)
    with mount(accumulate, lambda old, new: counted(accumulate)(old, new)), \
            mount(sum_to, lambda grad, shape: counted(sum_to)(grad, shape)), \
            mount(backward_order, lambda root: counted(backward_order)(root)):
        (x * mt.ones(2, 3) + x).sum().backward()
    assert calls[0] == "backward_order" and {"accumulate", "sum_to"} <= set(calls)
    assert x.grad.tolist() == [4, 4, 4]


def test_a_learners_accumulate_runs_at_every_arrival():
    x = mt.tensor(1.0, requires_grad=True)
    y = x * 1
    arrivals = []
    with mount(accumulate, lambda old, new: arrivals.append(1) or old + new):
        (y + y * 2 + y * 3 + y * 4).backward()
    assert len(arrivals) == 3 and x.grad.item() == 10


def test_a_learners_wrong_accumulate_shows_in_the_gradient():
    x = mt.tensor(1.0, requires_grad=True)
    y = x * 1
    with mount(accumulate, lambda old, new: new):
        (y * 2 + y * 3).backward()
    assert x.grad.item() in (2, 3)


@pytest.mark.parametrize(("start", "end"), [((2, 3), (3,)), ((2, 3), (1, 3)), ((2, 3), (2, 1)), ((2, 3), ()),
                                            ((2, 3), (1, 1)), ((4, 2, 3), (2, 1)), ((3,), (3,)), ((0, 3), (3,))])
def test_sum_to_undoes_broadcasting(start, end):
    grad_ = np.arange(float(np.prod(start))).reshape(start)
    folded = sum_to(grad_, end)
    assert folded.shape == end
    assert folded.sum() == grad_.sum()
    np.testing.assert_array_equal(np.broadcast_to(folded, start).shape, start)


def test_numeric_gradient_is_a_piece_that_gradcheck_does_not_trust():
    x = mt.tensor([1.0], dtype=mt.float64, requires_grad=True)
    with mount(numeric_gradient, lambda f, x, eps=1e-6: np.zeros_like(x) + 1e9):
        assert mt.numeric.gradcheck(mt.exp, x)


def test_a_mount_holds_in_every_thread():
    import threading
    found = []
    with mount(double, lambda x, *, offset=0: -1):
        thread = threading.Thread(target=lambda: found.append(double(4)))
        thread.start()
        thread.join()
    assert found == [-1]
