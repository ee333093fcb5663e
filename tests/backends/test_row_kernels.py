"""A row kernel in C gives what NumPy gives: values, gradients, nan and inf; and C gets no array that it cannot read."""

import numpy as np
import pytest
from rows_in_c import rows_in_c

import minitorch as mt
from minitorch.engine.piece import mount
from minitorch.nn import functional as F
from minitorch.ops.kernels.row_compiler import LONGEST
from minitorch.ops.kernels.row_kernels import kernels
from minitorch.ops.loss.losses import FEW_IN_C

pytestmark = [pytest.mark.needs("cc"), pytest.mark.host]
LAST_BITS = 8                             # allowed difference, in units in the last place of an op's largest result


def columns(x, more):
    """A vector of one number a column, which differ."""
    return mt.tensor(np.linspace(0.5, 1.5, x.shape[-1]) + more, dtype=x.dtype, requires_grad=True)


def targets(x, ignored=False):
    found = np.arange(len(x.array)) % x.shape[-1]
    return mt.tensor(np.where(found % 3 == 0, -100, found) if ignored else found)


def attention(x):
    """Attention in which each query attends to the keys before it, and so the first query to none."""
    T = x.shape[-2]
    mask = mt.tensor(np.tri(T, k=-1, dtype=bool))
    return F.scaled_dot_product_attention(x, x * 0.5, x, attn_mask=mask)


def layer_norm(x):
    weight, bias = columns(x, 0), columns(x, 1)
    return F.layer_norm(x, x.shape[-1:], weight, bias), weight, bias


OPS = {
    "softmax": lambda x: F.softmax(x, dim=-1), "log_softmax": lambda x: F.log_softmax(x, dim=-1),
    "gelu": lambda x: F.gelu(x), "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "layer_norm": layer_norm, "layer_norm_alone": lambda x: F.layer_norm(x, x.shape[-1:]),
    "group_norm": lambda x: F.group_norm(x.reshape(*x.shape, 1), 1),
    "cross_entropy": lambda x: F.cross_entropy(x, targets(x)),
    "cross_entropy_ignored": lambda x: F.cross_entropy(x, targets(x, ignored=True)),
    "attention": attention,
}
NORM = "layer_norm_of_rows layer_norm_gradients_of_rows"
RAN = {
    "softmax": "softmax_of_rows softmax_gradient_of_rows", "log_softmax": "log_softmax_of_rows", "gelu": "gelu_by_erf",
    "gelu_tanh": "gelu_by_tanh", "layer_norm": NORM, "layer_norm_alone": NORM, "group_norm": NORM,
    "cross_entropy": "softmax_and_log", "cross_entropy_ignored": "softmax_and_log",
    "attention": "masked_softmax_of_rows softmax_gradient_of_rows",
}


def normal(rows, columns):
    return np.random.default_rng(7).standard_normal((rows, columns))


def with_number(number):
    x = normal(9, 33)
    x[2, 5] = x[4] = number
    return x


INPUTS = {"normal": normal(37, 65), "mean 1e4": normal(9, 200) + 1e4, "large": normal(9, 65) * 200,
          "small": normal(9, 65) * 1e-3, "one row": normal(1, 40), "one column": normal(40, 1),
          "longest": normal(3, LONGEST), "nan": with_number(np.nan), "inf": with_number(np.inf),
          "-inf": with_number(-np.inf), "strided": normal(66, 130)[::2, ::-3], "transposed": normal(33, 9).T}


def results(op, x, dtype, in_c):
    """(result and gradients of an op, the row kernels that ran); the gradient of the result is not constant."""
    with rows_in_c() as ran:
        x = mt.tensor(np.zeros(x.shape), dtype=dtype).clone() if x.size == 0 else mt.from_numpy(x.astype(dtype))
        x.requires_grad_()
        if not in_c:
            mt.backends.c.enabled = False
        out, *params = made if type(made := OPS[op](x)) is tuple else (made,)
        grad = np.cos(np.arange(out.numel())).reshape(out.shape)
        out.backward(mt.tensor(grad, dtype=out.dtype))
    return [out.detach().numpy(), *[each.grad.numpy() for each in (x, *params)]], ran


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", INPUTS)
@pytest.mark.parametrize("op", OPS)
def test_c_gives_what_numpy_gives(op, kind, dtype):
    """Each is within LAST_BITS of NumPy's float64, also where a mean is 1e4; the largest difference seen is 3."""
    x = INPUTS[kind].astype(dtype)
    found, ran = results(op, x, dtype, True)
    numpy, none = results(op, x, dtype, False)
    exact, _ = results(op, x.astype(dtype), "float64", False)
    in_numpy = kind == "transposed" or "cross_entropy" in op and x.shape[1] <= FEW_IN_C
    assert {*ran} == {*RAN[op].split()} or in_numpy and not ran
    assert not none
    largest = max(np.abs(right[np.isfinite(right)]).max(initial=0) for right in exact)
    for mine, theirs, right in zip(found, numpy, exact, strict=True):
        assert mine.shape == theirs.shape and mine.dtype == theirs.dtype
        np.testing.assert_array_equal(np.isnan(mine), np.isnan(theirs))
        np.testing.assert_array_equal(mine[np.isinf(theirs)], theirs[np.isinf(theirs)])
        finite = np.isfinite(right) & np.isfinite(theirs)
        if finite.any():
            assert np.abs(mine[finite] - right[finite]).max() <= LAST_BITS * np.finfo(dtype).eps * largest


