"""Few channels, long copies, the same convolution: held to im2col over kernels, paddings, dilations, groups."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn import functional as F
from minitorch.ops.conv import algorithms, convolution
from minitorch.ops.kernels import shifted_conv

# (N, C, H, W), out_channels, kernel, padding, dilation, groups
SHAPES = [
    ((3, 3, 20, 20), 6, (5, 5), (0, 0), (1, 1), 1),
    ((4, 6, 14, 14), 16, (5, 5), (0, 0), (1, 1), 1),
    ((2, 2, 9, 17), 3, (3, 2), (1, 2), (1, 1), 1),
    ((2, 2, 11, 20), 4, (3, 3), (3, 1), (2, 3), 1),
    ((2, 6, 8, 10), 6, (3, 3), (1, 1), (1, 1), 6),
    ((2, 6, 8, 14), 4, (2, 3), (0, 1), (1, 2), 2),
    ((3, 4, 1, 30), 2, (1, 5), (0, 2), (1, 1), 1),
    ((0, 2, 9, 9), 2, (3, 3), (1, 1), (1, 1), 1),
    ((1, 1, 7, 9), 2, (4, 2), (4, 0), (1, 1), 1),
    ((5, 2, 12, 15), 9, (3, 3), (0, 0), (1, 1), 1),
]


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


def settings_of(padding, dilation, groups):
    return {"stride": (1, 1), "padding": padding, "dilation": dilation, "groups": groups}


def arrays(shape, channels, kernel, where, dtype="float64"):
    out = map(convolution.out_size, shape[2:], kernel, where["stride"], where["padding"], where["dilation"])
    made = (numbers(*shape), numbers(channels, shape[1] // where["groups"], *kernel, seed=1),
            numbers(shape[0], channels, *out, seed=2))
    return [a.astype(dtype) for a in made]


def all_three(x, weight, y, where):
    return (convolution.conv2d(x, weight, **where), convolution.conv2d_input(y, weight, shape=x.shape, **where),
            convolution.conv2d_weight(y, x, shape=weight.shape, **where))


@pytest.fixture
def taken(monkeypatch):
    """The names of the quick functions that gave an answer."""
    seen = []

    def noted(name, library):
        def run(*args, **settings):
            result = library(*args, **settings)
            if result is not None:
                seen.append(name)
            return result
        return run

    for name in ("convolve", "input_gradient", "weight_gradient"):
        monkeypatch.setattr(shifted_conv, name, noted(name, getattr(shifted_conv, name)))
    return seen


@pytest.mark.host
@pytest.mark.parametrize("cache", [1, 1 << 14, 1 << 20])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape, channels, kernel, padding, dilation, groups", SHAPES)
def test_it_gives_what_im2col_gives(shape, channels, kernel, padding, dilation, groups, dtype, cache, taken,
                                           monkeypatch):
    where = settings_of(padding, dilation, groups)
    given = arrays(shape, channels, kernel, where, dtype)
    monkeypatch.setattr(shifted_conv, "CACHE", cache)
    monkeypatch.setattr(shifted_conv, "LEAST_ADDED", cache)
    found = all_three(*given, where)
    assert taken[0] == "convolve" and taken[-1] == "weight_gradient"
    monkeypatch.setattr(algorithms, "ALGORITHMS", ())
    expected = all_three(*(a.astype("float64") for a in given), where)
    for a, b in zip(found, expected, strict=True):
        assert a.dtype == dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=0, atol=np.finfo(dtype).eps * 8 * np.abs(b).max(initial=1))


@pytest.mark.host
@pytest.mark.parametrize("channels, used", [(16, ["input_gradient"]), (4, ["convolve"])])
def test_the_input_s_gradient_is_folded_together_or_convolved_of_y_whichever_is_smaller(channels, used, taken):
    where = settings_of((1, 1), (1, 1), 1)
    x, weight, y = arrays((2, 4, 12, 12), channels, (3, 3), where)
    convolution.conv2d_input(y, weight, shape=x.shape, **where)
    assert taken == used


@pytest.mark.host
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_stays_in_its_window(bad):
    where = settings_of((1, 1), (1, 1), 1)
    x, weight, y = arrays((2, 2, 10, 10), 3, (3, 3), where)
    spoilt = x.copy()
    spoilt[1, 1, 4, 9] = bad                             # at the right edge, beside the next row
    result, _, by_weight = all_three(spoilt, weight, y, where)
    seen = ~np.isfinite(result)
    assert seen[1, :, 3:6, 8:].all() and seen.sum() == 3 * 3 * 2
    seen = ~np.isfinite(by_weight)
    assert seen[:, 1, :, 1:].all() and seen.sum() == 3 * 3 * 2       # the left column of a filter never lay on it
    spoilt = y.copy()
    spoilt[0, 2, 0, 0] = bad
    seen = ~np.isfinite(all_three(x, weight, spoilt, where)[1])
    assert seen[0, :, :2, :2].all() and seen.sum() == 2 * 2 * 2


@pytest.mark.host
def test_a_bad_filter_leaves_alone_what_it_does_not_touch():
    where = settings_of((0, 0), (1, 1), 1)
    x, weight, y = arrays((2, 2, 10, 10), 8, (3, 3), where)
    weight[0, 1, 0, 0] = np.inf
    seen = ~np.isfinite(all_three(x, weight, y, where)[1])
    assert seen[:, 1, :8, :8].all() and seen.sum() == 2 * 64


@pytest.mark.host
@pytest.mark.parametrize("change", [{"stride": (2, 1)}, {"dtype": "float16"}, {"filters": (4, 2, 1, 1)},
                                    {"filters": (40, 2, 3, 3)}, {"image": (2, 2, 12, 4)},
                                    {"image": (2, 512, 40, 40), "filters": (64, 512, 5, 5)}], ids=str)
def test_other_shapes_are_left_to_im2col(change):
    given = {"image": (2, 2, 12, 12), "filters": (4, 2, 3, 3), "dtype": "float32"}

    def asked(dtype, image, filters, **settings):
        return shifted_conv.supports(np.dtype(dtype), image, filters, **{**settings_of((0, 0), (1, 1), 1), **settings})

    assert asked(**given)
    assert not asked(**given | change)


def test_a_gpu_uses_im2col(taken):
    x, weight = (mt.tensor(numbers(*shape), requires_grad=True) for shape in ((2, 3, 12, 12), (4, 3, 3, 3)))
    F.conv2d(x, weight).sum().backward()
    assert bool(taken) == isinstance(x.array, np.ndarray)
