"""Arithmetic with sizes that are not known agrees with that of the numbers they stand for, and guesses nothing."""

import numpy as np
import pytest

from minitorch.meta import Assumptions, Dim, MetaArray, UnknownSizeError
from minitorch.meta.assumptions import unify
from minitorch.meta.comparisons import decide_comparison, evaluate

pytestmark = pytest.mark.host
N, M = Dim("N"), Dim("M")


def grown(rng, sizes):
    """Formulas made at random, each with its value: (formula, value)."""
    number = int(rng.integers(-4, 7))
    known = [(number, number), (N, sizes["N"]), (M, sizes["M"])]
    for _ in range(6):
        (a, x), (b, y) = (known[i] for i in rng.integers(len(known), size=2))
        kind = "+-*/"[rng.integers(4)]
        if kind != "/":
            known.append({"+": (a + b, x + y), "-": (a - b, x - y), "*": (a * b, x * y)}[kind])
        elif decide_comparison(0, "<", b):
            known.append((a // b, x // y))
    return known


def test_formulas_have_the_values_of_what_they_stand_for():
    rng = np.random.default_rng(0)
    for _ in range(600):
        sizes = {"N": int(rng.integers(2, 9)), "M": int(rng.integers(2, 9))}
        formulas = grown(rng, sizes)
        for a, x in formulas:
            assert evaluate(a, sizes) == x
            for b, y in formulas[:4]:
                assert decide_comparison(a, "==", b) in (None, x == y)
                assert decide_comparison(a, "<", b) in (None, x < y)


@pytest.mark.parametrize("formula, text", [
    ((N * 28 * 28) // 784, "N"), ((2 * N + M) // 2, "M//2 + N"), ((N + 5) // 2, "(N + 1)//2 + 2"), (N - N, "0"),
    ((N * M + N) // N, "M + 1"), ((2 * N * M + 2 * N) // (M + 1), "2*N"), (N // M, "N//M"), (3 * (N // 2), "3*(N//2)"),
    (N * N - M, "N*N - M"), (1 / N, "(1 / N)"), (N * 0.5, "(N * 0.5)"), ((N - 2) // 2 + 1, "N//2")])
def test_formulas_read_well(formula, text):
    assert str(formula) == text


def test_what_follows_is_answered_and_the_rest_refused():
    assert N >= 2 and N != 1 and N != 0 and N and N + 1 > N and 2 * (N // 2) <= N and N * M >= 4
    for question in (lambda: N == M, lambda: N < 3, lambda: int(N), lambda: range(N), lambda: float(1 / N)):
        with pytest.raises(UnknownSizeError, match="depends on a size that is not known"):
            question()


def test_two_names_are_two_sizes_even_when_spelt_alike():
    with pytest.raises(UnknownSizeError):
        bool(Dim("N") == N)


def test_assumptions_are_written_down_and_checked():
    a, b = Dim("a", hint=6), Dim("b", hint=6)
    with Assumptions() as taken:
        assert unify(a, b) is not None and a == b and 2 * a == a + b
        assert a < 10 and not a == 4
        assert int(b) == 6
    assert str(taken) == "a == b\nb < 10\nb != 4\nb == 6"
    taken.check({"a": 6, "b": 6})
    with pytest.raises(ValueError, match="a == b was assumed, and a is 6, b is 5"):
        taken.check({"a": 6, "b": 5})


def test_a_hint_is_a_size():
    with pytest.raises(ValueError, match="at least 2"):
        Dim("N", hint=1)


def test_shapes_of_other_lengths_or_known_sizes_are_other_shapes():
    shape = MetaArray((N, 3), "float32").shape
    assert shape == (N, 3) and shape != (N, 4) and shape != (N, 3, 1) and (N, 3) == shape
    with pytest.raises(UnknownSizeError):
        bool(shape == (M, 3))
