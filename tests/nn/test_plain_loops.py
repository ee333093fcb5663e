"""Windows and norms give what plain loops give, over random shapes and settings."""

from random import Random

import numpy as np
import plain_layers as plain
import pytest

import minitorch as mt
from minitorch.nn import functional as F

SHORT, LONG = 12, 400
RUNS = [pytest.param(SHORT, id="short"), pytest.param(LONG, id="long", marks=pytest.mark.slow)]
# The stand-in for a GPU takes turns among the threads of each norm's kernel: 80 s for the long run.
ON_THE_CPU = [RUNS[0], pytest.param(LONG, id="long", marks=[pytest.mark.slow, pytest.mark.host])]


def close(found, expected):
    assert tuple(found.shape) == expected.shape
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-9, atol=1e-9)


def settings(chance, dims, low, high):
    """One number for all dimensions, or one each."""
    return chance.randint(low, high) if chance.random() < 0.5 else tuple(
        chance.randint(low, high) for _ in range(dims))


@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("dims", [1, 2])
def test_convolution(dims, runs):
    chance, rng, done = Random(dims), np.random.default_rng(dims), 0
    while done < runs:
        groups, kernel = chance.choice([1, 1, 2, 3]), [chance.randint(1, 3) for _ in range(dims)]
        channels, outs = groups * chance.randint(1, 2), groups * chance.randint(1, 2)
        x = rng.standard_normal((chance.randint(0, 2), channels, *[chance.randint(1, 7) for _ in range(dims)]))
        weight, bias = rng.standard_normal((outs, channels // groups, *kernel)), rng.standard_normal(outs)
        how = [settings(chance, dims, 1, 3), settings(chance, dims, 0, 2), settings(chance, dims, 1, 3), groups]
        reach = [d * (k - 1) + 1 for d, k in zip(plain.several(how[2], dims), kernel)]
        room = [n + 2 * p for n, p in zip(x.shape[2:], plain.several(how[1], dims))]
        call = getattr(F, f"conv{dims}d")
        if any(r > n for r, n in zip(reach, room)):
            with pytest.raises(RuntimeError, match="can't be greater than actual input size"):
                call(mt.tensor(x), mt.tensor(weight), mt.tensor(bias), *how)
            continue
        close(call(mt.tensor(x), mt.tensor(weight), mt.tensor(bias), *how), plain.conv(x, weight, bias, *how))
        done += 1


@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("dims", [1, 2])
def test_transposed_convolution(dims, runs):
    """output_padding may reach the stride where dilation is larger: then more windows would fit than there are."""
    chance, rng, done = Random(dims), np.random.default_rng(dims), 0
    while done < runs:
        groups, kernel = chance.choice([1, 1, 2, 3]), [chance.randint(1, 4) for _ in range(dims)]
        channels, outs = groups * chance.randint(1, 2), groups * chance.randint(1, 2)
        x = rng.standard_normal((chance.randint(1, 2), channels, *[chance.randint(1, 4) for _ in range(dims)]))
        weight, bias = rng.standard_normal((channels, outs // groups, *kernel)), rng.standard_normal(outs)
        stride, dilation = settings(chance, dims, 1, 4), settings(chance, dims, 1, 4)
        how = [stride, settings(chance, dims, 0, 3), settings(chance, dims, 0, 3), groups, dilation]
        largest = map(max, plain.several(stride, dims), plain.several(dilation, dims))
        call, given = getattr(F, f"conv_transpose{dims}d"), [mt.tensor(a) for a in (x, weight, bias)]
        size = [(n - 1) * s - 2 * p + d * (k - 1) + o + 1 for n, s, p, d, k, o in zip(
            x.shape[2:], *[plain.several(h, dims) for h in (stride, how[1], dilation)], kernel,
            plain.several(how[2], dims))]
        if any(o >= most for o, most in zip(plain.several(how[2], dims), largest)) or min(size) < 1:
            with pytest.raises(RuntimeError, match="output padding must be smaller|is too small"):
                call(*given, *how)
            continue
        given = [a.requires_grad_() for a in given]
        out = call(*given, *how)
        close(out.detach(), plain.conv_transpose(x, weight, bias, *how))
        seed = rng.standard_normal(tuple(out.shape))                 # linear in x: the slope is the difference
        step, = mt.autograd.grad(out, given[0], mt.tensor(seed))
        change = rng.standard_normal(x.shape)
        moved = plain.conv_transpose(x + change, weight, bias, *how) - out.detach().numpy()
        np.testing.assert_allclose((step.numpy() * change).sum(), (moved * seed).sum(), rtol=1e-7, atol=1e-9)
        done += 1


@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("dims", [1, 2])
@pytest.mark.parametrize("kind", ["max", "avg"])
def test_pooling(kind, dims, runs):
    chance, rng, done = Random(dims), np.random.default_rng(dims), 0
    while done < runs:
        x = rng.standard_normal((chance.randint(0, 2), 2, *[chance.randint(1, 8) for _ in range(dims)]))
        kernel, stride, padding = (settings(chance, dims, *ends) for ends in ((1, 4), (1, 3), (0, 2)))
        dilation = settings(chance, dims, 1, 3) if kind == "max" else 1
        how = {"ceil_mode": chance.random() < 0.5}
        if kind == "max":
            how["dilation"] = dilation
        else:
            how["count_include_pad"] = chance.random() < 0.5
        if kind == "avg" and dims == 2:
            how["divisor_override"] = chance.choice([None, 3])
        call = getattr(F, f"{kind}_pool{dims}d")
        reach = [d * (k - 1) + 1 for d, k in zip(plain.several(dilation, dims), plain.several(kernel, dims))]
        pads = plain.several(padding, dims)
        if any(2 * p > k for p, k in zip(pads, plain.several(kernel, dims))) or any(
                r > n + 2 * p for r, n, p in zip(reach, x.shape[2:], pads)):
            continue
        how["divisor"] = how.pop("divisor_override", None)
        expected = plain.pool(x, kernel, stride, padding, kind=kind, **how)
        divisor = how.pop("divisor")
        close(call(mt.tensor(x), kernel, stride, padding, **how,
                   **({"divisor_override": divisor} if divisor else {})), expected)
        done += 1


def groups_by(shape, key):
    """The places of an array, those with the same key together."""
    found = {}
    for place in np.ndindex(*shape):
        found.setdefault(key(place), []).append(place)
    return found.values()


@pytest.mark.parametrize("runs", ON_THE_CPU)
def test_norms(runs):
    chance, rng = Random(0), np.random.default_rng(0)
    for _ in range(runs):
        groups = chance.randint(1, 3)
        N, C, *space = shape = (chance.randint(1, 3), groups * 2, *[chance.randint(2, 3) for _ in range(2)])
        x = rng.standard_normal(shape) * chance.choice([1.0, 1e-3, 1e3]) + chance.choice([0.0, 5.0])
        given, eps = mt.tensor(x), chance.choice([1e-5, 0.1])
        for found, key in ((F.batch_norm(given, None, None, training=True, eps=eps), lambda p: p[1]),
                           (F.instance_norm(given, eps=eps), lambda p: p[:2]),
                           (F.group_norm(given, groups, eps=eps), lambda p: (p[0], p[1] // 2)),
                           (F.layer_norm(given, space, eps=eps), lambda p: p[:2])):
            close(found, plain.normalised(x, groups_by(shape, key), eps))
