"""Linear algebra, order and statistics beside plain loops, for nan, inf, equal, huge, tiny and empty inputs."""

import math
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

import minitorch as mt

NAN, INF = float("nan"), float("inf")
LISTS = [[1.0], [2.0, 1.0], [1.0, 1.0, 1.0], [3.0, NAN, 1.0], [NAN, NAN], [INF, 1.0, 2.0], [-INF, INF, 0.0, 5.0],
         [-0.0, 0.0, 1e-30, 1e30], [1.0, 2.0, 2.0, 1.0], [5.0, NAN, NAN, 5.0, 2.0]]


def same(found, exact, **close):
    np.testing.assert_allclose(np.asarray(found), np.asarray(exact), **{"rtol": 1e-6, "atol": 1e-12, **close})


def batched(values):
    """The numbers as a vector, and as columns and rows of a stack: (input, dim)."""
    x = mt.tensor(values, dtype=mt.float64)
    return [(x, 0), (x, -1), (mt.stack([x, x], 1), 0), (mt.stack([x, x]).unsqueeze(1), -1)]


@pytest.mark.parametrize("values", LISTS)
def test_the_median_is_the_lower_middle_or_the_first_nan(values):
    gone = [i for i, v in enumerate(values) if math.isnan(v)]
    exact = NAN if gone else sorted(values)[(len(values) - 1) // 2]
    same(mt.tensor(values).median().item(), np.float32(exact))
    for x, dim in batched(values):
        for keepdim in (False, True):
            found, where = x.median(dim, keepdim)
            same(found.numpy(), np.full(found.shape, exact))
            assert not gone or (where.numpy() == gone[0]).all()
            same(x.gather(dim, where if keepdim else where.unsqueeze(dim)).numpy().reshape(-1),
                 found.numpy().reshape(-1))


@pytest.mark.parametrize("values", LISTS)
def test_the_mode_is_the_smallest_of_the_most_frequent(values):
    counts = {v: values.count(v) for v in values if not math.isnan(v)}
    exact = min((v for v in counts if counts[v] == max(counts.values())), default=NAN)
    for x, dim in batched(values):
        found, where = x.mode(dim)
        same(found.numpy(), np.full(found.shape, exact))
        last = max((i for i, v in enumerate(values) if v == exact), default=0)
        assert (where.numpy() == last).all()


def part_of(values, q, interpolation):
    """A quantile by its definition."""
    if any(map(math.isnan, values)):
        return NAN
    ordered, place = sorted(values), q * (len(values) - 1)
    low, high = ordered[math.floor(place)], ordered[math.ceil(place)]
    if interpolation in ("lower", "higher", "nearest"):
        return {"lower": low, "higher": high}.get(interpolation, ordered[round(place)])
    weight = 0.5 if interpolation == "midpoint" else place - math.floor(place)
    return low + weight * (high - low) if weight < 0.5 else high - (high - low) * (1 - weight)


@pytest.mark.parametrize("interpolation", ["linear", "lower", "higher", "midpoint", "nearest"])
@pytest.mark.parametrize("values", LISTS)
def test_quantiles(values, interpolation):
    parts = [0.0, 0.25, 0.5, 1.0]
    for x, dim in batched(values):
        exact = np.array([part_of(values, q, interpolation) for q in parts])
        several = x.quantile(mt.tensor(parts, dtype=x.dtype), dim, interpolation=interpolation)
        assert tuple(several.shape) == (4, *(n for d, n in enumerate(x.shape) if d != dim % x.ndim))
        same(several.numpy(), np.broadcast_to(exact.reshape(-1, *[1] * (x.ndim - 1)), several.shape))
        for q, value in zip(parts, exact):
            one = x.quantile(q, dim, True, interpolation=interpolation)
            assert tuple(one.shape) == tuple(1 if d == dim % x.ndim else n for d, n in enumerate(x.shape))
            same(one.numpy(), np.full(one.shape, value))
        kept = [v for v in values if not math.isnan(v)]
        found = x.nanquantile(0.5, dim, interpolation=interpolation).numpy()
        same(found, np.full(found.shape, part_of(kept, 0.5, interpolation) if kept else NAN))


@pytest.mark.parametrize("name", ["svd", "svdvals", "pinv", "cond", "matrix_rank", "eigh", "eigvalsh", "cholesky"])
@pytest.mark.parametrize("bad", [INF, -INF, NAN])
def test_what_iterates_refuses_inf_and_nan_at_once(name, bad):
    for x in (mt.diag(mt.tensor([bad, 1.0, 1.0])), mt.tensor([[[1.0, 0.0], [0.0, 1.0]], [[1.0, bad], [bad, 1.0]]])):
        with pytest.raises(RuntimeError, match="non-finite"):
            getattr(mt.linalg, name)(x)


@pytest.mark.parametrize("call", [
    lambda x: mt.linalg.matrix_norm(x, 2), lambda x: mt.linalg.matrix_norm(x, "nuc"), lambda x: x.norm("nuc"),
    lambda x: mt.linalg.lstsq(x, x), lambda x: mt.svd(x), lambda x: mt.pinverse(x)])
def test_so_do_norms_and_least_squares(call):
    with pytest.raises(RuntimeError, match="non-finite"):
        call(mt.tensor([[INF, 1.0], [1.0, 1.0]]))


def low_rank(rng, shape, rank):
    return rng.normal(size=(*shape[:-1], rank)) @ rng.normal(size=(*shape[:-2], rank, shape[-1]))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("shape, rank", [((3, 3), 2), ((5, 2), 1), ((2, 4, 6), 3), ((3, 3), 3), ((2, 3), 0),
                                         ((0, 3), 0), ((2, 0, 0), 0)])
def test_the_pseudo_inverse_of_any_rank_keeps_penroses_laws(shape, rank, dtype):
    x = mt.from_numpy(low_rank(np.random.default_rng(0), shape, rank).astype(dtype)).requires_grad_()
    p, close = mt.linalg.pinv(x), {"rtol": 1e-3, "atol": 1e-3 if dtype == "float32" else 1e-9}
    assert tuple(p.shape) == (*shape[:-2], shape[-1], shape[-2]) and p.dtype is x.dtype
    same((x @ p @ x).detach().numpy(), x.detach().numpy(), **close)
    same((p @ x @ p).detach().numpy(), p.detach().numpy(), **close)
    same((x @ p).detach().numpy(), (x @ p).mT.detach().numpy(), **close)
    assert (mt.linalg.matrix_rank(x).numpy() == rank).all()
    p.sum().backward()
    assert np.isfinite(x.grad.numpy()).all()


def leibniz(rows):
    """A determinant by its definition."""
    n, total = len(rows), Fraction(0)
    for order in permutations(range(n)):
        turns = sum(order[i] > order[j] for i in range(n) for j in range(i + 1, n))
        total += (-1) ** turns * math.prod((Fraction(rows[i][order[i]]) for i in range(n)), start=Fraction(1))
    return total


@pytest.mark.parametrize("rows", [[[1, 1], [1, 1]], [[0, 0], [0, 0]], [[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[2]], [[0]],
                                  [[1, 0, 0], [0, 1, 0], [0, 0, 0]], [[1, 2, 0], [3, 4, 1], [5, 6, 2]]])
def test_slopes_of_a_determinant_are_its_cofactors_also_where_there_is_no_inverse(rows):
    n = len(rows)
    others = [[k for k in range(n) if k != i] for i in range(n)]
    cofactors = [[float((-1) ** (i + j) * leibniz([[rows[a][b] for b in others[j]] for a in others[i]]))
                  for j in range(n)] for i in range(n)]
    x = mt.tensor(rows, dtype=mt.float64, requires_grad=True)
    first, = mt.autograd.grad(mt.linalg.det(x), x, create_graph=True)
    same(first.detach().numpy(), cofactors, atol=1e-9)
    if n == 3:                                           # and of cofactor (0, 0) = ei − fh those of a 2×2 determinant
        second, = mt.autograd.grad(first[0, 0], x)
        same(second[1:, 1:].numpy(), [[rows[2][2], -rows[2][1]], [-rows[1][2], rows[1][1]]], atol=1e-9)


@pytest.mark.parametrize("dim", [(0, 1), (1, 0), (-1, 0), (2, 0), (-2, -1)])
@pytest.mark.parametrize("ord", ["fro", "nuc", 1, -1, 2, -2, INF, -INF])
def test_matrix_norms_read_the_dims_they_are_given(ord, dim):
    x = np.random.default_rng(0).normal(size=(2, 3, 4))
    for keepdim, norm in product((False, True), (mt.linalg.matrix_norm, mt.linalg.norm)):
        same(norm(mt.from_numpy(x), ord, dim, keepdim).numpy(), np.linalg.norm(x, ord, dim, keepdim), rtol=1e-9)


def test_eigh_reads_one_triangle_and_unitriangular_none_of_the_diagonal():
    x = np.random.default_rng(0).normal(size=(4, 4))
    for letter in "LU":
        values, vectors = mt.linalg.eigh(mt.from_numpy(x), letter)
        whole = np.tril(x) + np.tril(x, -1).T if letter == "L" else np.triu(x) + np.triu(x, 1).T
        same((vectors * values @ vectors.mT).numpy(), whole, atol=1e-9)
    for upper in (True, False):
        a = mt.from_numpy(x).requires_grad_()
        out = mt.linalg.solve_triangular(a, mt.ones(4, 2, dtype=mt.float64), upper=upper, unitriangular=True)
        ones = (np.triu(x, 1) if upper else np.tril(x, -1)) + np.eye(4)
        same(ones @ out.detach().numpy(), np.ones((4, 2)), atol=1e-9)
        out.sum().backward()
        assert not np.diag(a.grad.numpy()).any()


@pytest.mark.parametrize("letter", "LU")
def test_the_slope_in_a_symmetric_matrix_is_symmetric(letter):
    x = mt.from_numpy(np.random.default_rng(1).normal(size=(2, 4, 4))).requires_grad_()
    values, vectors = mt.linalg.eigh(x, letter)
    total = (vectors.abs() * mt.arange(4.0).cos().double()).sum() + (values ** 3).sum()
    grad, = mt.autograd.grad(total, x, create_graph=True)
    second, = mt.autograd.grad((grad ** 2).sum(), x)
    for slope in (grad.detach(), second):
        same(slope.numpy(), slope.mT.numpy(), rtol=1e-9, atol=1e-9)


def test_a_float16_deviation_is_finite_where_the_variance_is_not():
    x = np.float16([1039.0, -1592.0, 2376.0])
    same(mt.from_numpy(x).std().item(), np.std(x.astype(float), ddof=1), rtol=1e-3)
    assert mt.from_numpy(x).std().dtype == mt.float16 and mt.from_numpy(x).var().isinf()


def test_pooling_of_infinite_order_is_of_the_largest_or_the_least_size():
    x = mt.tensor([[[1.0, -3.0, 2.0, 1.5]]])
    assert mt.nn.functional.lp_pool1d(x, INF, 2).tolist() == [[[3.0, 2.0]]]
    assert mt.nn.functional.lp_pool1d(x, -INF, 2).tolist() == [[[1.0, 1.5]]]
    assert mt.nn.functional.lp_pool2d(x.reshape(1, 1, 2, 2), INF, 2).tolist() == [[[[3.0]]]]


@pytest.mark.parametrize("p", [None, 2, -2, "fro", "nuc", 1, -1, INF])
def test_cond_of_a_singular_matrix_is_infinite_or_its_inverse(p):
    x = mt.tensor([[[1.0, 1.0], [1.0, 1.0]], [[2.0, 1.0], [1.0, 3.0]]], dtype=mt.float64)
    found = mt.linalg.cond(x, p).numpy()
    assert found[0] < 1e-15 if p == -2 else found[0] > 1e15
    same(found[1], np.linalg.cond(x[1].numpy(), p))


def near_poles():
    return [n + d for n in range(-9, 1) for d in (1e-6, -1e-6, 0.25, -0.4)]


def test_digamma_and_lgamma_near_negative_whole_numbers_step_by_one():
    x = mt.tensor(near_poles(), dtype=mt.float64)        # Γ(x + 1) = x·Γ(x)
    same((mt.lgamma(x + 1) - mt.lgamma(x)).numpy(), x.abs().log().numpy(), rtol=1e-7, atol=1e-9)
    same((mt.digamma(x + 1) - mt.digamma(x)).numpy(), (1 / x).numpy(), rtol=1e-6, atol=1e-6)
    for n in (1, 2, 3):
        exact = (-1) ** n * math.factorial(n) / x.numpy() ** (n + 1)
        difference = (mt.polygamma(n, x + 1) - mt.polygamma(n, x)).numpy()
        same(difference, exact, rtol=1e-3, atol=1e-9 * np.abs(mt.polygamma(n, x).numpy()).max())
        edge = mt.polygamma(n, mt.tensor(-INF)).item()
        assert math.isnan(edge) if n == 1 else edge == (-1) ** (n + 1) * INF
    assert mt.digamma(mt.tensor([-1.0, INF])).tolist()[1] == INF and mt.digamma(mt.tensor(-2.0)).isnan()


def test_functions_of_extreme_numbers():
    assert mt.hypot(mt.tensor(3e30), mt.tensor(4e30)).item() == pytest.approx(5e30)
    assert mt.hypot(mt.tensor(INF), mt.tensor(NAN)).item() == INF
    near = mt.isclose(mt.tensor([INF, INF, 1.0]), mt.tensor([INF, -INF, INF]), rtol=1.0)
    assert near.tolist() == [True, False, False]
    half = mt.tensor([0.5, -2.0, 3.0], dtype=mt.float16)
    same(mt.erf(half).numpy(), [math.erf(v) for v in half.tolist()], rtol=1e-3)
    assert mt.cumprod(mt.tensor([1e30, 1e30, 1e-30, 1e-30]), 0)[2:].tolist() == pytest.approx([1e30, 1.0])


def test_results_of_no_step_share_no_memory_with_their_input():
    x = mt.eye(3)
    for out in (mt.matrix_power(x, 1), mt.matrix_power(x, 0), mt.diff(x, 0)):
        assert not np.shares_memory(out.numpy(), x.numpy())


def test_complex_results():
    x = mt.tensor([[1 + 1j, 2], [3j, 4]])
    assert x.H.tolist() == [[1 - 1j, -3j], [2, 4]] == x.mH.tolist() == x.adjoint().tolist()
    assert not x.var().dtype.is_complex and x.var().item() == pytest.approx(np.var(x.numpy(), ddof=1))
    assert x.std(0).numpy() == pytest.approx(np.std(x.numpy(), 0, ddof=1))
    assert mt.isreal(x).tolist() == [[False, True], [False, True]]
    same(mt.sinc(x).numpy(), np.sinc(x.numpy()))
    same(mt.linalg.vector_norm(x).numpy(), np.linalg.norm(x.numpy()))


def test_integer_results_have_the_dtype_asked_for():
    assert mt.prod(mt.tensor([200, 200]), dtype=mt.uint8).item() == 200 * 200 % 256
    assert mt.sum(mt.tensor([1.7, 1.7]), dtype=mt.int64).item() == 2
    found = mt.vander(mt.tensor([200, 3], dtype=mt.int16), 4)
    assert found.dtype is mt.int64 and found.tolist() == [[200 ** 3, 200 ** 2, 200, 1], [27, 9, 3, 1]]
