"""Reductions along rows run in C, in one loop with what comes before and after them, and come to eager's numbers.

The tolerance is 2⁻¹⁶ in float32 and 2⁻⁴⁰ in float64, of the largest number or of 1: sums are taken in another order,
and a program of several norms magnifies what that changes.
"""

import os

import numpy as np
import pytest

import minitorch as mt
from minitorch.backend import compiler
from minitorch.nn import functional as F
from minitorch.static import writers
from minitorch.static.fused import Rows

c_only = pytest.mark.needs("cc")
TOLERANCE = {"float32": 2.0 ** -16, "float64": 2.0 ** -40}


@pytest.fixture(autouse=True, scope="module")
def home(tmp_path_factory):
    """A folder of libraries that goes with the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINITORCH_HOME", str(tmp_path_factory.mktemp("home")))
        yield


STEPS = [
    lambda x, y, w: x.softmax(-1), lambda x, y, w: x.log_softmax(-1), lambda x, y, w: x - x.mean(-1, keepdim=True),
    lambda x, y, w: F.layer_norm(x, w.shape, w, w * 2), lambda x, y, w: F.layer_norm(x, x.shape[1:]),
    lambda x, y, w: x * x.sum((1, 2), keepdim=True), lambda x, y, w: y / (1 + x.square().sum(-1, keepdim=True)),
    lambda x, y, w: x * x.sum((0, 1)), lambda x, y, w: (x * y).tanh(), lambda x, y, w: x * w + y,
    lambda x, y, w: x.relu() + x.mean(), lambda x, y, w: x.softmax(1), lambda x, y, w: y - x.exp().log(),
    lambda x, y, w: x - x.sum(-1).unsqueeze(-1), lambda x, y, w: x.transpose(1, 2).softmax(-1).transpose(1, 2) * y]


def program(seed):
    """A random chain of steps on (4, 3, 5) with a loss, its gradients, and values on the way."""
    chosen = np.random.default_rng(seed).integers(0, len(STEPS), 5)

    def function(x, w):
        x.grad = w.grad = None
        now, before = x * 1, x
        for number in chosen:
            now, before = STEPS[number](now, before, w), now
        (now * before).mean().backward()
        return now.detach(), before.sum(-1).detach(), x.grad, w.grad
    return function


def compared(function, dtype, seed=0, shape=(4, 3, 5)):
    """The program of a function on random numbers, once it came to eager's."""
    rng, dtype = np.random.default_rng(seed), np.dtype(dtype)
    compiled = mt.compile(function, fullgraph=True, backend="c")
    for _ in range(2):
        given = [rng.normal(size=size).astype(dtype) for size in (shape, shape[-1:])]
        eager, ours = [[mt.tensor(x, requires_grad=True) for x in given] for _ in range(2)]
        for a, b in zip(compiled(*ours), function(*eager), strict=True):
            if b is not None:
                a, b = a.numpy(), b.numpy()
                assert np.allclose(a, b, rtol=0, atol=TOLERANCE[dtype.name] * max(1, np.abs(b).max())), (seed, a, b)
    return compiled


@c_only
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 15), marks=pytest.mark.slow)], ids=["few", "many"])
def test_random_programs_with_reductions_come_to_eagers_numbers(seeds):
    reduced = [compared(program(seed), "float32" if seed % 2 else "float64", seed).graph.code("c") for seed in seeds]
    assert all("_sum" in text for text in reduced)


@c_only
def test_a_layer_norm_is_one_loop_each_way():
    """Softmax, layer norm and their derivatives leave no NumPy behind, and share a loop with what is around them."""
    def function(x, w):
        x.grad = w.grad = None
        y = F.layer_norm(x * 2, w.shape, w, w).softmax(-1)
        y.backward(x.detach())
        return y.detach(), x.grad, w.grad
    compiled = compared(function, "float32", shape=(50, 70))
    *loops, total = compiled.graph.steps                     # w's two gradients are added at the end
    assert [type(step.call) for step in loops] == [Rows] * 2 and total.outputs[0].shape == (70,)


@c_only
@pytest.mark.parametrize("dtype", TOLERANCE)
def test_what_stays_the_same_along_a_row_is_summed(dtype):
    """Once a column, once a row, and in the gradient of a bias."""
    def function(x, w):
        x.grad = w.grad = None
        mean = x.mean(-1, keepdim=True)
        wide = (mean * 2).expand(x.shape)
        y = F.layer_norm(x * 2, w.shape, w, w)
        y.backward(mean.detach().expand(x.shape))
        return [each.detach() for each in (x.softmax(-1) + wide, wide.sum((0, 1)), wide.sum(-1), wide.amax(-1),
                                           (x * wide.sum(-1, keepdim=True)).tanh().sum(-1))] + [x.grad, w.grad]
    compared(function, dtype)
    compared(function, dtype, shape=(3, 5, 70))


