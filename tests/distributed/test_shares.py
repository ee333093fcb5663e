"""State, weights and layers in shares: ZeRO, parameter server, tensor parallel layers, the ring and the simulator."""

import numpy as np
import pytest
from ranks import in_ranks

import minitorch as mt
import minitorch.distributed as dist
from minitorch import nn
from minitorch.distributed.optim import ZeroRedundancyOptimizer
from minitorch.distributed.parameter_server import ParameterServer
from minitorch.distributed.ring import ring_all_reduce
from minitorch.distributed.scaling import Cluster, plot, scaling, simulate

slow = pytest.mark.slow


@pytest.fixture
def alone():
    dist.init_process_group()
    yield
    dist.destroy_process_group()


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("n", [2, pytest.param(4, marks=slow)])
def test_adam_in_shares_is_adam_and_keeps_a_share(n, tmp_path):
    found = in_ranks(n, "zero", tmp_path)
    assert len({text for rank in found for text in (rank["bits"], rank["whole"])}) == 1
    assert found[0]["same state"] and sum(rank["kept"] for rank in found) == found[0]["all"]
    assert max(rank["kept"] for rank in found) < 0.9 * found[0]["all"]


def test_adam_in_shares_alone_is_adam(alone):
    layers = [nn.Linear(2, 1), nn.Linear(2, 1)]
    layers[1].load_state_dict(layers[0].state_dict())
    whole = mt.optim.Adam(layers[0].parameters())
    shared = ZeroRedundancyOptimizer(layers[1].parameters(), mt.optim.Adam)
    for layer, optimizer in zip(layers, (whole, shared)):
        layer(mt.ones(1, 2)).sum().backward()
        optimizer.step()
    assert layers[0].weight.equal(layers[1].weight)
    with pytest.raises(RuntimeError, match="has not been consolidated on this rank"):
        shared.state_dict()
    shared.consolidate_state_dict()
    assert shared.state_dict()["state"].keys() == {0, 1}


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("mode, delay", [("bounded", 1), pytest.param("sync", 0, marks=slow),
                                         pytest.param("async", 1, marks=slow)])
def test_a_parameter_server_learns_and_counts_staleness(mode, delay, tmp_path):
    server, *workers = found = in_ranks(3, "served", tmp_path, mode, delay)
    assert np.allclose(server["weights"], [1, -2, 0.5, 3], atol=0.05)
    assert len({rank["bits"] for rank in found}) == 1
    assert server["version"] == (60 if mode == "sync" else 120) and len(server["staleness"]) == server["version"]
    most = max(server["staleness"])
    assert most == 0 if mode == "sync" else most > 1
    assert mode != "bounded" or most <= 2 + 2 + 1        # the other was 2 behind, then is 2 ahead and sends again


def test_a_parameter_server_alone_takes_steps(alone):
    layer = nn.Linear(1, 1, bias=False)
    optimizer, before = mt.optim.SGD(layer.parameters(), lr=1.0), layer.weight.item()
    server = ParameterServer(layer.parameters(), optimizer)
    with server:
        layer(mt.ones(1, 1)).sum().backward()
        server.exchange()
    assert layer.weight.item() == pytest.approx(before - 1) and layer.weight.grad is None
    with pytest.raises(ValueError, match="sync, async, bounded, not 'lazy'"):
        ParameterServer(layer.parameters(), mode="lazy")
    with pytest.raises(ValueError, match="needs an optimizer"):
        ParameterServer(layer.parameters())


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("n", [2, pytest.param(4, marks=slow)])
def test_split_layers_compute_what_whole_ones_do(n, tmp_path):
    assert max(in_ranks(n, "split_layers", tmp_path)) < 1e-12


@pytest.mark.slow
@pytest.mark.needs("mpi")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_ring_by_hand_gives_the_sum(n, tmp_path):
    for rank, found in enumerate(in_ranks(n, "rings", tmp_path)):
        assert found["same"] and len(found["told"]) == 2 * (n - 1)
        assert found["told"][0] == [0, (rank - 1) % n]


def test_a_ring_of_one_is_the_tensor(alone):
    x = mt.arange(3.0)
    ring_all_reduce(x)
    assert x.tolist() == [0, 1, 2]


@pytest.mark.slow
@pytest.mark.needs("mpi")
def test_the_simulator_agrees_with_two_ranks_on_a_slow_wire(tmp_path):
    for found in in_ranks(2, "paper", tmp_path):
        assert 1 / 2 < found["said"] / found["measured"] < 2, found


def test_the_simulator_says_what_is_known():
    fast = Cluster(step=0.1, spread=0, latency=0, bandwidth=1e9)
    assert simulate("ring", 1, fast, 1e8) == pytest.approx(0.1)
    assert simulate("ring", 1000, fast, 1e8, steps=3) == pytest.approx(0.1 + 2 * 0.0999)     # 2 (n − 1) / n of all
    assert simulate("server", 10, fast, 1e8) == pytest.approx(0.1 + 0.1 + 1.0, rel=0.1)     # all through one link
    found = {(row["method"], row["ranks"]): row["efficiency"] for row in scaling(fast, 1e8, [1, 8, 64, 1024], steps=3)}
    assert found["ring", 1024] > 0.3 > found["tree", 1024] > found["server", 1024]
    late = Cluster(step=0.1, spread=0.2, latency=0, bandwidth=1e12)
    assert simulate("ring", 256, late, 1) > 1.3 * simulate("ring", 1, late, 1)               # the slowest rank counts
    with pytest.raises(ValueError, match="ring, tree, server, not 'star'"):
        simulate("star", 2, fast, 1)


def test_the_plot_has_a_line_for_each_method():
    pytest.importorskip("matplotlib")
    axes, = plot(scaling(Cluster(0.1), 1e6, [1, 2, 4], steps=2)).axes
    assert [line.get_label() for line in axes.get_lines()] == ["ring", "tree", "server"]
