"""A program that was written as C runs where there is no Python, and comes to eager's numbers."""

import subprocess

import numpy as np
import pytest
from static.saved_models import MODELS, model

import minitorch as mt
from minitorch import nn, static
from minitorch.backend import compiler

QUICK = "multilayer", "lenet"


def ran(trace, folder, *inputs):
    """What the program prints for these inputs, run in an empty environment."""
    source = trace.export_c(folder)
    subprocess.run([compiler.compiler(), "-O0", "-ffp-contract=off", "-fwrapv", "-Wall", "-Werror", source, "-o",
                    folder / "net", "-lm"], check=True, timeout=300)
    for number, x in enumerate(inputs):
        np.save(folder / f"{number}.npy", x)
    return subprocess.run([folder / "net", *[folder / f"{number}.npy" for number in range(len(inputs))]], env={},
                          capture_output=True, text=True, timeout=300)


@pytest.mark.needs("cc")
@pytest.mark.host
@pytest.mark.parametrize("name", [*QUICK, *[pytest.param(x, marks=pytest.mark.slow) for x in MODELS if x not in QUICK]])
def test_a_network_in_c_gives_eagers_numbers(name, tmp_path):
    net, x = model(name)
    with mt.no_grad():
        trace = static.trace(net, x)
        wanted = net(x.flip(0))
    done = ran(trace, tmp_path, x.flip(0).contiguous().numpy())
    assert (done.returncode, done.stderr) == (0, "")
    found = np.array(done.stdout.split(), "float32").reshape(wanted.shape)
    assert np.allclose(found, wanted.numpy(), rtol=1e-5, atol=1e-6)
    assert len(done.stdout.splitlines()) == wanted.numel() // wanted.shape[-1]


def written(x):
    """A result, of which parts were written over: by a tensor, by a number, through a view."""
    z = x * 2
    z[0] = x[1]
    z[:, 1:3] = 0.5
    z.t()[3].mul_(x[:, 0])
    return z


def everything(x, n):
    """Calls that the networks do not make."""
    y = x.t().flip(0)
    return (y.argmax(1), y.argmin(), y.amin(0), y.prod(1), (y > 0).all(0), (n > 2).any(), n.sum(), n.amax(1), n.float(),
            mt.stack([y, y * 2], 1), mt.where(y > 0, y, float("inf")).trunc(), x @ y[:, 0], x[:, 0] @ x[:, 1],
            n.abs().bool(), x.mean(), x.tanh().reshape(2, -1).t(), written(x))


def of_the_library(x, n):
    """Functions that C's own library has."""
    y = x.nan_to_num().abs() / 9
    return (y.sin() + y.cos() * y.tan(), y.sinh() - y.cosh(), y.asin() + y.acos() + y.atan(), y.asinh() + y.atanh(),
            (y + 1).acosh(), mt.atan2(x, y + 1), mt.hypot(y, y), y.log1p(), x.expm1(), y.exp2(), (y + 1).log2(),
            (y + 1).log10(), y ** 1.7, 2 ** x, mt.fmod(y * 7, 2), (x * 1.5).round(), n.round())


def indexed(x, n):
    """Elements at places that are tensors, and sums of what comes before."""
    i = n[0].sign()
    return (x.gather(1, n[:1].abs().expand(3, 3)), x[:, i], x[..., i], x[i, i], x[i[:, None], i],
            x[1:, [[0, -1], [2, 1]]], x[None, i], x.cumsum(0), n.cumprod(1), (x > 0).cumsum(-1), n[:1].cumsum(0))


def whole(x, n):
    """Division, powers, shifts and casts, where C's own rules are others than NumPy's."""
    small, y, m = n.to(mt.int8) * 21, mt.where(x > 2, x, -1.5), 2 * n + 1
    return (n // 4, n % -4, n // m, n % m, mt.fmod(n, 4), mt.div(n, -4, rounding_mode="trunc"), n ** 3,
            n ** n.abs(), 2 ** n.abs(), small // 5, small % -5, small ** 3, small.to(mt.uint8) // 7, n << 2, n >> 1,
            n << 70, n >> 70, small << 1, small >> n.abs().to(mt.int8), ~n, ~(n > 0), x // y, x % y, x // 0, x % -2,
            x.double() // 0.1, x.double() % 0.1, (x * 1e9).int(), (x * 1e19).long(), (x * 99).to(mt.int8),
            x.nan_to_num().to(mt.uint8), x.signbit())