@c_only
def test_every_compilation_gives_the_same_text():
    """What is kept of a library is found again by its text."""
    def function(x, w, b):
        w.grad = b.grad = None
        F.layer_norm(x, w.shape, w, b).square().sum().backward()
        return w.grad, b.grad
    texts, alive = set(), []
    for _ in range(8):
        compiled = mt.compile(function, backend="c", fullgraph=True)
        compiled(mt.ones(4, 70), *[mt.ones(70, requires_grad=True) for _ in range(2)])
        alive.append((compiled, object()))                   # so that other addresses are taken
        texts.add(compiled.graph.code("c"))
    assert len(texts) == 1


@c_only
def test_a_long_sum_loses_nothing():
    compiled = mt.compile(lambda x: (x * 1).sum(), backend="c", fullgraph=True)
    _, found = [compiled(mt.full((1 << 20,), 0.1)).item() for _ in range(2)]
    assert "_sum +=" in compiled.graph.code("c") and found == np.float32(0.1) * 2.0 ** 20


@c_only
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("length", [1, 7, 512, 1024, 1025])
@pytest.mark.parametrize("rows", [1, 31, 32, 33, 300])
def test_sums_of_floats_keep_float_accuracy(rows, length):
    """A row's floats are added up in eight sums or more, columns 32 rows at a time: below 2⁻¹⁹ of what is added up."""
    x = np.random.default_rng(0).normal(3, 1, (rows, length)).astype(np.float32)

    def function(x):
        return (x * 1).sum(1), (x * 1).sum(0), F.layer_norm(x * 1, (length,), eps=1.0)
    compiled = mt.compile(function, backend="c", fullgraph=True)
    compiled(mt.tensor(x))
    found, wide = [y.numpy() for y in compiled(mt.tensor(x))], x.astype(np.float64)
    assert (Rows in [type(step.call) for step in compiled.graph.steps]) == (length > 1)
    wanted = wide.sum(1), wide.sum(0), (wide - wide.mean(1, keepdims=True)) / np.sqrt(wide.var(1, keepdims=True) + 1)
    for a, b, scale in zip(found, wanted, [abs(wide).sum(1), abs(wide).sum(0), 8.0], strict=True):
        assert (abs(a - b) <= 2.0 ** -19 * scale).all()


@c_only
def test_what_is_cheap_is_computed_again_and_no_row_is_kept():
    def function(x, y, w):
        g, h = x * w, x - y
        return g - (g * h).sum(-1, keepdim=True) * h
    given = [mt.rand(6, 40), mt.rand(6, 40), mt.rand(40)]
    compiled = mt.compile(function, backend="c", fullgraph=True)
    for _ in range(2):
        found = compiled(*given)
    text = compiled.graph.code("c")
    assert "_row[" not in text and text.count("_sum +=") == 1
    np.testing.assert_allclose(found.numpy(), function(*given).numpy(), rtol=0, atol=2.0 ** -16)


@c_only
@pytest.mark.filterwarnings("ignore:invalid value")
def test_nan_and_inf_are_where_eager_has_them():
    special = np.array([[0, 1, np.nan], [np.inf, 1, 0], [-np.inf, 1, 0], [-np.inf] * 3, [200, 100, 0]], np.float32)
    for function in (lambda x: x.softmax(-1) * 1, lambda x: x.log_softmax(-1) * 1, lambda x: (x * 1).sum(-1),
                     lambda x: F.layer_norm(x, (3,))):
        compiled = mt.compile(function, backend="c", fullgraph=True)
        compiled(mt.tensor(special))
        found, wanted = compiled(mt.tensor(special)).numpy(), function(mt.tensor(special)).numpy()
        assert np.allclose(found, wanted, atol=1e-6, equal_nan=True)


@c_only
def test_columns_that_lie_apart_are_left_to_numpy():
    """gcc would look for minutes for a good way to read them."""
    compiled = mt.compile(lambda x: (x.t() * 2).sum(0), backend="c", fullgraph=True)
    x = mt.arange(65 * 256, dtype=mt.float32).reshape(65, 256)
    assert all(mt.equal(compiled(x), (x.t() * 2).sum(0)) for _ in range(2))
    assert "_row[" not in compiled.graph.code("c")


def test_without_a_compiler_rows_run_in_numpy(monkeypatch):
    monkeypatch.setattr(writers, "notices", set())
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.delenv("CC", raising=False)
    compiler.compiled_library.cache_clear()
    with pytest.warns(UserWarning, match="runs NumPy instead"):
        compared(program(0), "float64")
