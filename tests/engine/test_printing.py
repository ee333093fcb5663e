"""How tensors print: PyTorch's text, with our name in it."""

from importlib import import_module

import numpy as np
import pytest

import minitorch as mt

rng = np.random.default_rng(0)
inf, nan = np.inf, np.nan
f32, f64 = np.float32, np.float64
ARRAYS = {
    "number": f32(1.5), "whole number": f32(3), "zero": f32(0), "negative": f32(-2.25), "nan": f32(nan),
    "inf": f32(-inf),
    "integer": np.int64(7), "bool": np.bool_(True), "double": f64(0.1), "tiny": f32(1e-10), "huge": f32(1e20),
    "whole": np.array([1, 2, 3], f32), "mixed": np.array([1, 2.5, -3], f32), "nans": np.array([nan, 1.0, inf, -inf],
    f32),
    "all nan": np.full(3, nan, f32), "whole and nan": np.array([1, nan, 100], f32), "zeros": np.zeros(3, f32),
    "negative zero": np.array([-0.0, 0.0], f32), "scientific": np.array([1e-5, 1.0], f32), "wide": np.array([1, 1e4,
    0.5], f32),
    "wide whole": np.array([1, 1e5], f32), "large whole": np.array([1e9, 1], f32), "big": np.array([12345.678, 1.0],
    f32),
    "small": np.array([1e-3, 2e-3], f32), "smaller": np.array([1e-4, 2e-4], f32), "smallest": np.array([1e-5, 2e-5],
    f32),
    "thousand": np.array([0.001, 1.0], f32), "over thousand": np.array([0.0009, 1.0], f32),
    "inf wide": np.array([1e10, inf], f32),
    "ints": np.array([1, -20, 300]), "int32": np.array([1, 2], np.int32), "uint8": np.array([1, 255], np.uint8),
    "int8": np.array([-1], np.int8), "bools": np.array([True, False]), "doubles": np.array([0.1, 0.25]),
    "half": np.array([0.1, 2.0], np.float16), "half inf": np.array([inf], np.float16),
    "empty": np.zeros(0, f32), "empty int": np.zeros(0, np.int64), "empty matrix": np.zeros((0, 3), f32),
    "empty inside": np.zeros((2, 0), f32), "empty double": np.zeros((0, 3)), "empty bool": np.zeros(0, bool),
    "matrix": rng.standard_normal((3, 4)).astype(f32), "one row": np.ones((1, 3), f32), "one column": np.ones((3, 1),
    f32),
    "int matrix": np.arange(6).reshape(2, 3), "bool matrix": np.eye(2, dtype=bool), "ones everywhere": np.ones((1, 1,
    1), f32),
    "3-D": np.arange(12.0).reshape(2, 2, 3).astype(f32), "4-D": np.arange(16.0).reshape(2, 2, 2, 2).astype(f32),
    "5-D": np.arange(8.0).reshape(2, 1, 2, 1, 2).astype(f32), "3-D ints": np.arange(8).reshape(2, 2, 2),
    "long": np.arange(30.0).astype(f32), "long ints": np.arange(50), "wide matrix": rng.standard_normal((2,
    20)).astype(f32),
    "long doubles": np.linspace(0, 1, 25), "long bools": np.arange(30) % 3 == 0, "long halves": np.linspace(0, 1,
    13).astype(np.float16),
    "thousand exactly": np.arange(1000.0).astype(f32), "summarised": np.arange(1001.0).astype(f32),
    "summarised ints": np.arange(2000), "summarised matrix": rng.standard_normal((50, 40)).astype(f32),
    "summarised tall": rng.standard_normal((1001, 1)).astype(f32), "summarised wide": np.arange(2002.0).reshape(2,
    1001).astype(f32),
    "summarised 3-D": rng.standard_normal((10, 11, 12)).astype(f32), "summarised 4-D": np.arange(2401).reshape(7, 7,
    7, 7),
    "summarised doubles": np.arange(1500.0) / 7, "summarised bools": np.ones(1200, bool),
    "summarised wide 3-D": rng.standard_normal((2, 3, 400)).astype(f32), "summarised nan": np.full(1100, nan, f32),
    "summarised scientific": 10.0 ** np.linspace(-9, 9, 1200), "summarised edge": np.arange(1008.0).reshape(6,
    168).astype(f32),
    "transposed": np.arange(6.0).reshape(2, 3).T.astype(f32),
}
arrays = pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)


def as_ours(text):
    return text.replace("torch.", "minitorch.")


@arrays
def test_values_print_as_pytorchs(array, torch):
    array = np.asarray(array)
    assert repr(mt.from_numpy(array)) == as_ours(repr(torch.from_numpy(array)))


@arrays
def test_what_requires_grad_says_so_where_pytorchs_does(array, torch):
    array = np.asarray(array)
    if array.dtype.kind != "f":
        pytest.skip("cannot require grad")
    ours, theirs = mt.from_numpy(array).requires_grad_(), torch.from_numpy(array).requires_grad_()
    assert repr(ours) == as_ours(repr(theirs))
    assert repr(ours * 1) == as_ours(repr(theirs * 1))
    assert repr(ours.sum()) == as_ours(repr(theirs.sum()))


