"""LU, eigenvectors, reflections and strided views: PyTorch's numbers to second order, and its refusals."""

import numpy as np
import pytest
from engine.beside_torch import apart
from engine.test_complex_linalg import orders

import minitorch as mt


def eigen(library, x):
    values, vectors = library.linalg.eig(x)
    return values, abs(vectors), vectors @ (vectors.mT.conj() * values.unsqueeze(-1))


def solved(library, x):
    packed, pivots = library.linalg.lu_factor(x)
    return [library.linalg.lu_solve(packed, pivots, x * x), library.linalg.lu_solve(packed, pivots, x, left=False),
            library.linalg.lu_solve(packed, pivots, x * x, adjoint=True), library.lu_solve(x * x, packed, pivots)]


CASES = {
    "lu": (lambda library, x: library.linalg.lu(x)[1:], [(3, 3), (2, 4, 3), (3, 5)]),
    "lu_factor": (lambda library, x: library.linalg.lu_factor(x)[0], [(3, 3), (4, 2), (2, 4)]),
    "lu_solve": (solved, [(3, 3)]), "eig": (eigen, [(3, 3), (2, 3, 3)]),
    "eigvals": (lambda library, x: library.linalg.eigvals(x), [(3, 3)]),
    "householder_product": (lambda library, x: library.linalg.householder_product(
        x, 1 / (1 + abs(x).sum(-2)).to(x.dtype)), [(3, 3), (2, 4, 2)]),
}
STRIDES = {
    "overlapping": lambda x: x.as_strided((3, 3), (1, 1), 1),
    "of a transposed one": lambda x: x.T.as_strided((2, 2), (2, 1)),
    "of a view": lambda x: x[1:, ::2].as_strided((2, 2), (1, 4)),
    "of one expanded": lambda x: x[0].expand(2, 4).as_strided((3, 2), (1, 1)),
    "of itself": lambda x: x.as_strided((3, 3), (1, 1)).as_strided((2, 2), (4, 1)),
}


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name, shape", [(name, shape) for name, (_, shapes) in CASES.items() for shape in shapes])
def test_factors_have_pytorchs_numbers_to_second_order(name, shape, torch):
    rng = np.random.default_rng(sum(shape))
    real = rng.normal(size=shape)
    for array in (real, real + 1j * rng.normal(size=shape)):
        for ours, wanted in zip(*[orders(library, CASES[name][0], array) for library in (mt, torch)], strict=True):
            assert ours.dtype == wanted.dtype and ours.shape == wanted.shape
            assert apart(ours, wanted, 1e-7) is None


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", STRIDES)
def test_strided_views_have_pytorchs_numbers_to_second_order(name, torch):
    array = np.random.default_rng(0).normal(size=(3, 4))
    for ours, wanted in zip(*[orders(library, lambda _, x: STRIDES[name](x), array) for library in (mt, torch)]):
        assert apart(ours, wanted, 1e-9) is None


def test_a_strided_view_shares_memory_and_passes_writes_on():
    x = mt.zeros(2, 3)
    x.as_strided((2,), (3,), 1).fill_(1)
    assert x.tolist() == [[0, 1, 0], [0, 1, 0]]
    w = mt.ones(2, 3, requires_grad=True)
    y = w * 2
    y.as_strided((3,), (2,)).mul_(5)
    y.sum().backward()
    assert w.grad.tolist() == [[10, 2, 10], [2, 10, 2]]


@pytest.mark.parametrize("call, words", [
    (lambda x: x.as_strided((3, 3), (3, 1), 1), "out of bounds for storage of 9"),
    (lambda x: x.as_strided((3,), (-1,)), "Negative"), (lambda x: x.as_strided((3,), (1, 1)), "mismatch in length"),
    (lambda x: mt.linalg.lu_factor(x), "U\\[1,1\\] is zero"),
    (lambda x: mt.linalg.lu(x, pivot=False), "without pivoting"),
    (lambda x: mt.lu_unpack(x, mt.ones(3)), "torch.int32"), (lambda x: mt.linalg.eig(x / 0), "non-finite"),
    (lambda x: mt.linalg.lu_solve(x, mt.ones(2, dtype=mt.int32), x), "Number of pivots"),
    (lambda x: mt.orgqr(x[:2], x[0]), "greater than or equal"), (lambda x: mt.orgqr(x, x[0].double()), "tau dtype")])
def test_what_cannot_be_factored_or_seen_is_refused(call, words):
    with pytest.raises(RuntimeError, match=words):
        call(mt.zeros(3, 3))


