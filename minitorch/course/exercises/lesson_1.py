"""Lesson 1, gradients: what each box of a graph passes back, a whole network by hand, a test to write."""

import numpy as np

from ...autograd import numeric
from ...ops.elementwise import activation, arithmetic
from ...ops.linalg import products
from ...ops.reduce import reductions
from .adapt import one_array, sum_of_matrix, two_factors, two_matrices
from .common import Case, Exercise, Wrong, complain, row

BLOCK = np.arange(12.0).reshape(2, 3, 2)


def mul_derivative(grad, out, x, y):
    return grad * y, grad * x


Exercise("1.1", mul_derivative, difficulty=1, points=2, piece=lambda: arithmetic.mul_derivative, adapt=two_factors,
    numpy_only=True,
    cases=[
        Case("2 times 3", grad=row(10), out=row(6), x=row(2), y=row(3)),
        Case("a negative number", grad=row(5), out=row(-8), x=row(-4), y=row(2)),
        Case("a factor of 0", grad=row(1, 1), out=row(0, 0), x=row(0, 4), y=row(5, 0)),
        Case("several at once", grad=row(1, -2, 0.5), out=row(2, -12, 8), x=row(1, 3, -2), y=row(2, -4, -4)),
        Case("a matrix of whole numbers", grad=np.array([[0.5, 1.5], [1, -1]]), out=np.array([[2, 6], [0, 5]]),
             x=np.array([[1, 3], [0, 5]]), y=np.array([[2, 2], [3, 1]])),
        Case("no dimension", grad=np.array(-2.0), out=np.array(1.5), x=np.array(3.0), y=np.array(0.5)),
        Case("x times itself", grad=row(1, -2, 5), out=row(4, 9, 1), x=row(2, -3, 1), y=row(2, -3, 1)),
        Case("three dimensions", grad=BLOCK - 5, out=BLOCK * (BLOCK - 2), x=BLOCK, y=BLOCK - 2),
        Case("large numbers", grad=row(1e60, -2e40), out=row(6e40, -1e30), x=row(2e20, 1e30), y=row(3e20, -1)),
        Case("whole numbers times floats", grad=row(0.5, 2), out=row(17.5, -1.5), x=np.array([7, -3]),
             y=row(2.5, 0.5)),
    ],
    wrong=[
        Wrong("one dimension at least", "The loop runs along the first dimension, and an array of shape () has none. x "
              "may have any number of them: `*` needs no loop, np.ndindex(x.shape) gives every index.",
              "return np.array([g * b for g, b in zip(grad, y)]), np.array([g * a for g, a in zip(grad, x)])",
              "return (np.array([grad[i] * y[i] for i in range(len(x))]),\n"
              "        np.array([grad[i] * x[i] for i in range(len(x))]))", example="no dimension"),
        Wrong("swapped", "The two are swapped. When x grows by 1, x·y grows by y: what goes back to x is y times the "
              "gradient, and x times it to y.", "return grad * x, grad * y"),
        Wrong("grad dropped", "These are the local slopes, y and x, without the gradient that arrived. The chain rule "
              "multiplies: 10 arrived, so 10 times each slope goes on.", "return y, x"),
        Wrong("added", "Something is added where the chain rule multiplies: the gradient times the local slope.",
              "return grad + y, grad + x", "return grad + x, grad + y", "return grad * (x + y), grad * (x + y)"),
        Wrong("passed on", "The gradient was passed on as it arrived. That is right for x + y; in x·y, x grows the "
              "product y times as fast.", "return grad, grad"),
        Wrong("dot", "np.dot and @ add the products up. Here each element has a product of its own: `*`.",
              "return np.dot(grad, y), np.dot(grad, x)", "return grad @ y.T, x.T @ grad"),
        Wrong("one total", "One number came back for two inputs. x and y each want to know their own: return a pair.",
              "return grad * y + grad * x"),
        Wrong("times out", "The gradient is multiplied by the product. The slope of x·y along x is y alone.",
              "return grad * out, grad * out"),
        Wrong("divides", "out / x is y only as long as x is not 0; at 0 it is nan, and one nan spoils every weight. y "
              "itself is there: use it.", "return grad * (out / x), grad * (out / y)",
              example=Case(grad=row(1), out=row(0), x=row(0), y=row(5))),
    ],
    others=["return (grad * y), (grad * x)",
            "return [np.array([g * f for g, f in zip(grad.flat, other.flat)]).reshape(x.shape) for other in (y, x)]"],
    hints=[
        "Hold y still and let x grow by a little: by how much does x·y grow?",
        "The local slope for x is y, and for y it is x.",
        "Return two things: grad times each local slope, x's first.",
    ])


def weighted(x):
    """x₀ + 2·x₁"""
    return float(x[0] + 2 * x[1])


def squares(x):
    """Σ x²"""
    return float((x.astype(x.dtype) ** 2).sum())


def product(x):
    """x₀ · x₁²"""
    return float(x[0] * x[1] ** 2)


def cubes(x):
    """Σ x³"""
    return float((x ** 3).sum())


def crossed(x):
    """x₀₁ · x₁₀ + 3 · x₁₁"""
    return float(x[0, 1] * x[1, 0] + 3 * x[1, 1])


