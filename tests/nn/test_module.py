"""Module: what it owns, how it changes, how it prints and what it refuses."""

import copy
import pickle

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


NAMES = ["scale", "first.weight", "first.bias", "rest.1.weight", "rest.1.bias", "rest.3.weight"]


def test_parameters_come_in_the_order_of_assignment_own_ones_first():
    assert [name for name, _ in Net().named_parameters()] == NAMES
    assert len(list(Net().parameters())) == len(NAMES)
    assert [name for name, _ in Net().named_parameters(recurse=False)] == ["scale"]
    assert [name for name, _ in Net().first.named_parameters("net")] == ["net.weight", "net.bias"]


def test_modules_children_and_buffers_are_walked_with_their_paths():
    net = Net()
    assert [name for name, _ in net.named_modules()] == ["", "first", "rest", "rest.0", "rest.1", "rest.2", "rest.3"]
    assert [name for name, _ in net.named_children()] == ["first", "rest"]
    assert [name for name, _ in net.named_buffers()] == [
        "seen", "scratch", "rest.1.running_mean", "rest.1.running_var", "rest.1.num_batches_tracked"]
    assert net.get_submodule("rest.3") is net.rest[3]
    assert net.get_parameter("first.weight") is net.first.weight


def test_a_shared_layer_or_parameter_is_listed_once_and_saved_under_both_names():
    layer = nn.Linear(2, 2)
    net = nn.Sequential(layer, nn.ReLU(), layer)
    tied = nn.Linear(2, 2, bias=False)
    tied.weight = layer.weight
    net.append(tied)
    assert len(list(net.parameters())) == 2
    assert list(net.state_dict()) == ["0.weight", "0.bias", "2.weight", "2.bias", "3.weight"]


def test_train_and_eval_reach_every_module():
    net = Net()
    assert net.eval() is net and not any(m.training for m in net.modules())
    net.train()
    assert all(m.training for m in net.modules())
    with pytest.raises(ValueError, match="expected to be boolean"):
        net.train("yes")


def test_requires_grad_and_zero_grad_reach_every_parameter():
    net = Net()
    net(mt.randn(5, 3)).sum().backward()
    assert all(p.grad is not None for p in net.parameters())
    net.zero_grad(set_to_none=False)
    assert all((p.grad == 0).all() for p in net.parameters())
    net.zero_grad()
    assert all(p.grad is None for p in net.parameters())
    net.requires_grad_(False)
    assert not any(p.requires_grad for p in net.parameters())


def test_casting_changes_floating_tensors_and_keeps_the_parameters_themselves():
    net = Net()
    before = list(net.parameters())
    net(mt.randn(5, 3)).sum().backward()
    assert net.double() is net
    assert [id(p) for p in net.parameters()] == [id(p) for p in before]
    assert {p.dtype for p in net.parameters()} == {p.grad.dtype for p in net.parameters()} == {mt.float64}
    assert net.rest[1].running_mean.dtype is mt.float64 and net.rest[1].num_batches_tracked.dtype is mt.int64
    net.zero_grad()
    net(mt.randn(5, 3, dtype=mt.float64)).sum().backward()
    assert net.first.weight.grad.dtype is mt.float64
    assert net.to(mt.float32).scale.dtype is mt.float32 and net.to("cpu").scale.dtype is mt.float32
    with pytest.raises(TypeError, match="only accepts floating point"):
        net.to(mt.int64)


def test_apply_visits_children_before_the_module_itself():
    seen = []
    Net().apply(lambda module: seen.append(type(module).__name__))
    assert seen == ["Linear", "ReLU", "BatchNorm1d", "Dropout", "Linear", "Sequential", "Net"]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda net: pickle.loads(pickle.dumps(net))], ids=["copy", "pickle"])
def test_a_copy_computes_the_same_and_shares_nothing(copied):
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.BatchNorm1d(4)).eval()
    twin, x = copied(net), mt.randn(2, 3)
    assert (net(x) == twin(x)).all()
    with mt.no_grad():
        twin[0].weight.zero_()
    assert (net[0].weight != 0).any()
    assert all(isinstance(p, nn.Parameter) and p.requires_grad for p in twin.parameters())


# Attributes

