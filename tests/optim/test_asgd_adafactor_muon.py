"""What few optimisers have: ASGD's average of the weights, Adafactor's few numbers a matrix, Muon's even steps."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.rare.optim.muon import orthogonalize


def trained(framework, name, options, steps=12, sizes=((3, 4), (5, 3))):
    """(matrices, state_dict) after some steps on a bent landscape."""
    rng = np.random.default_rng(0)
    weights = [framework.tensor(rng.standard_normal(size), dtype=framework.float64, requires_grad=True)
               for size in sizes]
    optimizer = getattr(framework.optim, name)(weights, **options)
    for _ in range(steps):
        optimizer.zero_grad()
        (weights[1] @ weights[0]).sin().sum().backward()
        optimizer.step()
    return [w.detach().numpy() for w in weights], optimizer.state_dict()


def agree(name, options, torch, near=1e-10):
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        (ours, kept), (theirs, wanted) = (trained(framework, name, options) for framework in (mt, torch))
    finally:
        torch.set_default_dtype(before)
    for a, b in zip(ours, theirs):
        np.testing.assert_allclose(a, b, rtol=near, atol=near)
    for number, state in wanted["state"].items():
        assert list(kept["state"][number]) == list(state)
        for key, value in state.items():
            np.testing.assert_allclose(kept["state"][number][key].numpy(), value.numpy(), 1e-6, near, err_msg=key)


@pytest.mark.parametrize("options", [{"t0": 3}, {"t0": 100, "lambd": 0.1}, {"t0": 0, "weight_decay": 0.1}], ids=str)
def test_asgd_averages_from_its_step_on(options, torch):
    agree("ASGD", options, torch)


@pytest.mark.parametrize("options", [
    {}, {"eps": (1e-2, 0.5), "d": 1.5}, {"weight_decay": 0.1, "maximize": True}], ids=str)
def test_adafactor_keeps_rows_and_columns(options, torch):
    agree("Adafactor", options, torch)


@pytest.mark.parametrize("options", [
    {"lr": 0.02}, {"nesterov": False, "ns_steps": 3}, {"adjust_lr_fn": "match_rms_adamw", "weight_decay": 0.5},
    {"momentum": 0.5, "ns_coefficients": (3.0, -3.2, 1.2), "eps": 100.0}], ids=str)
def test_muon_rounds_to_bfloat16_as_pytorch_does(options, torch):
    agree("Muon", options, torch, near=2e-4)             # a number may be rounded the other way: here a step of 0.02


def test_what_muon_orthogonalises_is_pytorchs_to_the_bit(torch):
    from torch.optim._muon import _zeropower_via_newtonschulz
    draw, settings = np.random.default_rng(0), ((3.4445, -4.775, 2.0315), 5, 1e-7)
    same = []
    for shape in [(3, 4), (5, 3), (8, 8)] * 10:
        matrix = draw.normal(size=shape).astype("float32")
        theirs = _zeropower_via_newtonschulz(torch.tensor(matrix), *settings).float().numpy()
        same.append(np.array_equal(orthogonalize(matrix, *settings), theirs))
    assert sum(same) >= 28


def test_a_step_of_muon_moves_every_direction_alike():
    weights = mt.zeros(6, 3, dtype=mt.float64)
    weights.grad = mt.from_numpy(np.random.default_rng(0).standard_normal((6, 3)) @ np.diag([5.0, 1.0, 0.2]))
    mt.optim.Muon([weights], lr=1.0, ns_steps=9).step()
    moved = np.linalg.svd(weights.numpy(), compute_uv=False) / 2 ** 0.5            # a tall matrix: lr · √(6/3)
    assert (moved > 0.6).all() and (moved < 1.3).all()


def test_rprop_forgets_a_slope_that_turned():
    x = mt.tensor([1.0], requires_grad=True)
    optimizer, path = mt.optim.Rprop([x], lr=1.0), []
    for slope in (1.0, 1.0, -1.0, -1.0):
        x.grad = mt.tensor([slope])
        optimizer.step()
        path.append(x.item())
    np.testing.assert_allclose(path, [0.0, -1.2, -1.2, -0.6], rtol=1e-6)
