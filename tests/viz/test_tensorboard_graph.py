"""The graph that SummaryWriter.add_graph writes: modules are scopes, operations and parameters stand inside."""

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.engine import watchers
from minitorch.utils.tensorboard import SummaryWriter

pytestmark = [pytest.mark.needs("tensorboard"), pytest.mark.host]


@pytest.fixture
def graph(tmp_path):
    """graph(model, inputs): the nodes by name, as TensorBoard's reader finds them; every arrow begins at a node."""
    def write_and_read(model, inputs):
        from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
        with SummaryWriter(tmp_path) as writer:
            writer.add_graph(model, inputs)
        found = EventAccumulator(str(tmp_path)).Reload().Graph().node
        nodes = {node.name: node for node in found}
        assert len(nodes) == len(found)
        assert all(source.partition(":")[0] in nodes for node in found for source in node.input)
        return nodes
    return write_and_read


class ParallelBlock(nn.Module):
    def __init__(self, D_in, D_out):
        super().__init__()
        self.linear1 = nn.Linear(D_in, D_out)
        self.linear2 = nn.Linear(D_in, D_out)

    def forward(self, x):
        return (self.linear1(x) * self.linear2(x)).clamp(min=0)


def shape_of(node):
    return tuple(dim.size for dim in node.attr["_output_shapes"].list.shape[0].dim)


def test_modules_are_scopes_and_operations_stand_inside(graph):
    nodes = graph(nn.Sequential(ParallelBlock(4, 3), nn.Linear(3, 2)), mt.randn(5, 4))
    block = "Sequential/ParallelBlock[0]"
    first, second = f"{block}/Linear[linear1]/linear", f"{block}/Linear[linear2]/linear"
    assert {name.partition("/")[0] for name in nodes} == {"input", "Sequential", "output"}
    assert list(nodes[first].input) == ["input", f"{block}/Linear[linear1]/weight", f"{block}/Linear[linear1]/bias"]
    assert list(nodes[f"{block}/mul"].input) == [first, second]
    assert nodes[f"{block}/Linear[linear1]/weight"].op == "Parameter"
    assert nodes["Sequential/Linear[1]/linear"].input[0] == f"{block}/clamp"
    assert list(nodes["output"].input) == ["Sequential/Linear[1]/linear"]
    assert shape_of(nodes["input"]) == (5, 4) and shape_of(nodes["output"]) == (5, 2)
    assert b"min=0" in nodes[f"{block}/clamp"].attr["settings"].s


def test_writes_in_place_are_followed(graph):
    nodes = graph(nn.Sequential(nn.Linear(4, 3), nn.ReLU(inplace=True), nn.Linear(3, 2)), mt.randn(5, 4))
    assert list(nodes["Sequential/ReLU[1]/relu"].input) == ["Sequential/Linear[0]/linear"]
    assert nodes["Sequential/Linear[2]/linear"].input[0] == "Sequential/ReLU[1]/relu"


def test_a_module_used_twice_has_its_operations_twice_and_its_weights_once(graph):
    layer = nn.Linear(4, 4)
    nodes = graph(nn.Sequential(layer, layer), mt.randn(5, 4))
    assert list(nodes["Sequential/Linear[0]/linear_1"].input) == [
        "Sequential/Linear[0]/linear", "Sequential/Linear[0]/weight", "Sequential/Linear[0]/bias"]
    assert sum(node.op == "Parameter" for node in nodes.values()) == 2


def test_several_inputs_and_outputs(graph):
    outside = mt.ones(4)

    class Pair(nn.Module):
        def forward(self, x, y):
            low, high = (x + y).chunk(2)
            return {"low": low, "both": (high, x * outside * mt.zeros(4))}
    nodes = graph(Pair(), (mt.randn(4), mt.randn(4)))
    assert [name for name in nodes if name.startswith("input")] == ["input/input", "input/input_1"]
    outputs = [nodes[name].input[0] for name in nodes if name.startswith("output")]
    assert len(outputs) == 3 and len(set(outputs)) == 3
    assert nodes["Pair/constant"].op == "Const" and nodes["Pair/full"].op == "full"


def test_batch_norm_shows_buffers_and_a_recurrent_net_its_outputs(graph):
    nodes = graph(nn.Sequential(nn.BatchNorm1d(4)), mt.randn(5, 4))
    assert nodes["Sequential/BatchNorm1d[0]/running_mean"].op == "Buffer"
    assert any(name.startswith("output/") for name in graph(nn.LSTM(4, 3), mt.randn(2, 5, 4)))


def test_the_model_is_left_as_it_was(graph):
    model = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.Dropout())
    model[1].eval()
    state = {name: x.clone() for name, x in model.state_dict().items()}
    graph(model, mt.randn(5, 4))
    assert [module.training for module in model.modules()] == [True, True, False, True]
    assert all(x.equal(state[name]) for name, x in model.state_dict().items()) and not watchers
    assert not any(module._forward_hooks or module._forward_pre_hooks for module in model.modules())
    with pytest.raises(RuntimeError, match="linear"):
        graph(model, mt.randn(5, 5))
    assert not watchers and model.training and not model[0]._forward_hooks


def test_it_can_be_printed(tmp_path, capsys):
    with SummaryWriter(tmp_path) as writer:
        writer.add_graph(nn.Linear(4, 3), [mt.randn(5, 4)], verbose=True)
    assert 'name: "Linear/linear"' in capsys.readouterr().out
