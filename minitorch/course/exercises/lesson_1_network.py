"""Lesson 1, its last exercises: a whole network by hand, a program to mend, a test to write."""

import numpy as np

from ..record import Case, Exercise, Misconception
from .lesson_1 import complain, edits


def gradients(x, y, w1, w2, factor=2.0, power=1, mask=True, hidden="relu"):
    """The two-layer network's gradients; the settings make its usual mistakes."""
    h = x @ w1
    h_relu = np.maximum(h, 0)
    grad_pred = factor * (h_relu @ w2 - y) ** power
    grad_h = grad_pred @ w2.T
    return x.T @ (grad_h * (h > 0) if mask else grad_h), (h_relu if hidden == "relu" else h).T @ grad_pred


def two_layer_gradients(x, y, w1, w2):
    """What 1.6 asks for: slopes of Σ (relu(x @ w1) @ w2 − y)² for both weights."""
    return gradients(x, y, w1, w2)


def updated_first(x, y, w1, w2):
    """w2 already moved (by a learning rate of 0.1) when w1's gradient is computed."""
    _, grad_w2 = gradients(x, y, w1, w2)
    h = x @ w1
    grad_pred = 2.0 * (np.maximum(h, 0) @ w2 - y)
    return x.T @ (grad_pred @ (w2 - 0.1 * grad_w2).T * (h > 0)), grad_w2


ONE = np.ones((1, 1))
rng = np.random.default_rng(0)
NET = {name: rng.standard_normal(shape).round(1)
       for name, shape in {"x": (4, 3), "y": (4, 2), "w1": (3, 5), "w2": (5, 2)}.items()}
SQUARE = {name: rng.standard_normal(shape).round(1)
          for name, shape in {"x": (4, 2), "y": (4, 2), "w1": (2, 2), "w2": (2, 2)}.items()}

Exercise(
    "1.6", "two_layer_gradients", difficulty=3, points=4, reference=two_layer_gradients,
    cases=[
        Case("all 1", x=ONE, y=0 * ONE, w1=ONE, w2=ONE),
        Case("a silent unit", x=ONE, y=ONE, w1=-ONE, w2=ONE),
        Case("a real one", **NET),
    ],
    misconceptions=[
        Misconception("factor 2", "The factor 2 of (pred − y)² is lost: the slope of a square is twice its base.",
                      rule=lambda x, y, w1, w2: gradients(x, y, w1, w2, factor=1.0)),
        Misconception("square sent back", "It is the loss itself, (pred − y)², that was sent back. What goes back is "
                                          "its slope: by how much the loss grows when pred does, 2·(pred − y).",
                      rule=tuple(lambda x, y, w1, w2, factor=factor: gradients(x, y, w1, w2, factor=factor, power=2)
                                 for factor in (1.0, 2.0)),
                      example=Case("", x=ONE, y=-2 * ONE, w1=ONE, w2=ONE)),
        Misconception("sign", "The sign is turned: this walks uphill. The loss is (pred − y)², so the first step back "
                              "is 2·(pred − y).", rule=lambda x, y, w1, w2: gradients(x, y, w1, w2, factor=-2.0)),
        Misconception("w2 updated first", "w2 was changed before w1's gradient was computed. Both belong to the same "
                                          "forward pass: compute all gradients, then move all weights.",
                      rule=updated_first, example=Case("", x=ONE, y=0 * ONE, w1=ONE, w2=ONE)),
        Misconception("unmasked", "The gradient walked through relu as if it were not there. Where h was negative, "
                                  "nothing comes back: 1.5.",
                      rule=lambda x, y, w1, w2: gradients(x, y, w1, w2, mask=False),
                      example=Case("", x=ONE, y=ONE, w1=-ONE, w2=ONE)),
        Misconception("h for h_relu", "w2 was multiplied by h_relu on the way forward, so its gradient needs h_relu; "
                                      "it was given h, from before relu.",
                      rule=lambda x, y, w1, w2: gradients(x, y, w1, w2, hidden="h"),
                      example=Case("", x=ONE, y=ONE, w1=-ONE, w2=ONE)),
    ],
    probes=[complain(edits("w2", x=ONE, y=0 * ONE, w1=ONE, w2=ONE), "w2 is changed in place: gradients only look.")],
    hints=[
        "Go forward first and keep h, h_relu and y_pred: the way back needs them.",
        "Walk from the loss to the left, one box at a time: 2·(pred − y), then 1.4 twice and 1.5 between.",
        "grad_pred, then grad_w2 = h_relu.T @ grad_pred and grad_h_relu = grad_pred @ w2.T; mask; then x.T @ grad_h.",
    ])


def step(x, y, w1, w2, lr):
    """What 1.7 should do: both weights a step downhill, each by its own gradient."""
    grad_w1, grad_w2 = gradients(x, y, w1, w2)
    return w1 - lr * grad_w1, w2 - lr * grad_w2


