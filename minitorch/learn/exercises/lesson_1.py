"""Lesson 1, gradients: what each box of a graph passes back."""

import numpy as np

from ...ops.activation import relu_derivative
from ..record import Case, Exercise, Misconception


def relu_right(grad, out, x):
    return grad * (x > 0)


def edits_grad(answer):
    """Whether the answer writes into the gradient it was given."""
    grad, x = np.array([10.0, 10.0]), np.array([-1.0, 2.0])
    answer(grad, np.maximum(x, 0), x)
    return not np.array_equal(grad, [10.0, 10.0])


def row(*numbers):
    return np.array(numbers, float)


Exercise(
    "1.5", "relu_derivative", difficulty=1, points=2,
    reference=relu_right, piece=lambda: relu_derivative,
    cases=[
        Case("one silent, one passing", grad=row(1, 1), out=row(0, 1), x=row(-2, 1)),
        Case("a gradient of 10", grad=row(10, 10), out=row(0, 3), x=row(-1, 3)),
        Case("a negative gradient", grad=row(-1, -1), out=row(2, 0), x=row(2, -2)),
        Case("a matrix", grad=np.full((2, 2), 0.5), out=np.array([[1.0, 0], [0, 4]]), x=np.array([[1.0, -1], [-3, 4]])),
    ],
    misconceptions=[
        Misconception("passes", "It looks as if the gradient is passed back where x < 0. There relu gives 0 whatever "
                                "x is: a small change of x changes nothing, so nothing comes back.",
                      rule=lambda grad, out, x: grad),
        Misconception("masks grad", "It looks as if the mask asks the gradient's sign. Relu looked at x on the way "
                                    "forward: ask x again, and let a negative gradient pass.",
                      rule=lambda grad, out, x: grad * (grad > 0),
                      example=Case("", grad=row(-1), out=row(2), x=row(2))),
        Misconception("mask only", "That is the local slope, 0 or 1, without the gradient that arrived. The chain "
                                   "rule multiplies the two.",
                      rule=lambda grad, out, x: (x > 0) * 1.0, example=Case("", grad=row(10), out=row(3), x=row(3))),
        Misconception("times out", "It looks as if the gradient is multiplied by relu's output. The slope of relu is "
                                   "1 where x > 0, not x.",
                      rule=lambda grad, out, x: grad * out, example=Case("", grad=row(10), out=row(3), x=row(3))),
        Misconception("edits grad", "The gradient that was passed in is changed in place. Other boxes were given the "
                                    "same array: in relu(x) + x, the second would see your zeros. Make a new array.",
                      probe=edits_grad),
    ],
    probes=[lambda answer: "The gradient passed in was changed in place." if edits_grad(answer) else None],
    hints=[
        "Draw relu. What is its slope left of 0, and right of 0?",
        "`x > 0` is an array of True and False, which count as 1 and 0.",
        "The slope, times what arrives: a mask of x and `grad`, multiplied.",
    ])
