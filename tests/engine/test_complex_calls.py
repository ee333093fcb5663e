"""Every function with samples on complex numbers: PyTorch's values, dtypes and two derivatives, or a refusal."""

from itertools import count

import numpy as np
import pytest
from draws import Draw
from engine.beside_torch import FREE, RANDOM, apart, numbers, of_answers, of_errors
from engine.call_seeds import seeds
from engine.fuzzed_calls import Case, Given
from engine.outcomes import Outcome

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")
FOUND = seeds()
# What PyTorch refuses and minitorch answers: the function -> why.
ACCEPTED = {
    **dict.fromkeys("permute reshape tile".split(), "sizes one by one, as the methods take them"),
    "soft_margin_loss": "the target may want a gradient", "scatter_reduce": "of one place each, nothing is compared",
}
# What minitorch refuses, in its own words, and PyTorch answers.
REFUSED = set("bincount einsum".split())
UNDERIVED = {"softsign", "norm"}                         # of complex numbers it has no derivative, or no second one


class Complex(Given):
    """An array in a call; complex ones want a gradient too."""

    differentiable = "fc"


def complex_case(seed, first_only):
    """The seed's call with its floating arrays, or the first of them, made complex."""
    place, left = count(), [1 if first_only else 99]

    def drawn(arg):
        if type(arg) is not Draw:
            return type(arg)(map(drawn, arg)) if type(arg) in (list, tuple) else arg
        array = arg.array(next(place), "float64")
        if array.dtype.kind == "f" and left[0]:
            left[0] -= 1
            array = array + 1j * np.random.default_rng(array.size).normal(size=array.shape)
        return Complex(array)
    case = Case(seed.home, seed.name, map(drawn, seed.args), {k: drawn(v) for k, v in seed.settings.items()}, 0)
    case.grad = True
    return case


def difference(case, torch):
    """(kind, how) where minitorch and PyTorch differ, or None."""
    theirs = Outcome(case, torch)
    if theirs.error is not None and ("automatic differentiation" in str(theirs.error) or "leaf" in str(theirs.error)):
        case.grad = False
        theirs = Outcome(case, torch)
    ours = Outcome(case, mt)
    if ours.error is not None or theirs.error is not None:
        return of_errors(ours, theirs)
    bad = of_answers(case, ours, theirs)
    if bad or case.name in RANDOM | FREE or not case.grad:
        return bad
    for order, of in enumerate((Outcome.gradients, Outcome.second), 1):
        try:
            wanted = of(theirs)
        except RuntimeError:
            return None                                  # PyTorch has no such derivative
        if wanted is None:
            return None
        try:
            found = of(ours)
        except Exception as error:
            return "underived", repr(error)
        for x, a, b in zip(ours.leaves(), found or [None] * len(wanted), wanted, strict=True):
            zeros = np.zeros(tuple(x.shape), x.dtype.name)
            a, b = (zeros if grad is None else numbers(grad) for grad in (a, b))
            bad = f"{a.dtype} for {b.dtype}" if a.dtype != b.dtype else apart(a, b, 1e-6)
            if bad:
                return f"derivative {order}", bad
    return None


def meant(name, bad):
    short = name.rpartition(".")[2]
    return {"accepted": short in ACCEPTED, "refused": {name, short} & REFUSED, "underived": short in UNDERIVED,
            "kind": True, "requires_grad": name == "linalg.lstsq"}.get(bad[0], False)


@pytest.mark.parametrize("name", FOUND)
def test_complex_numbers_are_answered_as_pytorch_does_or_refused(name, torch):
    for seed in FOUND[name]:
        for first_only in (False, True):
            case = complex_case(seed, first_only)
            if case.function(torch) is None or not any(given.array.dtype.kind == "c" for given in case.givens()):
                continue
            if not all(given.array.size for given in case.givens()):         # of no elements PyTorch takes any dtype
                continue
            bad = difference(case, torch)
            assert bad is None or meant(name, bad), f"{bad[0]}: {bad[1]}\n    in case {case}"


def test_what_is_listed_differs(torch):
    """A row of REFUSED that is answered as PyTorch's must go."""
    calls = [(name, complex_case(seed, only)) for name in FOUND if {name, name.rpartition(".")[2]} & REFUSED
             for seed in FOUND[name] for only in (False, True)]
    refused = {name for name, case in calls if (difference(case, torch) or ("",))[0] == "refused"}
    assert {part for name in refused for part in (name, name.rpartition(".")[2])} >= REFUSED
