"""Gradients in programs: hooks, gradients of gradients, and results that lead a later backward to a program."""

import pytest

import minitorch as mt
from minitorch import nn, static
from minitorch.static.compile import Compiled


def with_hooks(x, w):
    y = (x * w).tanh()
    y.register_hook(lambda grad: grad * 2)
    y.sum().backward()
    return y.detach()


def with_grad(x, w):
    return mt.autograd.grad((x * w).tanh().sum(), w)[0] * 2


def with_second_derivative(x, w):
    grad, = mt.autograd.grad((x * w).tanh().sum(), w, create_graph=True)
    grad.pow(2).sum().backward()
    return grad.detach()


@pytest.mark.parametrize("function", [with_hooks, with_grad, with_second_derivative])
def test_hooks_and_gradients_of_gradients_are_steps(function):
    pairs = [(mt.rand(3), mt.rand(3, requires_grad=True)) for _ in range(2)]
    trace = static.trace(function, *pairs[0])
    x, w = pairs[1]
    again = w.detach().clone().requires_grad_()
    assert (trace(x, w) == function(x, again)).all()
    assert again.grad is None and w.grad is None or (again.grad == w.grad).all()


def test_results_lead_a_later_backward_to_a_program():
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
    trace = static.trace(model, mt.rand(2, 3))
    for x in (mt.rand(2, 3), mt.rand(2, 3)):
        found = []
        for run in (model, trace):
            y = run(x)
            y[0].pow(2).sum().backward()
            found.append([y, *[p.grad for p in model.parameters()]])
            model.zero_grad()
        assert all((a == b).all() for a, b in zip(*found))
    with mt.no_grad():
        assert not trace(x).requires_grad


def test_a_parameter_that_the_function_makes_itself_is_led_back_to_by_nobody():
    made = mt.compile(lambda x: x * mt.nn.Parameter(mt.full((3,), 2.0)))
    for _ in range(3):
        out = made(mt.ones(3))
        out.sum().backward()
        assert out.requires_grad and out.tolist() == [2.0, 2.0, 2.0]


def test_gradients_that_were_none_are_taken_away_later():
    weight = mt.ones(2, requires_grad=True)
    optimizer = mt.optim.SGD([weight], 0.1)
    clear = Compiled(lambda: optimizer.zero_grad(), fullgraph=True)
    for n in range(3):
        clear()
        assert weight.grad is None
        (weight * n).sum().backward()
        assert weight.grad.tolist() == [n, n]


def test_a_step_alone_reads_the_gradients_of_the_moment():
    found = []
    for run in (lambda f: Compiled(f, fullgraph=True), lambda f: f):
        weight = mt.ones(2, requires_grad=True)
        optimizer = mt.optim.Adam([weight], 0.1)
        step = run(lambda optimizer=optimizer: optimizer.step())
        for n in range(5):
            weight.grad = None
            (weight * (n - 2)).exp().sum().backward()
            step()
            found.append(weight.tolist())
    assert found[:5] == found[5:]


@pytest.mark.filterwarnings("ignore:.*compile:UserWarning")
@pytest.mark.parametrize("first", [False, True])
def test_an_argument_may_be_the_gradient_of_a_tensor_or_not_whichever_came_first(first):
    weight = mt.ones(3, requires_grad=True)

    def doubled(x):
        before = weight.grad * 1
        x.mul_(2.0)
        return (weight.grad + 10 * before).sum()
    found = []
    for run in (mt.compile(doubled), doubled):
        for same in (first, not first, first, not first):
            weight.grad = mt.ones(3)
            found.append(run(weight.grad if same else mt.ones(3)).item())
    assert found[:4] == found[4:] and sorted(set(found)) == [33.0, 36.0]


def penalty(loss, w):
    slope, = mt.autograd.grad(loss, [w], create_graph=True)
    return slope.pow(2).sum()


def with_a_penalty(x, w):
    value = (x @ w).tanh().pow(2).mean()
    seen = round(value.item(), 3)
    loss = value + penalty(value, w)
    loss.backward()
    return loss.detach() + seen


@pytest.mark.filterwarnings("ignore:compile")
def test_a_function_that_differentiates_again_is_not_split():
    found = []
    for run in (lambda function: function, mt.compile):
        w = mt.ones(3, 2, requires_grad=True)
        step = run(with_a_penalty)
        found.append([[step(mt.ones(4, 3) * n, w).tolist() for n in (1, 2, 1)], w.grad.tolist()])
    assert found[0] == found[1]


def test_a_grad_that_is_returned_is_the_one_of_now():
    w, v = mt.ones(2, requires_grad=True), mt.ones(3, requires_grad=True)

    def found():
        return [w.grad, v.grad[1:], w.grad]

    def replaced(x):
        before = w.grad
        w.grad = None
        (w * x).sum().backward()
        return before, w.grad
    calls = Compiled(found), Compiled(replaced)
    for n in range(4):
        w.grad = v.grad = None
        (w * n).sum().backward()
        (v * n * 2).sum().backward()
        own, part, again = calls[0]()
        assert own is again is w.grad and own.tolist() == [n, n] and part.tolist() == [2 * n] * 2
        part.zero_()
        assert v.grad.tolist() == [2 * n, 0, 0]
        before, now = calls[1](mt.ones(2) * 5)
        assert before is own and before.tolist() == [n, n] and now.tolist() == w.grad.tolist() == [5, 5]


@pytest.mark.filterwarnings("ignore:compile")
@pytest.mark.parametrize("register", ["register_hook", "register_post_accumulate_grad_hook"])
def test_a_hook_is_called_where_gradients_are_added_up(register):
    def found(run):
        w, seen = mt.ones(2, requires_grad=True), []

        def step(x):
            (w * x).sum().backward()
        call = run(step)
        for n in range(6):
            if n == 3:
                getattr(w, register)(lambda x: seen.append(x.tolist()))
            call(mt.ones(2) * n)
        return seen, w.grad.tolist()
    assert found(Compiled) == found(lambda step: step) and len(found(Compiled)[0]) == 3
