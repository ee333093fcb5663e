"""Each optimiser, with every two options together, goes where PyTorch's goes; and is kind to memory and device."""

import numpy as np
import pytest
from optim.cases import OPTIONS, RULES, USUAL, build, in_torch, label, start, walk

import minitorch as mt
from minitorch.optim.state import COUNTS, settings_of


@pytest.fixture(params=["float64", "float32"])
def dtype(request, torch):
    """The precision; PyTorch counts some things in its default dtype."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(getattr(torch, request.param))
    yield request.param
    torch.set_default_dtype(before)


def trajectory(framework, name, options, dtype):
    x, y, loss = start(framework, dtype)
    return walk(build(framework, name, options, x, y), x, y, loss)


@pytest.mark.parametrize("name, options", in_torch(RULES), ids=label)
def test_ten_steps_lead_where_torchs_lead(name, options, dtype, torch):
    tolerance = 1e-11 if dtype == "float64" else 2e-5
    ours, theirs = (trajectory(f, name, options, dtype) for f in (mt, torch))
    np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_makes_a_difference(name):
    """Else the table above would compare nothing."""
    usual = {option: values[0] for option, values in OPTIONS[name].items()}
    needs = {"dampening": {"momentum": 0.9}, "nesterov": {"momentum": 0.9},
             "decoupled_weight_decay": {"weight_decay": 0.1}}
    for option, (_, other) in OPTIONS[name].items():
        base = {**usual, **needs.get(option, {})}
        first, second = (trajectory(mt, name, {**base, **change}, "float64") for change in ({}, {option: other}))
        assert abs(first - second).max() > 1e-9, option


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name, options", USUAL, ids=label)
def test_a_step_keeps_dtype_and_memory(name, options, kind):
    x = mt.ones(2, dtype=getattr(mt, kind), requires_grad=True)
    memory = x.array
    optimizer = getattr(mt.optim, name)([x], **options)
    for _ in range(2):
        x.grad = mt.ones_like(x)
        optimizer.step()
    assert x.array is memory and x.dtype is getattr(mt, kind)
    assert all(value.dtype is x.dtype for name, value in optimizer.state[x].items() if name not in COUNTS)
    assert x.grad.tolist() == [1, 1]


class OnDevice(np.ndarray):
    """An array whose values nobody may ask for: on a GPU that would stop and wait."""

    def refuse(self, *_):
        raise AssertionError("a step asked an array for its value")
    __float__ = __int__ = __bool__ = __index__ = item = tolist = refuse


@pytest.mark.parametrize("name, options", USUAL, ids=label)
def test_a_step_asks_no_array_for_its_value(name, options):
    optimizer = getattr(mt.optim, name)([mt.ones(3)], **options)
    group, state = optimizer.param_groups[0], {}
    rule = type(optimizer).rule
    settings = settings_of(group, rule)
    param = np.ones(3).view(OnDevice)
    for _ in range(8):
        rule(param, np.full(3, 0.5).view(OnDevice), state, **settings)
    assert not (param.view(np.ndarray) == 1).any()


@pytest.mark.parametrize("name", [*(name for name, _ in in_torch(USUAL)), "LBFGS"])
def test_settings_are_torchs_in_name_order_and_default(name, torch):
    from inspect import signature

    def settings(framework):
        return [(p.name, p.default) for p in signature(getattr(framework.optim, name)).parameters.values()
                if p.name != "params"]
    assert settings(mt) == settings(torch)


def test_settings_that_choose_a_kernel_are_accepted():
    for name in OPTIONS:
        for setting in ("foreach", "fused", "capturable"):
            if setting in getattr(mt.optim, name)([mt.ones(2)]).defaults:
                getattr(mt.optim, name)([mt.ones(2)], **{setting: True})


def test_a_learning_rate_may_be_a_tensor():
    x = mt.ones(2, requires_grad=True)
    x.grad = mt.ones(2)
    optimizer = mt.optim.Adam([x], lr=mt.tensor(0.5))
    optimizer.step()
    np.testing.assert_allclose(x.detach().numpy(), 0.5, rtol=1e-6)
    optimizer.param_groups[0]["lr"] = mt.tensor(0.25)
    optimizer.step()
    np.testing.assert_allclose(x.detach().numpy(), 0.25, rtol=1e-6)
