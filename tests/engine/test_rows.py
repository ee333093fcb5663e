"""Ops that walk over rows in blocks: the same as their plain composition, wherever blocks end and however rows lie."""

import math
from functools import partial

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.kernels import attention, gelu, tiling
from minitorch.ops.norm import batch_norm, layer_norm

ROUNDING = {"float32": 3e-6, "float64": 1e-11}


@pytest.fixture(params=[8, 64, tiling.BLOCK], ids=["a row", "some rows", "all"])
def block(request, monkeypatch):
    """How many elements are one block."""
    monkeypatch.setattr(tiling, "BLOCK", request.param)


def drawn(*shape, dtype="float64", seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def gradients(function, arrays, dtype):
    """What a function of Tensors gives in `dtype`, and each gradient of a weighted sum of it."""
    inputs = [mt.tensor(a.astype(dtype), requires_grad=True) for a in arrays]
    out = function(*inputs)
    out.backward(mt.tensor(np.cos(np.arange(out.numel())).reshape(out.shape).astype(dtype)))
    return [out.detach().numpy()] + [x.grad.numpy() for x in inputs]


def close(ours, law, tolerance):
    for mine, right in zip(ours, law, strict=True):
        assert mine.shape == right.shape
        np.testing.assert_allclose(mine, right, rtol=0, atol=tolerance * max(1, np.abs(right).max(initial=0)))


@pytest.mark.parametrize("dtype", ROUNDING)
@pytest.mark.parametrize("shape, dims", [((20, 7), 1), ((3, 5, 6), 2), ((4, 1), 1), ((1, 33), 1), ((0, 5), 1)], ids=str)
@pytest.mark.parametrize("weights", ["weight and bias", "weight", "bias", "none"])
def test_layer_norm_is_its_composition(shape, dims, weights, dtype, block):
    own = shape[len(shape) - dims:]
    named = [name for name in ("weight", "bias") if name in weights]
    arrays = [drawn(*shape) + 0.5, *(drawn(*own, seed=1 + i) for i in range(len(named)))]

    def by(normalise):
        def function(x, *given):
            given = dict(zip(named, given))
            return normalise(x, given.get("weight"), given.get("bias"), dims=dims, eps=1e-2)
        return function
    close(gradients(by(layer_norm.layer_norm), arrays, dtype),
          gradients(by(layer_norm.normalise), arrays, "float64"), ROUNDING[dtype])


@pytest.mark.parametrize("dtype", ROUNDING)
@pytest.mark.parametrize("shape", [(6, 5), (4, 5, 3), (3, 7, 2, 4), (1, 3, 5), (5, 1), (3, 1, 4)], ids=str)
@pytest.mark.parametrize("weights", ["weight and bias", "weight", "bias", "none"])
@pytest.mark.parametrize("strided", [False, True], ids=["together", "apart"])
def test_batch_norm_is_its_composition(shape, weights, strided, dtype, block):
    named = [name for name in ("weight", "bias") if name in weights]
    arrays = [drawn(*shape) + 0.5, *(drawn(shape[1], seed=1 + i) for i in range(len(named)))]

    def by(normalise):
        def function(x, *given):
            given = dict(zip(named, given))
            x = x.flip(0).transpose(0, -1).contiguous().transpose(0, -1) if strided else x
            return normalise(x, given.get("weight"), given.get("bias"), eps=1e-2)[0]
        return function
    close(gradients(by(batch_norm.batch_norm), arrays, dtype),
          gradients(by(batch_norm.normalise), arrays, "float64"), ROUNDING[dtype])


@pytest.mark.parametrize("mean, spread, tolerance", [(3, 1, 3e-6), (40, 1, 1e-5), (1e3, 1, 2e-4), (-1e4, 100, 3e-5),
                                                     (0, 1e-4, 3e-6), (1e-3, 0, 3e-6), (7, 0, 3e-6), (0, 0, 3e-6)])
def test_rows_far_from_zero_keep_their_digits(mean, spread, tolerance):
    """E[x²] − mean² alone would be wrong by (mean / spread)² roundings: a tenth at 1000."""
    x = (drawn(6, 64) * spread + mean).astype("float32")
    x[3] -= np.float32(mean)                             # one row that is not far
    function = lambda normalise: lambda x, w, b: normalise(x, w, b, dims=1, eps=1e-5)
    arrays = [x, drawn(64, seed=1), drawn(64, seed=2)]
    close(gradients(function(layer_norm.layer_norm), arrays, "float32"),
          gradients(function(layer_norm.normalise), arrays, "float64"), tolerance)


def test_a_bias_without_end_reaches_its_own_column_only():
    bias = np.array([0, np.inf, 1, -np.inf, 2])
    out = layer_norm.layer_norm(*[mt.tensor(a) for a in (drawn(3, 5), drawn(5), bias)]).numpy()
    assert (np.isinf(out) == np.isinf(bias)).all() and not np.isnan(out).any()


def test_layer_norm_of_half_precision_is_computed_in_float32():
    x = (drawn(3, 600) * 200).astype("float16")           # squares of it are beyond float16
    out, x_grad = gradients(lambda x: mt.nn.functional.layer_norm(x, (600,)), [x], "float16")
    right, right_grad = gradients(lambda x: mt.nn.functional.layer_norm(x, (600,)), [x], "float64")
    assert out.dtype == x_grad.dtype == np.float16
    close([out, x_grad], [right, right_grad], 2e-3)


def plainly(x):
    """softmax along the last dimension, in float64 and with each row's largest taken off."""
    powers = np.exp(x.astype("float64") - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


ROWS = {"ordinary": drawn(9, 16), "far up": drawn(9, 16) + 200, "far down": drawn(9, 16) - 200,
        "wide": drawn(9, 16) * 40, "one far row": drawn(9, 16) + 90 * (np.arange(9) == 4)[:, None],
        "single": drawn(9, 1) * 90, "some masked": np.where(drawn(9, 16) > 0.5, -np.inf, drawn(9, 16, seed=1)),
        "empty": drawn(0, 16)}


@pytest.mark.parametrize("dtype", ROUNDING)
@pytest.mark.parametrize("kind", ROWS)
def test_softmax_of_rows_is_its_formula(kind, dtype, block):
    x = ROWS[kind].astype(dtype)
    close([mt.softmax(mt.tensor(x), -1).numpy()], [plainly(x)], ROUNDING[dtype])
    np.testing.assert_array_equal(mt.softmax(mt.tensor(x), -1).numpy() == 0, plainly(x).astype(dtype) == 0)


@pytest.mark.parametrize("dtype", ROUNDING)
def test_the_way_back_through_softmax_is_its_formula(dtype, block):
    x = drawn(5, 3, 16)
    y, by_x = gradients(lambda x: mt.softmax(x, -1), [x], dtype)
    grad = np.cos(np.arange(x.size)).reshape(x.shape)
    y = plainly(x)
    close([by_x], [y * (grad - (grad * y).sum(-1, keepdims=True))], ROUNDING[dtype])


@pytest.mark.parametrize("scale", [1, 100])
def test_attention_is_softmax_of_its_scores_and_zero_where_nothing_is_seen(scale, block):
    query, key, value = (mt.tensor(drawn(2, 5, 4, seed=seed) * scale) for seed in range(3))
    mask = mt.tensor(drawn(5, 5) < 0.3)
    mask[2] = False
    seen = mt.nn.functional.scaled_dot_product_attention(query, key, value, mask).numpy()
    scores = np.where(mask.numpy(), query.numpy() @ key.numpy().swapaxes(1, 2) / 2, -np.inf)
    right = np.nan_to_num(plainly(np.where(mask.numpy().any(1)[:, None], scores, 0))) @ value.numpy()
    right[:, 2] = 0
    close([seen], [right], 1e-12)


LEADING = {"a matrix": ((), (), ()), "a stack": ((3,),) * 3, "two": ((3, 2),) * 3, "none": ((0,),) * 3,
           "more values": ((), (), (2,)), "fewer keys": ((3, 2), (2,), (3, 1))}


@pytest.mark.parametrize("dtype", ROUNDING)
@pytest.mark.parametrize("leading", LEADING.values(), ids=LEADING)
@pytest.mark.parametrize("causal", [True, False])
def test_attention_in_one_op_is_its_two(leading, causal, dtype, block):
    shapes = [(*first, *last) for first, last in zip(leading, [(5, 4), (6, 4), (6, 3)])]
    by = lambda function: partial(lambda f, *inputs: f(*inputs, scale=0.3, causal=causal), function)
    arrays = [drawn(*shape, seed=seed).swapaxes(0, -1).copy().swapaxes(0, -1) for seed, shape in enumerate(shapes)]
    close(gradients(by(attention.attend), arrays, dtype), gradients(by(attention.plain_attend), arrays, "float64"),
          ROUNDING[dtype])


def test_heads_that_were_split_come_together_without_a_copy():
    qkv = mt.tensor(drawn(2, 5, 24), requires_grad=True)
    heads = [part.view(2, 5, 4, 2).transpose(1, 2) for part in qkv.split(8, 2)]
    seen = mt.nn.functional.scaled_dot_product_attention(*heads, is_causal=True)
    joined = seen.transpose(1, 2).reshape(2, 5, 8)
    assert np.shares_memory(joined.detach().numpy(), seen.detach().numpy())
    apart = [head.detach().contiguous() for head in heads]
    law = mt.nn.functional.scaled_dot_product_attention(*apart, is_causal=True)
    close([seen.detach().numpy()], [law.numpy()], 1e-14)


@pytest.mark.parametrize("approximate, digits", [("none", (8e-7, 6e-7)), ("tanh", (8e-7, 1.2e-6))])
def test_gelu_and_its_slope_are_right_to_the_last_digits(approximate, digits, block):
    """In float32 up to a last digit of the result at 14, and a few of a slope near 1."""
    x = np.linspace(-14, 14, 2001)
    law = gradients(partial(gelu.plain_gelu, approximate=approximate), [x], "float64")
    if approximate == "none":
        cdf = np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in x])
        law = [x * cdf, (cdf + x * np.exp(-x * x / 2) / math.sqrt(2 * math.pi)) * np.cos(np.arange(x.size))]
    function = partial(mt.nn.functional.gelu, approximate=approximate)
    close(gradients(function, [x], "float64"), law, 1e-14)
    rough = gradients(function, [x], "float32")
    assert [np.abs(a - b).max() < digit for a, b, digit in zip(rough, law, digits)] == [True, True]
    edges = mt.nn.functional.gelu(mt.tensor([-1e30, 1e30, -1e-30, 1e-30]), approximate).tolist()
    assert edges == mt.tensor([0, 1e30, -5e-31, 5e-31]).tolist()


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_what_is_not_a_number_stays_in_its_row(value, torch):
    x = drawn(4, 9, dtype="float32")
    x[1, 2] = value
    for name, settings in (("layer_norm", ((9,),)), ("softmax", (-1,)), ("log_softmax", (-1,))):
        ours = getattr(mt.nn.functional, name)(mt.tensor(x), *settings).numpy()
        theirs = getattr(torch.nn.functional, name)(torch.tensor(x), *settings).numpy()
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6, err_msg=name)
