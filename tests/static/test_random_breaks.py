"""Random functions that break (item, print, branches and loops by data, lists, errors) come to eager's numbers."""

import contextlib
import io
import linecache
import warnings

import numpy as np
import pytest
from static.seeds import many

import minitorch as mt
from minitorch.static.compile import Compiled

FEW, MANY, CALLS = 12, 132, 5
PARTS = 4                              # tests that share the seeds from FEW to MANY
TENSORS = "a", "b", "c"
KINDS = ("op", "op", "op", "view", "write", "item", "scale", "show", "log", "branch", "asked", "loop", "while", "list",
         "grads", "helper", "trial", "turn", "raise", "early", "maybe", "lambda", "state")


class Writer:
    """Writes the source of a random function of three (3, 3) tensors, which reads a leaf `w` and an optimizer."""

    def __init__(self, seed):
        self.rng, self.lines = np.random.default_rng(seed), []

    def one(self, *given):
        return given[int(self.rng.integers(len(given)))]

    def tensor(self):
        return self.one(*TENSORS)

    def expression(self):
        x, y = self.tensor(), self.tensor()
        return self.one(f"{x} * 0.5 + {y}.tanh()", f"({x} @ w).sigmoid() - {y}", f"{x}.relu() + 0.25", f"{x} - {y} * w",
                        f"{x}.T.contiguous() * 0.3", f"{x}.softmax(1) + {y} * n", f"helper({x}) + {y}")

    def write(self, kind, depth, loop):
        x, y = self.tensor(), self.tensor()
        put = self.put
        if kind == "op":
            put(depth, f"{x} = {self.expression()}")
        elif kind == "view":
            put(depth, f"{x} = {y}[:, [0, 2, 1]][[1, 0, 2]] + {y}.view(9)[:3]")
        elif kind == "write":
            put(depth, f"{x} = {y}.clone()", f"{x}[0].mul_(0.5)")
        elif kind == "item":
            put(depth, f"n = {self.one('', '0.5 * ')}{self.one(f'{x}.mean().item()', f'float(({x} * {y}).sum())')}",
                "n = max(min(n, 2.0), -2.0)")
        elif kind == "scale":
            put(depth, f"{x} = {y} * n")
        elif kind == "show":
            put(depth, self.one(f"print(round(({x} * 2).sum().item(), 6))",
                                f"print('seen', round({x}[0, 0].item(), 6), n > 0)"))
        elif kind == "log":
            put(depth, self.one(f"log.append({x}.sum().item())", "log.append(n)", f"log.append({x}.detach().clone())"))
        elif kind in ("branch", "asked") and depth < 3:
            asked = f"{x}.sum(){self.one('', '.item()')} > 0.1" if kind == "asked" else f"n > {self.one(0, 0.3)}"
            put(depth, f"if {asked}:")
            self.block(depth + 1, loop)
            if self.rng.random() < 0.6:
                put(depth, "else:")
                self.block(depth + 1, loop)
        elif kind == "loop" and depth < 3:
            put(depth, f"for i in range({self.one(1, 2, 3)}):")
            self.block(depth + 1, True)
        elif kind == "while" and depth < 3:
            turns = f"turns_{len(self.lines)}"
            put(depth, f"n, {turns} = abs(n) + 1, 0", f"while n > 0.5 and {turns} < 3:")
            put(depth + 1, "n = n / 2", f"{turns} += 1")
            self.block(depth + 1, True)
        elif kind == "list":
            put(depth, f"many = [{x}, {y}]", f"many.append({x} + 1)", f"{x} = many[{self.one(0, 1, 2)}] * 0.5")
        elif kind == "grads" and depth < 3:
            put(depth, "with mt.no_grad():")
            put(depth + 1, f"{x} = {self.expression()}", f"n = {x}.mean().item()")
        elif kind == "helper":
            put(depth, f"{x} = talking({y})")
        elif kind == "trial" and depth < 3:
            put(depth, "try:")
            wrong = f"{x} = {x} @ mt.ones(2, 2, dtype=mt.float64)"
            put(depth + 1, f"{x} = {y} * 2", self.one(wrong, "n = n / 2"), f"{y} = {x} + 1")
            put(depth, "except RuntimeError:")
            put(depth + 1, f"{x} = {y} + 3")
        elif kind == "turn" and loop:
            put(depth, f"if n > {self.one(0, 0.2)}:")
            put(depth + 1, self.one("break", "continue"))
        elif kind == "raise" and self.rng.random() < 0.4:
            put(depth, f"if {x}.max().item() > 3:")
            put(depth + 1, "raise ValueError(n)")
        elif kind == "early" and self.rng.random() < 0.4:
            put(depth, f"if {x}.mean().item() > 0.4:")
            put(depth + 1, f"return {x}, n")
        elif kind == "maybe":
            put(depth, "if n > 0.1:")
            put(depth + 1, f"late = {x} * 3")
            put(depth, "if n > 0.1:")
            put(depth + 1, f"{x} = late + 1")
        elif kind == "lambda":
            put(depth, f"late_by = lambda x: x * n + {y}", f"{x} = late_by({x})")
        elif kind == "state":
            put(depth, "seen['calls'] = seen.get('calls', 0) + 1", f"{x} = {x} + seen['calls'] * 0.1")

    def put(self, depth, *lines):
        self.lines += ["    " * depth + line for line in lines]

    def block(self, depth, loop):
        before = len(self.lines)
        for _ in range(int(self.rng.integers(1, 4))):
            self.write(self.one(*KINDS), depth, loop)
        if len(self.lines) == before:
            self.put(depth, "n = n + 0.25")

    def text(self):
        self.put(0, "def function(a, b, c):")
        trains = self.rng.random() < 0.7
        self.put(1, "n = 0.5", *["optimizer.zero_grad()"] * trains)
        for _ in range(int(self.rng.integers(3, 9))):
            self.write(self.one(*KINDS), 1, False)
        self.put(1, "loss = ((a + b * w) * c).pow(2).mean()")
        if trains:
            between = self.one([], ["print(round(loss.item(), 6))"], ["n = w.grad.norm().item()"])
            self.put(1, "loss.backward()", *between, "optimizer.step()", *self.one([], ["log.append(loss.item())"]))
        self.put(1, self.one("return loss.item()", "return loss, a.detach(), n", "return {'loss': loss, 'n': n}"))
        return "\n".join(self.lines) + "\n"


