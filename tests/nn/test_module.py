"""Module: what it owns, how it changes, how it prints and what it refuses."""

import copy
import pickle

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


# Printing

PRINTED = {
    "linear": lambda nn: nn.Linear(3, 4, bias=False),
    "conv": lambda nn: nn.Conv2d(2, 4, (3, 5), stride=2, padding=1, dilation=2, groups=2, bias=False),
    "same": lambda nn: nn.Conv2d(1, 1, 3, padding="same"),
    "pools": lambda nn: nn.Sequential(nn.MaxPool2d(2), nn.AvgPool2d((2, 3), stride=1)),
    "norms": lambda nn: nn.Sequential(nn.BatchNorm1d(3), nn.BatchNorm2d(4, momentum=None, affine=False)),
    "named": lambda nn: nested(nn),
    "empty": lambda nn: nn.Sequential(nn.Sequential(), nn.ModuleList(), nn.ModuleDict(), nn.Identity(), nn.Flatten()),
    "repeated": lambda nn: nn.ModuleList(
        [nn.Linear(2, 2) for _ in range(3)] + [nn.ReLU()] + [nn.Sequential(nn.Tanh())] * 2),
    "dict": lambda nn: nn.ModuleDict({"a": nn.Linear(1, 1), "b": nn.Sequential(nn.ReLU())}),
    "losses": lambda nn: nn.Sequential(nn.CrossEntropyLoss(), nn.MSELoss(), nn.BCEWithLogitsLoss(), nn.NLLLoss()),
    "bends": lambda nn: nn.Sequential(
        nn.ReLU(), nn.ReLU(inplace=True), nn.Tanh(), nn.Sigmoid(), nn.LeakyReLU(0.2), nn.LeakyReLU(inplace=True),
        nn.GELU(), nn.GELU("tanh"), nn.Softmax(dim=1), nn.LogSoftmax(1), nn.ELU(), nn.SELU(), nn.SiLU(), nn.Softplus(),
        nn.Hardtanh(), nn.ReLU6(), nn.PReLU(), nn.Mish(), nn.Hardswish(), nn.Hardsigmoid(), nn.LogSigmoid(), nn.GLU(),
        nn.Softsign(), nn.Tanhshrink(), nn.Softshrink(), nn.Threshold(0.1, 20), nn.CELU(), nn.Softmin(1),
        nn.ReLU6(inplace=True)),
    "dropouts": lambda nn: nn.Sequential(nn.Dropout(), nn.Dropout2d(0.2, True), nn.AlphaDropout(0.1), nn.Dropout1d()),
    "module": lambda nn: nn.Module(),
}


def nested(nn):
    outer = nn.Module()
    outer.body = nn.Sequential({"conv": nn.Conv2d(1, 2, 3)}) if nn.__name__ == "minitorch.nn" else nn.Sequential(
        __import__("collections").OrderedDict(conv=nn.Conv2d(1, 2, 3)))
    outer.head = nn.Linear(2, 1)
    return outer


@pytest.mark.parametrize("name", PRINTED)
def test_a_module_prints_as_pytorchs_does(torch, name):
    assert repr(PRINTED[name](nn)) == repr(PRINTED[name](torch.nn))


def test_a_parameter_prints_as_pytorchs_does(torch):
    assert repr(nn.Parameter(mt.ones(2))) == repr(torch.nn.Parameter(torch.ones(2)))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_list_of_parameters_prints_as_pytorchs_does(torch, count):
    ours = nn.ParameterList([mt.ones(2, 3) for _ in range(count)])
    theirs = torch.nn.ParameterList([torch.ones(2, 3) for _ in range(count)])
    assert repr(ours).replace("minitorch.", "torch.") == repr(theirs)


# Containers

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


# Hooks

def test_forward_hooks_see_and_may_change_what_goes_in_and_out():
    layer, seen = nn.Identity(), []
    first = layer.register_forward_pre_hook(lambda module, inputs: (inputs[0] + 1,))
    layer.register_forward_hook(lambda module, inputs, output: seen.append((inputs[0].item(), output.item())))
    layer.register_forward_hook(lambda module, inputs, output: output * 10)
    assert layer(mt.tensor(1.0)).item() == 20 and seen == [(2.0, 2.0)]
    first.remove()
    assert layer(mt.tensor(1.0)).item() == 10


def test_hooks_take_keyword_arguments_when_asked_and_run_first_when_prepended():
    class Scale(nn.Module):
        def forward(self, x, by=1):
            return x * by
    layer, order = Scale(), []
    layer.register_forward_pre_hook(lambda m, args, kwargs: (args, {"by": kwargs["by"] + 1}), with_kwargs=True)
    layer.register_forward_hook(lambda m, args, kwargs, out: order.append(kwargs["by"]), with_kwargs=True)
    layer.register_forward_hook(lambda m, args, out: order.append("first"), prepend=True)
    assert layer(mt.tensor(2.0), by=2).item() == 6 and order == ["first", 3]


def test_backward_hooks_see_both_gradients_as_torchs_do(torch):
    def run(library):
        layer, seen = library.nn.Linear(2, 2), []
        with library.no_grad():
            layer.weight[...] = library.tensor([[1.0, 2.0], [3.0, 4.0]])
        layer.register_full_backward_pre_hook(lambda m, grads: (grads[0] * 2,))
        layer.register_full_backward_hook(lambda m, ins, outs: seen.append((ins[0].tolist(), outs[0].tolist())))
        layer.register_full_backward_hook(lambda m, ins, outs: (ins[0] * 100,))
        x = library.tensor([[1.0, 1.0]], requires_grad=True)
        (layer(x) * library.tensor([[1.0, 10.0]])).sum().backward()
        return seen, x.grad.tolist(), layer.weight.grad.tolist()
    assert run(mt) == run(torch)


def test_a_backward_hook_fires_once_even_where_no_input_wants_a_gradient():
    layer, seen = nn.Linear(2, 1), []
    handle = layer.register_full_backward_hook(lambda m, ins, outs: seen.append((ins, outs[0].shape)))
    layer(mt.ones(3, 2)).sum().backward()
    assert seen == [((None,), (3, 1))]
    handle.remove()
    layer(mt.ones(3, 2)).sum().backward()
    assert len(seen) == 1


def test_backward_hooks_take_part_in_a_second_derivative(torch):
    def run(library, grad):
        layer = library.nn.Identity()
        layer.register_full_backward_hook(lambda m, ins, outs: (ins[0] * 3,))
        x = library.tensor(2.0, requires_grad=True)
        first, = grad(layer(x) ** 3, x, create_graph=True)
        second, = grad(first, x)
        return first.item(), second.item()
    assert run(mt, mt.graph.grad) == run(torch, torch.autograd.grad)


# State

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
    assert "size mismatch for fc2.weight: copying a param with shape [2, 3] from checkpoint" in text
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
