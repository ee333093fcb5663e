"""A program that was written as C runs where there is no Python, and comes to eager's numbers."""

import subprocess

import numpy as np
import pytest
from static.saved_models import MODELS, model

import minitorch as mt
from minitorch import nn, static
from minitorch.static.writers import compiler

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


@pytest.mark.needs("cc")
@pytest.mark.host
@pytest.mark.parametrize("function", [everything, of_the_library, indexed])
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
    with pytest.raises(static.NotSaved, match="has no C for `argsort` of float32"):
        static.trace(lambda x: x.argsort(), mt.ones(2)).export_c(tmp_path)
    with pytest.raises(static.NotSaved, match="has no float16 in C"):
        static.trace(lambda x: x.t(), mt.ones(2, 2, dtype=mt.float16)).program.export_c(tmp_path)
    assert not [*tmp_path.iterdir()]
