"""Where two results part is said in words that a learner can act on."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.learn.compare import first_difference, same

ONE, TWO = np.array([1.0, 2.0]), np.array([[1.0, 2.0], [3.0, 4.0]])

WORDS = [                                # what came, what was wanted, what is said
    (None, ONE, "nothing came back: is there a `return`?"),
    (None, (ONE, ONE), "nothing came back: is there a `return`?"),
    (ONE, (ONE, TWO), "2 arrays were wanted, one came"),
    (np.stack([ONE, ONE]), (ONE, ONE), "2 arrays were wanted, one came"),
    (mt.tensor([1.0]), (ONE, ONE), "2 arrays were wanted, one came"),
    (1.0, (1.0, 2.0), "2 values were wanted, one came"),
    ((ONE, ONE), ONE, "one value was wanted, 2 arrays came"),
    ([1.0, 2.0, 3.0], 1.0, "one value was wanted, 3 values came"),
    ((ONE,), (ONE, ONE), "2 arrays were wanted, 1 array came"),
    ((ONE, None), (ONE, ONE), "result 1 is None"),
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


@pytest.mark.parametrize("value", [ONE, (ONE, TWO), [1.0, (2.0, ONE)], None, "text", {1: 2}, np.nan, mt.ones(2)])
def test_what_agrees_with_itself(value):
    assert same(value, value, 1e-6)
