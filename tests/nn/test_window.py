"""Convolution and pooling: what they compute, said in plain loops and by PyTorch; and what they refuse."""

import itertools

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F
from minitorch.ops.conv import convolution

# (N, C, H, W), out_channels, kernel, settings
CONVOLUTIONS = [
    ((2, 3, 7, 8), 4, (3, 3), {}),
    ((2, 3, 7, 8), 4, (3, 2), {"stride": 2}),
    ((2, 3, 7, 8), 4, (3, 2), {"stride": (2, 1), "padding": (1, 2), "dilation": (1, 2)}),
    ((1, 4, 6, 6), 6, (3, 3), {"groups": 2, "padding": 1}),
    ((3, 4, 5, 5), 4, (2, 2), {"groups": 4, "stride": 2}),
    ((2, 3, 5, 5), 2, (1, 1), {}),
    ((2, 3, 5, 5), 2, (1, 1), {"stride": 2, "padding": 1}),
    ((1, 2, 4, 4), 3, (3, 3), {"padding": 3}),
    ((1, 1, 9, 9), 9, (5, 5), {}),
    ((2, 2, 6, 5), 3, (4, 3), {"padding": "same", "dilation": (1, 2)}),
    ((2, 2, 6, 5), 3, (4, 3), {"padding": "valid"}),
]
POOLS = [
    ((2, 3, 6, 8), {"kernel_size": 2}),
    ((2, 3, 7, 7), {"kernel_size": 2}),
    ((1, 2, 7, 8), {"kernel_size": (3, 2), "stride": (2, 1), "padding": (1, 1)}),
    ((1, 2, 7, 8), {"kernel_size": 3, "stride": 2, "padding": 1, "ceil_mode": True}),
    ((1, 2, 7, 8), {"kernel_size": 2, "stride": 3}),
    ((2, 6, 6), {"kernel_size": 3, "stride": 1}),
]


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


def test_convolution_is_the_sum_of_products_at_each_place():
    x, weight, bias = numbers(2, 3, 5, 6), numbers(4, 3, 2, 3, seed=1), numbers(4, seed=2)
    expected = np.zeros((2, 4, 4, 4))
    for n, o, i, j in np.ndindex(expected.shape):
        expected[n, o, i, j] = (x[n, :, i:i + 2, j:j + 3] * weight[o]).sum() + bias[o]
    found = F.conv2d(mt.tensor(x), mt.tensor(weight), mt.tensor(bias))
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-12)


@pytest.mark.parametrize("shape, channels, kernel, settings", CONVOLUTIONS)
def test_convolution_and_its_gradients_equal_torchs(torch, shape, channels, kernel, settings):
    arrays = [numbers(*shape), numbers(channels, shape[1] // settings.get("groups", 1), *kernel, seed=1),
              numbers(channels, seed=2)]
    ours = [mt.tensor(a, requires_grad=True) for a in arrays]
    theirs = [torch.tensor(a, requires_grad=True) for a in arrays]
    found, expected = F.conv2d(*ours, **settings), torch.nn.functional.conv2d(*theirs, **settings)
    np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-10, atol=1e-12)
    weights = numbers(*found.shape, seed=3)
    (found * mt.tensor(weights)).sum().backward()
    (expected * torch.tensor(weights)).sum().backward()
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a.grad.numpy(), b.grad.numpy(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("cache", [1, 1 << 10, 1 << 30])
def test_convolution_does_not_depend_on_how_many_images_are_unfolded_at_once(cache, monkeypatch):
    monkeypatch.setattr(convolution, "CACHE", cache)
    x, weight = mt.tensor(numbers(5, 2, 6, 6), requires_grad=True), mt.tensor(numbers(3, 2, 3, 3), requires_grad=True)
    F.conv2d(x, weight, stride=2, padding=1).square().sum().backward()
    grads = x.grad.numpy().copy(), weight.grad.numpy().copy()
    one_by_one = [mt.tensor(x.detach().numpy()[i:i + 1], requires_grad=True) for i in range(5)]
    weight.grad = None
    for image in one_by_one:
        F.conv2d(image, weight, stride=2, padding=1).square().sum().backward()
    np.testing.assert_allclose(grads[0], np.concatenate([image.grad.numpy() for image in one_by_one]), rtol=1e-10)
    np.testing.assert_allclose(grads[1], weight.grad.numpy(), rtol=1e-10)


def test_the_gradient_of_a_first_layers_input_is_not_computed():
    seen = []
    mt.engine.watchers.append(lambda op, *_: seen.append(op.name))
    calls = []
    library = convolution.conv2d_input.forward
    convolution.conv2d_input.forward = lambda *args, **settings: calls.append(1) or library(*args, **settings)
    try:
        F.conv2d(mt.randn(1, 1, 4, 4), mt.randn(1, 1, 2, 2, requires_grad=True)).sum().backward()
    finally:
        mt.engine.watchers.pop()
        convolution.conv2d_input.forward = library
    assert "conv2d" in seen and not calls


def test_an_image_without_a_batch_gives_what_it_gives_in_one():
    x, layer = mt.randn(3, 6, 6), nn.Conv2d(3, 2, 3)
    assert layer(x).shape == (2, 4, 4)
    assert (layer(x) == layer(x.unsqueeze(0))[0]).all()
    assert (F.max_pool2d(x, 2) == F.max_pool2d(x.unsqueeze(0), 2)[0]).all()


@pytest.mark.parametrize("shape, settings", POOLS)
@pytest.mark.parametrize("name", ["max_pool2d", "avg_pool2d"])
def test_pooling_and_its_gradient_equal_torchs(torch, name, shape, settings):
    x = numbers(*shape)
    ours, theirs = mt.tensor(x, requires_grad=True), torch.tensor(x, requires_grad=True)
    found, expected = getattr(F, name)(ours, **settings), getattr(torch.nn.functional, name)(theirs, **settings)
    np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-12)
    weights = numbers(*found.shape, seed=3)
    (found * mt.tensor(weights)).sum().backward()
    (expected * torch.tensor(weights)).sum().backward()
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-12)


