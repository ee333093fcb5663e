"""CUDA graphs: a step that is captured computes nothing then, and each replay is a step, with new chance."""

import numpy as np
import pytest
from backing import drawn_on_the_cpu

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import nn

pytestmark = pytest.mark.needs("g++")


def training(optimiser, p=0.0):
    """A network on the GPU, tensors for its batch, and its step."""
    mt.manual_seed(2)
    model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.GELU(), nn.Dropout(p), nn.Linear(8, 3)).cuda()
    optimizer, x, y = optimiser(model.parameters()), mt.zeros(6, 4).cuda(), mt.zeros(6, dtype=mt.int64).cuda()

    def step():
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return loss
    return model, optimizer, x, y, step


def batches(number):
    stream = np.random.default_rng(4)
    return [(mt.tensor(stream.standard_normal((6, 4)), dtype=mt.float32).cuda(),
             mt.tensor(stream.integers(0, 3, 6)).cuda()) for _ in range(number)]


OPTIMISERS = {"SGD": lambda p: mt.optim.SGD(p, lr=0.1), "momentum": lambda p: mt.optim.SGD(p, lr=0.1, momentum=0.9),
              "Adam": lambda p: mt.optim.Adam(p, lr=0.01, capturable=True),
              "AdamW": lambda p: mt.optim.AdamW(p, lr=0.01, capturable=True)}


@pytest.mark.parametrize("optimiser", OPTIMISERS.values(), ids=OPTIMISERS)
def test_replays_are_the_steps_that_python_would_take(cupy, optimiser):
    losses, weights = [], []
    for captured in (True, False):
        model, optimizer, x, y, step = training(optimiser)
        for place, (images, labels) in enumerate(batches(6)):
            x.copy_(images), y.copy_(labels)
            if captured and place == 2:                          # two steps first, which make what the rule keeps
                optimizer.zero_grad()
                before = [p.tolist() for p in model.parameters()]
                graph = mt.cuda.CUDAGraph()
                with mt.cuda.graph(graph):
                    assert mt.cuda.is_current_stream_capturing()
                    loss = step()
                assert [p.tolist() for p in model.parameters()] == before and not mt.cuda.is_current_stream_capturing()
            if captured and place >= 2:
                cupy.counts.reset()
                graph.replay()
                assert (cupy.counts.launches, cupy.counts.downloads, cupy.counts.uploads) == (1, 0, 0)
            else:
                optimizer.zero_grad()
                loss = step()
            losses.append(loss.item())
        weights.append([p.tolist() for p in model.parameters()])
    np.testing.assert_allclose(losses[:6], losses[6:], rtol=1e-5)
    for a, b in zip(*weights):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)


def test_dropout_draws_anew_in_each_replay_and_the_host_knows_how_far(cupy):
    x, graph = mt.ones(40).cuda(), mt.cuda.CUDAGraph()
    mt.manual_seed(3)
    drawn = [F.dropout(x, 0.5).tolist() for _ in range(3)]
    state = mt.get_rng_state()
    mt.manual_seed(3)
    with mt.cuda.graph(graph):
        y = F.dropout(x, 0.5)
    found = [(graph.replay(), y.tolist())[1] for _ in range(3)]
    assert found == drawn and found[0] != found[1] and mt.equal(mt.get_rng_state(), state)


def test_what_no_graph_can_hold_is_refused_with_what_to_do(cupy):
    x, graph = mt.ones(3).cuda(), mt.cuda.CUDAGraph()
    for call in (lambda: x.sum().item(), lambda: x.cpu(), lambda: mt.ones(3).cuda()):
        with pytest.raises(RuntimeError, match="CUDA graph capture: .* bytes were to be copied"), mt.cuda.graph(graph):
            call()
    with pytest.raises(RuntimeError, match="not permitted when stream is capturing"), mt.cuda.graph(graph):
        mt.cuda.synchronize()
    with pytest.raises(RuntimeError, match="without a capture"):
        graph.replay()
    model, optimizer, *_, step = training(lambda p: mt.optim.Adam(p))
    step()
    with pytest.raises(RuntimeError, match="capturable=True"), mt.cuda.graph(graph):
        step()
    with mt.cuda.graph(graph):
        y = x + 1
    with pytest.raises(RuntimeError, match="already has a capture"), mt.cuda.graph(graph):
        x + 2
    graph.replay()
    assert y.tolist() == [2, 2, 2]
    with drawn_on_the_cpu():
        assert mt.ones(1).cuda().item() == 1                     # copies are allowed again


def test_a_wrong_index_in_a_replay_is_told_at_the_next_look(cupy):
    table, at, graph = mt.arange(4.0).reshape(4, 1).cuda(), mt.tensor([1]).cuda(), mt.cuda.CUDAGraph()
    F.embedding(at, table)
    with mt.cuda.graph(graph):
        rows = F.embedding(at, table)
    graph.replay()
    assert rows.tolist() == [[1]]
    at.fill_(9)
    graph.replay()
    with pytest.raises(IndexError, match="index 9 at position 0"):
        rows.tolist()
