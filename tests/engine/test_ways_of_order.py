"""Short ways that must come to what the long ones do: a few largest without sorting all, equality by parts."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.engine import registry
from minitorch.ops.elementwise.special import erf
from minitorch.ops.kernels.tiling import BLOCK
from minitorch.rare.ops.elementwise.gamma import lgamma
from minitorch.rare.ops.elementwise.special import erfc

order, top = registry["order_op"], registry["top_op"]


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("k", [0, 1, 3, 5, 20])
@pytest.mark.parametrize("shape, dim", [((40,), 0), ((5, 33), -1), ((20, 4, 2), 0), ((0, 20), 1)])
@pytest.mark.parametrize("kind", ["float32", "float64", "float16", "int64", "uint8"])
def test_the_first_few_are_those_of_the_whole_order(kind, shape, dim, k, largest):
    rng = np.random.default_rng(k)
    for values, holes in (5, 0), (250, 0), (250, 4):     # many that tie, few, and nan
        x = rng.integers(0, values, shape).astype(kind)
        if holes and x.size and x.dtype.kind == "f":
            x.reshape(-1)[:: x.size // holes] = np.nan
        for array in x, np.asfortranarray(x):
            whole = np.moveaxis(order.forward(np, array, dim=dim, descending=largest), dim, 0)[:k]
            found = top.forward(np, array, k=k, dim=dim, largest=largest)
            assert found.flags.c_contiguous and np.array_equal(found, np.moveaxis(whole, 0, dim))


def test_equality_looks_at_every_part():
    x = mt.arange(3 * BLOCK + 5).float()
    assert mt.equal(x, x.clone()) and mt.equal(x[::2], x[::2].clone()) and mt.equal(x[:0], x[5:5])
    for place in 0, BLOCK, 3 * BLOCK + 4:
        other = x.clone()
        other[place] = -1
        assert not mt.equal(x, other)
    assert not mt.equal(mt.tensor([float("nan")]), mt.tensor([float("nan")])) and mt.equal(mt.ones(2), mt.ones(2).int())
    assert mt.equal(mt.tensor(1.0), mt.tensor(1.0)) and not mt.equal(mt.ones(2, 1), mt.ones(1, 2))


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
@pytest.mark.parametrize("op", [erf, erfc, lgamma], ids=str)
def test_in_blocks_as_at_once(op, kind):
    x = np.linspace(-9, 9, 2 * BLOCK + 6).astype(kind).reshape(2, -1).T
    assert x.size > BLOCK and not x.flags.c_contiguous
    whole = op.forward(np, x)
    assert whole.shape == x.shape and whole.dtype == kind
    for part in slice(0, 50), slice(30_000, 30_400), slice(-7, None):
        np.testing.assert_array_equal(whole[part], op.forward(np, x[part]))


def test_shrinking_as_its_formula_says():
    x = mt.tensor([-2.0, -0.5, -0.25, 0.0, 0.5, 0.75, float("nan"), float("inf")], requires_grad=True)
    for shrink, wanted in ((mt.nn.functional.softshrink, [-1.5, 0, 0, 0, 0, 0.25]),
                           (mt.nn.functional.hardshrink, [-2, 0, 0, 0, 0, 0.75])):
        out = shrink(x)
        assert out[:6].tolist() == wanted and out[6].isnan() and out[7].item() == float("inf")
        assert mt.autograd.grad(out[:6].sum(), x)[0][:6].tolist() == [1, 0, 0, 0, 0, 1]


def test_many_distances_by_the_product_are_those_of_all_differences():
    rng = np.random.default_rng(0)
    for one, other in ((30, 5), (7, 5)), ((2, 1, 9, 3), (4, 26, 3)), ((0, 4), (30, 4)), ((30, 0), (4, 0)):
        x, y = (mt.from_numpy(rng.normal(size=shape)).requires_grad_() for shape in (one, other))
        found, plain = mt.cdist(x, y), (x.unsqueeze(-2) - y.unsqueeze(-3)).norm(2, -1)
        weights = mt.rand_like(plain)
        assert found.shape == plain.shape and mt.allclose(found, plain)
        for a, b in zip(*(mt.autograd.grad((out * weights).sum(), (x, y)) for out in (found, plain)), strict=True):
            assert mt.allclose(a, b)
    x = mt.from_numpy(rng.normal(size=(27, 3))).requires_grad_()
    y = mt.from_numpy(rng.normal(size=(2, 3))).requires_grad_()
    assert mt.autograd.gradcheck(mt.cdist, (x, y)) and mt.autograd.gradgradcheck(mt.cdist, (x, y))
    again = mt.cdist(x, x)
    assert again.diagonal().abs().max().item() < 1e-6 and mt.autograd.grad(again.sum(), x)[0].isfinite().all()
