"""The same call here and in PyTorch, on values where conventions differ: nan, inf, equal numbers, no elements."""

import numpy as np
import pytest

import minitorch as mt

NAN, INF = float("nan"), float("inf")
VECTORS = [[1.0, NAN, 3.0], [3.0, 1.0, 1.0, 1.0], [1.0, INF, -INF, 3.0], [NAN, NAN], [INF, INF, 1.0], [-INF, -INF],
           [2.0], [-0.0, 0.0], [1e15, 1e15, 1e-15]]
CALLS = {
    "median": lambda t, x: x.median(), "median of dim": lambda t, x: x.median(0).values, "mode": lambda t, x: x.mode(),
    "nanmedian": lambda t, x: x.nanmedian(), "nanmedian of dim": lambda t, x: x.nanmedian(0),
    "quantile": lambda t, x: t.quantile(x, 0.75), "nanquantile": lambda t, x: t.nanquantile(x, 0.5),
    "quantile kept": lambda t, x: t.quantile(x, t.tensor([0.5, 1.0]), 0, True),
    "var": lambda t, x: x.var(), "std 0": lambda t, x: x.std(0, correction=0),
    "var of too few": lambda t, x: x.var(0, correction=9),
    "std, unbiased": lambda t, x: x.std(True),
    "var_mean": lambda t, x: t.var_mean(x.clamp(-9, 9), 0, correction=0),
    "logsumexp": lambda t, x: x.logsumexp(0), "logcumsumexp": lambda t, x: x.logcumsumexp(0),
    "cumsum": lambda t, x: x.cumsum(0), "cumprod": lambda t, x: x.cumprod(0), "cummax": lambda t, x: x.cummax(0),
    "cummin": lambda t, x: x.cummin(0), "sort": lambda t, x: x.sort(stable=True),
    "unique": lambda t, x: x.detach().unique(return_counts=True),
    "unique_consecutive": lambda t, x: t.unique_consecutive(x.detach(), return_inverse=True, dim=0),
    "histc": lambda t, x: t.histc(x, 3, 0, 3),
    "histogram": lambda t, x: t.histogram(x.detach(), 3, range=(0.0, 3.0), weight=x.detach()),
    "histogram of edges": lambda t, x: t.histogram(x.detach(), t.tensor([-1.0, 1.0, 1.0, 2.5]), density=True),
    "histogramdd": lambda t, x: t.histogramdd(t.stack([x.detach(), x.detach()], 1), [3, 2], [0.0, 3.0, 1.0, 2.0]).hist,
    "cov": lambda t, x: t.cov(x), "corrcoef": lambda t, x: t.corrcoef(x),
    "norm": lambda t, x: x.norm(), "norm 0": lambda t, x: x.detach().norm(0), "norm inf": lambda t, x: x.norm(INF),
    "norm −inf": lambda t, x: t.linalg.vector_norm(x, -INF), "norm ½": lambda t, x: t.linalg.vector_norm(x, 0.5, 0),
    "norm −1": lambda t, x: t.linalg.vector_norm(x, -1),
    "diff": lambda t, x: t.diff(x, 2), "hypot": lambda t, x: t.hypot(x, x),
    "isclose": lambda t, x: t.isclose(x, x.flip(0)), "isclose, nan too": lambda t, x: t.isclose(x, x, equal_nan=True),
    "digamma": lambda t, x: x.digamma(), "lgamma": lambda t, x: x.lgamma(), "lerp": lambda t, x: x.lerp(x * 2, 0.75),
    "sinc": lambda t, x: x.sinc(), "vander": lambda t, x: t.vander(x.detach(), 3),
    "count": lambda t, x: t.count_nonzero(x),
    "prod": lambda t, x: x.prod(0), "nansum": lambda t, x: x.nansum(), "nanmean": lambda t, x: x.nanmean(0),
}


def several(result):
    return list(result) if isinstance(result, tuple) else [result]


