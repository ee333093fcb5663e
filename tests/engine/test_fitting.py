"""Numbers put into tensors: those that the dtype has not are refused, wherever a number is taken."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn import functional as F

INTEGERS = ["uint8", "int8", "int16", "int32", "int64"]
VALUES = [0, 1.7, -1.7, -1, -255, 255, 300, -300, 40000, 2.0 ** 31, -2.0 ** 40, 1e300, float("nan"), float("inf"), 1j,
          1 + 0j, True]
NUMBER_TAKERS = {
    "full": lambda lib, kind, value: lib.full((2,), value, dtype=kind),
    "full_like": lambda lib, kind, value: lib.full_like(lib.zeros(2, dtype=kind), value),
    "new_full": lambda lib, kind, value: lib.zeros(1, dtype=kind).new_full((2,), value),
    "fill_": lambda lib, kind, value: lib.zeros(2, dtype=kind).fill_(value),
    "masked_fill": lambda lib, kind, value: lib.zeros(2, dtype=kind).masked_fill(lib.tensor([True, False]), value),
    "masked_fill_": lambda lib, kind, value: lib.zeros(2, dtype=kind).masked_fill_(lib.tensor([True, False]), value),
    "index_fill": lambda lib, kind, value: lib.zeros(2, dtype=kind).index_fill(0, lib.tensor([1]), value),
    "scatter": lambda lib, kind, value: lib.zeros(2, dtype=kind).scatter(0, lib.tensor([1]), value),
    "pad": lambda lib, kind, value: lib.nn.functional.pad(lib.zeros(1, dtype=kind), (1, 0), value=value),
    "setitem": lambda lib, kind, value: written(lib.zeros(2, dtype=kind), 0, value),
    "setitem by a mask": lambda lib, kind, value: written(lib.zeros(2, dtype=kind), lib.tensor([True, False]), value),
    "setitem by places": lambda lib, kind, value: written(lib.zeros(2, dtype=kind), lib.tensor([1]), value),
    "fill_diagonal_": lambda lib, kind, value: lib.zeros(2, 2, dtype=kind).fill_diagonal_(value),
    "tensor": lambda lib, kind, value: lib.tensor([value], dtype=kind),
    "as_tensor": lambda lib, kind, value: lib.as_tensor(value, dtype=kind),
    "clamp": lambda lib, kind, value: lib.tensor([5, 3], dtype=kind).clamp(max=value),
    "where": lambda lib, kind, value: lib.where(lib.tensor([True, False]), lib.zeros(2, dtype=kind), value),
}


def written(tensor, index, value):
    tensor[index] = value
    return tensor


@pytest.mark.parametrize("name", NUMBER_TAKERS)
@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, "float32"])
@pytest.mark.filterwarnings("ignore")
def test_a_number_is_taken_or_refused_as_pytorch_does(name, dtype, torch):
    take = NUMBER_TAKERS[name]
    for value in VALUES:
        if type(value) is complex and name in ("pad", "clamp", "where", "scatter", "fill_diagonal_", "index_fill"):
            continue
        if dtype == "bool" and name in ("pad", "clamp"):
            continue
        if (name, value) == ("clamp", 1e300) and dtype != "float64":     # no bound, as inf is none
            continue
        try:
            right = take(torch, getattr(torch, dtype), value)
        except Exception as error:
            with pytest.raises(type(error)) as found:
                take(mt, getattr(mt, dtype), value)
            assert "Python integer" not in str(found.value) and "ufunc" not in str(found.value)
        else:
            ours = take(mt, getattr(mt, dtype), value)
            assert ours.dtype.name == str(right.dtype)[6:], value
            np.testing.assert_array_equal(ours.numpy(), right.numpy(), err_msg=str(value))


def test_half_refuses_the_usual_mask_of_minus_a_billion():
    scores = mt.zeros(2, dtype=mt.float16)
    for fill in (lambda: scores.masked_fill(scores == 0, -1e9), lambda: scores.fill_(-1e9)):
        with pytest.raises(RuntimeError, match="float16 without overflow: -1000000000.0"):
            fill()
    assert scores.masked_fill(scores == 0, -float("inf")).tolist() == [-float("inf")] * 2


@pytest.mark.parametrize("dtype", INTEGERS)
def test_sums_and_products_go_round_as_the_dtype_counts(dtype):
    limits, kind = mt.iinfo(getattr(mt, dtype)), getattr(mt, dtype)
    width = 2 ** limits.bits
    some = sorted({limits.min, limits.min + 1, 0, 1, 2, 3, 7, 100, limits.max - 1, limits.max})
    for a in some:
        for b in [n for n in (*some, -1, -7) if limits.min <= n]:
            x, y = mt.tensor([a], dtype=kind), mt.tensor([b], dtype=kind)
            for found, right in ((x + y, a + b), (x - y, a - b), (x * y, a * b), (-x, -a), (x & y, a & b),
                                 (x ^ y, a ^ b)):
                assert found.item() == (right - limits.min) % width + limits.min and found.dtype is kind
            if b and (a, b) != (limits.min, -1):
                toward = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
                for found, right in ((x // y, a // b), (x % y, a % b), (x.fmod(y), a - b * toward),
                                     (x.div(y, rounding_mode="trunc"), toward)):
                    assert found.item() == right and found.dtype is kind, (a, b)
    for shift in (0, 1, limits.bits - 2):
        assert (mt.tensor([3], dtype=kind) << shift).item() == (3 * 2 ** shift - limits.min) % width + limits.min
        assert (mt.tensor([limits.max], dtype=kind) >> shift).item() == limits.max >> shift
    for divide in (lambda x: x // 0, lambda x: x % 0, lambda x: x.fmod(0), lambda x: x // mt.zeros(1, dtype=kind)):
        with pytest.raises(RuntimeError, match="divided by 0"):
            divide(mt.ones(1, dtype=kind))


STEPS = [(0.5, 3.5, 1), (-1.9, 3.9, 1.9), (5, 0, -1.5), (0, 10, 3), (2.1, -2.9, -1.0), (-0.9, 2.1, 2.0), (3.7, 9, 2)]


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "float32"])
def test_counting_in_whole_numbers_from_fractions_is_pytorchs(dtype, torch):
    kinds = [getattr(library, dtype) for library in (mt, torch)]
    for start, end, step in STEPS:
        ours, right = (lib.arange(start, end, step, dtype=kind) for lib, kind in zip((mt, torch), kinds, strict=True))
        np.testing.assert_allclose(ours.numpy(), right.numpy(), err_msg=f"{start, end, step}")
        for count in (0, 1, 2, 4, 7):
            for name in ("linspace", "logspace"):
                settings = {"base": 2.0} if name == "logspace" else {}
                ours, right = (getattr(lib, name)(start, min(end, 4), count, dtype=kind, **settings)
                               for lib, kind in zip((mt, torch), kinds, strict=True))
                np.testing.assert_allclose(ours.numpy(), right.numpy(), rtol=1e-5,
                                           err_msg=f"{name} {start, end, count}")
    with pytest.raises(ValueError, match="step must be nonzero"):
        mt.arange(0, 3, 0.5, dtype=mt.int64)


REFUSED = [
    (lambda: mt.randperm(-1), RuntimeError, "negative dimension"),
    (lambda: mt.arange(float("nan")), RuntimeError, "nan"),
    (lambda: mt.arange(0, float("inf")), RuntimeError, "inf"), (lambda: mt.linspace(0, 1, -1), RuntimeError, "non-neg"),
    (lambda: mt.linspace(0, 300, 2, dtype=mt.uint8), RuntimeError, "overflow"),
    (lambda: mt.arange(3, dtype=mt.bool), NotImplementedError, "bool"),
    (lambda: mt.normal(0.0, -1.0, (2,)), RuntimeError, "std"),
    (lambda: mt.zeros(2).normal_(0, -1), RuntimeError, "std"),
    (lambda: mt.normal(mt.zeros(2), mt.tensor([1.0, -1.0])), RuntimeError, "std"),
    (lambda: mt.zeros(2).uniform_(1, 0), RuntimeError, "from=1 > to=0"),
    (lambda: mt.zeros(2).exponential_(0), RuntimeError, "lambda"),
    (lambda: mt.zeros(2).bernoulli_(1.5), RuntimeError, "1.5"),
    (lambda: mt.zeros(2).bernoulli_(mt.tensor([2.0, 0.0])), RuntimeError, "in \\[0, 1\\]"),
    (lambda: mt.ones(2, dtype=mt.int64).bernoulli(), NotImplementedError, "bernoulli"),
    (lambda: mt.zeros(2).random_(0), RuntimeError, "from=0 >= to=0"),
    (lambda: mt.multinomial(mt.zeros(2), 1, True), RuntimeError, "sum of probabilities"),
    (lambda: mt.multinomial(mt.ones(2), 0), RuntimeError, "<= 0"), (lambda: mt.meshgrid(), RuntimeError, "non-empty"),
    (lambda: mt.multinomial(mt.ones(2, 0), 1), RuntimeError, "no category"),
    (lambda: mt.randint(300, (2,), dtype=mt.uint8), RuntimeError, "out of bounds"),
    (lambda: mt.randint(3.5, (2,)), TypeError, "high"),
    (lambda: mt.rand(2, dtype=mt.int64), NotImplementedError, "int64"),
    (lambda: mt.randperm(300, dtype=mt.uint8), RuntimeError, "too large"),
    (lambda: mt.ones(4).split([1, -1, 4]), RuntimeError, "below 0"),
    (lambda: mt.ones(4).tensor_split(mt.tensor([[1]])), RuntimeError, "one dimension"),
    (lambda: mt.ones(3, 3, 2).fill_diagonal_(1), RuntimeError, "equal length"),
    (lambda: mt.ones(3).fill_diagonal_(1), RuntimeError, "no diagonal"),
    (lambda: mt.hstack([]), RuntimeError, "non-empty"),
    (lambda: mt.result_type(mt.float32, mt.int64), TypeError, "promote_types"),
    (lambda: mt.promote_types(mt.float32, 1), TypeError, "dtypes"), (lambda: mt.can_cast(1, 2), TypeError, "dtypes"),
    (lambda: mt.add(mt.tensor([1]), mt.tensor([1]), alpha=1.5), RuntimeError, "alpha"),
    (lambda: mt.isclose(mt.ones(1), mt.ones(1), rtol=-1), RuntimeError, "equal to zero"),
    (lambda: mt.tensor([2 ** 63]), ValueError, "larger than int64"),
    (lambda: mt.arange(4).index_fill(0, mt.tensor([0]), mt.tensor([1])), RuntimeError, "0-dimensional"),
    (lambda: F.prelu(mt.ones(2), mt.ones(1, dtype=mt.float64)), RuntimeError, "same dtype"),
]


@pytest.mark.parametrize("call, kind, words", REFUSED, ids=[words for *_, words in REFUSED])
def test_what_has_no_meaning_is_refused(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_diagonals_of_more_dimensions_and_of_tall_matrices():
    cube = mt.zeros(3, 3, 3).fill_diagonal_(5)
    assert cube.sum().item() == 15 and [cube[i, i, i].item() for i in range(3)] == [5, 5, 5]
    right = np.zeros((7, 2), "float32")
    np.fill_diagonal(right, 5, wrap=True)
    np.testing.assert_array_equal(mt.zeros(7, 2).fill_diagonal_(5, wrap=True).numpy(), right)
    assert mt.zeros(2, 5).fill_diagonal_(1, True).sum().item() == 2


def test_pieces_cut_at_places_in_a_tensor_or_out_of_order():
    x = mt.arange(4.0)
    assert [part.tolist() for part in x.tensor_split(mt.tensor([1, 3]))] == [[0], [1, 2], [3]]
    assert [part.tolist() for part in x.tensor_split(mt.tensor(2))] == [[0, 1], [2, 3]]
    assert [part.tolist() for part in x.tensor_split((3, 1))] == [[0, 1, 2], [], [1, 2, 3]]


@pytest.mark.parametrize("index", [[2], [1, 1], [0, 2, 0, -1, 2], [-3, 0]])
def test_a_value_filled_in_twice_counts_once_in_its_gradient(index):
    x = mt.tensor(np.arange(6.0).reshape(3, 2), requires_grad=True)
    value = mt.tensor(7.0, dtype=mt.float64, requires_grad=True)
    weights = np.arange(1.0, 7).reshape(3, 2)
    out = x.index_fill(0, mt.tensor(index), value)
    (out * mt.tensor(weights)).sum().backward()
    filled = {i % 3 for i in index}
    assert value.grad.item() == sum(weights[i].sum() for i in filled)
    np.testing.assert_array_equal(x.grad.numpy(), [row * (i not in filled) for i, row in enumerate(weights)])