@pytest.mark.needs("torch")
@pytest.mark.parametrize("how", ["matrix_exp", "cayley", "householder"])
@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4)])
def test_an_orthogonal_parametrization_stays_so_and_learns_as_pytorchs(how, shape, torch):
    found = []
    for library in (mt, torch):
        layer = library.nn.Linear(*shape[::-1], bias=False).double()
        square = np.linalg.qr(np.random.default_rng(0).normal(size=(4, 4)))[0][:max(shape), :max(shape)]
        square = np.linalg.qr(square)[0]
        made = library.nn.utils.parametrizations.orthogonal(layer, orthogonal_map=how)
        made.parametrizations.weight[0].base = library.from_numpy(square.copy())       # what fills it up is random
        start = library.from_numpy(np.random.default_rng(1).normal(size=shape))
        original = made.parametrizations.weight.original
        with library.no_grad():
            original.copy_(start.mT.tril().mT if shape[0] < shape[1] else start.tril())
            places = range(min(shape))
            original[list(places), list(places)] = -1
        weight = made.weight
        (weight ** 3).sum().backward()
        found.append((weight.detach().numpy(), original.grad.numpy()))
    for ours, wanted in zip(*found):
        np.testing.assert_allclose(ours, wanted, atol=1e-9)
    weight = found[0][0]
    small = weight if shape[0] <= shape[1] else weight.T
    np.testing.assert_allclose(small @ small.T, np.eye(len(small)), atol=1e-9)


def test_an_orthogonal_parametrization_keeps_and_takes_orthogonal_weights():
    layer = mt.nn.utils.parametrizations.orthogonal(mt.nn.Linear(3, 3), use_trivialization=False,
                                                    orthogonal_map="householder")
    wanted = mt.linalg.qr(mt.randn(3, 3)).Q
    layer.weight = wanted
    assert mt.allclose(layer.weight, wanted, atol=1e-5)
    with pytest.raises(ValueError, match="orthogonal_map"):
        mt.nn.utils.parametrizations.orthogonal(mt.nn.Linear(2, 2), orthogonal_map="other")


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", ["hann_window", "hamming_window", "blackman_window", "bartlett_window",
                                  "kaiser_window"])
def test_windows_are_pytorchs(name, torch):
    for length, periodic in ((0, True), (1, False), (2, False), (5, True), (6, False)):
        ours, wanted = [getattr(library, name)(length, periodic, dtype=library.float64) for library in (mt, torch)]
        np.testing.assert_allclose(ours.numpy(), wanted.numpy(), atol=1e-12)
        ours, wanted = [getattr(library, name)(length, periodic, dtype=library.float16) for library in (mt, torch)]
        np.testing.assert_allclose(ours.numpy(), wanted.numpy(), atol=3e-3)
    for bad in ({"window_length": -1}, {"window_length": 3, "dtype": mt.int64}):
        with pytest.raises(RuntimeError, match=name):
            getattr(mt, name)(**bad)


@pytest.mark.needs("torch")
def test_an_offset_into_memory_counts_from_each_sample_of_a_batch(torch):
    found = []
    for library in (mt, torch):
        vmap, x = library.func.vmap, library.arange(24).reshape(4, 6)
        found.append([out.tolist() for out in (
            vmap(lambda r: r.as_strided((2,), (1,), 1))(x), vmap(lambda r: r.as_strided((2,), (1,)))(x),
            vmap(lambda r: r.as_strided((2,), (6,), 1), in_dims=1)(x),
            vmap(lambda a, b: a.as_strided((2,), (1,), 1) + b[:2])(x, x))])
    assert found[0] == found[1]
    assert mt.func.vmap(lambda a: mt.func.vmap(lambda r: r.as_strided((2,), (1,), 1))(a))(
        mt.arange(8).reshape(2, 2, 2).repeat(1, 1, 2)).tolist() == [[[1, 0], [3, 2]], [[5, 4], [7, 6]]]


def test_principal_components_are_those_of_the_whole_decomposition():
    x = mt.from_numpy(np.random.default_rng(0).normal(size=(7, 4))) + 3
    u, s, v = mt.pca_lowrank(x, 2)
    centred = x - x.mean(0)
    assert mt.allclose(s, mt.linalg.svdvals(centred)[:2]) and mt.allclose(centred @ v, u * s)
    assert [tuple(part.shape) for part in mt.svd_lowrank(x, 3, M=x.mean(0))] == [(7, 3), (3,), (4, 3)]
    with pytest.raises(ValueError, match="not greater"):
        mt.svd_lowrank(x, 5)


def test_random_numbers_go_on_after_a_fork():
    mt.manual_seed(0)
    wanted = mt.rand(3)
    mt.manual_seed(0)
    with mt.random.fork_rng(devices=[]):
        mt.manual_seed(5)
        mt.rand(2)
    assert mt.equal(mt.rand(3), wanted)


def test_a_prefix_is_taken_off_the_names_of_a_state_dict():
    state = {f"module.{name}": x for name, x in mt.nn.Linear(2, 1).state_dict().items()}
    mt.nn.modules.utils.consume_prefix_in_state_dict_if_present(state, "module.")
    mt.nn.Linear(2, 1).load_state_dict(state)
