"""GradScaler multiplies the loss and divides the gradients; its scale and its steps are PyTorch's."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.amp import GradScaler, autocast


def trained(lib, losses, **settings):
    """The weight after a step on each loss, and the scale after each update."""
    w = lib.tensor([1.0, 2.0], requires_grad=True)
    optimizer, scaler = lib.optim.SGD([w], lr=0.1), lib.amp.GradScaler("cpu", **settings)
    scales = []
    for factor in losses:
        optimizer.zero_grad()
        with lib.autocast("cpu"):
            loss = (w * w).sum() * factor
        scaler.scale(loss).backward()
        if factor == 3:
            scaler.unscale_(optimizer)
        scaler.step(optimizer)
        scaler.update()
        scales.append(scaler.get_scale())
    return w.detach().numpy(), scales, scaler


@pytest.mark.needs("torch")
def test_steps_and_scales_are_pytorchs(torch):
    losses, settings = [1, 2, 3, float("inf"), 1, 1, 1], {"init_scale": 8.0, "growth_interval": 2}
    ours, theirs = trained(mt, losses, **settings), trained(torch, losses, **settings)
    np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-6)
    assert ours[1] == theirs[1] and ours[2].state_dict() == theirs[2].state_dict()


def test_a_state_is_saved_and_a_disabled_scaler_does_nothing():
    scaler = trained(mt, [1, 1], init_scale=4.0)[2]
    other = GradScaler("cpu")
    other.load_state_dict(scaler.state_dict())
    assert other.state_dict() == scaler.state_dict()
    off = GradScaler("cpu", enabled=False)
    x = mt.ones(1, requires_grad=True)
    assert off.scale(x) is x and off.get_scale() == 1 and off.state_dict() == {} and not off.is_enabled()
    off.unscale_(None)
    off.update()


def test_without_a_gpu_the_scaler_of_one_is_disabled():
    if not mt.cuda.is_available():
        with pytest.warns(UserWarning, match="CUDA is not available.  Disabling"):
            assert not mt.cuda.amp.GradScaler().is_enabled()


def test_calls_out_of_order_are_refused():
    scaler, optimizer = GradScaler("cpu"), mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=0.1)
    with pytest.raises(RuntimeError, match=r"call step\(optimizer\) before update"):
        scaler.update()
    scaler.unscale_(optimizer)
    with pytest.raises(RuntimeError, match="already been called"):
        scaler.unscale_(optimizer)
    with pytest.raises(ValueError, match="growth_factor must be above 1"):
        GradScaler("cpu", growth_factor=1)


def test_autocast_takes_the_name_of_a_device():
    with mt.autocast(device_type="cpu", dtype=mt.float16, enabled=True):
        assert (mt.ones(2, 2) @ mt.ones(2, 2)).dtype is mt.float32
    with pytest.raises(ValueError, match="device_type"):
        autocast(mt.float16)