@pytest.mark.parametrize("op", ["softmax", "log_softmax", "layer_norm", "gelu"])
@pytest.mark.parametrize("shape", [(0, 5), (3, LONGEST + 1), (2, 3, 4, 5)])
def test_every_shape_gives_what_numpy_gives(op, shape):
    x = np.random.default_rng(3).standard_normal(shape)
    for mine, theirs in zip(results(op, x, "float64", True)[0], results(op, x, "float64", False)[0], strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("op", OPS)
def test_float16_runs_in_float32_without_writing_past_an_array(op):
    x = np.random.default_rng(5).standard_normal((64, 96)).astype("float16")
    for mine, theirs in zip(results(op, x, "float16", True)[0], results(op, x, "float16", False)[0], strict=True):
        assert mine.dtype == np.float16
        np.testing.assert_allclose(mine, theirs, rtol=4e-3, atol=4e-3)


class Subclass(np.ndarray):
    """An array whose methods may do anything."""


GOOD = np.ones((4, 6), "float32")
MISALIGNED = np.ndarray((4, 6), "float32", np.zeros(4 * 6 * 4 + 1, np.uint8), 1)
READ_ONLY = GOOD.copy()
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize("grad, y", [
    (GOOD.view(Subclass), GOOD), (GOOD, GOOD.view(Subclass)), (GOOD.astype(">f4"), GOOD.astype(">f4")),
    (GOOD, GOOD.astype("float64")), (GOOD.astype("float16"), GOOD), (GOOD, np.ones((4, 5), "float32")),
    (GOOD, np.ones((6, 4), "float32").T), (GOOD[:, ::-1], GOOD), (MISALIGNED, GOOD), (GOOD, GOOD[0]),
    (np.ones((0, 6), "float32"), np.ones((0, 6), "float32")), (GOOD.astype(int), GOOD.astype(int)),
    (np.ones((1, LONGEST + 1), "float32"),) * 2])
def test_c_gets_no_array_that_it_cannot_read(grad, y):
    with rows_in_c() as ran:
        assert kernels["softmax_gradient_of_rows"].in_c(np, grad, y) is None
        assert not ran


@pytest.mark.parametrize("out", [READ_ONLY, GOOD.astype("float64"), GOOD.T, GOOD[:3], MISALIGNED])
def test_c_writes_into_no_array_that_it_cannot_fill(out):
    with rows_in_c() as ran:
        assert kernels["softmax_of_rows"].in_c(np, GOOD, out=[out]) is None
        assert not ran


def test_an_answer_of_the_learner_runs_instead_of_c():
    from minitorch.ops.loss.softmax import softmax
    with rows_in_c() as ran, mount(softmax, lambda xp, input, *, dim, dtype=None: input * 0 + 7):
        assert F.softmax(mt.ones(2, 3), dim=-1).tolist() == [[7] * 3] * 2
        assert not ran


@pytest.mark.parametrize("op", ["softmax", "layer_norm", "gelu", "cross_entropy", "attention"])
def test_second_derivatives_are_those_of_numpy(op):
    x = np.random.default_rng(2).standard_normal((5, 7))

    def second(in_c):
        with rows_in_c():
            mt.backends.c.enabled = in_c
            a = mt.tensor(x, dtype=mt.float64, requires_grad=True)
            out = OPS[op](a)
            first, = mt.autograd.grad((out[0] if type(out) is tuple else out).square().sum(), a, create_graph=True)
            return mt.autograd.grad(first.square().sum(), a)[0].numpy()
    np.testing.assert_allclose(second(True), second(False), rtol=1e-9, atol=1e-11)


def test_switched_off_nothing_runs_in_c():
    with rows_in_c() as ran:
        mt.backends.c.enabled = False
        F.softmax(mt.ones(2, 3), dim=-1)
        assert not ran
