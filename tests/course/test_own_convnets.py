"""What a learner wrote in lesson 8 is what unfold and fold compute, and a ResNet-8 trains on it; all else stays."""

import numpy as np
import pytest
from course.answers import of
from course.mounting import mounted

import minitorch as mt
from minitorch import nn
from minitorch.course import convnets
from minitorch.course.exercises.lesson_8 import BasicBlock, MaxPool
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
    assert all(type(module) is convnets.Conv for module in first.modules() if isinstance(module, nn.Conv2d))


def test_the_plus_lets_gradients_through():
    x, y = mt.randn(8, 1, 8, 8).double(), mt.arange(8)
    slopes = []
    for shortcut in (False, True):
        net = convnets.tower(20, shortcut)
        F.cross_entropy(net(x), y).backward()
        slopes.append(abs(list(net)[1].conv.weight.grad).mean().item())
    assert slopes[0] < 1e-8 < 1e-3 < slopes[1]
