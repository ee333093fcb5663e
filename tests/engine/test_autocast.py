"""Inside `autocast` products are those of numbers rounded to 16 bits, as PyTorch's; outside nothing is left of it."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.amp import autocast, is_autocast_available, is_autocast_enabled
from minitorch.engine.apply import calling, watchers

DTYPES = ["bfloat16", "float16"]
PRODUCTS = {
    "linear": "F.linear(r(2, 30), r(4, 30), r(4))", "matmul": "r(2, 30) @ r(30, 4)",
    "bmm": "t.bmm(r(2, 3, 30), r(2, 30, 4))",
    "addmm": "t.addmm(r(2, 4), r(2, 30), r(30, 4))", "conv1d": "F.conv1d(r(2, 3, 8), r(4, 3, 2), r(4))",
    "conv2d": "F.conv2d(r(2, 3, 8, 8), r(4, 3, 3, 3), r(4), padding=1)",
    "conv3d": "F.conv3d(r(1, 2, 3, 4, 4), r(2, 2, 2, 2, 2))",
    "transposed": "F.conv_transpose2d(r(2, 3, 5, 5), r(3, 4, 2, 2))",
    "einsum": "t.einsum('ij,jk->ik', r(2, 30), r(30, 4))",
    "attention": "F.scaled_dot_product_attention(r(1, 2, 4, 8), r(1, 2, 4, 8), r(1, 2, 4, 8))",
    "mv": "t.mv(r(2, 30), r(30))", "dot": "t.dot(r(30), r(30))", "outer": "t.outer(r(3), r(4))",
    "float64": "r(2, 3).double() @ r(3, 4).double()", "exp": "t.exp(r(5))", "sum": "r(50).sum()",
    "cdist": "t.cdist(r(2, 3), r(4, 3))",
    "cross_entropy": "F.cross_entropy(r(4, 30) @ r(30, 5), t.tensor([0, 1, 2, 3]))",
    "mse": "F.mse_loss(r(4, 30) @ r(30, 5), r(4, 5))",
}
# How far results may be apart: two numbers of the short dtype, where PyTorch rounds inside of what is one op here
NEAR = {"bfloat16": 2.0 ** -7, "float16": 2.0 ** -10}


def result(library, expression, dtype):
    """The value of an expression inside autocast, and the gradients of its inputs, as float32 arrays."""
    draw, made = np.random.default_rng(0), []

    def r(*shape):
        made.append(library.tensor(draw.normal(size=shape).astype("float32"), requires_grad=True))
        return made[-1]
    with library.autocast("cpu", dtype=getattr(library, dtype)):
        out = eval(expression, {"t": library, "F": library.nn.functional, "r": r})
    weights = library.tensor(draw.normal(size=tuple(out.shape)).astype("float32"))
    (out.float() * weights).sum().backward()
    return [out.detach().float().numpy(), *[x.grad.numpy() for x in made]]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("expression", PRODUCTS.values(), ids=PRODUCTS)
def test_values_and_gradients_are_pytorchs(expression, dtype):
    torch = pytest.importorskip("torch")
    for ours, theirs in zip(result(mt, expression, dtype), result(torch, expression, dtype), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=NEAR[dtype], atol=NEAR[dtype] * abs(theirs).max())


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["linear", "matmul", "bmm", "mv", "dot", "exp"])
def test_what_one_op_computes_is_pytorchs_to_the_last_bit(name, dtype):
    torch = pytest.importorskip("torch")
    ours, theirs = result(mt, PRODUCTS[name], dtype)[0], result(torch, PRODUCTS[name], dtype)[0]
    same = np.isclose(ours, theirs, rtol=1e-6)           # sums of another order may round to the neighbour
    assert same.mean() > 0.7 and np.allclose(ours, theirs, rtol=NEAR[dtype])


def test_a_number_is_rounded_to_even_and_special_numbers_stay():
    x, wanted = [[1.0, 1.00390625, 1.01171875, np.inf, -3.14159, 1e-40]], [1.0, 1.0, 1.015625, np.inf, -3.140625]
    with autocast("cpu"):
        assert (mt.tensor(x).T @ mt.ones(1, 1)).flatten().tolist() == [*wanted, 9.183549615799121e-41]
        assert np.isnan((mt.tensor([[np.nan]]) @ mt.ones(1, 1)).item())


def test_it_ends_nests_and_is_switched_off():
    layers = len(calling), len(watchers)
    x = mt.full((1, 1), 1.001)
    assert is_autocast_available("cpu") and not is_autocast_available("cuda")
    with autocast("cpu"):
        assert is_autocast_enabled("cpu") and not is_autocast_enabled("cuda") and (x @ x).item() == 1
        with autocast("cpu", enabled=False):
            assert not is_autocast_enabled("cpu") and (x @ x).item() != 1
        with autocast("cpu", dtype=mt.float16), autocast("cuda"):
            assert 1 < (x @ x).item() < 1.003
        assert (x @ x).item() == 1
    with pytest.raises(ZeroDivisionError), autocast("cpu"):
        raise ZeroDivisionError
    assert not is_autocast_enabled("cpu") and (x @ x).item() != 1 and (len(calling), len(watchers)) == layers
    with pytest.warns(UserWarning, match="Disabling autocast"), autocast("cpu", dtype=mt.float32):
        assert (x @ x).item() != 1


def test_it_decorates_and_compiled_functions_follow_it():
    layer = mt.nn.Linear(4, 4)
    step, x = mt.compile(layer), mt.rand(3, 4)
    exact = step(x)

    @autocast("cpu")
    def short(x):
        return step(x)
    assert short.__name__ == "short" and not mt.equal(short(x), exact) and mt.allclose(short(x), exact, atol=0.02)
    assert mt.equal(step(x), exact)


def losses(t, steps=12):
    """The losses of a small network, trained with its forward inside autocast and a scaled loss."""
    draw = np.random.default_rng(1)
    x, y = t.tensor(draw.normal(size=(16, 1, 6, 6)).astype("float32")), t.tensor(draw.integers(0, 3, 16))
    model = t.nn.Sequential(t.nn.Conv2d(1, 4, 3), t.nn.BatchNorm2d(4), t.nn.ReLU(), t.nn.Flatten(), t.nn.Linear(64, 3))
    with t.no_grad():
        for p in model.parameters():
            p.copy_(t.tensor(draw.normal(0, 0.2, tuple(p.shape)).astype("float32")))
    optimizer, found = t.optim.SGD(model.parameters(), lr=0.1, momentum=0.9), []
    for _ in range(steps):
        optimizer.zero_grad()
        with t.autocast("cpu", dtype=t.bfloat16):
            loss = t.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


def test_a_network_trains_as_in_pytorch():
    torch = pytest.importorskip("torch")
    ours, theirs = losses(mt), losses(torch)
    assert ours[-1] < ours[0] / 2
    np.testing.assert_allclose(ours, theirs, rtol=0.02, atol=0.005)
