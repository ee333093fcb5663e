"""Where two results part is said in words that a learner can act on."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.course.compare import first_difference, same, shown, told
from minitorch.course.relations import of_all, of_parts, of_shuffled

ONE, TWO = np.array([1.0, 2.0]), np.array([[1.0, 2.0], [3.0, 4.0]])

WORDS = [                                # what came, what was wanted, what is said
    (None, ONE, "nothing came back: is there a `return`?"),
    (None, (ONE, ONE), "nothing came back: is there a `return`?"),
    (ONE, (ONE, TWO), "2 arrays were wanted, one came"),
    (mt.tensor([1.0]), (ONE, ONE), "2 arrays were wanted, one came"),
    (1.0, (1.0, 2.0), "2 values were wanted, one came"),
    ((ONE, ONE), ONE, "one value was wanted, 2 arrays came"),
    ([1.0, 2.0, 3.0], 1.0, "one value was wanted, 3 values came"),
    ((ONE,), (ONE, ONE), "2 arrays were wanted, 1 array came"),
    ((), (ONE,), "1 array was wanted, 0 values came"),
    ((ONE, None), (ONE, ONE), "None came for result 1"),
    ((ONE, 2 * ONE), (ONE, ONE), "first difference in result 1, at index 0"),
    ((ONE, TWO), (ONE, ONE), "first difference in result 1, the shape should be (2,), not (2, 2)"),
    (ONE, TWO, "the shape should be (2, 2), not (2,)"),
    (np.array([[1.0, 2.0], [3.0, 5.0]]), TWO, "first difference at index (1, 1)"),
    ("text", (ONE, ONE), "a tuple was wanted, a str came"),
    (ONE, None, "None was wanted"),
    (1.0, 2.0, ""),
]


@pytest.mark.parametrize("came, wanted, said", WORDS)
def test_what_is_said(came, wanted, said):
    assert not same(came, wanted, 1e-6) and first_difference(came, wanted, 1e-6) == said


def test_results_that_have_names_are_told_by_them():
    wanted, yours = told((np.array(0.5), TWO), (np.array(0.5), TWO + 1), 1e-6, ("loss", "slopes of x"))
    assert wanted == ("wanted", "loss         0.5\nslopes of x  [[1. 2.]\n              [3. 4.]]")
    assert yours[1].endswith("[4. 5.]]    first difference in slopes of x, at index (0, 0)")
    assert first_difference((ONE, None), (ONE, ONE), 1e-6, ("loss", "slopes of x")) == "None came for slopes of x"
    assert shown((ONE, TWO, ONE), names=("loss", "slopes of x")).startswith("([1. 2.], ")


@pytest.mark.parametrize("came, wanted, digits", [
    (np.array([0.70710678]), np.array([0.7071]), ("[0.7071]", "[0.707107]")), (1.0000001, 1.0, ("1", "1.0000001")),
    (np.array([1.5]), np.array([2.5]), ("[2.5]", "[1.5]")), (2.0, 2.0, ("2", "2"))])
def test_what_would_look_the_same_is_shown_with_more_digits(came, wanted, digits):
    rows = told(wanted, came, 1e-9)
    assert (rows[0][1], rows[1][1].partition("    ")[0]) == digits


def test_an_array_stands_for_as_many_arrays_of_its_rows_shape_as_it_has():
    assert same(np.stack([ONE, ONE + 1]), (ONE, ONE + 1), 1e-6) and not same(np.stack([ONE, ONE]), (ONE, ONE + 1), 1e-6)
    assert not same(TWO, (TWO, TWO), 1e-6) and not same(np.stack([ONE]), (ONE, ONE), 1e-6)


@pytest.mark.parametrize("value", [ONE, (ONE, TWO), [1.0, (2.0, ONE)], None, "text", {1: 2}, np.nan, mt.ones(2)])
def test_what_agrees_with_itself(value):
    assert same(value, value, 1e-6)


def test_results_that_are_nearly_right_are_told_of_their_digits_and_nothing_else():
    pairs = [((4.45835, 1), (4.458333, 1)), ((0.25, 2), (0.25, 2))]
    assert of_parts([], pairs, ("mean", "count"))[0] == "too few digits"


def test_what_several_results_have_in_common_is_said_once():
    inner = [("a", "It is one."), ("a", "It is one."), None, ("b", "It is two: where?")]
    assert of_all(inner, list("wxyz")) == ("a + b", "W and x: it is one; z: it is two: where?")


def test_numbers_in_another_order_are_told_unless_they_are_few():
    long = np.arange(6.0)
    assert of_shuffled([([(long[3:], long[:3])], [(long[:3], long[3:])])])[0] == "another order"
    assert of_shuffled([(long[::-1], long)])[0] == "another order" and of_shuffled([(ONE[::-1], ONE)]) is None
    assert of_shuffled([([ONE[None]], [ONE])]) is None and of_shuffled([((1, 2), [1, 2])]) is None
    assert of_shuffled([(long + 1, long)]) is None and of_shuffled([(long[::-1], long)], False) is None