def corner(x):
    """x₀₁₂ · x₀₀₁ − 2 · x₀₁₀"""
    return float(x[0, 1, 2] * x[0, 0, 1] - 2 * x[0, 1, 0])


def numeric_gradient(f, x, eps):
    x = np.array(x, dtype=np.float64)          # a copy, and fine enough for small steps
    slopes = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        kept = x[i]
        x[i] = kept + eps
        above = f(x)
        x[i] = kept - eps
        below = f(x)
        x[i] = kept
        slopes[i] = (above - below) / (2 * eps)
    return slopes


Exercise("1.2", numeric_gradient, difficulty=2, points=3, apart=True, piece=lambda: numeric.numeric_gradient,
    numpy_only=True,
    close=1e-4,
    cases=[
        Case("the bottom of x²", f=squares, x=row(0), eps=0.1),
        Case("x²", f=squares, x=row(1, -2), eps=1e-3),
        Case("two slopes", f=weighted, x=row(0, 0), eps=0.5),
        Case("a product", f=product, x=row(1, 1), eps=0.5),
        Case("a long step", f=cubes, x=row(1), eps=0.5),
        Case("a matrix", f=crossed, x=np.array([[1.0, 2], [3, 4]]), eps=1e-3),
        Case("no dimension", f=squares, x=np.array(2.0), eps=1e-3),
        Case("whole numbers", f=squares, x=np.array([3]), eps=1e-5),
        Case("whole numbers, a slope of 12.25", f=cubes, x=np.array([2]), eps=0.5),
        Case("many digits", f=cubes, x=row(7.3), eps=1e-3),
        Case("a single row, three dimensions", f=corner, x=np.array([[[1.0, -2, 0.5], [3, 0.25, 2]]]), eps=1e-3),
        Case("a slope of 1.2345", f=squares, x=row(0.61725), eps=1e-3),
        Case("float32 and a tiny step", f=squares, x=np.array([1.0], np.float32), eps=1e-9, wanted=row(2.0)),
    ],
    wrong=[
        Wrong("one-sided", "That is the slope from x to x + eps. At the bottom of x² it leans to one side: step both "
              "ways, and the errors cancel.", """
            x = np.array(x, float)
            slopes = np.zeros_like(x)
            for i in np.ndindex(x.shape):
                here = f(x)
                x[i] += eps
                slopes[i] = (f(x) - here) / eps
                x[i] -= eps
            return slopes
        """),
        Wrong("one-sided, below", "That is the slope from x − eps to x. Step both ways, and the errors cancel.",
              {"x[i] = kept + eps": "x[i] = kept", "(2 * eps)": "eps"}),
        Wrong("slopes in x's dtype", "The slopes stand in an array of x's dtype: among whole numbers 12.25 becomes 12. "
              "Give them an array of float64.",
              {"np.zeros_like(x)": "np.zeros_like(whole)", "    x = np": "    whole = x\n    x = np"},
              example="whole numbers, a slope of 12.25"),
        Wrong("without brackets", "The difference was divided by 2 and then multiplied by eps: `/ 2 * eps` goes from "
              "left to right. Put brackets round 2 * eps.", {"(2 * eps)": "2 * eps"}, {"/ (2 * eps)": "* 2 * eps"}),
        Wrong("undivided", "The difference of the two values is not divided by the length of the step, 2·eps.",
              {" / (2 * eps)": ""}),
        Wrong("first only", "Only the first slope was computed: the `return` stands inside the loop.",
              {"\n    return slopes": "\n        return slopes"}),
        Wrong("vectors only", "The index runs along one dimension. x may have any shape: np.ndindex(x.shape) gives "
              "every index.", {"np.ndindex(x.shape)": "range(len(x))"}, {"np.ndindex(x.shape)": "range(x.size)"},
              {"np.ndindex(x.shape)": "range(len(x))", "x[i] = kept + eps": "x[i] += eps", "x[i] = kept - eps":
               "x[i] -= 2 * eps", "x[i] = kept\n": "x[i] += eps\n"}, example="a matrix"),
        Wrong("halved step", "The two points are 2·eps apart, but the difference was divided by eps: every slope is "
              "twice too steep.", {"(2 * eps)": "eps"}),
        Wrong("together", "All elements were moved at once. Then only their joint effect is seen: move one, measure, "
              "put it back, go to the next.",
              "x = np.array(x, float)\nreturn np.ones_like(x) * (f(x + eps) - f(x - eps)) / (2 * eps)",
              example="two slopes"),
        Wrong("added up", "Each slope is added to all elements, where each is to have its own: `slopes[i] = …`.",
              {"slopes[i] =": "slopes +="}, example="two slopes"),
        Wrong("not restored", "An element was not put back before the next was moved, so later slopes are measured at "
              "another place.", {"        x[i] = kept\n        slopes": "        slopes"}, example="a product"),
        Wrong("integer", "x holds whole numbers, and 3 + 0.00001 stored among whole numbers is 3 again. Work on a "
              "float64 copy of x.",
              {"np.array(x, dtype=np.float64)": "x.copy()", "np.zeros_like(x)": "np.zeros(x.shape)"},
              example="whole numbers"),
        Wrong("float32", "In float32, 1 + 0.000000001 is 1: the step is lost in rounding, and the slope comes out 0. "
              "Work in float64.",
              {"np.float64": "np.float32"},
              {"np.array(x, dtype=np.float64)": "x.copy() if x.dtype.kind == 'f' else x.astype(float)",
               "np.zeros_like(x)": "np.zeros(x.shape)"}, example="float32 and a tiny step"),
    ],
    probes=[complain(lambda answer: np.asarray(answer(squares, row(1.5), 1e-3)).dtype != np.float64,
                     "The slopes are not in an array of float64: the last digits are lost.")],
    others=["""
        x = np.asarray(x, float)
        slopes = np.empty(x.size)
        for i in range(x.size):
            step = np.zeros(x.size)
            step[i] = eps
            step = step.reshape(x.shape)
            slopes[i] = (f(x + step) - f(x - step)) / (2 * eps)
        return slopes.reshape(x.shape)
    """],
    hints=[
        "For one number: (f(x + eps) − f(x − eps)) / (2·eps). Draw it on a parabola.",
        "Make a float64 copy of x first. Loop over np.ndindex(x.shape): it gives every index, in any shape.",
        "In the loop: keep x[i]; set it to kept + eps and call f; to kept − eps and call f; set it to kept; divide.",
    ])


