"""Lesson 1, gradients: what each box of a graph passes back."""

import numpy as np

from ...numeric import numeric_gradient
from ...ops.elementwise.activation import relu_derivative
from ...ops.elementwise.arithmetic import mul_derivative
from ...ops.linalg.products import matmul_derivative
from ...ops.reduce.reductions import sum_derivative
from ..record import Case, Exercise, Misconception
from .adapt import one_array, sum_of_matrix, two_factors, two_matrices


def row(*numbers):
    """A vector of floats."""
    return np.array(numbers, float)


def edits(name, **inputs):
    """A probe: whether an answer changes the argument `name` in place."""
    def probe(answer):
        given = {key: value.copy() if hasattr(value, "copy") else value for key, value in inputs.items()}
        answer(**given)
        return not np.array_equal(given[name], inputs[name])
    return probe


def complain(probe, text):
    """A probe that answers in words what is wrong, None when nothing is."""
    return lambda answer: text if probe(answer) else None


Exercise(
    "1.1", "mul_derivative", difficulty=1, points=2, piece=lambda: mul_derivative, adapt=two_factors,
    reference=lambda grad, out, x, y: (grad * y, grad * x),
    cases=[
        Case("2 times 3", grad=row(10), out=row(6), x=row(2), y=row(3)),
        Case("a factor of 0", grad=row(1, 1), out=row(0, 0), x=row(0, 4), y=row(5, 0)),
        Case("several at once", grad=row(1, -2, 0.5), out=row(2, -12, 8), x=row(1, 3, -2), y=row(2, -4, -4)),
    ],
    misconceptions=[
        Misconception("swapped", "The two are swapped. When x grows by 1, x·y grows by y: what goes back to x is y "
                                 "times the gradient, and x times it to y.",
                      rule=lambda grad, out, x, y: (grad * x, grad * y)),
        Misconception("grad dropped", "These are the local slopes, y and x, without the gradient that arrived. The "
                                      "chain rule multiplies: 10 arrived, so 10 times each slope goes on.",
                      rule=lambda grad, out, x, y: (y, x)),
        Misconception("one total", "One number came back for two inputs. x and y each want to know their own: return "
                                   "a pair.",
                      rule=lambda grad, out, x, y: grad * y + grad * x),
        Misconception("times out", "It looks as if the gradient is multiplied by the product. The slope of x·y along "
                                   "x is y alone.",
                      rule=lambda grad, out, x, y: (grad * out, grad * out)),
        Misconception("divides", "out / x is y only as long as x is not 0; at 0 it is nan, and one nan spoils every "
                                 "weight. y itself is there: use it.",
                      rule=lambda grad, out, x, y: (grad * out / x, grad * out / y),
                      example=Case("", grad=row(1), out=row(0), x=row(0), y=row(5))),
    ],
    hints=[
        "Hold y still and let x grow by a little: by how much does x·y grow?",
        "The local slope for x is y, and for y it is x.",
        "Return two things: grad times each local slope, x's first.",
    ])


def central(f, x, eps):
    """What 1.2 asks for: the library's, on a float64 copy."""
    return numeric_gradient.library(f, np.array(x, np.float64), eps)


def one_at_a_time(f, x, eps, restore=True):
    """The same in x's own dtype; without putting back, where told so."""
    slopes = np.zeros(x.shape, float)
    for i in np.ndindex(x.shape):
        kept = x[i]
        x[i] = kept + eps
        above = f(x)
        x[i] = kept - eps
        below = f(x)
        if restore:
            x[i] = kept
        slopes[i] = (above - below) / (2 * eps)
    return slopes


def one_sided(f, x, eps):
    x = np.array(x, np.float64)
    slopes = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        moved = x.copy()
        moved[i] += eps
        slopes[i] = (f(moved) - f(x)) / eps
    return slopes


def together(f, x, eps):
    x = np.array(x, np.float64)
    return np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))


def weighted(x):
    """x₀ + 2·x₁"""
    return float(x[0] + 2 * x[1])


def squares(x):
    """Σ x²"""
    return float((x.astype(x.dtype) ** 2).sum())


def product(x):
    """x₀ · x₁"""
    return float(x[0] * x[1])


