"""L-BFGS finds the bottom of curved valleys, looking at the loss as often as PyTorch's does."""

import numpy as np
import pytest

import minitorch as mt


def quadratic(x, y):
    return ((x - 1) ** 2 * 3).sum() + (x.sum() - y) ** 2 + y ** 2


def rosenbrock(x, y):
    """Its minimum, 0, lies at 1 everywhere, at the end of a bent valley."""
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum() + (1 - y) ** 2


def descend(f, loss_of, options, calls=6, dtype="float64"):
    """Weights and losses after each call of step, and how often the loss was computed."""
    kind = getattr(f, dtype)
    x = f.tensor([-1.2, 1.0, 0.5], dtype=kind, requires_grad=True)
    y = f.tensor(0.3, dtype=kind, requires_grad=True)
    optimizer = f.optim.LBFGS([x, y], **options)
    looks, path = 0, []

    def closure():
        nonlocal looks
        looks += 1
        optimizer.zero_grad()
        loss = loss_of(x, y)
        loss.backward()
        return loss
    for _ in range(calls):
        loss = optimizer.step(closure)
        path.append([*x.tolist(), y.item(), loss.item()])
    return np.array(path), looks, optimizer


OPTIONS = [{"line_search_fn": "strong_wolfe"}, {"line_search_fn": "strong_wolfe", "history_size": 2, "max_iter": 7},
           {"line_search_fn": "strong_wolfe", "lr": 0.3, "max_eval": 9}, {"lr": 0.1}, {"lr": 0.5, "max_iter": 4},
           {"lr": 0.1, "history_size": 3, "tolerance_change": 1e-3}, {"lr": 0.1, "tolerance_grad": 0.5}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("loss_of", [quadratic, rosenbrock])
def test_it_goes_where_torchs_goes(loss_of, options, torch):
    (ours, looks, optimizer), (theirs, others, other) = (descend(f, loss_of, options) for f in (mt, torch))
    np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-7)
    assert looks == others
    state, wanted = optimizer.state_dict(), other.state_dict()
    assert state["param_groups"] == wanted["param_groups"]
    assert set(state["state"][0]) == set(wanted["state"][0]) - {"al"}        # al is only PyTorch's scratch paper
    for name in ("func_evals", "n_iter"):
        assert state["state"][0][name] == wanted["state"][0][name]


def test_it_finds_the_bottom():
    for loss_of in (quadratic, rosenbrock):
        path, looks, _ = descend(mt, loss_of, {"line_search_fn": "strong_wolfe", "tolerance_change": 1e-14}, calls=8)
        x, y = mt.from_numpy(path[-1][:3]), mt.tensor(path[-1][3])
        assert abs(loss_of(x, y).item() - path[-1][4]) < 1e-8
    np.testing.assert_allclose(path[-1][:4], 1, atol=1e-6)
    assert looks < 120


def test_float32_gets_as_near_as_it_can(torch):
    ours, theirs = (descend(f, quadratic, {"line_search_fn": "strong_wolfe"}, 3, "float32")[0] for f in (mt, torch))
    np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("options", OPTIONS[1:6:2], ids=str)
def test_it_goes_on_from_a_saved_state(options):
    def valley(x):
        return rosenbrock(x, x[0])
    x = mt.tensor([-1.2, 1.0, 0.5], dtype=mt.float64, requires_grad=True)

    def closure_of(optimizer, x):
        def closure():
            optimizer.zero_grad()
            loss = valley(x)
            loss.backward()
            return loss
        return closure
    first = mt.optim.LBFGS([x], **options)
    for _ in range(2):
        first.step(closure_of(first, x))
    z = x.detach().clone().requires_grad_()
    second = mt.optim.LBFGS([z], **options)
    second.load_state_dict(first.state_dict())
    for optimizer, w in ((first, x), (second, z)):
        optimizer.step(closure_of(optimizer, w))
    assert x.tolist() == z.tolist()


def test_a_parameter_without_a_gradient_stays():
    x, y = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)
    optimizer = mt.optim.LBFGS([x, y])

    def closure():
        optimizer.zero_grad()
        loss = (x * x).sum()
        loss.backward()
        return loss
    with mt.no_grad():
        assert optimizer.step(closure).item() == 2
    assert x.abs().max().item() < 1e-4 and y.tolist() == [1, 1]