FOUR = np.array([[5.0, 6.0], [7.0, 8.0]])


def sum_derivative(grad, out, x, dim, keepdim):
    if not keepdim:
        grad = np.expand_dims(grad, dim)
    return np.ones(x.shape) * grad


Exercise("1.3", sum_derivative, difficulty=1, points=2, piece=lambda: reductions.sum_derivative, adapt=sum_of_matrix,
    numpy_only=True,
    cases=[
        Case("rows summed", grad=row(1, 2), out=row(11, 15), x=FOUR, dim=1, keepdim=False),
        Case("columns summed", grad=row(1, 2), out=row(12, 14), x=FOUR, dim=0, keepdim=False),
        Case("rows summed, other numbers", grad=row(-3, 4), out=row(11, 15), x=FOUR, dim=1, keepdim=False),
        Case("keepdim", grad=np.array([[1.0], [2.0]]), out=np.array([[11.0], [15.0]]), x=FOUR, dim=1, keepdim=True),
        Case("three columns", grad=row(1, 2), out=row(3, 3), x=np.ones((2, 3)), dim=1, keepdim=False),
        Case("keepdim, columns of whole numbers", grad=np.array([[0.5, -1.5]]), out=np.array([[9, 12]]),
             x=np.array([[1, 2], [3, 4], [5, 6]]), dim=0, keepdim=True),
        Case("three by three", grad=row(1, -2, 3), out=row(9, 12, 15), x=np.arange(9.0).reshape(3, 3), dim=0,
             keepdim=False),
        Case("a single row", grad=row(2), out=row(6), x=np.array([[1.0, 2, 3]]), dim=1, keepdim=False),
        Case("a single column", grad=row(2), out=row(6), x=np.array([[1.0], [2], [3]]), dim=0, keepdim=False),
        Case("a single row, down the columns", grad=np.array([[1.0, -2, 4]]), out=np.array([[1.0, 2, 3]]),
             x=np.array([[1.0, 2, 3]]), dim=0, keepdim=True),
    ],
    wrong=[
        Wrong("wrong axis", "The gradient was copied along the wrong dimension. Row i was summed to number i, so "
              "number i goes back to every element of row i.", "return np.ones(x.shape) * grad", example="rows summed"),
        Wrong("dim ignored", "Each number was copied along its row, whatever `dim` says. With dim=0 the columns were "
              "summed: number j goes back to every element of column j.",
              "return np.ones(x.shape) * np.reshape(grad, (-1, 1))",
              "return np.ones((1, x.shape[-1])) * np.reshape(grad, (-1, 1))",
              {"expand_dims(grad, dim)": "expand_dims(grad, 1)"}, example="columns summed"),
        Wrong("grad ignored", "These are the local slopes, all 1, without the gradient that arrived: multiply by it.",
              "return np.ones(x.shape)"),
        Wrong("keepdim turned round", "A dimension is put in when keepdim is True, where it is still there, and not "
              "when keepdim is False, where it is gone.", {"if not keepdim": "if keepdim"},
              "if keepdim:\n    grad = np.expand_dims(grad, dim)\nreturn np.broadcast_to(grad, x.shape)",
              example="keepdim"),
        Wrong("unspread", "The gradient still has the shape of the sum. Every element that was added wants its own "
              "copy: the answer has x's shape.", "return grad"),
        Wrong("mean", "The copies were divided among the elements. That is the mean's derivative: in a sum each "
              "element counts fully.",
              {"return np.ones(x.shape) * grad": "return np.ones(x.shape) * grad / x.shape[dim]"}),
        Wrong("times x", "The copies were multiplied by x. Adding 1 to an element adds 1 to the sum, however large the "
              "element is: its slope is 1.", {"np.ones(x.shape)": "x"}),
        Wrong("keepdim", "With keepdim=True the summed dimension is still there, with size 1: no second one may be put "
              "in.", "return np.ones(x.shape) * np.expand_dims(grad, dim)", example="keepdim"),
    ],
    others=["""
        result = np.zeros(x.shape)
        for i in range(x.shape[0]):
            for j in range(x.shape[1]):
                k = i if dim == 1 else j
                result[i, j] = grad.reshape(-1)[k]
        return result
    """, """
        if keepdim:
            grad = grad.squeeze(dim)
        return np.stack([grad] * x.shape[dim], axis=dim)
    """],
    hints=[
        "If one number goes up by 1, by how much does the sum go up? So what is each slope?",
        "The gradient has lost dimension `dim`, unless keepdim kept it. np.expand_dims(grad, dim) puts it back.",
        "Put the dimension back where it is missing, then copy: np.ones(x.shape) * grad.",
    ])