def slip(x, y, w1, w2, lr):
    """As the slide has it: gradients(loss, [w1, w1])."""
    grad_w1, _ = gradients(x, y, w1, w2)
    return w1 - lr * grad_w1, w2 - lr * grad_w1


def one_after_the_other(x, y, w1, w2, lr):
    w1 = w1 - lr * gradients(x, y, w1, w2)[0]
    return w1, w2 - lr * gradients(x, y, w1, w2)[1]


Exercise(
    "1.7", "train_step", difficulty=2, points=2, reference=step,
    cases=[Case("one step", **SQUARE, lr=0.01), Case("a larger one", **SQUARE, lr=0.1),
           Case("other sizes", **NET, lr=0.01)],
    misconceptions=[
        Misconception("as on the slide", "The slide asks for the gradients of [w1, w1], so w2 is moved by w1's "
                                         "gradient. Where both have the same shape nothing complains; the loss does "
                                         "not go down.", rule=slip),
        Misconception("w2 forgotten", "Only w1 moves. w2 has a gradient of its own.",
                      rule=lambda x, y, w1, w2, lr: (step(x, y, w1, w2, lr)[0], w2)),
        Misconception("uphill", "The step goes uphill: a gradient points to where the loss grows, so subtract it.",
                      rule=lambda x, y, w1, w2, lr: step(x, y, w1, w2, -lr)),
        Misconception("one after the other", "w2's gradient was computed with the new w1. Both belong to one forward "
                                             "pass.", rule=one_after_the_other),
        Misconception("averaged", "Both weights moved by the same mixture of gradients. Each has its own.",
                      rule=lambda x, y, w1, w2, lr: tuple(w - lr * sum(gradients(x, y, w1, w2)) / 2 for w in (w1, w2)),
                      example=Case("", **SQUARE, lr=0.1)),
    ],
    probes=[complain(edits("w1", **SQUARE, lr=0.1), "w1 is changed in place: return new weights.")],
    hints=[
        "Read the line that asks for gradients aloud: of what, with respect to what?",
        "Print grad_w1 and grad_w2. Should they be equal?",
        "Two gradients from two_layer_gradients(x, y, w1, w2), one for each weight; subtract lr times each.",
    ])


def cube_right(grad, x):
    return grad * 3 * x ** 2


VERSIONS = {
    "right": cube_right,
    "without the gradient": lambda grad, x: 3 * x ** 2,
    "sign lost": lambda grad, x: grad * 3 * abs(x) * x,
    "power 3": lambda grad, x: grad * 3 * x ** 3,
    "factor lost": lambda grad, x: grad * x ** 2,
    "off by one hundredth": lambda grad, x: grad * 3.03 * x ** 2,
}


def thorough(derivative):
    """What 1.8 asks for: differences at several places, with a gradient that is not 1."""
    x, eps = np.array([-2.0, -0.5, 1.0, 3.0]), 1e-5
    wanted = 7.0 * ((x + eps) ** 3 - (x - eps) ** 3) / (2 * eps)
    return bool(np.allclose(derivative(np.full(4, 7.0), x), wanted, rtol=1e-4))


def at(x, grad=7.0, rtol=1e-4):
    """A test that looks at one place only."""
    def test(derivative):
        return bool(np.allclose(derivative(np.array([grad]), np.array([x])), 3 * grad * x ** 2, rtol=rtol))
    return test


Exercise(
    "1.8", "test_cube_derivative", difficulty=2, points=2, apart=True, reference=thorough,
    run=lambda answer, inputs: bool(answer(inputs["derivative"])),
    cases=[Case(name, derivative=version) for name, version in VERSIONS.items()],
    misconceptions=[
        Misconception("accepts all", "Your test accepts every version, the wrong ones too. A test that cannot fail "
                                     "tests nothing.", rule=lambda derivative: True),
        Misconception("accepts none", "Your test refuses the right one too. Do you compare floats with ==? "
                                      "Differences are never exact: np.allclose.", rule=lambda derivative: False),
        Misconception("only at 1", "At x = 1 the powers of x are all 1, so a wrong power is not seen. Look at other "
                                   "places.", rule=at(1.0)),
        Misconception("only positive", "For positive x a lost sign is not seen. Look at a negative x.", rule=at(2.0)),
        Misconception("gradient 1", "With a gradient of 1, whether the gradient is used cannot be seen. Pass another "
                                    "number.", rule=at(-2.0, grad=1.0)),
        Misconception("too tolerant", "An error of one hundredth passes. Central differences are right to five "
                                      "digits: ask for more.", rule=at(-2.0, rtol=0.1)),
    ],
    hints=[
        "Compare with central differences of x ** 3, at more than one place.",
        "Choose places and a gradient at which the wrong versions differ: negative, not 1, gradient not 1.",
        "np.allclose(derivative(grad, x), grad * differences, rtol=1e-4): return that as a bool.",
    ])
