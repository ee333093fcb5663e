"""What a learner wrote in lesson 8 is what unfold and fold compute, and a ResNet-8 trains on it; all else stays."""

import numpy as np
import pytest
from course.answers import of
from course.mounting import mounted

import minitorch as mt
from minitorch import nn
from minitorch.course import convnets
from minitorch.course.exercises.lesson_8 import BasicBlock, MaxPool
from minitorch.course.session import reset
from minitorch.nn import functional as F

answers = of(8)


@pytest.fixture(autouse=True)
def inside(own_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("dtype", [mt.float32, mt.float64], ids=str)
def test_a_convolution_and_its_gradients_are_ones_own(dtype):
    mt.manual_seed(0)
    layer, x = convnets.Conv(2, 3, 3, stride=2, padding=1, bias=False).to(dtype), mt.randn(2, 2, 5, 7).to(dtype)
    right = F.conv2d(image := x.clone().requires_grad_(), layer.weight, stride=2, padding=1)
    right.square().sum().backward()
    wanted, layer.weight.grad = layer.weight.grad, None
    for forward, backward in zip([answers.REFERENCE["8.2"], *answers.OTHERS["8.2"]],
                                 [answers.REFERENCE["8.3"], *answers.OTHERS["8.3"]]):
        calls = mounted("8.2", forward), mounted("8.3", backward)
        again = x.clone().requires_grad_()
        out = layer(again)
        out.square().sum().backward()
        assert out.dtype is dtype and all(len(each) == 1 for each in calls)
        for a, b in ((out, right), (again.grad, image.grad), (layer.weight.grad, wanted)):
            np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-4, atol=1e-5)
        layer.weight.grad = None


def test_windows_that_no_exercise_asked_for_stay_the_librarys():
    calls = mounted("8.2", answers.REFERENCE["8.2"]), mounted("8.3", answers.REFERENCE["8.3"])
    x = mt.randn(1, 2, 6, 6)
    for settings in ({"kernel_size": (2, 3)}, {"kernel_size": 2, "dilation": 2}, {"kernel_size": 2, "stride": (1, 2)}):
        columns = F.unfold(x, **settings)
        assert F.fold(columns, (6, 6), **settings).shape == x.shape
    assert calls == ([], [])


def test_a_resnet_trains_once_on_the_same_parts(monkeypatch):
    runs = []
    monkeypatch.setattr(convnets, "fit", lambda net, x, y: runs.append(net) or [1.0])
    monkeypatch.setattr(convnets, "kept", {})
    x, y = mt.randn(4, 1, 8, 8).double(), mt.tensor([0, 1, 2, 3])
    first, _ = convnets.resnet8(BasicBlock, MaxPool.apply, x, y)
    assert convnets.resnet8(BasicBlock, MaxPool.apply, x, y)[0] is first and len(runs) == 1
    assert convnets.resnet8(BasicBlock, MaxPool.apply, 2 * x, y)[0] is not first and len(runs) == 2
    assert first(x).shape == (4, 10)


def test_conv2d_goes_backwards_by_ones_own():
    """With padding, stride and a bias, in float32 too; filters in groups and holes stay the library's."""
    def gradients(**settings):
        mt.manual_seed(0)
        layer, x = nn.Conv2d(2, 4, 3, **settings), mt.randn(2, 2, 7, 6).requires_grad_()
        layer(x).square().sum().backward()
        return [x.grad.numpy(), *(p.grad.numpy() for p in layer.parameters())]
    others = {"groups": 2}, {"dilation": 2}, {"stride": (1, 2)}, {"padding": (0, 1)}
    for settings in ({}, {"padding": 1}, {"padding": 2, "stride": 2}, {"bias": False}, *others):
        wanted = gradients(**settings)
        for text in [answers.REFERENCE["8.7"], *answers.OTHERS["8.7"]]:
            reset()
            calls = mounted("8.7", text)
            for a, b in zip(gradients(**settings), wanted, strict=True):
                assert a.dtype == b.dtype and np.allclose(a, b, rtol=1e-4, atol=1e-4)
            assert len(calls) == (settings not in others)
    reset()


def test_each_batch_is_changed_before_the_network_gets_it():
    x, seen = mt.randn(6, 1, 8, 8).double(), []
    net = nn.Sequential(nn.Flatten(), nn.Linear(64, 10)).double()
    convnets.fit(net, x, mt.arange(6), epochs=2, rows=4, change=lambda images, rng: seen.append(len(images)) or images)
    assert seen == [4, 2, 4, 2]


def test_a_tower_starts_as_it_is_told():
    net = convnets.tower(3, True, nn.init.zeros_)
    assert [layer.conv.weight.abs().sum().item() for layer in list(net)[1:4]] == [0, 0, 0]
    assert net[0].weight.abs().sum().item() > 0


def test_the_plus_lets_gradients_through():
    x, y = mt.randn(8, 1, 8, 8).double(), mt.arange(8)
    slopes = []
    for shortcut in (False, True):
        net = convnets.tower(20, shortcut)
        F.cross_entropy(net(x), y).backward()
        slopes.append(abs(list(net)[1].conv.weight.grad).mean().item())
    assert slopes[0] < 1e-8 < 1e-3 < slopes[1]