A, B = np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [3.0, -1.0]])
TALL, WIDE = np.arange(6.0).reshape(3, 2) - 2, np.array([[1.0, 0, 2, -1], [3, 1, 0, 1]])


def matmul_derivative(grad, out, a, b):
    return grad @ b.T, a.T @ grad


Exercise("1.4", matmul_derivative, difficulty=2, points=3, piece=lambda: products.matmul_derivative, adapt=two_matrices,
    numpy_only=True,
    cases=[
        Case("square, so that shapes cannot help", grad=np.array([[0.0, 1], [0, 0]]), out=A @ B, a=A, b=B),
        Case("the factors exchanged", grad=np.array([[2.0, -1], [0, 3]]), out=B @ A, a=B, b=A),
        Case("3×2 by 2×4", grad=np.arange(12.0).reshape(3, 4), out=TALL @ WIDE, a=TALL, b=WIDE),
        Case("3×2 by 2×2", grad=TALL + 1, out=TALL @ A, a=TALL, b=A),
        Case("2×2 by 2×4", grad=WIDE - 1, out=B @ WIDE, a=B, b=WIDE),
        Case("2×3 by 3×2", grad=A - B, out=TALL.T @ TALL, a=TALL.T, b=TALL),
        Case("a matrix times itself", grad=np.array([[1.0, -2], [5, 3]]), out=B @ B, a=B, b=B),
        Case("large numbers", grad=1e40 * A, out=1e40 * A @ B, a=1e20 * A, b=1e20 * B),
        Case("one row of whole numbers", grad=np.array([[0.5]]), out=np.array([[11]]), a=np.array([[1, 2]]),
             b=np.array([[3], [4]])),
    ],
    wrong=[
        Wrong("untransposed", "The right factors, but not transposed. Follow one element: a[i, k] meets row k of b, so "
              "its gradient is row i of grad with row k of b, that is b.T.", "return grad @ b, a @ grad"),
        Wrong("order", "Transposed, but in the wrong order: a matrix product does not commute. a stands left, so grad "
              "stands left in its gradient; b stands right.", "return b.T @ grad, grad @ a.T"),
        Wrong("elementwise", "That is the rule for element-by-element products (1.1). In a matrix product an element "
              "meets a whole row or column, and the gradients are summed.", "return grad * b, grad * a"),
        Wrong("grad transposed", "It is grad that was transposed. It has the shape of the result and stays as it is; "
              "the other factor is turned.", "return grad.T @ b, a @ grad.T"),
        Wrong("out for grad", "It is `out`, the product, that was multiplied. What comes back is grad.",
              "return out @ b.T, a.T @ out"),
        Wrong("grad ignored", "The gradient that arrived is not in it: the chain rule multiplies.", "return b.T, a.T",
              "return np.ones_like(grad) @ b.T, a.T @ np.ones_like(grad)"),
        Wrong("own factor", "Each was given its own values. The slope along a is made of b, and along b of a.",
              "return grad @ a.T, b.T @ grad", "return grad @ a, b @ grad"),
        Wrong("reshaped", "Rows and columns are to be exchanged: `.T`. `reshape` keeps the numbers in their order and "
              "only begins new rows elsewhere.", "return grad @ b.reshape(b.T.shape), a.reshape(a.T.shape) @ grad"),
        Wrong("last product only", "Each element keeps only the last of its products: `=` where they should add up, "
              "`+=`.", """
            ga, gb = np.zeros(a.shape), np.zeros(b.shape)
            for i in range(a.shape[0]):
                for j in range(b.shape[1]):
                    for k in range(a.shape[1]):
                        ga[i, k] = grad[i, j] * b[k, j]
                        gb[k, j] = grad[i, j] * a[i, k]
            return ga, gb
        """),
    ],
    others=[
        "return np.matmul(grad, np.transpose(b)), np.dot(a.T, grad)",
        """
        ga, gb = np.zeros(a.shape), np.zeros(b.shape)
        for i in range(a.shape[0]):
            for j in range(b.shape[1]):
                for k in range(a.shape[1]):
                    ga[i, k] += grad[i, j] * b[k, j]
                    gb[k, j] += grad[i, j] * a[i, k]
        return ga, gb
    """],
    hints=[
        "Write the shapes: (n, m) @ (m, p) = (n, p). Which products of grad (n, p) with b give (n, m)?",
        "Square matrices let every mistake through. Check with one number in grad and zeros elsewhere.",
        "grad times b turned for a; a turned times grad for b.",
    ])


