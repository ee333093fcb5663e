"""PyTorch beside us: for every row whose name exists there, values, dtypes, shapes and two derivatives agree."""

import re

import pytest
from beside import both, compare, compare_gradients, named_there
from engine.differences import DIFFERENCES, MOST
from notation import rows_by_name
from samples import every_row

import minitorch as mt

pytestmark = [pytest.mark.filterwarnings("ignore:(?s).*:UserWarning:torch"),               # PyTorch's own
              pytest.mark.filterwarnings("ignore:(?s).*Triggered internally:UserWarning")]
RANDOM = {"empty", "empty_like", "rand", "randn", "randint", "randperm", "rand_like", "randn_like", "bernoulli",
          "multinomial", "normal", "randint_like", "svd_lowrank", "pca_lowrank"}
ELSEWHERE = "=|input |written after|slope"                            # differences that other files try
TOLERANCE = {"float64": 1e-6, "float32": 1e-4}


def comparable(row):
    """Whether the row calls something that users see, and that gives the same twice."""
    hidden = row.op is not None and row.op.hidden and row.name not in mt.runtime.functions
    return row.name not in {*RANDOM, "geqrf"} and not hidden


def case(row):
    """The row's arguments, as the table of differences names them."""
    return repr(row)[len(row.name) + 1:-1]


def differs(row):
    return (row.name, case(row)) in DIFFERENCES


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("rows", **rows_by_name(every_row(comparable, lambda row: not differs(row))))
def test_pytorch_agrees(rows, dtype, torch):
    if named_there(rows[0].name, torch) is None:
        pytest.skip("PyTorch has no such function")
    for row in rows:
        try:
            agree(row, torch, dtype, TOLERANCE[dtype])
        except BaseException as error:
            error.add_note(f"PyTorch differs from {row}.")
            raise


def agree(row, torch, dtype, tolerance):
    ours, others = both(row, torch, dtype)
    compare(ours, others, tolerance)
    if ours.error is None and (row.name, "gradient") not in DIFFERENCES:
        compare_gradients(ours.gradients(), others.gradients(), tolerance)
        if (row.name, "second gradient") not in DIFFERENCES:
            ours, others = both(row, torch, dtype)
            compare_gradients(ours.second(), others.second(), 10 * tolerance)


@pytest.mark.parametrize("key", [key for key in DIFFERENCES if not re.search(ELSEWHERE, key[1])], ids=str)
def test_differences_are_there_and_meant(key, torch):
    name, where = key
    whole = where in ("gradient", "second gradient")
    row, = [row for row in every_row(lambda row: row.name == name) if whole or case(row) == where][:1]
    reason, own = DIFFERENCES[key]
    ours, _ = both(row, torch, "float64")
    own(ours)
    with pytest.raises((AssertionError, RuntimeError)):
        ours, others = both(row, torch, "float64")
        compare(ours, others, 1e-6)
        compare_gradients(ours.gradients(), others.gradients(), 1e-6)
        ours, others = both(row, torch, "float64")
        compare_gradients(ours.second(), others.second(), 1e-6)


def test_differences_are_few_and_each_says_why():
    assert len(DIFFERENCES) <= MOST
    assert all(len(reason) > 20 and "*" not in "".join(key) for key, (reason, _) in DIFFERENCES.items())
