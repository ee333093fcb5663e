"""Layers and losses of float16 are computed in float32: the answer is the float64 one, rounded."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F

rng = np.random.default_rng(0)


def numbers(*shape, scale=1.0, shift=0.0):
    return (rng.standard_normal(shape) * scale + shift).astype("float16")


IMAGE, ROWS, WIDE = numbers(3, 4, 6, 6), numbers(8, 20), numbers(4, 600, scale=20.0, shift=3.0)
LABELS = np.array([0, 3, 1, 2, 0, 19, 5, 7])
CHANCES = rng.uniform(0.01, 0.99, (8, 20)).astype("float16")
CALLS = {
    "conv2d": (lambda x, w: F.conv2d(x, w, padding=1), IMAGE, numbers(5, 4, 3, 3)),
    "conv1d": (lambda x, w: F.conv1d(x, w, stride=2), numbers(2, 40, 30), numbers(6, 40, 5)),
    "conv_transpose2d": (lambda x, w: F.conv_transpose2d(x, w, stride=2), IMAGE, numbers(4, 5, 3, 3)),
    "avg_pool2d": (lambda x: F.avg_pool2d(x, 5, 1), numbers(2, 3, 8, 8, scale=100.0)),
    "adaptive_avg_pool2d": (lambda x: F.adaptive_avg_pool2d(x, 1), numbers(2, 3, 30, 30, shift=80.0)),
    "batch_norm": (lambda x: F.batch_norm(x, None, None, training=True), WIDE[:, :60] * 10),
    "batch_norm, evaluated": (lambda x, m: F.batch_norm(x, m, m * m + 0.1), ROWS, numbers(20)),
    "instance_norm": (F.instance_norm, numbers(2, 3, 50, scale=300.0)),
    "group_norm": (lambda x, w: F.group_norm(x, 2, w, w), IMAGE * 100, numbers(4)),
    "layer_norm": (lambda x, w: F.layer_norm(x, (600,), w), WIDE * 10, numbers(600)),
    "rms_norm": (lambda x, w: F.rms_norm(x, (600,), w, 1e-3), WIDE * 10, numbers(600)),
    "local_response_norm": (lambda x: F.local_response_norm(x, 3, 1.0), IMAGE * 100),
    "normalize": (F.normalize, WIDE * 10),
    "cosine_similarity": (F.cosine_similarity, WIDE * 10, WIDE[::-1].copy()),
    "pairwise_distance": (F.pairwise_distance, WIDE, WIDE[::-1].copy()),
    "attention": (F.scaled_dot_product_attention, *[numbers(2, 3, 9, 64, scale=2.0) for _ in range(3)]),
    "attention, masked": (lambda q, m: F.scaled_dot_product_attention(q, q, q, m), numbers(2, 9, 64, scale=2.0),
                          numbers(9, 9)),
    "cross_entropy": (lambda x: F.cross_entropy(x, mt.tensor(LABELS)), ROWS * 10),
    "cross_entropy, summed": (lambda x: F.cross_entropy(x, mt.tensor(LABELS), reduction="sum"), ROWS * 10),
    "mse_loss": (lambda x: F.mse_loss(x, x * 0), WIDE),
    "huber_loss": (lambda x: F.huber_loss(x, x * 0), WIDE),
    "kl_div": (lambda x, y: F.kl_div(x, y), ROWS, CHANCES),
    "binary_cross_entropy": (F.binary_cross_entropy, CHANCES, CHANCES[::-1].copy()),
    "binary_cross_entropy_with_logits": (F.binary_cross_entropy_with_logits, ROWS * 10, CHANCES),
    "triplet_margin_loss": (lambda x, y: F.triplet_margin_loss(x, y, x * 0.5), WIDE, WIDE[::-1].copy()),
    "cosine_embedding_loss": (lambda x, y: F.cosine_embedding_loss(x, y, mt.ones(4)), WIDE, WIDE[::-1].copy()),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_answer_is_the_float64_one_rounded(name):
    call, *arrays = CALLS[name]
    found = call(*[mt.tensor(a) for a in arrays])
    expected = call(*[mt.tensor(a.astype("float64")) for a in arrays]).numpy()
    assert found.dtype is mt.float16
    away = np.abs(found.numpy().astype("float64") - expected)
    assert (away <= 2e-3 * np.abs(expected) + 1e-4 * np.abs(expected).max() + 1e-6).all()


@pytest.mark.parametrize("name", [n for n in CALLS if "cross" not in n and n != "batch_norm"])
def test_so_is_its_gradient(name):
    call, *arrays = CALLS[name]
    grads = []
    for dtype in ("float16", "float64"):
        given = [mt.tensor(a.astype(dtype), requires_grad=True) for a in arrays]
        out = call(*given)
        seed = np.cos(np.arange(out.numel())).reshape(tuple(out.shape)).astype(dtype)
        grads.append([g.numpy().astype("float64") for g in mt.autograd.grad(out, given, mt.tensor(seed))])
    for a, b in zip(*grads, strict=True):
        assert (np.abs(a - b) <= 5e-3 * np.abs(b) + 2e-3 * np.abs(b).max() + 1e-6).all()


def test_running_statistics_stay_in_the_layers_dtype_and_are_updated():
    norm = nn.BatchNorm1d(3).half()
    x = mt.tensor(numbers(50, 3, scale=200.0))
    out = norm(x)
    assert out.dtype is norm.running_mean.dtype is norm.running_var.dtype is mt.float16
    np.testing.assert_allclose(norm.running_mean.numpy(), 0.1 * x.numpy().astype("float64").mean(0), rtol=5e-3)