def strange_at_0(answer):
    """Whether at x = 0 there comes neither 0 nor the gradient."""
    slope = float(np.asarray(answer(grad=row(2, 2), out=row(0, 1), x=row(0, 1)))[0])
    return slope not in (0, 2)


def nan_at_0(answer):
    """Whether at x = 0 there comes nan, and what is right elsewhere."""
    slopes = answer(grad=row(2, 2, 2), out=row(0, 1, 0), x=row(0, 1, -1))
    return bool(np.isnan(slopes[0]) and (slopes[1:] == (2, 0)).all())


def relu_derivative(grad, out, x):
    return grad * (x > 0)


Exercise("1.5", relu_derivative, difficulty=1, points=2, piece=lambda: activation.relu_derivative, adapt=one_array,
    numpy_only=True,
    cases=[
        Case("one silent, one passing", grad=row(1, 1), out=row(0, 1), x=row(-2, 1)),
        Case("a gradient of 10", grad=row(10, 10), out=row(0, 3), x=row(-1, 3)),
        Case("a negative gradient", grad=row(-1, -1), out=row(2, 0), x=row(2, -2)),
        Case("a matrix", grad=np.full((2, 2), 0.5), out=np.array([[1.0, 0], [0, 4]]), x=np.array([[1.0, -1], [-3, 4]])),
        Case("close to 0", grad=row(2, 3, 4, 5), out=row(0, 0.5, 0.001, 0), x=row(-0.001, 0.5, 0.001, -0.5)),
        Case("very close to 0", grad=row(2, 3, -4), out=row(1e-9, 0, 1e-30), x=row(1e-9, -1e-9, 1e-30)),
        Case("three dimensions", grad=BLOCK + 1, out=np.maximum(BLOCK - 4.5, 0), x=BLOCK - 4.5),
        Case("large numbers", grad=row(1e60, -1e60), out=row(1e50, 0), x=row(1e50, -1e50)),
        Case("nothing passes", grad=row(2, -3), out=row(0, 0), x=row(-1, -0.5)),
    ],
    probes=[complain(strange_at_0, "At x = 0 comes neither 0 nor the gradient; one of the two is wanted there.")],
    wrong=[
        Wrong("divides", "out / x is 1 or 0 only as long as x is not 0; there it is nan, and one nan spoils every "
              "weight. Ask whether x is above 0.", "return grad * (out / x)",
              probe=nan_at_0, example=Case(grad=row(1), out=row(0), x=row(0))),
        Wrong("a threshold", "Small numbers above 0 were taken for 0. However small x is, relu passes it on: x > 0.",
              "return grad * (x > 1e-6)", "return grad * (np.round(x, 6) > 0)", example="very close to 0"),
        Wrong("one for all", "One decision is made for the whole array. Each element of x lets its own gradient pass, "
              "or not: x > 0 is a mask, to multiply with.", "return grad * (x > 0).any()",
              "return grad if x.sum() > 0 else grad * 0", example="one silent, one passing"),
        Wrong("passes", "The gradient is passed back where x < 0 too. There relu gives 0 whatever x is: a small change "
              "of x changes nothing, so nothing comes back.", "return grad"),
        Wrong("masks grad", "The mask asks for the gradient's sign. Relu looked at x on the way forward: ask x again, "
              "and let a negative gradient pass.", "return grad * (grad > 0)", "return grad * ((x > 0) & (grad > 0))",
              example=Case(grad=row(-1), out=row(2), x=row(2))),
        Wrong("sign for mask", "Where x < 0 the gradient comes back with its sign turned; 0 is wanted there. np.sign "
              "gives −1, `x > 0` gives 0.", "return grad * np.sign(x)"),
        Wrong("wrong side", "The mask is the wrong way round: what passed on the way forward passes on the way back.",
              "return grad * (x < 0)", "return grad * (x <= 0)"),
        Wrong("forward again", "That is relu's output, from x alone; `grad` is not in it.", "return np.maximum(x, 0)"),
        Wrong("other threshold", "The gradient is stopped for small x above 0 too. Relu passes every x above 0.",
              "return grad * (x >= 1)", "return grad * x.astype(int).clip(0, 1)", example="close to 0"),
        Wrong("mask only", "That is the local slope, 0 or 1, without the gradient that arrived. The chain rule "
              "multiplies the two.", "return (x > 0).astype(float)", example=Case(grad=row(10), out=row(3), x=row(3))),
        Wrong("times out", "It looks as if the gradient is multiplied by relu's output. The slope of relu is 1 where x "
              "> 0, not x.", "return grad * out", example=Case(grad=row(10), out=row(3), x=row(3))),
    ],
    others=[
        "return np.where(x > 0, grad, 0)",
        """
        grad_h = grad.copy()
        grad_h[x < 0] = 0
        return grad_h
    """],
    hints=[
        "Draw relu. What is its slope left of 0, and right of 0?",
        "`x > 0` is an array of True and False, which count as 1 and 0.",
        "The slope, times what arrives: a mask of x and `grad`, multiplied.",
    ])


