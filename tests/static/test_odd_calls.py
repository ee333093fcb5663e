"""Calls that are seldom: arguments that cannot be guarded, methods compiled twice, lists that are returned."""

from functools import wraps

import pytest

import minitorch as mt
from minitorch import static
from minitorch.static.compile import Compiled

pytestmark = pytest.mark.filterwarnings("ignore:compile")


def total(xs):
    return sum(x * 2 for x in xs)


@pytest.mark.parametrize("make", [
    lambda x: (y for y in (x, x)), lambda x: {"a": x, "b": x}.values(), lambda x: iter([x, x]),
    lambda x: map(mt.exp, [x, x])])
def test_an_argument_that_cannot_be_guarded_makes_it_run_as_it_is_written(make):
    call = Compiled(total)
    for n in range(3):
        x = mt.ones(2) * n
        assert call(make(x)).tolist() == total(make(x)).tolist()
    with pytest.raises(static.NotRecorded, match="cannot be guarded"):
        Compiled(total, fullgraph=True)(make(mt.ones(2)))


def test_a_method_of_a_compiled_function_is_compiled_again():
    class Trainer:
        rate = 2.0

        @mt.compile
        def step(self, x):
            return x * self.rate
    trainer, other = Trainer(), Trainer()
    other.rate = 5.0
    again = mt.compile(other.step)
    for n in range(3):
        x = mt.ones(2) * n
        assert (again(x).tolist(), trainer.step(x).tolist()) == ([5 * n] * 2, [2 * n] * 2)


def test_what_a_decorator_left_on_a_function_is_there():
    def noted(function):
        @wraps(function)
        def run(x):
            return function(x)
        run.label = "noted"
        return run
    call = mt.compile(noted(lambda x: x * 2))
    assert call.label == "noted" and [call(mt.ones(1)).item() for _ in range(2)] == [2, 2]


def test_a_list_or_dict_that_is_returned_is_the_one_that_was_there():
    known = {"rate": 2.0}

    def given(x, xs):
        return x * 2, xs

    def held(x):
        return x * known["rate"], known
    with_list, with_dict, xs = Compiled(given), Compiled(held), [1, 2]
    for _ in range(3):
        assert with_list(mt.ones(2), xs)[1] is xs and with_dict(mt.ones(2))[1] is known
    with pytest.raises(static.NotRecorded, match=r"A list that existed before .*Return a copy: list\(x\)"):
        Compiled(given, fullgraph=True)(mt.ones(2), xs)


class NoWayBack(mt.autograd.Function):
    """Its derivative raises."""

    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        raise ValueError("no way back")


def test_an_error_of_a_backward_comes_when_that_is_called_and_not_before():
    w = mt.tensor([1.0, 2.0], requires_grad=True)

    def overwritten(x):
        out = x * w
        x.mul_(0.5)
        return out.sum()

    def broken(x):
        return NoWayBack.apply(x * w).sum()
    for function, kind in ((overwritten, RuntimeError), (broken, ValueError)):
        call = Compiled(function)
        for _ in range(4):
            found, wanted = call(mt.ones(2)), function(mt.ones(2))
            assert found.item() == wanted.item()
            with pytest.raises(kind):
                found.backward()
        with pytest.raises(static.NotRecorded, match="A backward from what is returned fails"):
            Compiled(function, fullgraph=True)(mt.ones(2))


def test_a_number_that_changes_in_each_call_is_told_what_to_become():
    counts = {"calls": 0}

    def scaled(x, n):
        return x * n

    def counting(x):
        counts["calls"] += 1
        return x * counts["calls"]
    call = Compiled(scaled)
    with pytest.warns(UserWarning, match=r"was 7, and now 8\. A number is a fixed part .*mt\.tensor\(number\)"):
        assert [call(mt.ones(1), n).item() for n in range(12)] == [*range(12)]
    call = Compiled(lambda x: counting(x))
    with pytest.warns(UserWarning) as told:
        assert [call(mt.ones(1)).item() for _ in range(12)] == [*range(1, 13)]
    assert sum("changes an object from before" in str(warning.message) for warning in told) == 1


def test_a_hook_on_a_result_from_which_another_comes_is_refused():
    w = mt.ones(3, requires_grad=True)

    def function(x):
        h = x * w
        return (h * h).sum(), h, w * 2
    run = Compiled(function, fullgraph=True)
    run(mt.ones(3))
    score, h, apart = run(mt.ones(3))
    for hook in h.retain_grad, lambda: h.register_hook(print):
        with pytest.raises(RuntimeError, match="compiled function from which another of its results was computed"):
            hook()
    apart.retain_grad()
    (score + apart.sum()).backward()
    assert apart.grad.tolist() == [1, 1, 1] and w.grad.tolist() == [4, 4, 4]