HELPERS = """
def helper(x):
    return (x * 0.5).exp().clamp(max=3.0)


def talking(x):
    y = x.tanh() + 0.1
    print("inside", round(y.sum().item(), 6))
    return y * 0.9


"""


def outcome(seed, text, run):
    """All that a function does in some calls: what it returns, prints, logs, raises and trains."""
    name = f"random_break_{seed}.py"
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    mt.manual_seed(seed)
    w = mt.rand(3, 3, dtype=mt.float64).requires_grad_()
    space = {"mt": mt, "w": w, "log": [], "seen": {}, "optimizer": mt.optim.Adam([w], lr=0.05)}
    exec(compile(text, name, "exec"), space)
    call, found, data = run(space["function"]), [], np.random.default_rng(seed)
    for _ in range(CALLS):
        given = [mt.from_numpy(data.normal(size=(3, 3))) for _ in TENSORS]
        with contextlib.redirect_stdout(io.StringIO()) as shown:
            try:
                result = call(*given)
            except (RuntimeError, ValueError, NameError) as error:
                result = type(error).__name__
        found.append((said(result), shown.getvalue(), said(space["log"]), said(space["seen"]), said(w),
                      said(w.grad), [said(x) for x in given]))
    return found, call


def said(x):
    """Values, to ten digits: gradients of a leaf are added up part by part, in another order than eager's."""
    if isinstance(x, float):
        return float(f"{x:.9e}")
    if isinstance(x, mt.Tensor):
        return "tensor", x.requires_grad, said(x.tolist())
    if isinstance(x, list | tuple):
        return type(x).__name__, [said(part) for part in x]
    return {key: said(part) for key, part in x.items()} if isinstance(x, dict) else repr(x)


def agrees(seed):
    text = HELPERS + Writer(seed).text()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted, _ = outcome(seed, text, lambda function: function)
        found, call = outcome(seed, text, Compiled)
    for number, (a, b) in enumerate(zip(wanted, found)):
        assert a == b, f"seed {seed}, call {number}:\n{text}"
    return call


@pytest.mark.parametrize("seed", range(FEW))
def test_functions_that_break_come_to_eagers_numbers(seed):
    agrees(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_many_do_and_most_run_in_parts(part):
    seeds, breaks, parts = many(range(FEW + part, MANY, PARTS), part, PARTS), 0, 0
    for seed in seeds:                         # none is kept: each recording looks at all objects that there are
        call = agrees(seed)
        breaks += call.breaks is not None
        parts += call.breaks is not None and bool(call.graphs)
    assert breaks > len(seeds) // 2
    assert parts > 0.9 * breaks