ONE = np.ones((1, 1))
rng = np.random.default_rng(0)
NET = {name: rng.standard_normal(shape).round(1)
       for name, shape in {"x": (4, 3), "y": (4, 2), "w1": (3, 5), "w2": (5, 2)}.items()}
SQUARE = {name: rng.standard_normal(shape).round(1)
          for name, shape in {"x": (4, 2), "y": (4, 2), "w1": (2, 2), "w2": (2, 2)}.items()}


def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.maximum(h, 0)
    grad_pred = 2 * (h_relu @ w2 - y)
    grad_w2 = h_relu.T @ grad_pred                # 1.4
    grad_h_relu = grad_pred @ w2.T                # 1.4
    grad_h = grad_h_relu * (h > 0)                # 1.5
    grad_w1 = x.T @ grad_h                        # 1.4
    return grad_w1, grad_w2


Exercise("1.6", two_layer_gradients, difficulty=3, points=4,
    numpy_only=True,
    cases=[
        Case("all 1", x=ONE, y=0 * ONE, w1=ONE, w2=ONE),
        Case("a silent unit", x=ONE, y=ONE, w1=-ONE, w2=ONE),
        Case("a real one", **NET),
        Case("three outputs", **NET | {"y": NET["x"], "w2": NET["w1"].T}),
        Case("one that hardly speaks", x=ONE, y=ONE, w1=ONE / 1000, w2=-ONE),
        Case("large numbers", x=10 * NET["x"], y=NET["y"], w1=NET["w1"], w2=NET["w2"]),
    ],
    wrong=[
        Wrong("factor 2", "The factor 2 of (pred − y)² is lost: the slope of a square is twice its base.",
              {"2 * (h_relu": "(h_relu"}),
        Wrong("square sent back", "It is the loss itself, (pred − y)², that was sent back. What goes back is its "
              "slope: by how much the loss grows when pred does, 2·(pred − y).",
              {"(h_relu @ w2 - y)": "(h_relu @ w2 - y) ** 2"}, {"2 * (h_relu @ w2 - y)": "(h_relu @ w2 - y) ** 2"},
              example=Case(x=ONE, y=-2 * ONE, w1=ONE, w2=ONE)),
        Wrong("mean", "The gradients are divided by the number of examples, or of all outputs: the loss is a sum here, "
              "no mean.", {"y)\n": "y) / len(x)\n"}, {"y)\n": "y) / y.size\n"}),
        Wrong("relu on pred", "There is no relu after the second matrix: pred is h_relu @ w2, negative or not.",
              {"(h_relu @ w2 - y)": "(np.maximum(h_relu @ w2, 0) - y)"}),
        Wrong("masks grad", "The mask asks for the gradient's sign. Relu looked at h on the way forward: ask h again.",
              {"(h > 0)": "(grad_h_relu > 0)"}),
        Wrong("sign", "The sign is turned: this walks uphill. The loss is (pred − y)², so the first step back is "
              "2·(pred − y).", {"h_relu @ w2 - y": "y - h_relu @ w2"}),
        Wrong("w2 updated first", "w2 was changed before w1's gradient was computed. Both belong to the same forward "
              "pass: compute all gradients, then move all weights.",
              {"    grad_h_relu": "    w2 = w2 - 0.1 * grad_w2\n    grad_h_relu"}, example="all 1"),
        Wrong("without relu", "There is no relu in it, neither forward nor backward: h_relu is h with its negative "
              "numbers set to 0.", {"np.maximum(h, 0)": "h", " * (h > 0)": ""}, example="a silent unit"),
        Wrong("times h_relu", "The gradient is multiplied by relu's output. Its slope is 1 where h > 0, not h: 1.5.",
              {"(h > 0)": "h_relu"}),
        Wrong("first example", "Only one example is in it, the first or the last: every row of x is one, and the loss "
              "adds them all.", *({"    h = x": f"    x, y = x[{row}], y[{row}]\n    h = x"} for row in (":1", "-1:")),
              example="a real one"),
        Wrong("unmasked", "The gradient walked through relu as if it were not there. Where h was negative, nothing "
              "comes back (1.5). A mask sees that only if relu has left h as it was: h_relu is a new array.",
              {" * (h > 0)": ""}, example="a silent unit"),
        Wrong("h for h_relu", "w2 was multiplied by h_relu on the way forward, so its gradient needs h_relu; it was "
              "given h, from before relu.", {"h_relu.T @": "h.T @"}, example="a silent unit"),
    ],
    others=["""
        h = x.dot(w1)
        h_relu = h.clip(0)
        y_pred = h_relu.dot(w2)
        grad_y_pred = 2.0 * (y_pred - y)
        grad_w2 = h_relu.T.dot(grad_y_pred)
        grad_h_relu = grad_y_pred.dot(w2.T)
        grad_h = grad_h_relu.copy()
        grad_h[h < 0] = 0
        grad_w1 = x.T.dot(grad_h)
        return grad_w1, grad_w2
    """],
    hints=[
        "Go forward first and keep h, h_relu and y_pred: the way back needs them.",
        "Walk from the loss to the left, one box at a time: 2·(pred − y), then 1.4 twice and 1.5 between.",
        "grad_pred, then grad_w2 = h_relu.T @ grad_pred and grad_h_relu = grad_pred @ w2.T; mask; then x.T @ grad_h.",
    ])


