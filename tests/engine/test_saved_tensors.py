"""What nodes keep is seen as grad_fn._saved_*, and hooks may keep it in another form."""

import gc
from threading import Thread

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.autograd import graph
from minitorch.engine.apply import watchers
from minitorch.engine.backward import wrapping

AS_IT_IS = (lambda x: x, lambda x: x)


@pytest.fixture(autouse=True)
def the_usual_paths_come_back():
    """With the last node that keeps something packed, whether backward passed it or its graph was dropped."""
    yield
    gc.collect()                                         # errors hold frames, and these the graph
    assert not watchers and not wrapping


def lists(x):
    return x.dtype, x.detach().numpy().tolist()


def tensors(packed):
    return mt.tensor(packed[1], dtype=packed[0])


class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad):
        return grad * 3 * ctx.saved_tensors[0] ** 2


def network(x):
    """A loss through kept inputs, outputs, residuals, views, writes in place, several outputs, a Function."""
    mt.manual_seed(0)
    layers = nn.Sequential(nn.Conv1d(1, 2, 3), nn.BatchNorm1d(2), nn.ReLU(), nn.MaxPool1d(2), nn.Flatten(),
                           nn.Linear(4, 5), nn.LayerNorm(5), nn.Dropout(0.5), nn.GELU())
    y = layers(x.unsqueeze(1))
    y = Cube.apply(y.tanh() * 1.5).exp() + 1
    y.pow_(2).sigmoid_()
    return (y.softmax(-1).max(1).values * y.sort(1).values[:, 0] + y.split(3, 1)[1].prod(1) + y.norm()).sum()


def gradients(hooks=None, again=False):
    x = mt.linspace(-2, 2, 18).reshape(3, 6).requires_grad_()
    with mt.autograd.graph.saved_tensors_hooks(*hooks) if hooks else mt.enable_grad():
        loss = network(x)
    first, = mt.autograd.grad(loss, x, create_graph=again, retain_graph=True)
    if again:
        return mt.autograd.grad((first ** 2).sum(), x)[0]
    loss.backward()
    assert (x.grad == first).all()
    return x.grad


HOOKS = [AS_IT_IS, (lists, tensors), (lambda x: (x, x.sum()), lambda packed: packed[0] * 1)]


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("hooks", HOOKS)
def test_gradients_are_those_without_hooks(hooks, again):
    assert mt.equal(gradients(hooks, again), gradients(None, again))
    assert not watchers


def test_every_derivative_reads_what_unpack_gives_and_the_usual_paths_come_back():
    said = []
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    with graph.saved_tensors_hooks(lambda t: (said.append(t is x), 5 * t)[1], lambda t: (said.append("back"), t)[1]):
        y = (x * x).sum()
    assert said == [True, True] and wrapping                          # a leaf is given itself, as in PyTorch
    y.backward()
    assert x.grad.tolist() == [10, 20] and said[2:] == ["back"] * 2 and not wrapping and not watchers
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.backward()


def test_writes_after_packing_do_not_matter_where_the_hook_copied():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    with graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
        y = (x * x).sum()
    with mt.no_grad():
        x.zero_()
    y.backward()
    assert x.grad.tolist() == [2, 4]


def test_save_on_cpu_and_nested_hooks():
    x, said = mt.tensor([1.0, 2.0], requires_grad=True), []
    with graph.saved_tensors_hooks(lambda t: said.append("outer") or t, lambda t: t), graph.save_on_cpu():
        y = (x.exp() * 2).sum()
    y.backward()
    assert mt.equal(x.grad, x.detach().exp() * 2) and not said


def test_hooks_are_those_of_the_thread():
    said, x = [], mt.ones(2, requires_grad=True)
    with graph.saved_tensors_hooks(lambda t: said.append(t) or t, lambda t: t):
        other = Thread(target=lambda: (x * x).sum().backward())
        other.start()
        other.join()
    assert not said and x.grad.tolist() == [2, 2]


def under(pack, unpack, compute=lambda x: x * x):
    with graph.saved_tensors_hooks(pack, unpack):
        y = compute(mt.ones(2, requires_grad=True))
    y.sum().backward()


def disabled():
    with graph.disable_saved_tensors_hooks("none in this block"):
        under(*AS_IT_IS)


def disabled_too_late():
    with graph.saved_tensors_hooks(*AS_IT_IS), graph.disable_saved_tensors_hooks("set already"):
        pass


def write(x):
    with mt.no_grad():
        return x.mul_(2)


@pytest.mark.parametrize("wrong, error, said", [
    (lambda: under(lambda x: x, lambda x: 3), TypeError, "unpack_hook expected to be a Tensor but got .* int"),
    (lambda: under(lambda x: x, lambda x: x[:1]), RuntimeError, r"shape \(1,\), but pack was given one of \(2,\)"),
    (lambda: under(write, lambda x: x), RuntimeError, "modifying its input in place"),
    (lambda: graph.saved_tensors_hooks(1, 2), TypeError, "pack_hook must be a function, not a int"),
    (disabled, RuntimeError, "^none in this block$"), (disabled_too_late, RuntimeError, "^set already$")])
def test_wrong_hooks_are_refused(wrong, error, said):
    with pytest.raises(error, match=said):
        wrong()
    assert not watchers


def test_nodes_show_what_they_keep():
    x, y = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0])
    node = (x * y).grad_fn
    assert node._saved_other.tolist() == [3, 4] and node._saved_self is None
    assert (x * x).grad_fn._saved_self is x
    out = x.exp()
    assert mt.equal(out.grad_fn._saved_result, out) and out.grad_fn._saved_result.grad_fn is out.grad_fn
    assert [name for name in dir(out.grad_fn) if "saved_" in name] == ["_saved_result"]
    assert x.sum(0).grad_fn._saved_dim == 0 and (x ** 2).grad_fn._saved_exponent == 2
    with graph.saved_tensors_hooks(lists, tensors):
        assert x.exp().grad_fn._saved_result.tolist() == out.tolist()
    with pytest.raises(AttributeError, match="'ExpBackward0' has no attribute '_saved_other': .* keeps result"):
        _ = out.grad_fn._saved_other
    with pytest.raises(AttributeError, match="has no"):
        node._saved_other = y
    out.sum().backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        _ = out.grad_fn._saved_result


def test_a_write_is_noticed_and_can_be_told():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    graph.increment_version(x)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        _ = y.grad_fn._saved_self


def test_a_hook_may_pack_the_array_of_a_leaf_as_in_pytorch(torch):
    for library in (mt, torch):
        x = library.ones(2, requires_grad=True)
        with library.autograd.graph.saved_tensors_hooks(lambda x: x.numpy().copy(), library.from_numpy):
            y = x.exp() * x
        y.sum().backward()
        assert x.grad.tolist() == pytest.approx([2 * 2.718281828] * 2)