def test_what_is_assigned_goes_where_its_kind_belongs():
    module = nn.Module()
    module.x = mt.zeros(2)
    assert not list(module.buffers()) and module.x.shape == (2,)
    module.x = nn.Parameter(mt.zeros(2))
    assert [n for n, _ in module.named_parameters()] == ["x"] and "x" not in module.__dict__
    module.x = nn.ReLU()
    assert not list(module.parameters()) and [n for n, _ in module.named_children()] == ["x"]
    module.x = nn.Buffer(mt.ones(1))
    assert not list(module.children()) and [n for n, _ in module.named_buffers()] == ["x"]
    module.x = mt.full((1,), 3.0)
    assert module.state_dict()["x"].item() == 3
    del module.x
    assert not module.state_dict() and not hasattr(module, "x")


def test_what_is_assigned_again_keeps_its_position():
    layer = nn.Linear(2, 2)
    with mt.no_grad():
        layer.weight += 1
    assert [name for name, _ in layer.named_parameters()] == ["weight", "bias"]
    layer.weight = nn.Parameter(mt.ones(2, 2))
    layer.bias = None
    layer.bias = nn.Parameter(mt.ones(2))
    layer.weight = None
    layer.weight = nn.Parameter(mt.zeros(2, 2))
    assert [name for name, _ in layer.named_parameters()] == ["weight", "bias"]
    assert list(layer.state_dict()) == ["weight", "bias"] and layer.weight.sum() == 0
    net = Net()
    net.seen, net.first = mt.ones(1), nn.Linear(3, 4)
    assert [name for name, _ in net.named_buffers()][:2] == ["seen", "scratch"]
    assert [name for name, _ in net.named_children()] == ["first", "rest"]


def test_none_takes_the_place_of_a_parameter_and_leaves_the_name():
    layer = nn.Linear(2, 2)
    layer.bias = None
    assert layer.bias is None and [n for n, _ in layer.named_parameters()] == ["weight"]
    assert layer(mt.zeros(1, 2)).tolist() == [[0, 0]]


class Forgetful(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(1, 1)


class Unfinished(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Linear(1, 1)


def set_to(module, name, value):
    setattr(module, name, value)


REFUSALS = [
    (Forgetful, AttributeError, r"begin Forgetful.__init__ with super\(\).__init__\(\)"),
    (lambda: Unfinished()(1), NotImplementedError, r'Module \[Unfinished\] is missing the required "forward"'),
    (lambda: Unfinished().conv2, AttributeError, "'Unfinished' object has no attribute 'conv2'. Did you mean 'conv1'"),
    (lambda: set_to(Unfinished(), "conv1", 3), TypeError, "cannot assign 'int' object to child module 'conv1'"),
    (lambda: set_to(nn.Linear(1, 1), "weight", mt.zeros(1, 1)), TypeError,
     r"to parameter 'weight' .*Wrap it: nn.Parameter\(tensor\)"),
    (lambda: nn.Module().register_parameter("a.b", None), KeyError, "parameter name can.*t contain"),
    (lambda: nn.Module().register_buffer("", None), KeyError, "buffer name can.*t be empty"),
    (lambda: nn.Module().add_module("training", nn.ReLU()), KeyError, "attribute 'training' already exists"),
    (lambda: nn.Module().register_parameter("w", nn.Parameter(mt.ones(1)) * 2), TypeError, "cannot assign 'Tensor'"),
    (lambda: nn.Sequential(nn.ReLU), TypeError, r"ReLU is a class, not a module: write ReLU\(\.\.\.\)"),
    (lambda: nn.Sequential(nn.Linear(1, 1), 3), TypeError, "is not a Module subclass"),
    (lambda: nn.Parameter([1.0]), TypeError, "Parameter needs a Tensor, not list"),
    (lambda: nn.Parameter(mt.tensor([1])), RuntimeError, "Only Tensors of floating point"),
    (lambda: nn.Sequential(nn.ReLU())[1], IndexError, "index 1 is out of range"),
]


@pytest.mark.parametrize("call, kind, words", REFUSALS)
def test_slips_are_refused_with_what_to_write(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_an_error_inside_a_layer_names_the_layer_and_the_users_line():
    head = nn.Linear(100, 10)
    with pytest.raises(RuntimeError) as caught:
        head(mt.randn(32, 784))
    assert "must equal in_features (100)" in str(caught.value)
    assert "In Linear(100, 10), at `head(mt.randn(32, 784))`" in str(caught.value)


def test_an_error_deep_in_a_sequential_names_the_innermost_layer():
    with pytest.raises(RuntimeError, match=r"In Linear\(5, 2\), at"):
        nn.Sequential(nn.Linear(3, 4), nn.Sequential(nn.ReLU(), nn.Linear(5, 2)))(mt.randn(1, 3))