def train_step(x, y, w1, w2, lr):
    grad_w1, grad_w2 = two_layer_gradients(x, y, w1, w2)
    return w1 - lr * grad_w1, w2 - lr * grad_w2


def cuts_steps(answer):
    """Whether a step along a small gradient is right, and one along a large gradient shorter than it should be."""
    shares = []
    for size in (0.01, 1, 20, 1000):
        given = {name: size * value for name, value in SQUARE.items()}
        steps = [[new - old for new, old in zip(step(**{name: value.copy() for name, value in given.items()},
                                                     lr=1e-6 / size ** 2), (given["w1"], given["w2"]))]
                 for step in (answer, train_step)]
        shares += [np.abs(mine).sum() / np.abs(right).sum() for mine, right in zip(*steps)]
    return bool(np.allclose(shares[:2], 1, atol=1e-4) and min(shares) < 0.9)


Exercise("1.7", train_step, difficulty=2, points=2,
    cases=[Case("one step", **SQUARE, lr=0.01), Case("a larger one", **SQUARE, lr=0.1),
           Case("other numbers", **{name: -0.5 * value for name, value in SQUARE.items()}, lr=0.01),
           Case("other sizes", **NET, lr=0.01),
           Case("steep", **{name: 20 * value for name, value in SQUARE.items()}, lr=1e-6)],
    wrong=[
        Wrong("steps cut", "Large gradients were cut. `lr` alone says how long a step is, also where it is steep.",
              {"* grad_w1": "* np.clip(grad_w1, -1, 1)", "* grad_w2": "* np.clip(grad_w2, -1, 1)"},
              {"* grad_w1": "* np.clip(grad_w1, -100, 100)", "* grad_w2": "* np.clip(grad_w2, -100, 100)"},
              probe=cuts_steps, example="steep"),
        Wrong("as on the slide", "The slide asks for the gradients of [w1, w1], so w2 is moved by w1's gradient. Where "
              "both have the same shape nothing complains; the loss falls, but stops far above 0.",
              {"w2 - lr * grad_w2": "w2 - lr * grad_w1"}),
        Wrong("crossed", "w1 is moved by w2's gradient, and w2 by w1's: two_layer_gradients returns that of w1 first.",
              {"grad_w1, grad_w2 =": "grad_w2, grad_w1 ="}),
        Wrong("both by w2's", "w1 is moved by w2's gradient. Where both have the same shape nothing complains.",
              {"grad_w1, w2 -": "grad_w2, w2 -"}),
        Wrong("gradients", "These are the two gradients. A step returns the new weights: w − lr · gradient.",
              {"w1 - lr * grad_w1, w2 - lr * grad_w2": "grad_w1, grad_w2"}),
        Wrong("w1 alone", "Only one of the two new weights comes back: return both.", {", w2 - lr * grad_w2": ""}),
        Wrong("mean", "The steps are divided by the number of examples. `lr` alone says how long a step is.",
              {"* grad_w1": "* grad_w1 / len(x)", "* grad_w2": "* grad_w2 / len(x)"}),
        Wrong("w2 forgotten", "Only w1 moves. w2 has a gradient of its own.", {"w2 - lr * grad_w2": "w2"}),
        Wrong("uphill", "The step goes uphill: a gradient points to where the loss grows, so subtract it.",
              {"- lr * grad_w1, w2 -": "+ lr * grad_w1, w2 +"}),
        Wrong("two steps", "w1 was moved twice: once before w2's gradient was computed, and once after.", """
            w1 = w1 - lr * two_layer_gradients(x, y, w1, w2)[0]
            a, b = two_layer_gradients(x, y, w1, w2)
            return w1 - lr * a, w2 - lr * b
        """),
        Wrong("one after the other", "w2's gradient was computed with the new w1. Both belong to one forward pass.", """
            w1 = w1 - lr * two_layer_gradients(x, y, w1, w2)[0]
            w2 = w2 - lr * two_layer_gradients(x, y, w1, w2)[1]
            return w1, w2
        """),
        Wrong("averaged", "Both weights moved by the same mixture of gradients. Each has its own.",
              {"grad_w1, grad_w2": "a, b", "grad_w1, w2 - lr * grad_w2": "(a + b) / 2, w2 - lr * (a + b) / 2"},
              example="a larger one"),
    ],
    others=["""
        grads = two_layer_gradients(x, y, w1, w2)
        return tuple(w - lr * g for w, g in zip((w1, w2), grads))
    """],
    hints=[
        "Read the line that asks for gradients aloud: of what, with respect to what?",
        "Print grad_w1 and grad_w2. Should they be equal?",
        "Two gradients from two_layer_gradients(x, y, w1, w2), one for each weight; subtract lr times each.",
    ])