Exercise(
    "1.2", "numeric_gradient", difficulty=2, points=3, apart=True, piece=lambda: numeric_gradient, reference=central,
    close=1e-4,
    cases=[
        Case("the bottom of x²", f=squares, x=row(0), eps=0.1),
        Case("x²", f=squares, x=row(1, -2), eps=1e-3),
        Case("two slopes", f=weighted, x=row(0, 0), eps=0.5),
        Case("a product", f=product, x=row(1, 1), eps=0.5),
        Case("whole numbers", f=squares, x=np.array([3]), eps=1e-5),
        Case("float32 and a tiny step", f=squares, x=np.array([1.0], np.float32), eps=1e-9, wanted=row(2.0)),
    ],
    misconceptions=[
        Misconception("one-sided", "That is the slope from x to x + eps. At the bottom of x² it leans to one side: "
                                   "step both ways, and the errors cancel.", rule=one_sided),
        Misconception("halved step", "The two points are 2·eps apart, but the difference was divided by eps: every "
                                     "slope is twice too steep.", rule=lambda f, x, eps: 2 * central(f, x, eps)),
        Misconception("together", "All elements were moved at once. Then only their joint effect is seen: move one, "
                                  "measure, put it back, go to the next.", rule=together,
                      example=Case("", f=weighted, x=row(0, 0), eps=0.5)),
        Misconception("not restored", "An element was not put back before the next was moved, so later slopes are "
                                      "measured at another place.",
                      rule=lambda f, x, eps: one_at_a_time(f, np.array(x, np.float64), eps, restore=False),
                      example=Case("", f=product, x=row(1, 1), eps=0.5)),
        Misconception("integer", "x holds whole numbers, and 3 + 0.00001 stored among whole numbers is 3 again. Work "
                                 "on a float64 copy of x.",
                      rule=lambda f, x, eps: one_at_a_time(f, x.copy(), eps),
                      example=Case("", f=squares, x=np.array([3]), eps=1e-5)),
        Misconception("float32", "In float32, 1 + 0.000000001 is 1: the step is lost in rounding, and the slope "
                                 "comes out 0. Work in float64.",
                      rule=lambda f, x, eps: one_at_a_time(f, x + 0.0 if x.dtype.kind == "i" else x.copy(), eps),
                      example=Case("", f=squares, x=np.array([1.0], np.float32), eps=1e-9, wanted=row(2.0))),
    ],
    probes=[complain(edits("x", f=squares, x=row(1, 2), eps=0.1), "x is not as it was before: copy it, or put every "
                                                                   "element back.")],
    hints=[
        "For one number: (f(x + eps) − f(x − eps)) / (2·eps). Draw it on a parabola.",
        "Make a float64 copy of x first. Loop over np.ndindex(x.shape): it gives every index, in any shape.",
        "In the loop: keep x[i]; set it to kept + eps and call f; to kept − eps and call f; set it to kept; divide.",
    ])


def spread(grad, out, x, dim, keepdim):
    grad = grad if keepdim else np.expand_dims(grad, dim)
    return np.ones(x.shape) * grad


FOUR = np.array([[5.0, 6.0], [7.0, 8.0]])

Exercise(
    "1.3", "sum_derivative", difficulty=1, points=2, piece=lambda: sum_derivative, adapt=sum_of_matrix,
    reference=spread,
    cases=[
        Case("rows summed", grad=row(1, 2), out=row(11, 15), x=FOUR, dim=1, keepdim=False),
        Case("columns summed", grad=row(1, 2), out=row(12, 14), x=FOUR, dim=0, keepdim=False),
        Case("keepdim", grad=np.array([[1.0], [2.0]]), out=np.array([[11.0], [15.0]]), x=FOUR, dim=1, keepdim=True),
        Case("three columns", grad=row(1, 2), out=row(3, 3), x=np.ones((2, 3)), dim=1, keepdim=False),
    ],
    misconceptions=[
        Misconception("wrong axis", "The gradient was copied along the wrong dimension. Row i was summed to number i, "
                                    "so number i goes back to every element of row i.",
                      rule=lambda grad, out, x, dim, keepdim: np.ones(x.shape) * grad,
                      example=Case("", grad=row(1, 2), out=row(11, 15), x=FOUR, dim=1, keepdim=False)),
        Misconception("dim ignored", "Each number was copied along its row, whatever `dim` says. With dim=0 the "
                                     "columns were summed: number j goes back to every element of column j.",
                      rule=lambda grad, out, x, dim, keepdim: np.ones(x.shape) * grad.reshape(-1, 1),
                      example=Case("", grad=row(1, 2), out=row(12, 14), x=FOUR, dim=0, keepdim=False)),
        Misconception("unspread", "The gradient still has the shape of the sum. Every element that was added wants "
                                  "its own copy: the answer has x's shape.",
                      rule=lambda grad, out, x, dim, keepdim: grad),
        Misconception("mean", "The copies were divided among the elements. That is the mean's derivative: in a sum "
                              "each element counts fully.",
                      rule=lambda grad, out, x, dim, keepdim: spread(grad, out, x, dim, keepdim) / x.shape[dim]),
        Misconception("times x", "The copies were multiplied by x. Adding 1 to an element adds 1 to the sum, however "
                                 "large the element is: its slope is 1.",
                      rule=lambda grad, out, x, dim, keepdim: spread(grad, out, x, dim, keepdim) * x),
        Misconception("keepdim", "With keepdim=True the summed dimension is still there, with size 1: no second one "
                                 "may be put in.",
                      rule=lambda grad, out, x, dim, keepdim: np.ones(x.shape) * np.expand_dims(grad, dim),
                      example=Case("", grad=np.array([[1.0], [2.0]]), out=np.array([[11.0], [15.0]]), x=FOUR, dim=1,
                                   keepdim=True)),
    ],
    hints=[
        "If one number goes up by 1, by how much does the sum go up? So what is each slope?",
        "The gradient has lost dimension `dim`, unless keepdim kept it. np.expand_dims(grad, dim) puts it back.",
        "Put the dimension back where it is missing, then copy: np.ones(x.shape) * grad.",
    ])


