"""Saved programs of random draws, complex numbers and ops that run in one of two ways give eager's numbers."""

import numpy as np
import pytest
from static.test_saved import alone

import minitorch as mt
from minitorch import nn, static
from minitorch.nn import functional as F
from minitorch.static import run


def reloaded(function, *args, path, seed=None, **settings):
    static.save(static.trace(function, *args), path, **settings)
    return static.load(path, seed=seed)


def listed(found):
    return [x.detach().numpy() for x in (found if isinstance(found, tuple) else (found,))]


def agree(found, wanted):
    pairs = [*zip(listed(found), listed(wanted), strict=True)]
    return all(a.dtype == b.dtype and a.shape == b.shape and np.allclose(a, b, rtol=2e-5, atol=2e-5)
               for a, b in pairs)


class Noisy(nn.Module):
    """A variational network in training: dropout, noise of its input's shape, samples."""

    def __init__(self):
        super().__init__()
        self.hidden, self.drop, self.channels = nn.Linear(6, 8), nn.Dropout(0.3), nn.Dropout1d(0.4)

    def forward(self, x):
        h = self.drop(self.hidden(x)).tanh()
        z = h + mt.randn_like(h) * (h * 0.1).exp()
        h = self.channels(z.unsqueeze(1).expand(-1, 3, -1))
        return h, mt.bernoulli(z.sigmoid()), mt.rand(x.shape[0], 2) * mt.randn(2, dtype=mt.float64), F.rrelu(z)


class Shuffled(nn.Module):
    """Rows in a random order, and random integers."""

    def forward(self, x):
        return x[mt.randperm(4)] + mt.randint(3, 9, (4, 6))


@pytest.mark.parametrize("kind", [Noisy, Shuffled])
def test_a_seed_draws_what_eager_draws(kind, tmp_path):
    net, x = kind(), mt.rand(4, 6)
    loaded = reloaded(net, x, path=tmp_path / "net", seed=7)
    mt.manual_seed(7)
    for _ in range(3):
        assert agree(loaded(x), net(x))


def test_without_a_seed_each_run_draws_anew(tmp_path):
    loaded = reloaded(Noisy(), x := mt.rand(4, 6), path=tmp_path / "net")
    runs = [loaded(x) for _ in range(2)] + [static.load(tmp_path / "net")(x)]
    first, second, third = (listed(found)[0] for found in runs)
    assert (first != second).any() and (first != third).any()


def test_the_runner_takes_a_seed(tmp_path):
    net, x = Noisy(), mt.rand(4, 6)
    static.trace(net, x).save(tmp_path / "net")
    np.save(tmp_path / "x.npy", x.numpy())
    outputs = [arg for n in range(4) for arg in ("--output", tmp_path / f"{n}.npy")]
    done = alone(tmp_path, tmp_path / "net", "--input", tmp_path / "x.npy", "--seed", 11, *outputs)
    assert (done.returncode, done.stderr) == (0, "")
    mt.manual_seed(11)
    for n, wanted in enumerate(listed(net(x))):
        assert np.allclose(np.load(tmp_path / f"{n}.npy"), wanted, rtol=1e-5, atol=1e-6)


def test_draws_follow_the_size(tmp_path):
    net = Noisy()
    loaded = reloaded(net, mt.rand(4, 6), path=tmp_path / "net", seed=3, dynamic_axes={0: {0: "batch"}})
    mt.manual_seed(3)
    for size in (4, 9, 2):
        assert agree(loaded(x := mt.ones(size, 6)), net(x))


def test_saving_for_any_size_leaves_chance_as_it_was(tmp_path):
    trace = static.trace(Noisy(), mt.rand(4, 6))
    mt.manual_seed(2)
    wanted = mt.rand(3).tolist()
    mt.manual_seed(2)
    static.save(trace, tmp_path / "net", dynamic_axes={0: {0: "batch"}})
    assert mt.rand(3).tolist() == wanted


def filtered(x):
    spectrum = mt.fft.rfft(x, dim=-1) * mt.exp(mt.linspace(0, 1, 5) * -0.5j)
    return mt.fft.irfft(spectrum, n=8, dim=-1), spectrum, mt.fft.fft2(x), mt.fft.ifftn(x + 1j * x, norm="ortho")


