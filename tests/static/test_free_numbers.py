"""A float that `.item()` gives before a break is an input of the part after it, unless Python asks what it is."""

import math

import pytest

import minitorch as mt
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


def slicing(x):
    n = abs(x.sum().item())
    n = n if n < 2 else 1.5
    return x[:math.ceil(n)].sum() + x.exp().topk(max(1, round(n)))[0].sum()


def counting(x):
    n = abs(x.sum().item())
    n = n if n < 9 else 8.7
    return mt.arange(0, n, 0.5).sum() * x + mt.zeros(math.floor(n)).numel()


def choosing(x):
    n = x.sum().item()
    return mt.where(x > 0, n, 0.0) * x + x.norm(abs(n)) + mt.scalar_tensor(n)


FREE, HELD = (squared, computed, doubled, branching), (rooted, filling, returning, rounding, setting, counting,
                                                       choosing)


def called(run, x):
    """What a call gives, and the gradient of the tensor that it is given."""
    x = x.detach().requires_grad_()
    found = run(x)
    y, *others = found if type(found) is tuple else (found,)
    y.sum().backward()
    assert all(type(other) is float for other in others)
    return y.tolist(), others, x.grad.tolist()


@pytest.mark.filterwarnings("ignore:(overflow|invalid value) encountered:RuntimeWarning")    # of large numbers
@pytest.mark.parametrize("function", [*FREE, *HELD, slicing])
def test_a_number_that_is_another_in_each_call_gives_eagers_numbers(function):
    call = Compiled(function)
    for n in (*range(12), -3, math.inf, math.nan, 0.0, -0.0, 1e-30, 3e38, 5):
        x = mt.tensor([n / 20, n / 7 + 0.1])
        assert repr(called(call, x)) == repr(called(function, x)), n
    most = max(len(part.forms) for part in call.breaks.parts)
    assert function not in FREE or most <= 4
    assert function not in HELD or most >= 6


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
