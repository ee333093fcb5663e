"""Functions element by element, over the whole range of each float dtype: value and slope, beside longer floats."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn import functional as F

WIDE = np.longdouble


def σ(x):
    return np.where(x < 0, np.exp(x), 1) / (1 + np.exp(-np.abs(x)))


def softplus(x):
    return np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0)


def over_mish(x):
    """tanh(softplus(x)), and its slope."""
    t = np.tanh(softplus(x))
    return t, (1 - t * t) * σ(x)


# name: value, slope, and the size of the slope's parts where they may cancel
LAWS = {
    "sigmoid": (σ, lambda x: σ(x) * σ(-x), lambda x: σ(x)),
    "silu": (lambda x: x * σ(x), lambda x: σ(x) * (1 + x * σ(-x)), lambda x: σ(x) * (1 + np.abs(x))),
    "softplus": (softplus, σ, σ),
    "logsigmoid": (lambda x: -softplus(-x), lambda x: σ(-x), lambda x: σ(-x)),
    "mish": (lambda x: x * over_mish(x)[0], lambda x: over_mish(x)[0] + x * over_mish(x)[1],
             lambda x: over_mish(x)[0] + np.abs(x) * over_mish(x)[1]),
    "softsign": (lambda x: x / (1 + np.abs(x)), lambda x: (1 + np.abs(x)) ** -2, lambda x: (1 + np.abs(x)) ** -2),
    "tanh": (np.tanh, lambda x: 1 - np.tanh(x) ** 2, np.ones_like),
    "elu": (lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))), lambda x: np.exp(np.minimum(x, 0)), np.ones_like),
    "hardswish": (lambda x: x * (np.clip(x + 3, 0, 6) / 6),
                  lambda x: np.where(x > 3, 1, np.where(x < -3, 0, x / 3 + 0.5)), np.ones_like),
}
SETTINGS = {"softplus": {"threshold": 1e9}}              # above 20 it is x itself, as in PyTorch, to 9 digits


def everywhere(dtype):
    """Numbers of every size the dtype has, of both signs, and many where functions bend."""
    limits = np.finfo(dtype)
    sizes = np.concatenate([np.geomspace(float(limits.tiny), float(limits.max) * 0.99, 100), np.linspace(0.01, 60, 300),
                            np.linspace(60, 700, 30)])
    return np.concatenate([sizes, -sizes, [0.0]]).astype(dtype)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", LAWS)
def test_activations_are_right_to_the_last_digits_in_their_tails_too(name, dtype):
    value, slope, parts = LAWS[name]
    x = everywhere(dtype)
    limits, wide = np.finfo(dtype), x.astype(WIDE)
    ours = mt.tensor(x, requires_grad=True)
    out = getattr(F, name)(ours, **SETTINGS.get(name, {}))
    out.backward(mt.ones_like(out))
    digit, least = float(limits.eps), 1000 * float(limits.tiny)            # where e⁻ˣ is inf, x·σ(x) is 0
    with np.errstate(all="ignore"):
        right = value(wide)
        near = np.abs(out.detach().numpy().astype(WIDE) - right) <= 4 * digit * np.abs(right) + least
        assert near.all(), (x[~near][:5], out.detach().numpy()[~near][:5])
        near = np.abs(ours.grad.numpy().astype(WIDE) - slope(wide)) <= 8 * digit * np.nan_to_num(parts(wide)) + least
        assert near.all(), (x[~near][:5], ours.grad.numpy()[~near][:5])
    assert out.dtype is ours.dtype and ours.grad.dtype is ours.dtype


def test_a_sure_mistake_costs_what_it_should():
    for dtype, digits in ((mt.float32, 1e-6), (mt.float64, 1e-14)):
        x = mt.tensor([-20.0, -60.0], dtype=dtype, requires_grad=True)
        F.sigmoid(x).log().sum().backward()
        np.testing.assert_allclose(F.sigmoid(x).log().tolist(), -np.log1p(np.exp([20, 60])), rtol=digits)
        np.testing.assert_allclose(x.grad.tolist(), 1 / (1 + np.exp([-20, -60])), rtol=digits)
    loss = F.binary_cross_entropy(mt.tensor([-20.0]).sigmoid(), mt.ones(1))
    assert abs(loss.item() - 20) < 1e-5


def test_gelu_keeps_its_tail():
    for dtype, lowest in (("float32", -12.0), ("float64", -35.0)):
        x = np.linspace(lowest, -1, 50).astype(dtype)
        found = F.gelu(mt.tensor(x)).numpy() / x.astype(WIDE)
        rest = np.exp(-x.astype(WIDE) ** 2 / 2) / np.sqrt(2 * np.pi)         # between which Φ lies: Gordon (1941)
        size = np.abs(x.astype(WIDE))
        assert (found > 0.99 * rest * size / (1 + size * size)).all() and (found < 1.01 * rest / size).all()


@pytest.mark.parametrize("name", ["erf", "erfc", "erfinv", "lgamma", "logit"])
def test_float16_is_rounded_once(name):
    x = np.append(np.linspace(0.01, 4, 201), [60000, 6e-8])
    x = np.linspace(0.05, 0.95, 50) if name in ("erfinv", "logit") else x
    x = np.concatenate([x, -x]).astype("float16") if name in ("erf", "erfc") else x.astype("float16")
    with np.errstate(over="ignore"):
        ours, wide = (getattr(mt, name)(mt.tensor(x.astype(kind))).numpy() for kind in ("float16", "float32"))
        np.testing.assert_array_equal(ours, wide.astype("float16"))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_hypot_and_quotients_of_large_numbers_do_not_overflow_on_the_way(dtype):
    large = float(np.finfo(dtype).max) / 4
    for x, y in ((large, large), (-large, 1.0), (0.0, large), (1 / large, 0.0)):
        a, b = (mt.tensor(v, dtype=getattr(mt, dtype), requires_grad=True) for v in (x, y))
        out = mt.hypot(a, b)
        out.backward()
        right = float(np.hypot(WIDE(x), WIDE(y)))
        np.testing.assert_allclose([out.item(), a.grad.item(), b.grad.item()], [right, x / right, y / right],
                                   rtol=4 * float(np.finfo(dtype).eps), atol=float(np.finfo(dtype).tiny))
    y = mt.tensor(large, dtype=getattr(mt, dtype), requires_grad=True)
    (large / y).backward()
    np.testing.assert_allclose(y.grad.item(), -1 / large, rtol=4 * float(np.finfo(dtype).eps))


@pytest.mark.parametrize("name", ["logaddexp", "logaddexp2"])
def test_sums_of_powers_keep_small_terms_and_infinities(name):
    log, power = (np.log1p, np.exp) if name == "logaddexp" else (lambda x: np.log1p(x) / np.log(2), np.exp2)
    for gap in (1.0, 20.0, 60.0):
        found = getattr(mt, name)(mt.tensor(0.0, dtype=mt.float64), mt.tensor(-gap, dtype=mt.float64)).item()
        assert abs(found / log(power(-gap)) - 1) < 1e-12
    x, y = mt.tensor([np.inf, 1.0, -np.inf], requires_grad=True), mt.tensor([0.0, np.inf, 2.0], requires_grad=True)
    getattr(mt, name)(x, y).sum().backward()
    assert x.grad.tolist() == [1, 0, 0] and y.grad.tolist() == [0, 1, 1]


def test_isclose_and_threshold_of_what_is_no_number():
    inf, nan = float("inf"), float("nan")
    x, y = mt.tensor([inf, -inf, inf, 1.0, nan, nan, 0.0]), mt.tensor([inf, inf, 1.0, inf, nan, 1.0, -inf])
    assert mt.isclose(x, y).tolist() == [True] + [False] * 6
    assert mt.isclose(x, y, equal_nan=True).tolist() == [True, False, False, False, True, False, False]
    assert not mt.allclose(mt.tensor([0, -128], dtype=mt.int8), mt.tensor([-128, 0], dtype=mt.int8))
    x = mt.tensor([nan, inf, -inf, 0.5], requires_grad=True)
    out = F.threshold(x, 0.5, 3.0)
    out.backward(mt.ones(4))
    assert np.isnan(out.tolist()[0]) and out.tolist()[1:] == [inf, 3, 3] and x.grad.tolist() == [1, 1, 0, 0]


def test_the_slope_of_clamp_is_pytorchs_where_bounds_meet_and_where_x_is_nan(torch):
    x = [0.0, 1.0, 2.0, float("nan"), 0.5]
    for low, high in ((0.0, 1.0), (1.0, 1.0), (2.0, 0.5), (None, 1.0), (0.0, None)):
        found = []
        for library in (mt, torch):
            leaf = library.tensor(x, requires_grad=True)
            bounds = [None if v is None else library.full((5,), v, requires_grad=True) for v in (low, high)]
            leaf.clamp(*bounds).backward(library.ones(5))
            found.append([each.grad.tolist() for each in (leaf, *bounds) if each is not None])
            found[-1].append(library.autograd.grad(leaf.clamp(low, high), leaf, library.ones(5))[0].tolist())
        assert found[0] == found[1], (low, high)


def test_integers_to_powers_below_0(torch):
    for dtype in ("int8", "int64"):
        base = np.array([-3, -2, -1, 0, 1, 2, 3], dtype)
        x, y = (each.reshape(-1) for each in np.meshgrid(base, np.append(base, np.iinfo(dtype).min)))
        ours, right = (library.pow(library.tensor(x), library.tensor(y)).tolist() for library in (mt, torch))
        assert ours == right


FLOATS = "silu mish gelu elu selu celu hardswish hardsigmoid glu softplus softshrink hardshrink logsigmoid".split()


@pytest.mark.parametrize("name", FLOATS)
def test_activations_meant_for_floats_say_so(name):
    for dtype in (mt.bool, mt.uint8, mt.int64, mt.complex64)[:3 if name == "silu" else 4]:     # silu is analytic
        with pytest.raises(NotImplementedError, match=f"not implemented for {dtype}.*Convert first|convert first"):
            getattr(F, name)(mt.ones(2, dtype=dtype))
    with pytest.raises(RuntimeError, match="alpha cannot be 0"):
        F.celu(mt.ones(2), 0.0)


def test_what_keeps_integers_integers():
    x = mt.tensor([-5, 1, 9])
    for out, right in ((F.hardtanh(x), [-1, 1, 1]), (F.relu6(x), [0, 1, 6]), (F.threshold(x, 2, 7.5), [7, 7, 9])):
        assert out.dtype is mt.int64 and out.tolist() == right
    for wrong in (mt.ones(2, dtype=mt.bool), mt.ones(2, dtype=mt.uint8)):
        with pytest.raises(RuntimeError, match="cannot hold the limits"):
            F.hardtanh(wrong)