@pytest.mark.parametrize("name", CALLS)
def test_values_and_gradients_of_unusual_numbers_are_pytorchs(torch, name):
    for values in VECTORS:
        ours, theirs = ([*several(CALLS[name](t, x)), x] for t, x in (
            (t, t.tensor(values, dtype=t.float64 if name in ("var", "std 0") else t.float32, requires_grad=True))
            for t in (mt, torch)))
        assert len(ours) == len(theirs)
        for a, b in zip(ours[:-1], theirs[:-1]):
            assert (tuple(a.shape), a.dtype.name) == (tuple(b.shape), str(b.dtype)[6:]), f"{name} of {values}"
            np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), 2e-5, 1e-6, err_msg=str(values))
        if theirs[0].requires_grad and np.isfinite(theirs[0].detach().numpy()).all():
            ours[0].sum().backward()
            theirs[0].sum().backward()
            np.testing.assert_allclose(ours[-1].grad.numpy(), theirs[-1].grad.numpy(), rtol=2e-5, atol=1e-6,
                                       err_msg=f"the gradient of {name} of {values}")


REFUSED = [
    lambda t: t.quantile(t.ones(3), t.tensor([[0.5]])), lambda t: t.quantile(t.ones(2), NAN),
    lambda t: t.quantile(t.ones(2), t.tensor([0.5], dtype=t.float64)), lambda t: t.mode(t.zeros(0, 3), 0),
    lambda t: t.linalg.vector_norm(t.zeros(0), INF), lambda t: t.linalg.norm(t.ones(2, 2, 2), 2),
    lambda t: t.linalg.matrix_norm(t.eye(2), 3), lambda t: t.linalg.norm(t.eye(2), "fro", 0),
    lambda t: t.polygamma(-1, t.ones(1)), lambda t: t.linalg.eigh(t.eye(2), "X"),
    lambda t: t.linalg.inv(t.ones(2, 2)), lambda t: t.linalg.solve(t.ones(2, 2), t.ones(2)),
    lambda t: t.linalg.cholesky(t.tensor([[NAN, 1.0], [1.0, 1.0]])),
    lambda t: t.linalg.svd(t.tensor([[NAN, 1.0], [1.0, 1.0]])),
    lambda t: t.bincount(t.tensor([1, 2]), t.tensor([0.1])), lambda t: t.bincount(t.tensor([1]), minlength=-1),
    lambda t: t.histc(t.tensor([NAN, 1.0]), 3), lambda t: t.isclose(t.ones(1), t.ones(1), rtol=-1),
    lambda t: t.histogram(t.tensor([NAN, 1.0]), 3), lambda t: t.histogram(t.ones(2), 0),
    lambda t: t.histogram(t.ones(2), 3, range=(3.0, 1.0)), lambda t: t.histogram(t.ones(2), 3, range=(1.0,)),
    lambda t: t.histogram(t.ones(2), t.ones(2, 2)), lambda t: t.histogram(t.ones(2), t.tensor([1, 2])),
    lambda t: t.histogram(t.ones(2), t.tensor([0.0, 1.0]), range=(0.0, 1.0)),
    lambda t: t.histogram(t.ones(2), [1.0, 2.0]),
    lambda t: t.histogram(t.ones(2), 3, weight=t.ones(3)), lambda t: t.histogram(t.ones(2), 3, weight=t.tensor([1, 2])),
    lambda t: t.histogram(t.tensor([1, 2]), 3), lambda t: t.histogramdd(t.ones(2), [3]),
    lambda t: t.histogramdd(t.ones(2, 2), [3]),
    lambda t: t.vander(t.ones(2), N=-1), lambda t: t.mean(t.ones(2), dtype=t.int64), lambda t: t.ones(3).mH,
    lambda t: t.diff(t.ones(2), prepend=t.ones(1, 1)),
]


@pytest.mark.parametrize("call", REFUSED)
def test_what_pytorch_refuses_is_refused_in_kind(torch, call):
    with pytest.raises((RuntimeError, IndexError, TypeError, ValueError)) as theirs:
        call(torch)
    with pytest.raises(Exception) as ours:
        call(mt)
    kind = mt.linalg.LinAlgError if theirs.type is torch.linalg.LinAlgError else theirs.type
    assert issubclass(kind, ours.type) or issubclass(ours.type, kind)
