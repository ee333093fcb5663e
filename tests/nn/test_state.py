"""A module's state: out as a dict, and in again."""

import copy

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.rest = nn.Sequential(nn.ReLU(), nn.BatchNorm1d(4), nn.Dropout(0.5), nn.Linear(4, 2, bias=False))
        self.scale = nn.Parameter(mt.ones(2))
        self.register_buffer("seen", mt.zeros(1))
        self.register_buffer("scratch", mt.zeros(1), persistent=False)

    def forward(self, x):
        return self.rest(self.first(x)) * self.scale


def test_state_goes_out_and_comes_back():
    net, other = Net(), Net()
    net(mt.randn(5, 3))
    assert list(net.state_dict()) == [
        "scale", "seen", "first.weight", "first.bias", "rest.1.weight", "rest.1.bias", "rest.1.running_mean",
        "rest.1.running_var", "rest.1.num_batches_tracked", "rest.3.weight"]
    answer = other.load_state_dict(net.state_dict())
    assert str(answer) == "<All keys matched successfully>" and answer.missing_keys == []
    for a, b in zip(net.state_dict().values(), other.state_dict().values(), strict=True):
        assert (a == b).all()
    assert other.rest[1].num_batches_tracked.item() == 1


def test_the_state_dict_shares_memory_and_has_no_graph():
    layer = nn.Linear(1, 1)
    state = layer.state_dict()
    state["bias"][0] = 7
    assert layer.bias.item() == 7 and not state["weight"].requires_grad
    assert layer.state_dict(keep_vars=True)["weight"] is layer.weight


def test_a_state_dict_of_torchs_own_fits(torch):
    def net(nn):
        return nn.Sequential(nn.Conv2d(1, 2, 3, bias=False), nn.BatchNorm2d(2), nn.PReLU(), nn.Flatten(),
                             nn.Linear(8, 3))
    theirs, ours = net(torch.nn), net(nn)
    ours.load_state_dict({name: value.numpy() for name, value in theirs.state_dict().items()})
    x = np.random.default_rng(0).standard_normal((2, 1, 4, 4)).astype("float32")
    np.testing.assert_allclose(ours(mt.tensor(x)).detach().numpy(), theirs(torch.tensor(x)).detach().numpy(), atol=1e-5)
    for (name, a), (other, b) in zip(ours.state_dict().items(), theirs.state_dict().items(), strict=True):
        assert name == other and tuple(a.shape) == tuple(b.shape)
        np.testing.assert_allclose(a.numpy(), b.numpy(), atol=1e-6)


def test_what_does_not_fit_is_listed_whole_and_nothing_is_changed():
    net = nn.Sequential({"fc1": nn.Linear(2, 3), "fc2": nn.Linear(3, 1)})
    state = {name: value + 1 for name, value in net.state_dict().items()}
    state["fc1.wieght"] = state.pop("fc1.weight")
    state["fc2.weight"] = mt.zeros(2, 3)
    before = net.fc1.bias.tolist()
    with pytest.raises(RuntimeError) as caught:
        net.load_state_dict(state)
    text = str(caught.value)
    assert 'Error(s) in loading state_dict for Sequential' in text
    assert 'Missing key(s) in state_dict: "fc1.weight"' in text
    assert 'Unexpected key(s) in state_dict: "fc1.wieght" (is it "fc1.weight"?)' in text
    assert "size mismatch for fc2.weight: copying a param with shape minitorch.Size([2, 3]) from checkpoint" in text
    assert net.fc1.bias.tolist() == before
    with pytest.raises(RuntimeError, match="size mismatch"):
        net.load_state_dict(state, strict=False)
    del state["fc2.weight"]
    answer = net.load_state_dict(state, strict=False)
    assert answer.missing_keys == ["fc1.weight", "fc2.weight"] and answer.unexpected_keys == ["fc1.wieght"]
    with pytest.raises(TypeError, match="dict-like"):
        net.load_state_dict([1])
    with pytest.raises(RuntimeError, match='begin with "module."'):
        net.load_state_dict({f"module.{name}": value for name, value in net.state_dict().items()})


def test_assign_takes_the_tensors_themselves():
    layer, weight = nn.Linear(1, 1, bias=False), mt.ones(1, 1, dtype=mt.float64)
    layer.load_state_dict({"weight": weight}, assign=True)
    assert layer.weight.dtype is mt.float64 and isinstance(layer.weight, nn.Parameter) and layer.weight.requires_grad


def test_a_state_tells_the_version_of_each_part_as_pytorchs_does(torch):
    """An older state, or a plain dict, may lack the counts of batches; one of this version may not."""
    for lib in (mt, torch):
        net = lib.nn.Sequential(lib.nn.Linear(2, 3), lib.nn.Sequential(lib.nn.BatchNorm1d(3)))
        net[1][0].num_batches_tracked.fill_(7)
        state = net.state_dict()
        assert state._metadata == {"": {"version": 1}, "0": {"version": 1}, "1": {"version": 1}, "1.0": {"version": 2}}
        assert copy.deepcopy(state)._metadata == state._metadata
        plain = {name: x for name, x in state.items() if name != "1.0.num_batches_tracked"}
        assert net.load_state_dict(plain).missing_keys == [] and net[1][0].num_batches_tracked == 7
        del state["1.0.num_batches_tracked"]
        with pytest.raises(RuntimeError, match='Missing key.* "1.0.num_batches_tracked"'):
            net.load_state_dict(state)
        seen: list = []
        net[1][0].register_state_dict_post_hook(lambda module, state, *told, seen=seen: seen.append(told))
        net.state_dict(prefix="net.")
        assert seen == [("net.1.0.", {"version": 2})]


def with_more(framework):
    """What a module's own extra state takes part in, and modules set by their path."""
    nn, found = framework.nn, []

    class Counted(nn.Module):
        def __init__(self):
            super().__init__()
            self.line, self.count = nn.Linear(1, 1), 3

        def get_extra_state(self):
            return {"count": self.count}

        def set_extra_state(self, state):
            self.count = state["count"]
    model = nn.Sequential(Counted(), nn.ReLU())
    state = model.state_dict()
    model[0].count = 9
    found += [list(state), state["0._extra_state"], str(model.load_state_dict(state)), model[0].count]
    del state["0._extra_state"]
    found += [tuple(model.load_state_dict(state, strict=False))]
    with pytest.raises(RuntimeError, match="0._extra_state"):
        model.load_state_dict(state)
    model.set_submodule("0.line", nn.Linear(3, 1))
    found += [str(model), len(list(nn.Sequential(model, model).modules(remove_duplicate=False)))]
    for path, module in ("", nn.ReLU()), ("9.x", nn.ReLU()), ("0.count", nn.ReLU()), ("0.line", 3):
        try:
            model.set_submodule(path, module)
        except (ValueError, AttributeError) as error:
            found.append(type(error))
    with pytest.raises(AttributeError):
        model.set_submodule("0.other", nn.ReLU(), strict=True)
    return found


def test_extra_states_and_modules_set_by_path_are_torchs(torch):
    assert with_more(mt) == with_more(torch)