@pytest.mark.parametrize("settings", [{"count_include_pad": False}, {"divisor_override": 3},
                                      {"ceil_mode": True, "count_include_pad": False}, {"ceil_mode": True}])
def test_the_mean_at_the_edges_equals_torchs(torch, settings):
    x, where = numbers(1, 2, 5, 6), {"kernel_size": (3, 3), "stride": 2, "padding": 1}
    expected = torch.nn.functional.avg_pool2d(torch.tensor(x), **where, **settings)
    np.testing.assert_allclose(F.avg_pool2d(mt.tensor(x), **where, **settings).numpy(), expected.numpy(), rtol=1e-12)


@pytest.mark.parametrize("shape, settings", POOLS)
def test_indices_of_the_largest_equal_torchs(torch, shape, settings):
    x = numbers(*shape)
    found = F.max_pool2d(mt.tensor(x), **settings, return_indices=True)
    expected = torch.nn.functional.max_pool2d(torch.tensor(x), **settings, return_indices=True)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())


def test_of_equal_largest_the_first_gets_the_gradient():
    x = mt.zeros(1, 1, 2, 2, requires_grad=True)
    F.max_pool2d(x, 2).sum().backward()
    assert x.grad.tolist() == [[[[1, 0], [0, 0]]]]


def test_an_infinite_gradient_stays_in_its_place():
    x = mt.tensor([[[[1.0, 2.0], [3.0, 4.0]]]], requires_grad=True)
    F.max_pool2d(x, 2).backward(mt.full((1, 1, 1, 1), mt.inf))
    assert x.grad.tolist() == [[[[0, 0], [0, mt.inf]]]]


@pytest.mark.parametrize("pad, value", [((1, 2), 0), ((1, 0, 0, 2), 1.5), ((-1, 1), 0), ((0, 0, -1, -1, 1, 1), 3)])
def test_padding_equals_torchs(torch, pad, value):
    x = numbers(2, 3, 4)
    expected = torch.nn.functional.pad(torch.tensor(x), pad, value=value)
    np.testing.assert_array_equal(F.pad(mt.tensor(x), pad, value=value).numpy(), expected.numpy())


@pytest.mark.parametrize("size, kernel, stride, padding, dilation",
                         [*itertools.product([5, 8], [1, 2, 3], [1, 2, 3], [0, 1], [1, 2])])
def test_as_many_windows_are_counted_as_fit(size, kernel, stride, padding, dilation):
    starts = range(-padding, size + padding, stride)
    fitting = [s for s in starts if s + dilation * (kernel - 1) < size + padding]
    assert convolution.out_size(size, kernel, stride, padding, dilation) == len(fitting)


REFUSALS = [
    (lambda: nn.Conv2d(3, 6, 5)(mt.randn(2, 1, 9, 9)), RuntimeError,
     r"expected input \[2, 1, 9, 9\] to have 3 channels, but got 1"),
    (lambda: nn.Conv2d(1, 6, 5)(mt.randn(2, 1, 3, 3)), RuntimeError,
     "Kernel size .5, 5. can't be greater than actual input size"),
    (lambda: nn.Conv2d(1, 6, 5)(mt.randn(28, 28)), RuntimeError, r"Expected 3D .* Add the channels: x.unsqueeze\(1\)"),
    (lambda: nn.Conv2d(3, 4, 3, groups=2), ValueError, r"groups \(2\) must divide both in_channels \(3\)"),
    (lambda: nn.Conv2d(1, 1, 3, stride=2, padding="same"), ValueError, "padding='same' is not supported for strided"),
    (lambda: nn.Conv2d(1, 1, 3, padding="full"), ValueError, "Invalid padding string 'full'"),
    (lambda: nn.MaxPool2d(2)(mt.randn(1, 1, 1, 1)), RuntimeError, "Is the image already too small"),
    (lambda: nn.AvgPool2d(2, padding=2)(mt.randn(1, 1, 4, 4)), RuntimeError, "at most half the kernel"),
]


@pytest.mark.parametrize("call, kind, words", REFUSALS)
def test_what_does_not_fit_is_refused_with_the_reason(call, kind, words):
    with pytest.raises(kind, match=words):
        call()