def of_parts(x):
    z = mt.complex(x, x.flip(0)) * (1 + 2j)
    return (z.conj() @ z.mT).abs(), z.angle(), z.real * 2, z.imag, mt.view_as_real(z), z.pow(2), z.sum(1), mt.polar(
        x.abs(), x)


def written_parts(x):
    z = mt.zeros(3, 8, dtype=mt.complex64)
    z.real[:, 1:] = x[:3, 1:]
    z.imag[0] += 2
    return z * 2, z.real.sum()


SINGULAR = mt.tensor(np.arange(32.0).reshape(4, 8).astype("float32") / 8)
WHOLE = mt.tensor([[2, -1, 1, 3], [1, 0, -2, 5]])
FUNCTIONS = {
    "filters": (filtered, mt.rand(4, 8)), "parts": (of_parts, mt.rand(4, 8) - 0.5),
    "parts written to": (written_parts, mt.rand(4, 8)), "double parts": (filtered, mt.rand(4, 8, dtype=mt.float64)),
    "held double parts": (lambda x: x * mt.tensor([[1 + 2j], [3j]], dtype=mt.complex128), mt.rand(2, 3)),
    "infinite parts": (lambda x: mt.where(x > 9, x * 1j, complex(float("-inf"), float("nan"))).real, mt.rand(2, 3)),
    "eigenvalues": (lambda x: mt.linalg.eigvals(x[:, :4]).abs().sort()[0], mt.rand(4, 8)),
    "whole powers": (lambda x: (x ** x.flip(0), x ** 3, 2 ** x), WHOLE),
    "a histogram": (lambda x: mt.histc(x, bins=7, min=-1, max=1), mt.rand(40) * 3 - 1.5),
    "a mode": (lambda x: (*mt.mode(x, 1), *mt.mode(x, 0, keepdim=True)), WHOLE),
    "a complete qr": (lambda x: mt.linalg.qr(x.T, mode="complete"), mt.rand(4, 8)),
    "reflections": (lambda x: mt.geqrf(x), mt.rand(4, 8)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_saved_function_gives_eagers_numbers(name, tmp_path):
    function, x = FUNCTIONS[name]
    loaded = reloaded(function, x, path=tmp_path / "net")
    for given in (x, x.flip(0)):
        assert agree(loaded(given), function(given))


@pytest.mark.parametrize("x", [mt.rand(4, 8), SINGULAR], ids=["regular", "singular"])
def test_the_gradient_of_a_determinant_is_held(x, tmp_path):
    def cofactors(x):
        return mt.engine.registry["cofactors"](x[:3, :3])
    assert agree(reloaded(cofactors, mt.rand(4, 8), path=tmp_path / "net")(x), cofactors(x))


OWN = mt.Generator()
REFUSED = {
    "nonzero": (lambda x: x.nonzero(), "x.where"), "a mask": (lambda x: x[x > 0], "x.where"),
    "unique": (lambda x: x.unique(), "look for them outside"),
    "bincount": (lambda x: x.long().bincount(), "histc"),
    "a generator": (lambda x: x + mt.rand(3, generator=OWN), "Leave the argument out"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_stays_refused_says_what_to_do(name, tmp_path):
    function, words = REFUSED[name]
    with pytest.raises((static.NotRecorded, static.NotSaved), match=f"test_saved_numbers.py, line .*{words}"):
        static.trace(function, mt.ones(3)).save(tmp_path / "net")
    assert not (tmp_path / "net").exists()


def test_complex_arguments_are_checked(tmp_path):
    about = {"name": "net", "inputs": [], "outputs": ["b"], "steps": [
        {"op": "full", "name": "b", "args": [{"complex": [0.0, [1]]}], "shape": [1], "dtype": "complex64",
         "settings": {}}]}
    with pytest.raises(run.ProgramError, match="must have names and numbers"):
        run.Program("net", held=(about, {}))
    about["steps"][0]["args"] = [{"complex": [0.5, {"number": "inf"}]}]
    assert run.Program("net", held=(about, {}))()[0].tolist() == [complex(0.5, float("inf"))]
