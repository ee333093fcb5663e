"""Whole training steps come to eager's bits when they are compiled: those of the benchmarks, and blocks of the zoo."""

import numpy as np
import pytest

import minitorch as mt
from benchmarks import workloads
from minitorch import nn, static
from minitorch.models import gpt, resnet
from minitorch.static.compile import Compiled
from minitorch.static.passes.layout import ONE_SUM, TOLERANCE

QUICK = {"W1": workloads.two_layer, "W2": workloads.mlp, "W3": workloads.lenet, "W6": workloads.small_ops(1),
         "small GPT": lambda t: workloads.gpt(t, layers=2, heads=2, width=16, context=8, batch=2)}
SLOW = {"W3b": workloads.deep_conv, "W4": workloads.char_lstm, "W5": workloads.gpt}


@pytest.mark.parametrize("name", [*QUICK, *[pytest.param(name, marks=pytest.mark.slow) for name in SLOW]])
def test_a_compiled_step_comes_to_eagers_bits(name):
    build = {**QUICK, **SLOW}[name]
    eager, compiled = build(mt).step, Compiled(build(mt).step, fullgraph=True)
    for _ in range(4):                                       # each step goes on from the weights that the last one left
        wanted, found = eager(), compiled()
        a, b = wanted.detach().numpy(), found.detach().numpy()
        assert np.allclose(a, b, rtol=10 * TOLERANCE) if cuts_sums(compiled) else np.array_equal(a, b)
    assert len(compiled.forms) == 1


def cuts_sums(compiled):
    """Whether a product of long sums is computed in tiles, as on processors with AVX-512: not to the bit."""
    return any(step.name == "matmul_tiles" and step.args[0].shape[1] > ONE_SUM
               for step in compiled.forms[0].program.steps)


BLOCKS = {
    "resnet basic": lambda: (resnet.BasicBlock(4, 4), (2, 4, 6, 6)),
    "resnet bottleneck": lambda: (resnet.Bottleneck(8, 2, 2, nn.Conv2d(8, 8, 1, 2)), (2, 8, 6, 6)),
    "gpt": lambda: (gpt.Block(gpt.GPTConfig(vocab_size=11, block_size=8, n_layer=1, n_head=2, n_embd=8)), (2, 8, 8)),
}


@pytest.mark.parametrize("whole_step", [True, False], ids=["whole step", "module"])
@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_trains_to_eagers_bits(name, whole_step):
    found = []
    for compiled in (False, True):
        mt.manual_seed(0)
        model, shape = BLOCKS[name]()
        optimizer = mt.optim.AdamW(model.parameters(), 0.01)
        call = mt.compile(model, fullgraph=True) if compiled and not whole_step else model

        def step(x, call=call, optimizer=optimizer):
            optimizer.zero_grad()
            loss = call(x).pow(2).mean()
            loss.backward()
            optimizer.step()
            return loss
        step = mt.compile(step, fullgraph=True) if compiled and whole_step else step
        mt.manual_seed(1)
        losses = [step(mt.randn(*shape)).item() for _ in range(4)]
        found.append([np.array(losses), *[x.detach().numpy() for x in model.state_dict().values()]])
    assert all(np.array_equal(a, b) for a, b in zip(*found, strict=True))


@pytest.mark.parametrize("each", dict.fromkeys(static.PASSES), ids=lambda each: each.__name__)
def test_each_pass_alone_keeps_every_bit_of_a_step(each):
    build = QUICK["small GPT"]
    eager, compiled = build(mt).step, Compiled(build(mt).step, fullgraph=True, passes=[each])
    for _ in range(3):
        assert np.array_equal(eager().detach().numpy(), compiled().detach().numpy())
