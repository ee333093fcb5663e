"""Lecture 3, Deep Learning Frameworks: the snippets of the slides, with the import changed."""

import pytest

import minitorch as torch
from minitorch import nn
from minitorch.nn import Module


class LinearLayer(Module):
    def __init__(self, in_sz, out_sz):
        super().__init__()
        t1 = torch.randn(in_sz, out_sz)
        self.w = nn.Parameter(t1)
        t2 = torch.randn(out_sz)
        self.b = nn.Parameter(t2)

    def forward(self, activations):
        t = torch.mm(activations, self.w)
        return t + self.b


class FullBasicModel(nn.Module):
    """Mended: the slide gives `fc` the output before the relu, still (N, 128, h, w), and softmax no dim."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 128, 3)
        self.fc = LinearLayer(128, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))
        return nn.functional.softmax(t3, dim=1)


def test_a_custom_layer_as_a_building_block():
    layer = LinearLayer(4, 2)
    assert [name for name, _ in layer.named_parameters()] == ["w", "b"]
    layer(torch.randn(3, 4)).sum().backward()
    assert layer.w.grad.shape == (4, 2) and layer.b.grad.tolist() == [3, 3]

    model = FullBasicModel()
    out = model(torch.randn(5, 1, 3, 3))
    assert out.shape == (5, 10) and torch.allclose(out.sum(1), torch.ones(5))
    out[:, 0].log().sum().backward()
    assert all(p.grad is not None for p in model.parameters())


def test_the_slide_as_it_stands_says_what_is_wrong():
    class AsWritten(FullBasicModel):
        def forward(self, x):
            return self.fc(self.conv(x))
    with pytest.raises(RuntimeError, match=r"4"):
        AsWritten()(torch.randn(5, 1, 3, 3))


def test_imperative_programming(capsys):
    """Mended: `if v2.numpy() > 1` asks three numbers at once; it asks all of them here."""
    v1 = torch.Tensor([1,2,3])
    v2 = torch.exp(v1)
    v3 = v2 + 1
    print(v3)
    v4 = v2 * v3

    if (v2.numpy() > 1).all():
        v3 = v2 * 2
    else:
        v3 = v2 * 0.5
    assert capsys.readouterr().out == "tensor([ 3.7183,  8.3891, 21.0855])\n"
    assert torch.allclose(v4, v2 * v2 + v2) and torch.equal(v3, 2 * v2)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(v2.numpy() > 1)
