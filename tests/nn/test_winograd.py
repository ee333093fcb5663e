"""Half the products, the same convolution: Winograd's algorithm is held to im2col, and where it is not used."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn import functional as F
from minitorch.ops.conv import algorithms, convolution
from minitorch.ops.kernels import winograd

WHERE = {"stride": (1, 1), "dilation": (1, 1), "groups": 1}
# (N, C, H, W), out_channels, padding: whole strips and broken ones, wide and high, more channels out and in
SHAPES = [
    ((2, 16, 32, 32), 16, (1, 1)),
    ((3, 17, 22, 19), 20, (1, 1)),
    ((4, 16, 19, 18), 18, (0, 0)),
    ((2, 20, 25, 21), 16, (2, 2)),
    ((2, 16, 64, 9), 16, (1, 2)),
    ((9, 24, 9, 14), 16, (2, 0)),
    ((1, 64, 33, 40), 32, (0, 1)),
]


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype("float32")


def by_im2col(x, weight, y, padding):
    """Result and both gradients, in float64."""
    x, weight, y = (a.astype("float64") for a in (x, weight, y))
    where = {**WHERE, "padding": padding}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(algorithms, "ALGORITHMS", ())
        return (convolution.conv2d(x, weight, **where), convolution.conv2d_input(y, weight, shape=x.shape, **where),
                convolution.conv2d_weight(y, x, shape=weight.shape, **where))


def arrays(shape, channels, padding):
    out = [size + 2 * p - 2 for size, p in zip(shape[2:], padding)]
    return numbers(*shape), numbers(channels, shape[1], 3, 3, seed=1), numbers(shape[0], channels, *out, seed=2)


@pytest.fixture
def calls(monkeypatch):
    """Which of the quick functions ran and gave an answer."""
    seen = []

    def noted(name, library):
        def run(*args, **settings):
            result = library(*args, **settings)
            seen.append((name, result is not None))
            return result
        return run

    for name in ("convolve", "weight_gradient"):
        monkeypatch.setattr(winograd, name, noted(name, getattr(winograd, name)))
    return seen


@pytest.mark.parametrize("shape, channels, padding", SHAPES)
def test_the_result_and_its_gradients_are_those_of_im2col(shape, channels, padding, calls):
    x, weight, y = arrays(shape, channels, padding)
    image, filters = mt.tensor(x, requires_grad=True), mt.tensor(weight, requires_grad=True)
    result = F.conv2d(image, filters, padding=padding)
    result.backward(mt.tensor(y))
    used = [("convolve", True), ("convolve", True), ("weight_gradient", True)]
    assert calls == (used if isinstance(image.array, np.ndarray) else [])             # a GPU uses im2col
    for found, expected in zip((result, image.grad, filters.grad), by_im2col(x, weight, y, padding)):
        found = found.detach().numpy()
        assert found.dtype == "float32"
        np.testing.assert_allclose(found, expected, atol=4e-6 * np.abs(expected).max())


@pytest.mark.host
def test_strips_of_any_height_give_the_same(monkeypatch):
    x, weight, y = arrays((2, 16, 26, 24), 16, (1, 1))
    expected, _, by_weight = by_im2col(x, weight, y, (1, 1))
    for tallest in (1, 2, 3, 7):
        monkeypatch.setattr(winograd, "MOST_FOURS", tallest)
        np.testing.assert_allclose(winograd.convolve(x, weight, padding=(1, 1)), expected, atol=2e-4)
        np.testing.assert_allclose(winograd.weight_gradient(y, x, padding=(1, 1)), by_weight, atol=2e-3)


@pytest.mark.host
def test_four_in_a_column_come_from_six_products():
    B, G, A = winograd.transforms()
    d, g = numbers(6), numbers(3, seed=1)
    np.testing.assert_allclose(A @ ((G @ g) * (B @ d)), np.correlate(d, g, "valid"), atol=1e-5)


@pytest.mark.host
def test_the_array_may_lie_in_memory_as_it_likes():
    x, weight, y = arrays((3, 16, 20, 20), 16, (1, 1))
    turned, back = x.transpose(0, 1, 3, 2).copy().transpose(0, 1, 3, 2), y[:, :, ::-1].copy()[:, :, ::-1]
    for found, expected in ((winograd.convolve(turned, weight, padding=(1, 1)),
                             winograd.convolve(x, weight, padding=(1, 1))),
                            (winograd.weight_gradient(back, turned, padding=(1, 1)),
                             winograd.weight_gradient(y, x, padding=(1, 1)))):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.host
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_stays_in_its_window(bad, calls):
    x, weight, y = arrays((2, 16, 24, 24), 16, (1, 1))
    x[1, 5, 10, 7] = bad
    result = convolution.conv2d(x, weight, padding=(1, 1), **WHERE)
    seen = ~np.isfinite(result)
    assert seen[1, :, 9:12, 6:9].all() and seen.sum() == 16 * 9
    by_weight = convolution.conv2d_weight(y, x, shape=weight.shape, padding=(1, 1), **WHERE)
    assert (~np.isfinite(by_weight[:, 5])).all() and np.isfinite(np.delete(by_weight, 5, axis=1)).all()
    assert calls == [("convolve", False), ("weight_gradient", False)]


@pytest.mark.host
def test_a_bad_filter_spoils_only_its_own_results():
    x, weight, _ = arrays((2, 16, 24, 24), 16, (1, 1))
    weight[3, 2, 1, 1] = np.nan
    spoilt = np.isnan(convolution.conv2d(x, weight, padding=(1, 1), **WHERE)).any(axis=(0, 2, 3))
    assert spoilt.nonzero()[0].tolist() == [3]


@pytest.mark.host
@pytest.mark.parametrize("change", [
    {"stride": (2, 2)}, {"dilation": (2, 2)}, {"groups": 2}, {"padding": (3, 3)}, {"dtype": "float64"}, {"kernel": 5},
    {"channels": 4}, {"channels": 512}, {"images": 3}, {"side": 6}], ids=str)
def test_other_shapes_are_left_to_im2col(change, calls):
    given = {"stride": (1, 1), "dilation": (1, 1), "groups": 1, "padding": (1, 1), "dtype": "float32", "kernel": 3,
             "channels": 16, "images": 40, "side": 12}

    def asked(given):
        channels, side, kernel = given["channels"], given["side"], given["kernel"]
        where = {name: given[name] for name in ("stride", "dilation", "groups", "padding")}
        return winograd.supports(np.dtype(given["dtype"]), (given["images"], channels, side, side),
                               (channels, channels // given["groups"], kernel, kernel), **where)

    assert asked(given)
    assert not asked(given | change)


def test_a_second_derivative_passes_through_it(calls):
    x, weight, y = (mt.tensor(a, requires_grad=True) for a in arrays((2, 16, 24, 24), 16, (1, 1)))
    image, = mt.autograd.grad(F.conv2d(x, weight, padding=1), x, y, create_graph=True)
    by_y, by_filters = mt.autograd.grad(image, (y, weight), x.detach())
    where = {**WHERE, "padding": (1, 1)}
    for found, expected in ((by_y, convolution.convolve(np, x.detach().numpy(), weight.detach().numpy(), **where)),
                            (by_filters, by_im2col(*(a.detach().numpy() for a in (x, weight, y)), (1, 1))[2])):
        np.testing.assert_allclose(found.detach().numpy(), expected, atol=8e-6 * np.abs(expected).max())
    assert all(quick for _, quick in calls) and len(calls) in (0, 4)