def sorted_and_scattered(x, n):
    """Sorting with equals and nan, and writes to places that are tensors."""
    i, j = n.abs() % 4, n[0] % 3
    z = x * 1
    z[j, j - 1] = 7.0
    return (x.argsort(1), x.sort(0)[0], x.sort(1, descending=True)[1], x.topk(2)[0], n.sort(1)[0], (n > 0).argsort(1),
            x.median(), x.scatter(1, i, 5.0), x.scatter(1, i, x * 2), x.scatter_add(1, i, x), x.index_add(0, j, x),
            x.index_fill(1, j, 3.0), x.index_copy(0, mt.tensor([1, 0]), x[:2]), x.scatter_reduce(0, i % 3, x, "amax"),
            n.scatter_reduce(1, j.expand(2, 3), n, "prod"), z, mt.nn.functional.one_hot(i, 5))


@pytest.mark.needs("cc")
@pytest.mark.host
def test_an_index_that_eager_refuses_stops_the_program(tmp_path):
    x, i = mt.tensor([[1.0, 2.0, 3.0]]), mt.tensor([[0, -1]])
    with pytest.raises(RuntimeError, match="index -1 is out of bounds"):
        x.gather(1, i)
    assert x.take_along_dim(i, 1).tolist() == [[1, 3]]
    taken = static.trace(lambda x, i: x.take_along_dim(i, 1), x, i.abs())
    taken.save(tmp_path / "taken.program")
    assert static.load(tmp_path / "taken.program")(x, i).tolist() == [[1, 3]]
    trace = static.trace(lambda x, i: x.gather(1, i), x, i.abs())
    done = ran(trace, tmp_path, x.numpy(), i.numpy())
    assert (done.returncode, done.stderr, done.stdout) == (1, "index: is out of range\n", "")
    trace.save(tmp_path / "x.program")
    with pytest.raises(static.run.ProgramError, match="index -1 is negative"):
        static.load(tmp_path / "x.program")(x, i)


@pytest.mark.needs("cc")
@pytest.mark.host
@pytest.mark.parametrize("function", [everything, of_the_library, indexed, whole, sorted_and_scattered])
def test_other_calls_print_what_eager_gives(function, tmp_path):
    x = mt.tensor([[1.5, -2.0, 0.25, 3.0], [0.0, 4.0, -1.0, 2.0], [5.0, -0.5, float("nan"), 1.0]])
    n = mt.tensor([[1, -2, 3], [4, 0, -6]])
    done = ran(static.trace(function, x, n), tmp_path, x.numpy(), n.numpy())
    assert (done.returncode, done.stderr) == (0, "")
    wanted = [y.numpy() for y in function(x, n)]
    found = done.stdout.split("\n\n")
    for text, y in zip(found, wanted, strict=True):
        assert np.allclose(np.array(text.split(), "float64").reshape(y.shape), y, rtol=1e-6, equal_nan=True)


@pytest.mark.needs("cc")
@pytest.mark.host
@pytest.mark.parametrize("inputs, words", [
    ([], "usage: ./linear X1.npy"), ([np.ones((2, 2), "float32")], "0.npy: is not of the shape"),
    ([np.ones((3, 2))], "0.npy: is not of the dtype")])
def test_an_input_of_another_form_is_refused(inputs, words, tmp_path):
    done = ran(static.trace(nn.Linear(2, 1), mt.ones(3, 2)), tmp_path, *inputs)
    assert done.returncode == 1 and words in done.stderr and not done.stdout


def test_what_has_no_c_says_so(tmp_path):
    with pytest.raises(static.NotSaved, match="has no C for `logaddexp` of float32"):
        static.trace(lambda x: mt.logaddexp(x, x + 1), mt.ones(2)).export_c(tmp_path)
    with pytest.raises(static.NotSaved, match="of dtype float16"):
        static.trace(lambda x: x.t(), mt.ones(2, 2, dtype=mt.float16)).program.export_c(tmp_path)
    assert not [*tmp_path.iterdir()]
