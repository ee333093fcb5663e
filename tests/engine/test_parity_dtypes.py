"""PyTorch beside us, over dtypes: what becomes of every pair, of tensors, of 0-d tensors and of Python's numbers."""

from itertools import product

import numpy as np
import pytest
from beside import Call, both, compare, named_there
from engine.test_parity import comparable, differs
from notation import rows_by_name
from samples import every_row

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")                     # of overflow and of what is not defined, in both
DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"]
BEYOND = {("matrix_exp", "float16"),                      # PyTorch's is inf and nan
          ("complex", "float16"), ("view_as_complex", "float16"), ("polar", "float16")}      # NumPy has no complex32
NUMBERS = [True, 3, 2.5]
PAIRS = ("add sub mul div floor_divide remainder fmod pow eq ne lt le gt ge maximum minimum bitwise_and bitwise_or "
         "bitwise_xor logical_and logical_or atan2 where clamp").split()
PLACES = {"a tensor": lambda array: array, "a number": lambda array: array[1]}


def as_given(library, args):
    return args


def made(library, array):
    return library.from_numpy(np.array(array))


def called(library, name, args):
    function = getattr(library, name)
    if name == "where":
        return function(library.tensor([True, False, True]), *args)
    return function(args[0], args[1], args[1]) if name == "clamp" else function(*args)


def alike(name, first, second, torch):
    """The op on both, made anew in each library: the same error, or the same dtype and numbers."""
    calls = []
    for library in (mt, torch):
        args = [made(library, x) if isinstance(x, np.ndarray) else x for x in (first, second)]
        calls.append(Call(library, args, as_given, lambda args, library=library: called(library, name, args)))
    compare(*calls, 2e-2 if any(getattr(x, "dtype", None) == "float16" for x in (first, second)) else 1e-5)


@pytest.mark.parametrize("name", PAIRS)
def test_every_pair_of_dtypes(name, torch):
    for a, b in product(DTYPES, DTYPES):
        for here, there in product(PLACES.values(), PLACES.values()):
            first, second = here(np.array([0, 1, 5]).astype(a)), there(np.array([1, 3, 2]).astype(b))
            try:
                alike(name, np.asarray(first), np.asarray(second), torch)
            except BaseException as error:
                error.add_note(f"{name} of {a} {np.shape(first)} and {b} {np.shape(second)}")
                raise


@pytest.mark.parametrize("name", PAIRS)
def test_every_dtype_with_numbers(name, torch):
    for dtype, number in product(DTYPES, NUMBERS):
        for array in (np.array([0, 1, 5]).astype(dtype), np.array(1).astype(dtype)):
            for pair in ((array, number), (number, array)):
                try:
                    alike(name, *pair, torch)
                except BaseException as error:
                    error.add_note(f"{name} of {pair}")
                    raise


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "//", "%", "**", "<", ">=", "==", "&", "|", "^", "@"])
def test_operators_with_numbers_on_either_side(operator, torch):
    for dtype, number in product(DTYPES, NUMBERS):
        for expression in (f"x {operator} n", f"n {operator} x"):
            calls = [Call(library, [made(library, np.array([0, 1, 5]).astype(dtype)), number], as_given,
                          lambda args, expression=expression: eval(expression, {"x": args[0], "n": args[1]}))
                     for library in (mt, torch)]
            try:
                compare(*calls, 2e-2 if dtype == "float16" else 1e-5)
            except BaseException as error:
                error.add_note(f"{expression} for {dtype} and {number}")
                raise


@pytest.mark.parametrize("rows", **rows_by_name(every_row(
    comparable, lambda row: not differs(row) and row.before is None)))
def test_every_op_in_every_dtype(rows, torch):
    if named_there(rows[0].name, torch) is None:
        pytest.skip("PyTorch has no such function")
    row = rows[0]
    kinds = {draw.array().dtype.kind for draw in row.draws}
    for dtype in DTYPES if kinds and kinds <= set("f") else []:
        if (row.name, dtype) in BEYOND:
            continue
        def fill(draw, place, dtype=dtype):
            array = draw.array(place)
            return (array if dtype.startswith("float") else np.asarray(np.rint(array * 4) % 100)).astype(dtype)
        try:
            compare(*both(row, torch, grad=False, fill=fill), 2e-2 if dtype == "float16" else 1e-4)
        except BaseException as error:
            error.add_note(f"{row} in {dtype}")
            raise


def test_promotion_of_dtypes_alone(torch):
    for a, b in product(DTYPES, DTYPES):
        assert mt.promote_types(getattr(mt, a), getattr(mt, b)).name == str(
            torch.promote_types(getattr(torch, a), getattr(torch, b)))[6:]
        assert mt.can_cast(getattr(mt, a), getattr(mt, b)) == torch.can_cast(getattr(torch, a), getattr(torch, b))
        for number in NUMBERS:
            ours = mt.result_type(mt.ones(2, dtype=getattr(mt, a)), number)
            assert ours.name == str(torch.result_type(torch.ones(2, dtype=getattr(torch, a)), number))[6:]
