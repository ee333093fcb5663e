"""A float that is another in each call, an argument or of `.item()`, is an input of a program unless asked for."""

import math

import pytest

import minitorch as mt
from minitorch.autograd.tree import leaves
from minitorch.static.compile import Compiled

pytestmark = pytest.mark.filterwarnings("ignore:compile")


def squared(x):
    n = x.sum().item()
    return (x * n + n).tanh() - n / (1 + x * x)


def computed(x):
    n = x.sum().item()
    m = (2 * n + 1) / 3 - n / (n * n + 1) + (-n)
    return (x * m - n / 7).exp() / (1.5 - m) * (0.5 - n)


def doubled(x):
    n = x.double().mean().item()
    return x.double() * n + n * 3


def branching(x):
    n = x.sum().item()
    y = x.exp() * 2
    if n > 0.7:
        y = y * n + 1
    return y.tanh() + 1


def rooted(x):
    n = x.sum().item()
    return (x * math.sqrt(abs(n)) + 1).tanh().clamp(max=n) ** 2


def filling(x):
    n = x.sum().item()
    return mt.full((2,), n) * x.exp() + n


def returning(x):
    n = x.sum().item()
    y, m = x * n + 1, n * 2
    print(end=f"{y.sum().item()}"[:0])
    return (y * m).exp() + y, m


def rounding(x):
    n = x.sum().item()
    return x * int(n if abs(n) < 100 else 100) + x[:1 + int(n != 1)].exp().sum()


def setting(x):
    n = min(abs(x.sum().item()), 1.0)
    return mt.linalg.pinv(mt.eye(2) * 2, atol=n) + mt.nn.functional.leaky_relu(x - 1, n)


FREE, HELD = (squared, computed, doubled, branching), (rooted, filling, returning, rounding, setting)


def called(run, x):
    """What a call gives, and the gradient of the tensor that it is given."""
    x = x.detach().requires_grad_()
    found = run(x)
    y, *others = found if type(found) is tuple else (found,)
    y.sum().backward()
    assert all(type(other) is float for other in others)
    return y.tolist(), others, x.grad.tolist()


@pytest.mark.parametrize("function", [*FREE, *HELD])
def test_a_number_that_is_another_in_each_call_gives_eagers_numbers(function):
    call = Compiled(function)
    for n in (*range(12), -3, math.inf, math.nan, 0.0, -0.0, 1e-30, 3e38, 5):
        x = mt.tensor([n / 20, n / 7 + 0.1])
        assert repr(called(call, x)) == repr(called(function, x)), n
    most = max(len(part.forms) for part in call.breaks.parts)
    assert most <= 4 if function in FREE else most > 6


def test_a_training_step_scales_by_what_it_measures():
    def trained(run):
        mt.manual_seed(0)
        model = mt.nn.Linear(3, 2)
        optimizer = mt.optim.SGD(model.parameters(), 0.1)

        def step(x):
            size = model(x).detach().abs().mean().item()
            optimizer.zero_grad()
            loss = (model(x) / size).square().mean() * (1 + size)
            loss.backward()
            optimizer.step()
            return loss
        call = run(step)
        return [call(mt.rand(4, 3)).item() for _ in range(12)] + [p.tolist() for p in model.parameters()], call
    (found, call), (wanted, _) = trained(Compiled), trained(lambda step: step)
    assert found == wanted and max(len(part.forms) for part in call.breaks.parts) <= 2


def test_a_division_by_a_number_that_becomes_zero_raises_as_python_does():
    def function(x):
        n = x.sum().item()
        y = x * 2 + 1
        return y * (1 / n)
    call = Compiled(function)
    for n in range(1, 5):
        assert call(mt.full((2,), float(n))).tolist() == function(mt.full((2,), float(n))).tolist()
    with pytest.raises(ZeroDivisionError):
        call(mt.zeros(2))
    assert call(mt.ones(2)).tolist() == [1.5, 1.5]


def test_what_a_part_gets_may_be_of_another_kind():
    def function(x, whole):
        n = x.sum().item()
        n = int(n) if whole else n
        return (x * n + n).exp() if type(n) is float else (x * n + n).tanh()
    call = Compiled(function)
    for n in range(14):
        x = mt.full((2,), n / 3)
        assert call(x, n % 3 == 0).tolist() == function(x, n % 3 == 0).tolist()


def weighted(model, optimizer):
    def step(x, weight, *rest):
        optimizer.zero_grad()
        y = model(x)
        loss = y.pow(2).mean() + weight * y.abs().mean() / (1 + weight) - sum(rest)
        loss.backward()
        optimizer.step()
        return loss
    return step


def test_a_weight_that_is_another_in_each_call_is_an_input_of_a_training_step():
    found, steps = [], []
    for run in (Compiled, lambda function: function):
        mt.manual_seed(0)
        model = mt.nn.Linear(3, 3)
        steps.append(run(weighted(model, mt.optim.Adam(model.parameters(), 0.05))))
        found.append([steps[-1](mt.rand(2, 3), 0.1 * call, 0.5).tolist() for call in range(12)] + model.weight.tolist())
    assert found[0] == found[1] and len(steps[0].forms) == 3


@pytest.mark.parametrize("function", [
    lambda x, n: x * 2 if n > 0.35 else x * n, lambda x, n: x ** n + math.atan(n),
    lambda x, n: (x * n, f"{n:.1f}", [n * 2]), lambda x, n: x.clamp(max=n) + mt.full((2,), n),
    lambda x, n: x * {0.2: 3.0}.get(n, n), lambda x, n: x.mul_(n).add_(n),
    lambda x, n: (x * n, type(n).__name__, isinstance(n, float)), lambda x, n: x.long() * n + x.double() * n])
def test_what_else_is_done_with_a_float_that_changes_gives_eagers_numbers(function):
    run = Compiled(function)
    for n in (0.1, 0.2, 0.3, 0.4, 0.5, 0.2, 1, True, 0.6, float("inf")):
        found, wanted = (leaves([call(mt.ones(2) * 2, n)]) for call in (run, function))
        assert [type(x) for x in found] == [type(x) for x in wanted]
        assert [getattr(x, "tolist", lambda x=x: x)() for x in found] == [
            getattr(x, "tolist", lambda x=x: x)() for x in wanted]
