"""Small images side by side: the same convolution as im2col, over strides, paddings and dilations."""

import numpy as np
import pytest

from minitorch.ops.conv import algorithms, convolution
from minitorch.ops.kernels import batched_conv

pytestmark = pytest.mark.host
# (N, C, H, W), (O, C, kh, kw), stride, padding, dilation
SHAPES = [
    ((5, 64, 4, 4), (64, 64, 3, 3), (1, 1), (1, 1), (1, 1)),
    ((70, 16, 5, 5), (90, 16, 5, 5), (1, 1), (0, 0), (1, 1)),
    ((3, 40, 15, 12), (96, 40, 3, 3), (2, 2), (1, 0), (1, 1)),
    ((2, 180, 7, 7), (190, 180, 1, 1), (1, 1), (0, 0), (1, 1)),
    ((13, 50, 6, 9), (80, 50, 2, 5), (1, 3), (2, 0), (3, 2)),
]


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("image, filters, stride, padding, dilation", SHAPES)
def test_it_gives_what_im2col_gives(image, filters, stride, padding, dilation, dtype, monkeypatch):
    where = {"stride": stride, "padding": padding, "dilation": dilation, "groups": 1}
    out = map(convolution.out_size, image[2:], filters[2:], stride, padding, dilation)
    x, weight, y = (a.astype(dtype) for a in (numbers(*image), numbers(*filters, seed=1),
                                              numbers(image[0], filters[0], *out, seed=2)))

    def all_three(*given):
        x, weight, y = given
        return (convolution.conv2d(x, weight, **where), convolution.conv2d_input(y, weight, shape=image, **where),
                convolution.conv2d_weight(y, x, shape=filters, **where))

    monkeypatch.setattr(algorithms, "ALGORITHMS", (batched_conv,))
    assert batched_conv.supports(x.dtype, image, filters, **where)
    found = all_three(x, weight, y)
    monkeypatch.setattr(algorithms, "ALGORITHMS", ())
    for a, b in zip(found, all_three(*(a.astype("float64") for a in (x, weight, y))), strict=True):
        assert a.dtype == dtype
        np.testing.assert_allclose(a, b, rtol=0, atol=np.finfo(dtype).eps * 8 * np.abs(b).max())


@pytest.mark.parametrize("change", [{"groups": 2}, {"dtype": "float16"}, {"image": (1, 64, 4, 4)},
                                    {"image": (5, 64, 9, 9)}, {"filters": (9, 64, 3, 3)}, {"image": (5, 64, 0, 4)}],
                         ids=str)
def test_other_shapes_are_left_to_other_algorithms(change):
    given = {"dtype": "float32", "image": (5, 64, 4, 4), "filters": (64, 64, 3, 3), "groups": 1}

    def asked(dtype, image, filters, groups):
        return batched_conv.supports(np.dtype(dtype), image, filters, stride=(1, 1), padding=(1, 1), dilation=(1, 1),
                             groups=groups)

    assert asked(**given)
    assert not asked(**given | change)


def test_what_is_not_finite_stays_in_its_image():
    where = {"stride": (1, 1), "padding": (1, 1), "dilation": (1, 1), "groups": 1}
    x, weight = numbers(3, 64, 4, 4), numbers(64, 64, 3, 3)
    x[1, 7, 0, 0] = np.inf
    seen = ~np.isfinite(convolution.conv2d(x, weight, **where))
    assert seen[1, :, :2, :2].all() and seen.sum() == 64 * 4
    by_weight = convolution.conv2d_weight(numbers(3, 64, 4, 4, seed=1), x, shape=weight.shape, **where)
    seen = ~np.isfinite(by_weight)
    assert seen[:, 7, :2, :2].all() and seen.sum() == 64 * 4
