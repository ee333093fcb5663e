"""The default backend runs a program in NumPy, and in C from its run number OFTEN on."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, static
from minitorch.backend.compiler import NotCompiled
from minitorch.nn import functional as F
from minitorch.static import writers
from minitorch.static.writers import Switching

pytestmark = pytest.mark.host


@pytest.fixture
def built(monkeypatch, tmp_path):
    """A list of the programs that were compiled to C, with OFTEN set to 3."""
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    monkeypatch.setattr(writers, "OFTEN", 3)
    found, compiled = [], writers.CWriter.compiled
    monkeypatch.setattr(writers.CWriter, "compiled", lambda self: found.append(self.program.name) or compiled(self))
    return found


def train(backend, calls=6):
    """Return the losses of a training loop with a layer norm, dropout and two batch sizes, and the weights."""
    mt.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 8), nn.LayerNorm(8), nn.Tanh(), nn.Dropout(0.2), nn.Linear(8, 3))
    run = mt.compile(net, backend=backend)
    optimizer = mt.optim.Adam(net.parameters(), lr=0.01)
    losses = []
    for call in range(calls):
        optimizer.zero_grad()
        size = 4 + call % 2
        loss = F.cross_entropy(run(mt.arange(size * 6.0).reshape(size, 6) / 9), mt.arange(size) % 3)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, [p.detach().numpy() for p in net.parameters()]


@pytest.mark.needs("cc")
def test_a_program_runs_in_c_from_its_third_run_on(built):
    function = mt.compile(lambda x: (x * 2).tanh().softmax(-1), fullgraph=True)
    x = mt.rand(4, 30)
    wanted, found = function(x), []                          # the first call records, and runs no program
    for _ in range(5):
        found.append(function(x))
        assert len(built) == (len(found) >= 3)
    assert all(mt.equal(y, wanted) for y in found[:2])       # NumPy's bits are eager's
    assert all(mt.equal(y, found[2]) and mt.allclose(y, wanted) for y in found[2:])


@pytest.mark.needs("cc")
def test_training_goes_on_when_forward_and_backward_change_to_c(built):
    losses, weights = train("inductor", calls=14)
    assert {"sequential", "sequential_backward"} <= set(built)
    wanted, others = train("eager", calls=14)
    assert np.allclose(losses, wanted, rtol=1e-5) and all(
        np.allclose(a, b, rtol=0, atol=1e-5) for a, b in zip(weights, others, strict=True))
    assert train("inductor", calls=14)[0] == losses          # the number of runs decides, not the time


def test_without_a_compiler_numpy_goes_on_without_a_word(built, monkeypatch, recwarn):
    def missing(writer):
        raise NotCompiled("there is no C compiler here")
    monkeypatch.setattr(writers.CWriter, "compiled", missing)
    losses, weights = train("inductor")
    wanted, others = train("numpy")
    assert losses == wanted and all(map(np.array_equal, weights, others)) and not recwarn.list


def test_every_program_counts_its_own_runs():
    one, other = [static.compile(lambda x, n=n: x * n + 1, fullgraph=True) for n in (2.0, 3.0)]
    for function in (one, one, one, other, other):
        function(mt.ones(3))
    runs = [function.replay.space["program"] for function in (one, other)]
    assert [type(run) for run in runs] == [Switching] * 2 and [run.count for run in runs] == [2, 1]
