"""Operators called by name: x.__radd__(y) is y + x, for Tensors as for numbers; and calls with numbers only."""

import operator

import numpy as np
import pytest

import minitorch as mt

REFLECTED = {"radd": operator.add, "rsub": operator.sub, "rmul": operator.mul, "rtruediv": operator.truediv,
             "rdiv": operator.truediv, "rfloordiv": operator.floordiv, "rmod": operator.mod, "rpow": operator.pow,
             "rmatmul": operator.matmul}
WHOLE = {"rand": operator.and_, "ror": operator.or_, "rxor": operator.xor, "rlshift": operator.lshift,
         "rrshift": operator.rshift}


def positive(*values, **settings):
    return mt.tensor([[value, value + 1] for value in values], dtype=mt.float64, **settings)


@pytest.mark.parametrize("name", REFLECTED)
def test_a_reflected_operator_takes_a_tensor_on_the_left(name):
    inputs = [[positive(1.5, 2.5, requires_grad=True), positive(3.5, 0.5, requires_grad=True)] for _ in range(2)]
    (x, y), (left, right) = inputs
    found, wanted = getattr(x, f"__{name}__")(y), REFLECTED[name](right, left)
    np.testing.assert_array_equal(found.detach().numpy(), wanted.detach().numpy())
    for out, order in ((found, (x, y)), (wanted, (left, right))):
        out.sum().backward(inputs=order)
    for one, other in zip(*inputs):
        np.testing.assert_array_equal(one.grad.numpy(), other.grad.numpy())


@pytest.mark.parametrize("name", WHOLE)
def test_a_reflected_operator_of_integers_takes_a_tensor_on_the_left(name):
    x, y = mt.tensor([1, 2, 3]), mt.tensor([4, 6, 5])
    assert getattr(x, f"__{name}__")(y).tolist() == WHOLE[name](y, x).tolist()


def test_a_reflected_operator_refuses_what_is_no_tensor():
    assert mt.ones(2).__radd__("2") is NotImplemented and mt.ones(2).__rmatmul__(2) is NotImplemented
    with pytest.raises(TypeError, match="Tensor.__radd__.. is a method of a Tensor, not of int"):
        mt.Tensor.__radd__(2, mt.ones(2))


@pytest.mark.parametrize("call, value, dtype", [
    (lambda: mt.add(2, 3.5), 5.5, mt.float32), (lambda: mt.mul(True, False), False, mt.bool),
    (lambda: mt.sub(2, 1j), 2 - 1j, mt.complex64), (lambda: mt.div(1, 4), 0.25, mt.float32),
    (lambda: mt.div(1, 0), float("inf"), mt.float32), (lambda: mt.floor_divide(7, 2), 3, mt.int64)])
def test_arithmetic_of_numbers_alone_gives_the_tensor_that_pytorch_gives(call, value, dtype):
    assert call().item() == value and call().dtype is dtype and call().shape == ()


@pytest.mark.parametrize("name", ["pow", "remainder", "bitwise_and", "bitwise_left_shift"])
def test_other_functions_need_a_tensor(name):
    with pytest.raises(TypeError, match=f"{name}.. needs a Tensor among"):
        getattr(mt, name)(2, 3)


def test_differences_of_complex_numbers():
    x, y = mt.tensor([1 + 2j, 3j], requires_grad=True), mt.tensor([1.0, 2.0], requires_grad=True)
    (y - x).abs().sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), [1j, (-2 + 3j) / 13 ** 0.5], rtol=1e-6)
    np.testing.assert_allclose(y.grad.numpy(), [0, 2 / 13 ** 0.5], rtol=1e-6)
    assert mt.rsub(x.detach(), 1).tolist() == [-2j, 1 - 3j]
    assert mt.lerp(x.detach(), x.detach() * 3, 0.5j).tolist() == [-1 + 3j, -3 + 3j]
