"""Layers run on batches and images whose sizes are names: the formulas give what eager gives for any numbers."""

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.meta import Dim, UnknownSizeError
from minitorch.meta.comparisons import evaluate
from minitorch.nn import functional as F

pytestmark = pytest.mark.host
NAMES = {name: Dim(name) for name in "NTHW"}
CNN = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 3, 3, 2),
                    nn.AvgPool2d(2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(3, 2))
MLP = nn.Sequential(nn.Flatten(), nn.Linear(12, 5), nn.BatchNorm1d(5), nn.Dropout(0.5), nn.GELU(), nn.Linear(5, 2))
LAYERS = [
    (MLP, "N 3 4"), (CNN, "N 1 H W"), (nn.Conv2d(1, 2, 3), "N 1 H W"), (nn.ZeroPad2d(1), "N 2 H W"),
    (nn.Conv1d(2, 3, 3, padding=1, stride=2), "N 2 T"),
    (nn.ConvTranspose2d(2, 3, 3, stride=2), "N 2 H W"), (nn.LSTM(3, 4, batch_first=True), "N 7 3"),
    (nn.GRU(3, 4, batch_first=True), "N 7 3"), (nn.RNN(3, 4), "7 N 3"), (nn.LayerNorm(4), "N T 4"),
    (nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), "N T 4"), (nn.GroupNorm(2, 4), "N 4 H W"),
    (nn.InstanceNorm2d(4), "N 4 6 6"), (nn.Softmax(1), "N 5"),
    (nn.Upsample(scale_factor=2), "N 2 5 5"), (nn.PixelShuffle(2), "N 4 H W"), (nn.Bilinear(3, 3, 2), "N 3"),
]


def run(layer, shape, device):
    """The shapes of a layer's output, of the gradient of its input, and of its parameters' gradients."""
    layer = layer.to(device)
    layer.zero_grad()
    x = mt.zeros(*shape, device=device, requires_grad=True)
    out = layer(x, x) if type(layer) is nn.Bilinear else layer(x)
    out = out[0] if type(out) is tuple else out
    out.sum().backward()
    return [tuple(each.shape) for each in (out, x.grad, *[p.grad for p in layer.parameters()])]


@pytest.mark.parametrize("layer, shape", LAYERS, ids=lambda x: type(x).__name__ if isinstance(x, nn.Module) else "")
def test_formulas_give_the_sizes_of_eager(layer, shape):
    named = [NAMES.get(word) or int(word) for word in shape.split()]
    for sizes in ({"N": 2, "T": 5, "H": 17, "W": 24}, {"N": 3, "T": 6, "H": 22, "W": 19}):
        offset = {**NAMES, "H": NAMES["H"] + 20, "W": NAMES["W"] + 20}       # large enough for each kernel
        found = run(layer.to_empty(device="meta"), [offset.get(word, size) for word, size in zip(shape.split(), named)],
                    "meta")
        real = {"N": sizes["N"], "T": sizes["T"], "H": sizes["H"] + 20, "W": sizes["W"] + 20}
        wanted = run(layer.to_empty(device="cpu"), [real.get(word) or int(word) for word in shape.split()], "cpu")
        assert [tuple([evaluate(size, sizes) for size in shape]) for shape in found] == wanted


@pytest.mark.parametrize("loss", [F.cross_entropy, F.mse_loss, F.binary_cross_entropy_with_logits, F.l1_loss])
def test_losses_are_one_number(loss):
    scores = mt.zeros(NAMES["N"], 3, device="meta", requires_grad=True)
    target = mt.zeros(NAMES["N"], dtype=mt.int64, device="meta") if loss is F.cross_entropy else scores.detach()
    loss(scores, target).backward()
    assert tuple(scores.grad.shape) == (NAMES["N"], 3)


@pytest.mark.parametrize("ask", [
    lambda x: x + mt.zeros(Dim("M"), 3, device="meta"), lambda x: x.topk(3, 0), lambda x: x[5], lambda x: list(x),
    lambda x: mt.zeros(x.shape[0], 3), lambda x: x.view(4, 3), lambda x: x.reshape(-1, 2), lambda x: len(x)])
def test_what_depends_on_a_size_is_refused(ask):
    with pytest.raises(UnknownSizeError, match="depends on a size that is not known"):
        ask(mt.zeros(NAMES["N"], 3, device="meta"))


def test_sizes_compute():
    N = NAMES["N"]
    x = mt.zeros(N, 2, 3, device="meta")
    assert tuple(x.view(-1, 3).shape) == (2 * N, 3)
    assert tuple(x.flatten().shape) == (6 * N,) and x.numel() == 6 * N
    assert tuple((x.sum(0) / x.shape[0]).shape) == (2, 3)
    assert tuple(mt.cat([x, x]).shape) == (2 * N, 2, 3)
    assert str(tuple(x[::2].shape)) == "((N + 1)//2, 2, 3)" and tuple(x[1:].shape) == (N - 1, 2, 3)
    assert repr(x) == "tensor(..., device='meta', size=(N, 2, 3))"