def test_cube_derivative(derivative):
    x, eps = np.array([-2.0, -0.5, 1.0, 3.0]), 1e-5
    slopes = ((x + eps) ** 3 - (x - eps) ** 3) / (2 * eps)
    grad = np.array([7.0, 1.0, -2.0, 0.5])
    return bool(np.allclose(derivative(grad, x), grad * slopes, rtol=1e-4))


def compares_exactly(answer):
    """Whether a right version is accepted, and refused for a last digit."""
    return any(answer(version) and not answer(lambda grad, x, version=version: version(grad, x) * (1 + 3e-16))
               for version in RIGHT.values())


RIGHT = {"right": lambda grad, x: grad * 3 * x ** 2, "right, written otherwise": lambda grad, x: x * (grad * x) * 3}

Exercise("1.8", test_cube_derivative, difficulty=2, points=2,
    right=RIGHT,
    refused="Do you compare floats with ==? Differences are never exact: np.allclose. And does what you compare with "
            "hold the gradient that arrives?",
    wrong=[
        Wrong("without the gradient", "The version without the gradient passes. With a gradient of 1 that cannot be "
              "seen: pass another number.",
              "return np.allclose(derivative(np.array([1.0]), np.array([-2.0])), 12.0, rtol=1e-4)",
              accepts=lambda grad, x: 3 * x ** 2),
        Wrong("sign lost", "The version that loses the sign passes. Only at a negative x is that seen.",
              "return np.allclose(derivative(np.array([7.0]), np.array([2.0])), 84.0, rtol=1e-4)",
              accepts=lambda grad, x: grad * 3 * abs(x) * x),
        Wrong("power 3", "The version with the wrong power passes. At x = 1 all powers of x are 1: look at other "
              "places too; and every place must be right, not one of them (`all`, not `any`).",
              "return np.allclose(derivative(np.array([7.0]), np.array([1.0])), 21.0, rtol=1e-4)",
              accepts=lambda grad, x: grad * 3 * x ** 3),
        Wrong("factor lost", "The version without the factor 3 passes. Is the answer compared with a number, or only "
              "its sign or its shape?",
              "return (derivative(np.array([7.0, 7.0]), np.array([-2.0, 2.0])) == 28).all() or "
              "np.allclose(derivative(np.array([7.0]), np.array([-2.0])), 84.0)",
              accepts=lambda grad, x: grad * x ** 2),
        Wrong("off by one hundredth", "An error of one hundredth passes. Central differences are right to five digits: "
              "ask for more.", "return np.allclose(derivative(np.array([7.0]), np.array([-2.0])), 84.0, rtol=0.1)",
              accepts=lambda grad, x: grad * 3.03 * x ** 2),
        Wrong("exact", "A right version is refused for its last digit: x·x·3 and 3·x² are rounded differently. Do not "
              "compare floats with ==: np.allclose.", """
            grad, x = np.array([0.3, -1.7, 2.3, 1.1]), np.array([-1.3, 0.1, 0.7, 2.9])
            return bool((derivative(grad, x) == grad * 3 * x ** 2).all())
        """, probe=compares_exactly, example="right, written otherwise"),
        Wrong("x first", "`derivative` was given x first, then the gradient: it is called as derivative(grad, x).",
              {"derivative(grad, x)": "derivative(x, grad)"},
              probe=lambda answer: not answer(RIGHT["right"]) and answer(lambda x, grad: RIGHT["right"](grad, x))),
        Wrong("forgets the gradient", "What you compare with lacks the gradient that arrives: your test refuses the "
              "right ones, and accepts the one without the gradient.",
              "return np.allclose(derivative(np.array([7.0]), np.array([-2.0])), 12.0, rtol=1e-4)"),
    ],
    others=["""
        for x in (-1.5, 0.5, 2.0):
            for g in (2.0, -3.0):
                slope = ((x + 1e-4) ** 3 - (x - 1e-4) ** 3) / 2e-4
                if abs(derivative(np.array([g]), np.array([x]))[0] - g * slope) > 1e-3:
                    return False
        return True
    """],
    hints=[
        "Compare with central differences of x ** 3, at more than one place.",
        "Choose places and a gradient at which the wrong versions differ: negative, not 1, gradient not 1.",
        "np.allclose(derivative(grad, x), grad * differences, rtol=1e-4): return that as a bool.",
    ])


# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("import drag, draw, plot, show", "x, y, z = (mt.tensor([v]"): {
        "a product's gradient off by 1 %":
            'gradient("mul", lambda right: lambda grad, out, x, y, needs: (grad * y * 1.01, grad * x))',
        "1.1 swapped": None,
        "a sum lets only half through": 'gradient("add", lambda right: lambda grad, out, x, y: (grad, grad * 0.5))',
    },
    ("import drag, draw, plot, show", 'draw({"c": c}'): {
        "1.3 mean": None,
        "1.3 unspread": None,
    },
    ("import drag, draw, plot, show", "passed.sum().backward()"): {
        "1.5 passes": None,
        "relu with a rounded corner": 'plant(registry["relu"].piece, lambda right: lambda xp, x: xp.logaddexp(x, 0))',
    },
}
