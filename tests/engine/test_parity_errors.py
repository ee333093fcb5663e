"""Calls gone wrong: where PyTorch refuses, minitorch does so with the same kind of error; else both answer alike."""

import pytest
from beside import both, compare, compare_gradients, named_there
from engine.differences import DIFFERENCES
from engine.test_parity import comparable, differs
from notation import rows_by_name
from perturb import changes, filler
from samples import every_row

pytestmark = [pytest.mark.filterwarnings("ignore")]                  # both libraries warn of what is about to fail


def first_rows():
    """One row a name: the first with something to change."""
    rows = every_row(comparable, lambda row: not differs(row) and (row.draws or row.args))
    return [group[0] for group in rows_by_name(rows)["argvalues"]]


def answers(row, change, place, make, torch):
    """Both calls with the change made, or None where it does not apply."""
    fill = filler(row, place, make)
    if fill is None or row.before is not None and (place is not None or "less" in change):
        return None                                                      # what is made of them before must go well
    return both(row, torch, fill=fill, grad="longer" in change or "=" in change)


@pytest.mark.parametrize("row", first_rows(), ids=lambda row: row.name)
def test_wrong_calls_end_alike(row, torch):
    if named_there(row.name, torch) is None:
        pytest.skip("PyTorch has no such function")
    for change, other, place, make in changes(row):
        if (row.name, change) in DIFFERENCES:
            continue
        calls = answers(other, change, place, make, torch)
        if calls is None:
            continue
        try:
            compare(*calls, 1e-5)
            if calls[0].error is None:
                wanted = gradients_there(calls[1])
                if wanted is not None:
                    compare_gradients(calls[0].gradients(), wanted, 1e-5)
        except BaseException as error:
            error.add_note(f"After the change: {change}, of {row}.")
            raise


def gradients_there(call):
    """PyTorch's gradients; None where its backward fails."""
    try:
        return call.gradients()
    except RuntimeError:
        return None


@pytest.mark.parametrize("key", [key for key in DIFFERENCES if "=" in key[1] or "input " in key[1]], ids=str)
def test_differences_are_there_and_meant(key, torch):
    name, change = key
    row, = [row for row in first_rows() if row.name == name]
    (_, other, place, make), = [found for found in changes(row) if found[0] == change]
    ours, _ = answers(other, change, place, make, torch)
    DIFFERENCES[key][1](ours)
    with pytest.raises(AssertionError):
        ours, others = answers(other, change, place, make, torch)
        compare(ours, others, 1e-5)
        compare_gradients(ours.gradients(), others.gradients(), 1e-5)
