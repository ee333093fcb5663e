"""Adam and SGD on a GPU: one launch for all parameters, and the numbers of the rule taken one by one."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.cuda import kernels

pytestmark = pytest.mark.needs("g++")
SHAPES = [(3, 4), (7,), (), (40, 30), (5, 0)]
RULES = {
    "SGD": lambda p: mt.optim.SGD(p, lr=0.05), "nesterov": lambda p: mt.optim.SGD(
        p, lr=0.05, momentum=0.9, weight_decay=0.1, nesterov=True),
    "dampened": lambda p: mt.optim.SGD(p, lr=0.05, momentum=0.9, dampening=0.3, maximize=True),
    "Adam": lambda p: mt.optim.Adam(p, lr=0.01, eps=1e-3, weight_decay=0.1),
    "AdamW": lambda p: mt.optim.AdamW(p, lr=0.01, eps=1e-3),
    "amsgrad": lambda p: mt.optim.Adam(
        p, lr=0.01, eps=1e-3, amsgrad=True, maximize=True, betas=(0.8, 0.9))}


def steps(cupy, rule, dtype, by_kernels, shapes=SHAPES, number=4):
    """Parameters and states after some steps, and the launches of the last."""
    kernels.enable(by_kernels)
    stream = np.random.default_rng(1)
    draw = lambda shape: mt.tensor(stream.standard_normal(shape), dtype=dtype).cuda()
    params = [draw(shape).requires_grad_() for shape in shapes]
    optimizer = rule(params)
    for step in range(number):
        for param in params:
            slope = draw(param.shape)
            param.grad = (slope + slope.sign() / 2) / (step + 1)      # in float16 the squares of smaller ones are 0
        cupy.counts.reset()
        optimizer.step()
        assert cupy.counts.downloads == cupy.counts.uploads == 0
    launches = cupy.counts.launches
    kernels.enable(True)
    return params, optimizer.state_dict()["state"], launches


@pytest.mark.parametrize("dtype", [mt.float32, mt.float64, mt.float16], ids=str)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_one_launch_comes_to_the_numbers_of_the_rule(cupy, rule, dtype):
    ours, state, launches = steps(cupy, rule, dtype, True)
    plain, expected, many = steps(cupy, rule, mt.float64 if dtype is mt.float16 else dtype, False)
    assert launches == 1 < many
    close = {"rtol": 2e-6, "atol": 1e-6} if dtype is not mt.float16 else {"rtol": 2e-2, "atol": 1e-2}
    for a, b in zip(ours, plain, strict=True):
        assert a.dtype is dtype
        np.testing.assert_allclose(a.detach().cpu().numpy(), b.detach().cpu().numpy(), **close)
    assert state.keys() == expected.keys()
    for number, values in state.items():
        for name, value in values.items():
            np.testing.assert_allclose(*[np.asarray(x.cpu() if hasattr(x, "cpu") else x, float) for x in (
                value, expected[number][name])], **close, err_msg=name)


def test_more_parameters_than_fit_into_one_launch_take_two(cupy):
    ours, _, launches = steps(cupy, RULES["Adam"], mt.float32, True, [(2, 3)] * 70)
    plain, _, _ = steps(cupy, RULES["Adam"], mt.float32, False, [(2, 3)] * 70)
    assert launches == 2
    for a, b in zip(ours, plain):
        np.testing.assert_allclose(a.detach().cpu().numpy(), b.detach().cpu().numpy(), rtol=1e-5, atol=1e-6)


def test_parameters_on_two_gpus_one_on_the_cpu_and_one_transposed_take_their_steps(cupy):
    def params():
        return [mt.ones(3, device=place).requires_grad_() for place in ("cuda:0", "cuda:1", "cpu")] + [
            mt.ones(2, 3).cuda().t().requires_grad_()]
    ours, plain = params(), params()
    for on, some in ((True, ours), (False, plain)):
        kernels.enable(on)
        optimizer = mt.optim.Adam(some, lr=0.1)
        for _ in range(3):
            for param in some:
                param.grad = param.detach() * 2
            optimizer.step()
        assert all(state["step"] == 3 for state in optimizer.state.values())
    kernels.enable(True)
    for a, b in zip(ours, plain):
        np.testing.assert_allclose(a.detach().cpu().numpy(), b.detach().cpu().numpy(), rtol=1e-6)
