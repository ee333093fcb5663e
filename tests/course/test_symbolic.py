"""Derivatives by rewriting, by differences and by the graph: the same number, at very different costs."""

from fractions import Fraction

import pytest

from minitorch.course import symbolic


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_all_ways_find_the_same_slope(depth):
    exact = float(symbolic.exact(depth))
    assert symbolic.by_formula(depth) == pytest.approx(exact, rel=1e-12)
    assert symbolic.by_graph(depth) == pytest.approx(exact, rel=1e-12)
    assert symbolic.by_differences(depth, 1e-6) == pytest.approx(exact, rel=1e-4)


def test_a_formula_and_its_derivative_as_they_are_written():
    f = symbolic.formula(1)
    assert symbolic.in_words(f) == "((4 * x) * (1 - x))"
    assert symbolic.in_words(symbolic.derivative(("*", "x", 3))) == "((1 * 3) + (x * 0))"
    assert symbolic.size(f) == 7 and symbolic.value(f, Fraction(1, 3)) == Fraction(8, 9)


def test_the_formula_doubles_at_each_step_and_the_graph_grows_by_three_nodes():
    found = symbolic.sizes(range(5, 10))
    assert all(later > 2 * before for before, later in zip(found["formula"], found["formula"][1:]))
    assert [later - before for before, later in zip(found["graph"], found["graph"][1:])] == [3] * 4


def test_differences_are_less_exact_than_the_graph_whatever_their_step():
    found = symbolic.errors([8])
    assert found.pop("graph")[0] < 1e-12 < 1e-8 < min(error for error, in found.values())


def test_times_are_printed_for_each_way(capsys):
    symbolic.times(3)
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["formula", "differences", "graph"]
