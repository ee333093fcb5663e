"""One derivative by rewriting formulas, by differences and by the graph: what each costs, how exact each is.

The function is x ← 4·x·(1 − x), applied again and again: each step uses the result of the one before it twice.
"""

from fractions import Fraction
from time import perf_counter

from ..engine import backward_order
from ..tensors import tensor

AT = Fraction(1, 3)                      # where slopes are taken
STEPS = (1e-3, 1e-6, 1e-9)


def applied(x, depth):
    """Compute the function itself, on numbers or Tensors."""
    for _ in range(depth):
        x = 4 * x * (1 - x)
    return x


def formula(depth):
    """Return the function as a formula: "x", a number, or (sign, formula, formula)."""
    f = "x"
    for _ in range(depth):
        f = ("*", ("*", 4, f), ("-", 1, f))
    return f


def derivative(f):
    """Return the derivative of a formula along x, by the rules of school."""
    if not isinstance(f, tuple):
        return 1 if f == "x" else 0
    sign, a, b = f
    if sign == "*":
        return ("+", ("*", derivative(a), b), ("*", a, derivative(b)))
    return (sign, derivative(a), derivative(b))


def in_words(f):
    """Return a formula as it is written."""
    return f"({in_words(f[1])} {f[0]} {in_words(f[2])})" if isinstance(f, tuple) else str(f)


def size(f):
    """Return how many signs, numbers and x's a formula is written with."""
    return 1 + size(f[1]) + size(f[2]) if isinstance(f, tuple) else 1


def value(f, x):
    """Return what a formula gives at x."""
    if not isinstance(f, tuple):
        return x if f == "x" else f
    a, b = value(f[1], x), value(f[2], x)
    return a * b if f[0] == "*" else a + b if f[0] == "+" else a - b


def recorded(depth):
    """Return the input and the result of the function on Tensors, its graph recorded."""
    x = tensor(float(AT), dtype="float64", requires_grad=True)
    return x, applied(x, depth)


def exact(depth):
    """Return the derivative in fractions, without any rounding."""
    x, slope = AT, Fraction(1)
    for _ in range(depth):
        x, slope = 4 * x * (1 - x), slope * 4 * (1 - 2 * x)
    return slope


def by_formula(depth):
    return value(derivative(formula(depth)), float(AT))


def by_differences(depth, eps):
    return (applied(float(AT) + eps, depth) - applied(float(AT) - eps, depth)) / (2 * eps)


def by_graph(depth):
    x, out = recorded(depth)
    out.backward()
    return x.grad.item()


def sizes(depths):
    """Return {way: how much there is to compute, for each depth}: symbols of the formula, nodes of the graph."""
    return {"formula": [size(derivative(formula(depth))) for depth in depths],
            "graph": [len(backward_order(recorded(depth)[1]._node)) for depth in depths]}


def errors(depths, steps=STEPS):
    """Return {way: relative error of the derivative, for each depth}; differences with several steps eps."""
    ways = {f"eps {eps:g}": lambda depth, eps=eps: by_differences(depth, eps) for eps in steps}
    ways["graph"] = by_graph
    return {name: [abs(float(Fraction(way(depth)) / exact(depth) - 1)) for depth in depths]
            for name, way in ways.items()}


def times(depth):
    """Print the seconds that each way takes; they differ from run to run."""
    for name, way in (("formula", by_formula), ("differences", lambda depth: by_differences(depth, 1e-6)),
                      ("graph", by_graph)):
        start = perf_counter()
        way(depth)
        print(f"{name:<12} {perf_counter() - start:.6f} s")
