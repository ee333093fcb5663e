"""minitorch.func beside torch.func: batches of samples, products with Jacobians, models as functions."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import func, nn

pytestmark = pytest.mark.needs("torch")
X, Y = np.random.default_rng(0).standard_normal((2, 4, 3))


def both(torch, compute):
    """compute(library, its func, tensor), by both, as lists of arrays."""
    def arrays(found):
        found = found.values() if isinstance(found, dict) else found
        return [x for part in found for x in arrays(part)] if isinstance(found, tuple | list) or hasattr(
            found, "__iter__") and not hasattr(found, "shape") else [found.detach().numpy()]
    ours, theirs = arrays(compute(mt, func, mt.tensor)), arrays(compute(torch, torch.func, torch.tensor))
    assert len(ours) == len(theirs)
    for a, b in zip(ours, theirs):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("compute", [
    lambda lib, f, t: f.vmap(lib.dot)(t(X), t(Y)), lambda lib, f, t: f.vmap(lambda x: (x.sum(), x * 2))(t(X)),
    lambda lib, f, t: f.vmap(lib.mul, in_dims=(0, None))(t(X), t(Y)),
    lambda lib, f, t: f.vmap(lib.mul, in_dims=1, out_dims=1)(t(X), t(Y)),
    lambda lib, f, t: f.vmap(lambda d: d["a"] * d["b"], in_dims=({"a": 0, "b": None},))({"a": t(X), "b": t(Y[0])}),
    lambda lib, f, t: f.vmap(f.vmap(lambda x: x ** 2))(t(X)), lambda lib, f, t: lib.vmap(lib.sin)(t(X)),
    lambda lib, f, t: f.vmap(f.grad(lambda w, x: (w * x).tanh().sum()), in_dims=(None, 0))(t(X[0]), t(Y)),
    lambda lib, f, t: f.jvp(lambda x, y: x * y.sin(), (t(X), t(Y)), (t(Y), t(X))),
    lambda lib, f, t: f.jvp(lambda x: (x ** 2, x.sum()), (t(X),), (t(Y),), has_aux=True),
    lambda lib, f, t: f.jacfwd(lib.sin)(t(X[0])), lambda lib, f, t: f.jacrev(lib.mul, argnums=(0, 1))(t(X[0]), t(Y[0])),
    lambda lib, f, t: f.jacrev(lambda x: (x ** 2, x.sum()), has_aux=True)(t(X[0])),
    lambda lib, f, t: f.hessian(lambda x: (x ** 3).sum())(t(X[0])),
    lambda lib, f, t: f.jacrev(lambda x: (x, x.sum()))(t(X[0])),
    lambda lib, f, t: f.grad(lambda p, x: (p["w"] * x + p["b"][0]).tanh().sum())({"w": t(X[0]), "b": [t(X[1])]}, t(Y)),
    lambda lib, f, t: f.vmap(f.grad(lambda p, x: (p["w"] * x).tanh().sum()), in_dims=(None, 0))({"w": t(X[0])}, t(Y)),
    lambda lib, f, t: f.jacrev(lambda p: p["w"].sin())({"w": t(X[0])}),
    lambda lib, f, t: f.vjp(lambda p, x: p["w"] * x, {"w": t(X[0])}, t(Y[0]))[1](t(X[1]))])
def test_numbers_are_pytorchs(torch, compute):
    both(torch, compute)


def test_an_ensemble_runs_as_one():
    models = [nn.Linear(3, 2) for _ in range(4)]
    params, buffers = func.stack_module_state(models)
    x = mt.randn(5, 3)
    out = func.vmap(lambda p, b, x: func.functional_call(models[0], (p, b), (x,)), in_dims=(0, 0, None))(
        params, buffers, x)
    assert out.shape == (4, 5, 2) and all(mt.allclose(out[i], model(x)) for i, model in enumerate(models))


def test_parameters_that_are_not_given_are_told_when_asked():
    with pytest.raises(RuntimeError, match="strict=True needs these tensors too: bias"):
        func.functional_call(nn.Linear(1, 1), {"weight": mt.ones(1, 1)}, mt.ones(1, 1), strict=True)


@pytest.mark.parametrize("call, told", [
    (lambda: func.vmap(mt.sin, in_dims=None)(mt.ones(2)), "at least one argument"),
    (lambda: func.vmap(mt.mul)(mt.ones(2), mt.ones(3)), r"got sizes \[2, 3\]"),
    (lambda: func.vmap(mt.mul)(mt.ones(2), 3), "a int, which is no tensor"),
    (lambda: func.vmap(mt.sin)(mt.ones(())), "a tensor without dimensions"),
    (lambda: func.vmap(mt.mul, in_dims=(0,))(mt.ones(2), mt.ones(2)), "1 entries for 2 arguments"),
    (lambda: func.vmap(lambda x: 3)(mt.ones(2)), "must return tensors, not int")])
def test_batches_that_cannot_be_split_are_refused(call, told):
    with pytest.raises(ValueError, match=told):
        call()


def test_a_fast_gradcheck_tries_one_direction():
    calls = []

    def cube(x):
        calls.append(1)
        return x ** 3
    x = mt.randn(50, dtype=mt.float64, requires_grad=True)
    assert mt.autograd.gradcheck(cube, x, fast_mode=True) and len(calls) == 3
    assert mt.autograd.gradgradcheck(lambda x: x ** 3, x, fast_mode=True)

    class Wrong(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 3
    assert not mt.autograd.gradcheck(Wrong.apply, x, fast_mode=True, raise_exception=False)
    with pytest.raises(mt.autograd.GradcheckError, match="the gradient of input 0 differs"):
        mt.autograd.gradcheck(Wrong.apply, x, fast_mode=True)


def test_only_inputs_is_accepted_and_another_value_is_told():
    x = mt.ones(2, requires_grad=True)
    assert mt.autograd.grad(x.sum(), x, None, None, False, True)[0].sum() == 2
    with pytest.warns(FutureWarning, match="only_inputs=False is ignored"):
        mt.autograd.grad(x.sum(), x, only_inputs=False)


def test_the_graph_is_walked_down_to_its_leaves():
    x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)
    node, seen = [(x * w).sum().grad_fn], []
    while node:
        one = node.pop()
        if hasattr(one, "variable"):
            seen.append(one.variable)
        node += [following for following, _ in one.next_functions if following is not None]
    assert len(seen) == 2 and any(a is x for a in seen) and any(a is w for a in seen)
