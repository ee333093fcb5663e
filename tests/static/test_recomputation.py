"""What is cheap to compute is computed twice, where that lowers the peak of memory; every number stays."""

import pytest

import minitorch as mt
from minitorch import nn, static
from minitorch.nn import functional as F
from minitorch.static.memory import peak
from minitorch.static.passes import PASSES, recomputation


class Attention(nn.Module):
    """A layer that normalises, attends and adds."""

    def __init__(self):
        super().__init__()
        self.norm, self.qkv, self.out = nn.LayerNorm(16), nn.Linear(16, 48), nn.Linear(16, 16)

    def forward(self, x):
        q, k, v = (part.view(4, 20, 2, 8).transpose(1, 2) for part in self.qkv(self.norm(x)).split(16, dim=2))
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.out(seen.transpose(1, 2).reshape(4, 20, 16))


def convolutions():
    return nn.Sequential(*[layer for _ in range(6) for layer in (nn.Conv2d(3, 3, 3, padding=1), nn.BatchNorm2d(3),
                                                                 nn.ReLU())])


MODELS = {"convolutions": (convolutions, (4, 3, 16, 16)),
          "attention": (lambda: nn.Sequential(*[Attention() for _ in range(4)]), (4, 20, 16)),
          "gelu": (lambda: nn.Sequential(*[layer for _ in range(6) for layer in (nn.Linear(16, 16), nn.GELU())]),
                   (400, 16))}


def small(program):
    """The pass, for programs that are small; three calls cost more than they save there, so at any price."""
    return recomputation(program, small=0, dearest=1e9)


def training(name):
    mt.manual_seed(0)
    model, shape = MODELS[name][0](), MODELS[name][1]
    optimizer = mt.optim.SGD(model.parameters(), 0.1)

    def step(x):
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        return loss
    return step, shape


@pytest.mark.parametrize("name", MODELS)
def test_memory_at_its_peak_falls_and_every_number_stays(name):
    found = []
    for passes in ([each for each in PASSES if each is not recomputation],
                   [small if each is recomputation else each for each in PASSES]):
        step, shape = training(name)
        mt.manual_seed(1)
        trace = static.trace(step, mt.randn(*shape), optimise=False)
        trace = trace.with_program(static.optimised(trace.recorded, passes))
        found.append((peak(trace.program), [trace(mt.randn(*shape)).item() for _ in range(3)]))
    (before, losses), (after, again) = found
    assert after < 0.85 * before and losses == again


def test_small_programs_and_dear_steps_stay_as_they_are():
    step, shape = training("gelu")
    program = static.optimised(static.trace(step, mt.randn(*shape), optimise=False).recorded, PASSES[:-3])
    assert recomputation(program) is program
    assert recomputation(program, small=0, dearest=0) is program


def test_what_is_overwritten_meanwhile_is_kept():
    """relu's result comes from x, which is another by the time the backward pass needs it."""
    w = mt.ones(200, 1, requires_grad=True)

    def step(x):
        y = [(x * k).relu() for k in range(1, 5)]
        loss = sum((a @ w).sum() for a in y)
        x.zero_()
        loss.backward()
        return w.grad
    wanted, data = [], mt.randn(50, 200)
    trace = static.trace(step, data.clone(), optimise=False)
    for run in (step, trace.with_program(static.optimised(trace.recorded, [
            small if each is recomputation else each for each in PASSES]))):
        w.grad = None
        run(data.clone())
        wanted.append(w.grad.tolist())
    assert wanted[0] == wanted[1]
