"""Calls drawn at random of every public function: each ends well or in minitorch's own words, and as PyTorch's does."""

from functools import cache

import pytest
from engine.beside_torch import difference
from engine.call_changes import drawn_case
from engine.call_meant import expected, has_no_slope
from engine.call_seeds import seeds
from engine.call_slopes import wrong_slope
from engine.outcomes import unlawful

pytestmark = pytest.mark.filterwarnings("ignore")        # of what is about to fail, and of nan
FEW, MANY, AT_ONCE = 300, 20_000, 1000
SILENT = ("value", "shape", "dtype", "requires_grad", "gradient", "second gradient", "accepted")
found = cache(seeds)

def test_most_public_functions_are_drawn():
    assert len(found()) >= 450


@pytest.mark.parametrize("start", range(0, FEW, 100))
def test_calls_obey_the_laws(start):
    refuse_faults(start, 100, lambda case: unlawful(case)[0])


@pytest.mark.slow
@pytest.mark.parametrize("start", range(FEW, FEW + MANY, AT_ONCE))
def test_many_calls_obey_the_laws(start):
    refuse_faults(start, AT_ONCE, lambda case: unlawful(case)[0])


@pytest.mark.parametrize("start", range(0, FEW, 100))
def test_calls_answer_as_pytorchs_do(start, torch):
    refuse_faults(start, 100, lambda case: silent(case, torch))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(FEW, FEW + MANY, AT_ONCE))
def test_many_calls_answer_as_pytorchs_do(start, torch):
    refuse_faults(start, AT_ONCE, lambda case: silent(case, torch))


@pytest.mark.parametrize("start", range(0, 5 * FEW, 500))
def test_derivatives_agree_with_differences(start):
    refuse_wrong_slopes(start, 500)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(5 * FEW, 5 * FEW + MANY, AT_ONCE))
def test_many_derivatives_agree_with_differences(start):
    refuse_wrong_slopes(start, AT_ONCE)


def refuse_wrong_slopes(start, count):
    """First and second derivatives of the calls, beside differences; enough calls must be fit to be judged."""
    judged = []

    def fault(case):
        if has_no_slope(case):
            return None
        orders = [wrong_slope(case, order) for order in (1, 2)]
        judged.extend(fit for fit, _ in orders)
        return next((bad for _, bad in orders if bad), None)

    refuse_faults(start, count, fault)
    assert sum(judged) >= count // 5


def silent(case, torch):
    """How minitorch answers otherwise, or answers what PyTorch refuses, without a word."""
    bad = difference(case, torch)
    if bad is None or bad[0] not in SILENT or expected(case, *bad):
        return None
    return f"{bad[0]}: {bad[1]}"


def refuse_faults(start, count, fault):
    faults = []
    for seed in range(start, start + count):
        case = drawn_case(found(), seed)
        bad = fault(case)
        if bad:
            faults.append(f"{bad}\n    in case {case}"[:700])
    assert not faults, f"{len(faults)} of {count} calls\n" + "\n".join(faults)
