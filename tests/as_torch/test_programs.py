"""Programs in the ways of public teaching code print PyTorch's numbers, and what once stopped such programs works."""

import pytest
from as_torch.compare import differences, printed

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import nn

pytestmark = pytest.mark.host


@pytest.mark.slow
@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", ["graph_network", "meta_learning", "state_space"])
def test_a_program_prints_pytorchs_numbers(name):
    program = f"programs/run_{name}.py"
    assert not differences(printed(program, ours=False), printed(program))


@pytest.mark.slow
@pytest.mark.needs("torch")
@pytest.mark.parametrize("kind, how", [("float32", "eager"), ("float32", "compiled"), ("bfloat16", "eager"),
                                       ("float16", "compiled")])
def test_a_language_model_trains_and_resumes_with_pytorchs_losses(kind, how):
    """In mixed precision sums are rounded in another order."""
    program = "programs/run_language_model.py", kind, how
    assert not differences(printed(*program, ours=False), printed(*program), 2e-4 if kind == "float32" else 5e-3)


@pytest.mark.parametrize("compute", [
    lambda x: F.conv2d(x, mt.ones(2, 4, 3, 3), stride=2, padding=1),
    lambda x: F.conv_transpose2d(x, mt.ones(4, 2, 3, 3), stride=2, padding=1),
    lambda x: F.conv_transpose3d(x.unflatten(1, (2, 2)), mt.ones(2, 2, 3, 3, 3), padding=1),
    lambda x: F.fold(x.reshape(1, 18, 32)[:, :, :25], (5, 5), 3, padding=1),
    lambda x: x[:, [0, 2]], lambda x: x[:, :, [1, 0]], lambda x: x[:, 0, :, mt.tensor([2, 1])],
    lambda x: F.max_pool2d(x, 3, 2, 1), lambda x: F.avg_pool2d(x, 3, 2, 1), lambda x: x.mean((2, 3)),
    lambda x: mt.cat([x[0, 0].t(), x[0, 1].t()]), lambda x: mt.stack([x[0, 0].t(), x[0, 1].t()], -1),
    lambda x: nn.MultiheadAttention(6, 2)(x[0], x[1], x[1])[0],
], ids=["conv2d", "conv_transpose2d", "conv_transpose3d", "fold", "x[:, i]", "x[:, :, i]", "x[:, 0, :, i]",
        "max_pool2d", "avg_pool2d", "mean", "cat", "stack", "attention"])
def test_results_and_gradients_can_be_viewed_as_pytorchs_can(compute):
    """PyTorch gives contiguous results: programs flatten them with `view`, which copies nothing."""
    x = mt.randn(4, 4, 6, 6, requires_grad=True)
    y = compute(x)
    recorded = mt.autograd.grad(y.sum(), x, create_graph=True)
    for result in (y, *recorded, *mt.autograd.grad(y.sum(), x)):
        assert result.view(-1).tolist() == result.reshape(-1).tolist()


def test_gradients_in_hooks_and_functions_can_be_flattened():
    class Doubled(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            seen.append(grad.view(-1))
            return grad * 2

    seen, layer = [], nn.Conv2d(2, 3, 3)
    layer.register_full_backward_hook(lambda layer, grad_input, grad_output: seen.append(grad_output[0].view(-1)))
    y = layer(Doubled.apply(F.max_pool2d(mt.randn(2, 2, 9, 9, requires_grad=True), 3, 1, 1)))
    y.register_hook(lambda grad: seen.append(grad.view(-1)))
    F.avg_pool2d(y, 3, 2, 1).sum().backward()
    assert [grad.numel() for grad in seen] == [2 * 3 * 7 * 7] * 2 + [2 * 2 * 9 * 9]


def test_joined_images_stay_channels_last():
    x = mt.randn(2, 4, 5, 3).permute(0, 3, 1, 2)
    assert mt.cat([x, x], 1).is_contiguous(memory_format=mt.channels_last)


@pytest.mark.parametrize("stride", [1, 2])
def test_the_gradient_of_filters_can_be_flattened(stride):
    conv = nn.Conv2d(2, 3, 3, stride=stride, padding=1)
    for create_graph in (False, True):
        grads = mt.autograd.grad(conv(mt.randn(2, 2, 6, 6)).sum(), conv.parameters(), create_graph=create_graph)
        assert mt.cat([grad.view(-1) for grad in grads]).shape == (57,)


def test_dims_may_be_any_kind_of_list():
    class Tracked(list):
        """What Keras makes of lists."""
    assert mt.ones(2, 3).mean(Tracked([0]), keepdim=True).shape == (1, 3)


def test_a_module_dict_is_made_without_its_update():
    class Collection(nn.ModuleDict):
        def __init__(self):
            super().__init__()
            self.ready = True

        def update(self, modules):
            assert self.ready
    Collection()


def test_a_tensor_says_whether_it_is_a_view():
    x = mt.ones(2, 3)
    assert x[0]._is_view() and x.t()._is_view() and not x._is_view() and not (x + 1)._is_view()