OPTIONS = [{"precision": 2}, {"precision": 8}, {"threshold": 10}, {"edgeitems": 1, "threshold": 5}, {"linewidth": 40},
           {"sci_mode": True}, {"sci_mode": False}, {"profile": "short"}, {"profile": "full"}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("name", ["mixed", "scientific", "matrix", "long", "3-D", "ints", "nans", "summarised",
"whole"])
def test_options_do_what_pytorchs_do(name, options, torch):
    array = np.asarray(ARRAYS[name])
    try:
        mt.set_printoptions(**options)
        torch.set_printoptions(**options)
        assert repr(mt.from_numpy(array)) == as_ours(repr(torch.from_numpy(array)))
    finally:
        torch.set_printoptions(profile="default")
        mt.set_printoptions(profile="default")


def library_of(x):
    return import_module(type(x).__module__.partition(".")[0])


@pytest.mark.parametrize("call", [
    lambda x: x + 1, lambda x: x * 2, lambda x: x / 2, lambda x: x - 1, lambda x: x ** 2, lambda x: -x,
    lambda x: x.exp(),
    lambda x: x.sum(), lambda x: x.mean(), lambda x: x.relu(), lambda x: x.sigmoid(), lambda x: x.tanh(), lambda x: x.T,
    lambda x: x.clone(), lambda x: x.sqrt(), lambda x: x.log(), lambda x: x.abs(), lambda x: x.transpose(0, 1),
    lambda x: x.unsqueeze(0), lambda x: x.permute(1, 0), lambda x: x.amax(), lambda x: x.expand(2, 2),
    lambda x: x[0], lambda x: x[:, 1], lambda x: x[0, 1:], lambda x: x[:1], lambda x: x[None], lambda x: x[[0]],
    lambda x: x[x > 2], lambda x: x[...], lambda x: x.sum(0), lambda x: x.mean((0, 1)), lambda x: x @ x,
    lambda x: x @ x[0], lambda x: x[0] @ x[0], lambda x: x[None] @ x, lambda x: 2 ** x, lambda x: x ** x,
    lambda x: library_of(x).nn.functional.linear(x, x, x[0]),
    lambda x: x.view(-1), lambda x: x.squeeze(0), lambda x: x.std(), lambda x: x.max(1)[0], lambda x: x.prod(1),
    lambda x: x.norm(), lambda x: x.double(), lambda x: x.index_add(0, (x[0] > 1).long(), x), lambda x: x[0].diag(),
    lambda x: x.div(2, rounding_mode="floor"), lambda x: x.div(x, rounding_mode="trunc"),
    lambda x: x.cummax(0)[0], lambda x: x.cummin(0)[0],
    lambda x: library_of(x).nn.functional.pad(x, (1, 1), mode="reflect"),
    lambda x: library_of(x).nn.functional.pad(x[None], (1, 1, 1, 1), mode="replicate")],
    ids="add mul div sub pow neg exp sum mean relu sigmoid tanh T clone sqrt log abs transpose unsqueeze permute amax "
        "expand select column slice rows unsqueezed index masked alias sum1 mean1 mm mv dot stack pow2 pow1 linear "
        "view squeeze1 std max prod norm double index_add diag floored "
        "truncated cummax cummin reflect replicate".split())
def test_grad_fn_has_pytorchs_name(call, torch):
    array = np.array([[1.0, 2.0], [3.0, 4.0]], f32)
    ours, theirs = call(mt.from_numpy(array).requires_grad_()), call(torch.from_numpy(array).requires_grad_())
    assert repr(ours) == as_ours(repr(theirs))
    assert ours.grad_fn.name() == theirs.grad_fn.name()


@pytest.mark.parametrize("values", [
    [1.5 - 2.25j, 100 + 0.001j], [0j], [1 + 2j, 3], [complex("nan"), complex(1, float("-inf"))], [1e10 + 1j, -1j],
    [[1 - 1j, 2 + 3.5j], [3e-5j, 4]], 2 - 1j, list(np.arange(1200) * (1 + 0.5j))], ids=str)
def test_complex_numbers_print_as_pytorchs(values, torch):
    array = np.array(values, "complex64")
    assert repr(mt.from_numpy(array)) == as_ours(repr(torch.from_numpy(array)))
    assert repr(mt.tensor([1j], dtype=mt.complex128)) == as_ours(repr(torch.tensor([1j], dtype=torch.complex128)))


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "int8", "uint8", "int64"])
def test_limits_print_as_pytorchs(name, torch):
    kind = "finfo" if "float" in name else "iinfo"
    assert repr(getattr(mt, kind)(getattr(mt, name))) == repr(getattr(torch, kind)(getattr(torch, name)))


def test_shapes_devices_and_dtypes_print_as_pytorchs():
    assert repr(mt.ones(2, 3).shape) == "minitorch.Size([2, 3])" and repr(mt.ones(()).shape) == "minitorch.Size([])"
    assert repr(mt.device("cuda", 1)) == "device(type='cuda', index=1)" and str(mt.device("cpu")) == "cpu"
    assert str(mt.float32) == "minitorch.float32"


def test_the_default_dtype_is_not_named():
    x = mt.tensor([1.5], dtype=mt.float64)
    assert repr(x) == "tensor([1.5000], dtype=minitorch.float64)"
    mt.set_default_dtype(mt.float64)
    assert repr(x) == "tensor([1.5000])"


def test_formatting_a_number():
    assert f"{mt.tensor(1.23456):.2f}" == "1.23" and f"{mt.tensor(3)}" == "3"
    assert str(mt.tensor([1.0])) == f"{mt.tensor([1.0])}" == "tensor([1.])"
    with pytest.raises(TypeError, match="unsupported format string"):
        f"{mt.ones(2):.2f}"
