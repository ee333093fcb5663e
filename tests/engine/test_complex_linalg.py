"""Decompositions of complex matrices: PyTorch's numbers and two derivatives, of what no phase or sign changes."""

import numpy as np
import pytest
from engine.beside_torch import apart, numbers

import minitorch as mt

pytestmark = pytest.mark.needs("torch")


def positive(x):
    return x @ x.mT.conj() + 2 * x.new_ones(x.shape[-1]).diag()


def eigen(library, x):
    values, vectors = library.linalg.eigh(x + x.mT.conj())
    return values, abs(vectors), vectors @ (vectors.mT.conj() * (values ** 2).unsqueeze(-1))


def singular(library, x, full=False):
    u, s, vh = library.linalg.svd(x, full_matrices=full)
    k = s.shape[-1]
    u, vh = u[..., :k], vh[..., :k, :]
    return abs(u), s, abs(vh), (u * s.sin().unsqueeze(-2)) @ vh


def triangular(library, x):
    q, r = library.linalg.qr(x)
    return abs(r), q @ (r * r)


# name: (function, shapes of the matrices)
CASES = {
    "det": (lambda library, x: library.linalg.det(x), [(3, 3), (2, 2, 2)]),
    "slogdet": (lambda library, x: library.linalg.slogdet(x), [(3, 3), (2, 2, 2)]),
    "logdet": (lambda library, x: library.logdet(x), [(3, 3)]),
    "cholesky": (lambda library, x: library.linalg.cholesky(positive(x)), [(3, 3), (2, 2, 2)]),
    "cholesky, upper": (lambda library, x: library.linalg.cholesky(positive(x), upper=True), [(3, 3)]),
    "cholesky_inverse": (lambda library, x: library.cholesky_inverse(library.linalg.cholesky(positive(x))), [(3, 3)]),
    "cholesky_solve": (lambda library, x: library.cholesky_solve(x, library.linalg.cholesky(positive(x), upper=True),
                                                                 upper=True), [(3, 3)]),
    "eigh": (eigen, [(3, 3), (2, 3, 3)]),
    "svd": (singular, [(3, 3), (4, 3), (2, 3, 4)]),
    "svd, full": (lambda library, x: singular(library, x, True), [(4, 3), (3, 4)]),
    "svd, some": (lambda library, x: [abs(part) for part in library.svd(x)], [(4, 3)]),
    "nuclear norm": (lambda library, x: library.linalg.norm(x, "nuc"), [(3, 3), (2, 4)]),
    "qr": (triangular, [(3, 3), (4, 3), (3, 4)]),
    "pinv": (lambda library, x: library.linalg.pinv(x), [(4, 3)]),
}


def weighed(outs):
    """One real number that every part of the outputs counts in."""
    return sum((abs(out + 0.3) * (i + 1)).sum() for i, out in enumerate(outs))


def orders(library, function, array):
    """The outputs, the gradient of a number of them, and the gradient of a number of that."""
    x = (mt.from_numpy if library is mt else library.from_numpy)(array.copy()).requires_grad_()
    outs = function(library, x)
    outs = [outs] if isinstance(outs, library.Tensor) else list(outs)
    first, = library.autograd.grad(weighed(outs), x, create_graph=True)
    second, = library.autograd.grad(weighed([first * (1 + 0.5j)]), x)
    return [numbers(part) for part in (*outs, first, second)]


@pytest.mark.parametrize("name, shape", [(name, shape) for name, (_, shapes) in CASES.items() for shape in shapes])
def test_a_decomposition_has_pytorchs_numbers_to_second_order(name, shape, torch):
    rng = np.random.default_rng(sum(shape))
    array = rng.normal(size=shape) + 1j * rng.normal(size=shape)
    for ours, wanted in zip(*[orders(library, CASES[name][0], array) for library in (mt, torch)], strict=True):
        assert ours.dtype == wanted.dtype and ours.shape == wanted.shape
        assert apart(ours, wanted, 1e-7) is None


@pytest.mark.parametrize("name", ["eigh", "svd"])
def test_a_loss_that_the_phase_changes_has_no_derivative(name):
    x = mt.tensor([[1 + 2j, 0.5j], [2.0, 1 - 1j]], requires_grad=True)
    vectors = mt.linalg.svd(x)[0] if name == "svd" else mt.linalg.eigh(x + x.mT.conj())[1]
    with pytest.raises(RuntimeError, match=f"linalg.{name}: there is no derivative, .* factor e"):
        vectors.real.sum().backward()
