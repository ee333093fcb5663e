"""Modules in a row, in lists and in dicts."""

import pytest

import minitorch as mt
from minitorch import nn


def test_a_sequential_is_indexed_cut_joined_and_changed_like_a_list():
    net = nn.Sequential(nn.Linear(1, 2), nn.ReLU(), nn.Linear(2, 1))
    assert len(net) == 3 and net[-1] is list(net)[2]
    assert list(net[:2]) == list(net)[:2] and isinstance(net[:2], nn.Sequential)
    del net[1]
    assert list(net._modules) == ["0", "1"]
    net.insert(1, nn.Tanh())
    net.append(nn.Sigmoid())
    net[0] = nn.Linear(4, 2)
    assert [type(m).__name__ for m in net] == ["Linear", "Tanh", "Linear", "Sigmoid"]
    assert len(net + net[:1]) == 5 and len(net * 2) == 8
    assert type(net.pop(-1)) is nn.Sigmoid and net(mt.zeros(3, 4)).shape == (3, 1)


def test_named_layers_of_a_sequential_are_attributes():
    net = nn.Sequential({"fc": nn.Linear(1, 2), "act": nn.ReLU()})
    assert net.fc is net[0] and list(net.state_dict()) == ["fc.weight", "fc.bias"]


def test_lists_and_dicts_of_modules_and_parameters_are_noticed():
    module = nn.Module()
    module.layers = nn.ModuleList(nn.Linear(1, 1) for _ in range(2))
    module.layers += [nn.Linear(1, 1)]
    module.by_name = nn.ModuleDict({"a": nn.Linear(1, 1, bias=False)})
    module.numbers = nn.ParameterList([mt.ones(1), nn.Parameter(mt.ones(2))])
    module.named = nn.ParameterDict({"w": mt.ones(3)})
    assert [name for name, _ in module.named_parameters()] == [
        "layers.0.weight", "layers.0.bias", "layers.1.weight", "layers.1.bias", "layers.2.weight", "layers.2.bias",
        "by_name.a.weight", "numbers.0", "numbers.1", "named.w"]
    assert "a" in module.by_name and module.numbers[1].shape == (2,) and len(module.layers[1:]) == 2
    with pytest.raises(NotImplementedError, match="ModuleList"):
        module.layers(mt.zeros(1))
