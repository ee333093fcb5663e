"""Checks by differences: they find what is wrong, and only that."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.autograd.numeric import numeric_gradient
from minitorch.engine import Op, derivative_of
from minitorch.rare.autograd.gradcheck import GradcheckError, gradcheck, gradgradcheck


def leaf(*shape):
    return mt.randn(*shape, dtype=mt.float64, requires_grad=True)


def test_numeric_gradient_of_a_known_slope():
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    before = x.copy()
    np.testing.assert_allclose(numeric_gradient(lambda x: (x ** 3).sum(), x), 3 * x ** 2, rtol=1e-6)
    np.testing.assert_array_equal(x, before)
    assert numeric_gradient(lambda x: float(x * 5), np.array(2.0)).shape == ()


def cube(derivative, second=True):
    op = Op(lambda xp, x: x * x * x, name="cube", keeps="x", register=False)
    derivative_of(op)(derivative)
    return op


def test_gradcheck_accepts_a_right_derivative_and_names_the_place_of_a_wrong_one():
    right = cube(lambda grad, out, x: grad * 3 * x * x)
    assert gradcheck(right, leaf(3)) and gradgradcheck(right, leaf(3))
    wrong = cube(lambda grad, out, x: grad * 2 * x * x)
    with pytest.raises(GradcheckError, match=r"gradient of input 0 differs from finite differences at \(\d,\)"):
        gradcheck(wrong, leaf(3))
    assert gradcheck(wrong, leaf(3), raise_exception=False) is False


def test_gradgradcheck_finds_a_derivative_that_cannot_be_differentiated():
    cut = cube(lambda grad, out, x: grad * (x.detach() if isinstance(x, mt.Tensor) else x) * x * 3)
    assert gradcheck(cut, leaf(3))
    with pytest.raises(GradcheckError):
        gradgradcheck(cut, leaf(3))


def test_gradcheck_of_several_inputs_and_outputs():
    assert gradcheck(lambda x, y: (x * y, (x + 1).exp(), x > 0), (leaf(2, 3), leaf(3)))
    assert gradcheck(lambda x, n: x * n, (leaf(2), 3.0))


def test_gradcheck_wants_float64_and_something_to_check():
    with pytest.raises(ValueError, match="gradcheck needs float64 inputs; input 0 is minitorch.float32"):
        gradcheck(mt.exp, mt.ones(2, requires_grad=True))
    with pytest.raises(ValueError, match="at least one input tensor to require gradient"):
        gradcheck(mt.exp, mt.ones(2))
    with pytest.raises(GradcheckError, match="no output of func requires grad"):
        gradcheck(lambda x: x.detach(), leaf(2))


def test_second_derivatives_of_a_small_network_agree_with_differences():
    x = mt.randn(5, 3, dtype=mt.float64)
    parameters = (leaf(4, 3), leaf(4), leaf(2, 4), leaf(2))

    def loss(w1, b1, w2, b2):
        hidden = mt.tanh(x @ w1.T + b1)
        return ((mt.sigmoid(hidden @ w2.T + b2) - 0.3) ** 2).mean()
    assert gradcheck(loss, parameters)
    assert gradgradcheck(loss, parameters)


def test_checks_leave_inputs_and_grads_alone():
    x = leaf(3)
    before = x.detach().clone()
    gradcheck(mt.exp, x)
    gradgradcheck(mt.exp, x)
    assert x.tolist() == before.tolist() and x.grad is None


def test_sinc_has_its_second_derivative_at_and_near_zero():
    x = mt.tensor([0.0, 1e-7, -0.004, 0.3], dtype=mt.float64, requires_grad=True)
    first, = mt.autograd.grad(mt.sinc(x).sum(), x, create_graph=True)
    second, = mt.autograd.grad(first.sum(), x)
    np.testing.assert_allclose(first.detach().numpy()[:2], [0, -np.pi ** 2 / 3 * 1e-7], rtol=1e-9)
    np.testing.assert_allclose(second.numpy()[:3], -np.pi ** 2 / 3, rtol=1e-4)
    assert second[3].item() == pytest.approx(-2.4585, abs=1e-4)