A = np.array([[1.0, 2.0], [0.0, 1.0]])
TALL, WIDE = np.arange(6.0).reshape(3, 2) - 2, np.array([[1.0, 0, 2, -1], [3, 1, 0, 1]])

Exercise(
    "1.4", "matmul_derivative", difficulty=2, points=3, piece=lambda: matmul_derivative, adapt=two_matrices,
    reference=lambda grad, out, a, b: (grad @ b.T, a.T @ grad),
    cases=[
        Case("square, so that shapes cannot help", grad=np.array([[0.0, 1], [0, 0]]), out=A @ A, a=A, b=A),
        Case("3×2 by 2×4", grad=np.arange(12.0).reshape(3, 4), out=TALL @ WIDE, a=TALL, b=WIDE),
    ],
    misconceptions=[
        Misconception("untransposed", "The right factors, but not transposed. Follow one element: a[i, k] meets row k "
                                      "of b, so its gradient is row i of grad with row k of b, that is b.T.",
                      rule=lambda grad, out, a, b: (grad @ b, a @ grad)),
        Misconception("order", "Transposed, but in the wrong order: a matrix product does not commute. a stands left, "
                               "so grad stands left in its gradient; b stands right.",
                      rule=lambda grad, out, a, b: (b.T @ grad, grad @ a.T)),
        Misconception("elementwise", "That is the rule for element-by-element products (1.1). In a matrix product an "
                                     "element meets a whole row or column, and the gradients are summed.",
                      rule=lambda grad, out, a, b: (grad * b, grad * a)),
        Misconception("grad transposed", "It is grad that was transposed. It has the shape of the result and stays as "
                                         "it is; the other factor is turned.",
                      rule=lambda grad, out, a, b: (grad.T @ b, a @ grad.T)),
        Misconception("pair swapped", "Both gradients are right, in the wrong places: the first that is returned goes "
                                      "to a.", rule=lambda grad, out, a, b: (a.T @ grad, grad @ b.T)),
    ],
    hints=[
        "Write the shapes: (n, m) @ (m, p) = (n, p). Which products of grad (n, p) with b give (n, m)?",
        "Square matrices let every mistake through. Check with one number in grad and zeros elsewhere.",
        "grad times b turned for a; a turned times grad for b.",
    ])


def asks_for_one(answer):
    """Whether an answer asks an array for a single truth value."""
    try:
        answer(grad=row(1, 1), out=row(0, 1), x=row(-2, 1))
    except ValueError as error:
        return "truth value" in str(error)
    return False


Exercise(
    "1.5", "relu_derivative", difficulty=1, points=2, piece=lambda: relu_derivative, adapt=one_array,
    reference=lambda grad, out, x: grad * (x > 0),
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
        Misconception("one if", "`if` wants one answer, but `x > 0` gives one for each element of x. Use them all at "
                                "once: an array of True and False is a mask to multiply by.", probe=asks_for_one),
        Misconception("edits grad", "The gradient that was passed in is changed in place. Other boxes were given the "
                                    "same array: in relu(x) + x, the second would see your zeros. Make a new array.",
                      probe=edits("grad", grad=row(10, 10), out=row(0, 2), x=row(-1, 2))),
    ],
    probes=[complain(edits("grad", grad=row(10, 10), out=row(0, 2), x=row(-1, 2)),
                     "The gradient passed in was changed in place.")],
    hints=[
        "Draw relu. What is its slope left of 0, and right of 0?",
        "`x > 0` is an array of True and False, which count as 1 and 0.",
        "The slope, times what arrives: a mask of x and `grad`, multiplied.",
    ])
