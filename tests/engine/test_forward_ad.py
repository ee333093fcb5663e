"""Dual numbers beside PyTorch's: what is computed from them moves as theirs does, and misuse raises as there."""

import minitorch.autograd.forward_ad
import numpy as np
import pytest

import minitorch as mt

pytestmark = pytest.mark.needs("torch")
X, Y, V, W = np.random.default_rng(0).standard_normal((4, 2, 3))


def dual_of(lib, x=X, v=V):
    return lib.autograd.forward_ad.make_dual(lib.tensor(x), lib.tensor(v))


def written(lib):
    x = dual_of(lib)
    x.mul_(2)
    return x


def linear(lib):
    """A layer whose parameters move too, as the tutorial has it."""
    layer = lib.nn.Linear(3, 1).double()
    for name, x, v in (("weight", X[:1], Y[:1]), ("bias", X[0, :1], Y[0, :1])):
        delattr(layer, name)
        setattr(layer, name, dual_of(lib, x, v))
    return layer(dual_of(lib, Y, W)).tanh()


def by_jvp(lib):
    """A Function that tells only its jvp, with an input that does not move and one that is no tensor."""
    class Product(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, k, y):
            ctx.save_for_forward(x, y)
            ctx.k = k
            return x * y * k, x + y

        @staticmethod
        def jvp(ctx, dx, _, dy):
            x, y = ctx.saved_tensors
            return (x * dy + y * dx) * ctx.k, dx + dy
    first, second = Product.apply(dual_of(lib), 2.0, lib.tensor(Y))
    return first * second


MOVES = {
    "a dual": dual_of, "a product of itself": lambda lib: dual_of(lib) * dual_of(lib).sin(),
    "two": lambda lib: dual_of(lib).exp() @ dual_of(lib, Y, W).T, "beside what stays": lambda lib: (
        dual_of(lib) * lib.tensor(Y)).sum(), "written in place": written, "a layer": linear, "a Function": by_jvp,
    "twice differentiable": lambda lib: lib.logsumexp(dual_of(lib), 1)}


@pytest.mark.parametrize("name", MOVES)
def test_what_is_computed_from_duals_moves_as_in_pytorch(name, torch):
    found = []
    for lib in (mt, torch):
        forward_ad = lib.autograd.forward_ad
        with forward_ad.dual_level():
            parts = forward_ad.unpack_dual(MOVES[name](lib))
        assert type(parts).__name__ == "UnpackedDualTensor" and parts._fields == ("primal", "tangent")
        found.append([x.detach().numpy() for x in parts])
    np.testing.assert_allclose(found[0][0], found[1][0], rtol=1e-12)
    np.testing.assert_allclose(found[0][1], found[1][1], rtol=1e-12)


def test_a_tangent_can_be_differentiated_where_something_else_wants_a_gradient(torch):
    found = []
    for lib in (mt, torch):
        w = lib.tensor(Y, requires_grad=True)
        with lib.autograd.forward_ad.dual_level():
            tangent = lib.autograd.forward_ad.unpack_dual((dual_of(lib) * w).tanh()).tangent
            plain = lib.autograd.forward_ad.unpack_dual(dual_of(lib).tanh()).tangent
        tangent.sum().backward()
        found.append(w.grad.numpy())
        assert not plain.requires_grad
    np.testing.assert_allclose(*found, rtol=1e-12)


def test_there_is_no_tangent_of_what_does_not_move_or_outside_of_a_level(torch):
    for lib in (mt, torch):
        forward_ad = lib.autograd.forward_ad
        with forward_ad.dual_level() as level:
            x = dual_of(lib)
            assert level == 0 and forward_ad.unpack_dual(lib.ones(2)).tangent is None
            assert forward_ad.unpack_dual(lib.ones(2, requires_grad=True) * 2).tangent is None
        assert forward_ad.unpack_dual(x).tangent is None


def nested(forward_ad):
    with forward_ad.dual_level(), forward_ad.dual_level():
        pass


def inside(lib, call):
    with lib.autograd.forward_ad.dual_level():
        call(lib)


@pytest.mark.parametrize("misuse, error, words", [
    (dual_of, RuntimeError, "no level exists, make sure to enter_dual_level"),
    (lambda lib: nested(lib.autograd.forward_ad), RuntimeError, "Nested forward mode AD is not supported"),
    (lambda lib: inside(lib, lambda lib: dual_of(lib, [1], [1.0])), ValueError, "Expected primal to be floating"),
    (lambda lib: inside(lib, lambda lib: dual_of(lib, [1.0], [1])), ValueError, "Expected tangent to be floating"),
    (lambda lib: inside(lib, lambda lib: dual_of(lib, X, X[0])), RuntimeError, r"of size \[2, 3\] .* size \[3\]"),
    (lambda lib: inside(lib, lambda lib: lib.autograd.forward_ad.make_dual(dual_of(lib), lib.tensor(V))), RuntimeError,
     "already has a forward gradient"),
    (lambda lib: lib.autograd.forward_ad.exit_dual_level(), RuntimeError, "ual|open")])
def test_misuse_is_refused_as_in_pytorch(misuse, error, words, torch):
    for lib in (mt, torch):
        with pytest.raises(error, match=words):
            misuse(lib)


def test_a_function_with_jvp_alone_passes_gradcheck_and_second_derivatives():
    class Exp(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            out = x.exp()
            ctx.save_for_forward(out)
            return out

        @staticmethod
        def jvp(ctx, dx):
            out, = ctx.saved_tensors
            return dx * out
    x = mt.tensor(X, requires_grad=True)
    assert mt.autograd.gradcheck(Exp.apply, x) and mt.autograd.gradgradcheck(Exp.apply, x)


def test_a_function_without_jvp_says_so():
    with pytest.raises(NotImplementedError, match="must implement the jvp function"):
        mt.autograd.Function.jvp(None, X)
