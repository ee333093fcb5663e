"""What programs print and compute of Tensors' classes, shapes, nodes and arrays agrees with PyTorch."""

import numpy as np
import pytest

import minitorch as mt

EXPRESSIONS = {
    "type of a tensor": lambda lib, x: type(x), "of a shape": lambda lib, x: type(x.shape),
    "of a parameter": lambda lib, x: type(lib.nn.Parameter(x)),
    "of an instance's class": lambda lib, x: x.__class__,
    "complex": lambda lib, x: lib.ones(1, dtype=lib.complex128).type(),
    "shape plus tuple": lambda lib, x: x.shape + (5,), "tuple plus shape": lambda lib, x: (5,) + x.shape,
    "shape plus shape": lambda lib, x: x.shape + x.shape[:1], "twice": lambda lib, x: x.shape * 2,
    "times": lambda lib, x: 2 * x.shape, "shape of float": lambda lib, x: lib.Size([1, 1.5]),
    "shape plus list": lambda lib, x: x.shape + [1], "part of a sum": lambda lib, x: (x.shape + (5,))[1:].numel(),
    "NumPy's function": lambda lib, x: np.exp(x), "of two": lambda lib, x: np.maximum(x, 1.0),
    "of integers": lambda lib, x: np.square(lib.arange(3)), "that asks": lambda lib, x: np.isnan(x),
    "tensor + array": lambda lib, x: x + np.ones((2, 3)), "tensor @ array": lambda lib, x: x.double() @ np.ones((3, 2)),
    "rows first": lambda lib, x: x.is_contiguous(memory_format=lib.contiguous_format),
    "channels last": lambda lib, x: lib.ones(2, 3, 4, 5).permute(0, 3, 1, 2).is_contiguous(
        memory_format=lib.channels_last),
    "channels first": lambda lib, x: lib.ones(2, 3, 4, 5).is_contiguous(memory_format=lib.channels_last),
    "equal": lambda lib, x: x == np.arange(6).reshape(2, 3),
    "equal to none": lambda lib, x: x == None,                                                   # noqa: E711
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_classes_and_arrays_print_as_pytorchs(name, torch):
    said = []
    for lib in torch, mt:
        try:
            said.append(repr(EXPRESSIONS[name](lib, lib.arange(6.0).reshape(2, 3))).replace("minitorch", "torch"))
        except TypeError as error:
            said.append(type(error))
    assert said[0] == said[1]


def test_not_equal_to_an_array_is_asked_of_the_elements():
    assert (mt.arange(3) != np.array([0, 5, 2])).tolist() == [False, True, False]    # PyTorch says True of the whole


def graph_of(node):
    """The names of a graph's classes, as a drawing of it walks them."""
    return [type(node).__name__] + [name for next_one, _ in node.next_functions if next_one is not None
                                    for name in graph_of(next_one)]


def test_nodes_have_classes_of_their_names(torch):
    walks = []
    for lib in torch, mt:
        class Double(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return grad * 2
        net = lib.nn.Linear(3, 2)
        out = lib.nn.functional.mse_loss(Double.apply(net(lib.ones(1, 3)).relu().split(1, 1)[0]), lib.zeros(1, 1))
        walks.append(graph_of(out.grad_fn))
        out.backward()
        assert net.bias.grad is not None
    assert walks[0] == walks[1]


def test_a_looked_at_graph_can_be_walked_back_twice_and_compiled():
    x = mt.ones(3, requires_grad=True)
    y = (x * 2).exp().sum()
    assert type(y.grad_fn).__name__ == "SumBackward0" and y.grad_fn is y.grad_fn
    slope, = mt.autograd.grad(y, x, create_graph=True)
    assert type(slope.grad_fn).__name__.endswith("Backward0")
    slope.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 4 * np.exp(2), rtol=1e-6)


def test_schedules_say_where_momentum_is(torch):
    for lib in torch, mt:
        weights = [lib.nn.Parameter(lib.ones(1))]
        for optimizer, wanted in (lib.optim.Adam(weights), True), (lib.optim.SGD(weights, 0.1, momentum=0.9), False):
            assert lib.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, 10).use_beta1 is wanted
            assert lib.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 0.2).use_beta1 is wanted


def test_collate_is_where_programs_import_it_from():
    from minitorch.utils.data._utils.collate import default_collate
    assert default_collate([1, 2]).tolist() == [1, 2]


@pytest.mark.filterwarnings("ignore")
def test_anomaly_mode_finds_nan_in_a_single_number(torch):
    for lib in torch, mt:
        x = lib.tensor(-1.0, requires_grad=True)
        with lib.autograd.set_detect_anomaly(True), pytest.raises(RuntimeError, match="'SqrtBackward0' returned nan"):
            x.sqrt().backward()
