"""Element types: PyTorch's names, and PyTorch's rules for mixing them."""

import itertools
import subprocess
import sys

import numpy as np
import pytest

import minitorch as mt
from minitorch import dtypes

ALL = [d for d in dtypes.ALL if d.rank < 3]


def test_names_and_aliases():
    assert mt.float is mt.float32 and mt.double is mt.float64 and mt.half is mt.float16
    assert mt.long is mt.int64 and mt.int is mt.int32 and mt.short is mt.int16
    assert repr(mt.float32) == "minitorch.float32" and mt.float32.itemsize == 4
    assert mt.float16.is_floating_point and not mt.int8.is_floating_point
    assert mt.int8.is_signed and not mt.uint8.is_signed and not mt.bool.is_signed


@pytest.mark.parametrize(("value", "dtype"), [
    (1.0, "float32"), (1, "int64"), (True, "bool"), ([1, 2.0], "float32"), ([], "float32"), ([True, False], "bool"),
    (np.float64(1), "float64"), (np.ones(2), "float64"), (np.ones(2, np.int8), "int8"), ([[1], [2]], "int64"),
    (range(3), "int64"), ([np.ones(2), np.ones(2)], "float64"), (np.float32(1), "float32")])
def test_tensor_takes_the_dtype_of_what_it_is_given(value, dtype):
    assert mt.tensor(value).dtype is getattr(mt, dtype)


def test_a_python_float_keeps_all_its_digits_in_float64():
    for make in (mt.tensor, mt.as_tensor):
        assert make(0.1, dtype=mt.float64).item() == 0.1 and make([[0.1]], dtype=mt.float64).tolist() == [[0.1]]


def test_the_default_dtype_is_what_python_floats_become():
    assert mt.get_default_dtype() is mt.float32
    mt.set_default_dtype(mt.float64)
    assert mt.tensor(1.0).dtype is mt.zeros(2).dtype is mt.randn(2).dtype is mt.float64
    assert (mt.ones(2, dtype=mt.int64) / 2).dtype is mt.float64
    with pytest.raises(TypeError, match="needs a floating dtype.*int32"):
        mt.set_default_dtype(mt.int32)


def makers(library, name):
    """A dimensioned tensor, a 0-d tensor: of one dtype."""
    kind = getattr(library, name)
    return {"dimensioned": library.ones(2, dtype=kind), "0-d": library.ones((), dtype=kind)}


@pytest.mark.parametrize("first", [d.name for d in ALL])
def test_promotion_of_every_pair_is_pytorchs(first, torch):
    for second in [d.name for d in ALL]:
        for (form, a), (other, b) in itertools.product(makers(torch, first).items(), makers(torch, second).items()):
            x, y = makers(mt, first)[form], makers(mt, second)[other]
            assert (x + y).dtype.name == str((a + b).dtype)[6:], (form, first, other, second)
            assert (x * y).dtype.name == str((a * b).dtype)[6:]
            assert (x == y).dtype is mt.bool
            assert mt.promote_types(x.dtype, y.dtype).name == str(torch.promote_types(a.dtype, b.dtype))[6:]


@pytest.mark.parametrize("name", [d.name for d in ALL])
def test_promotion_with_python_numbers_is_pytorchs(name, torch):
    for form in ("dimensioned", "0-d"):
        x, a = makers(mt, name)[form], makers(torch, name)[form]
        for number in (2, 2.5, True):
            assert (x * number).dtype.name == str((a * number).dtype)[6:], (form, number)
            assert (number + x).dtype.name == str((number + a).dtype)[6:], (form, number)
            if not (number is True and name == "bool"):
                assert (x / number).dtype.name == str((a / number).dtype)[6:], (form, number)


@pytest.mark.parametrize("name", [d.name for d in ALL])
def test_float_functions_of_integers_give_the_default_float(name):
    x = mt.ones(2, dtype=getattr(mt, name))
    assert mt.exp(x).dtype is (x.dtype if x.dtype.is_floating_point else mt.float32)
    assert mt.sum(x).dtype is (x.dtype if x.dtype.is_floating_point else mt.int64)


def test_a_number_never_widens_a_float_tensor():
    x = mt.ones(3, dtype=mt.float16)
    assert (x * 1e-3).dtype is (x + mt.tensor(2.0, dtype=mt.float64)).dtype is mt.float16
    assert (x * np.float64(2)).dtype is mt.float16


def test_casts():
    x = mt.tensor([1.7, -1.7, 0.0])
    assert x.int().tolist() == [1, -1, 0] and x.bool().tolist() == [True, True, False]
    assert x.double().dtype is mt.float64 and x.to(mt.float16).dtype is mt.float16 and x.long().dtype is mt.int64
    assert x.to(mt.float32) is x and x.float() is x and x.to(x) is x
    assert x.to("cpu") is x and x.to(mt.device("cpu"), mt.float64).dtype is mt.float64
    assert x.to(mt.float32, copy=True) is not x
    assert x.type_as(mt.ones(1, dtype=mt.int8)).dtype is mt.int8


def test_casts_pass_gradients_back_in_the_dtype_they_left():
    x = mt.ones(2, requires_grad=True)
    (x.double() * 3).sum().backward()
    assert x.grad.dtype is mt.float32 and x.grad.tolist() == [3, 3]


def test_an_unknown_dtype_is_named_with_those_there_are():
    with pytest.raises(TypeError, match="'complex256x' is not an element type.*float32"):
        mt.zeros(2, dtype="complex256x")
    with pytest.raises(TypeError, match="to\\(\\) takes a dtype, a device or a tensor"):
        mt.ones(2).to([1])


def test_limits():
    assert mt.finfo(mt.float32).eps == np.finfo(np.float32).eps and mt.finfo(mt.float16).max == 65504
    assert mt.finfo().bits == 32 and mt.iinfo(mt.int8).min == -128 and mt.iinfo(mt.int64).max == 2 ** 63 - 1


def test_nan_and_inf_are_values_not_warnings():
    program = """
import minitorch as mt
x = mt.tensor([0.0, -1.0], requires_grad=True)
y = (1 / x, mt.log(x), mt.sqrt(x), (x + 1000).exp(), mt.ones(0).mean(), x % 0)
(y[0] + y[1] + y[2] + y[3]).sum().backward()
print(y[0], y[1], y[2])"""
    run = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True)
    assert run.stderr == ""
    assert run.stdout.split(" tensor")[0] == "tensor([inf, -1.], grad_fn=<MulBackward0>)"
