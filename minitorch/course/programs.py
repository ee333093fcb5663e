"""Programs as lesson 7 writes them: steps (name, op, inputs), and the way from a function of tensors to such steps."""

import inspect
import subprocess
import sys
from copy import copy
from pathlib import Path

import numpy as np

from .. import static
from ..dtypes import float64
from ..engine import no_grad
from ..nn import Module, Parameter
from ..nn.functional import cross_entropy
from ..ops.shape.creation import randn, zeros
from ..optim import SGD
from ..random import manual_seed
from ..static import memory
from ..static.expansion import fresh_names
from ..static.fused import is_elementwise
from ..static.passes.fusion import as_one
from ..static.saved.graph import Graph
from ..static.saved.simple import PASSES
from ..tensors import Tensor
from ..viz.picture import folded
from .record import find
from .source import section
from .training import take_step


class Net(Module):
    """Digits of 64 pixels from -1 to 1 to 10 scores, with formulas written out as a paper has them."""

    def __init__(self):
        super().__init__()
        self.w1, self.b1 = Parameter(randn(64, 32, dtype=float64) / 8), Parameter(zeros(32, dtype=float64))
        self.w2, self.b2 = Parameter(randn(32, 10, dtype=float64) / 6), Parameter(zeros(10, dtype=float64))

    def forward(self, x):
        h = x @ self.w1 + self.b1
        h = (h - h.mean(1, keepdim=True)) / (
            (h - h.mean(1, keepdim=True)) ** 2).mean(1, keepdim=True).sqrt()
        h = 0.5 * h * (1 + (0.7978845608 * (h + 0.044715 * h * h * h)).tanh())
        return h @ self.w2 + self.b2


def trained_net(x, y, epochs=10):
    """Train a Net on the digits x for so many epochs, in batches of 32."""
    manual_seed(0)
    net, rng = Net(), np.random.default_rng(0)
    sgd = SGD(net.parameters(), lr=0.1)
    for _ in range(epochs):
        order = rng.permutation(len(y))
        for start in range(0, len(y), 32):
            batch = order[start:start + 32]
            take_step(sgd, cross_entropy(net(x[batch]), y[batch]))
    return net


class Listing:
    """A function as steps. Called on arrays it runs them, one after the other, and asks no questions.

    steps        [(name, op, inputs)] in the order in which they ran: a name, an op with its settings, names
    outputs      names of what it returns
    given        {name: array} of what no step makes: inputs, weights, numbers
    ops          {op: the function of NumPy that it is}
    shapes       {name: shape} of what the steps make; sizes is {name: bytes}
    elementwise  the ops of which each element of the result needs one element of each input
    program      the minitorch.static.Program of the same steps: draw it, count it
    changed      the same Program with the names of the listing that it was made from
    """

    def __init__(self, trace, program, inputs):
        self.trace, self.changed, self.inputs = trace, program, inputs
        function = trace.recording.function
        held = function.state_dict(keep_vars=True) if isinstance(function, Module) else {}
        graph = Graph(program, {id(x): name for name, x in held.items()})
        self.steps, self.ops, self.shapes, self.sizes, self.elementwise, self.made = [], {}, {}, {}, set(), {}
        self.given = {name: np.asarray(x) for name, x in graph.weights.items()}
        self.given.update({name: x.numpy() for name, x in inputs.items()})
        rename = dict(zip([x["name"] for x in graph.description["inputs"]], inputs))
        made_by = {graph.names[step.outputs[0]]: step for step in program.steps}
        for about in graph.steps:
            name, step = f"s{len(self.steps) + 1}", made_by[about["name"]]
            op = " ".join([about["op"], *[f"{key}={value}" for key, value in settings_of(about).items()]])
            rename[about["name"]] = name
            self.steps.append((name, op, tuple([self.argument(x, rename) for x in about["args"]])))
            self.ops[op] = function_of(about)
            self.made[name], self.shapes[name], self.sizes[name] = step, tuple(about["shape"]), step.outputs[0].nbytes
            if is_elementwise(step):
                self.elementwise.add(op)
        self.outputs = [rename[x] for x in graph.description["outputs"]]
        self.program, known = named(program, {x: rename.get(name, name) for x, name in graph.names.items()})
        self.values = {x.name: x for x in known.values()}
        self.made = {name: next(own for own in self.program.steps if known[step.outputs[0]] in own.outputs)
                     for name, step in self.made.items()}

    def argument(self, x, rename):
        """Return the name of an argument; a number's is its text."""
        if isinstance(x, str):
            return rename.get(x, x)
        self.given[str(x)] = x
        return str(x)

    def __call__(self, *arrays):
        values = {**self.given, **dict(zip(self.inputs, arrays))}
        for name, op, inputs in self.steps:
            values[name] = self.ops[op](*[values[x] for x in inputs])
        return values[self.outputs[0]]

    def with_steps(self, steps, outputs):
        """Return the same function with fewer steps, numbered from 1, which may read other steps than before."""
        before, kept = {name: inputs for name, _, inputs in self.steps}, []
        for name, _, inputs in steps:
            known = {self.values[old]: self.values[new] for old, new in zip(before[name], inputs) if old in self.values}
            kept.append(self.made[name].replaced(known))
        ends = {self.values[old]: self.values[new] for old, new in zip(self.outputs, outputs)}
        return Listing(self.trace, self.program.with_steps(kept, ends), self.inputs)

    def fused(self, groups):
        """Return the Program in which each group of names is one step."""
        place = {name: number for number, group in enumerate(groups) for name in group}
        read = {self.values[x] for name, _, inputs in self.steps for x in inputs
                if x in place and place[x] != place[name]} | {self.values[x] for x in self.outputs}
        name = fresh_names(self.program)
        return self.program.with_steps([step for group in groups for step in
                                        as_one([self.made[each] for each in group], read, name)])

    def run(self, program):
        """Run a program of this function on the same inputs in minitorch; return an array."""
        with no_grad():
            return self.trace.with_program(program)(*self.inputs.values()).numpy()

    def __str__(self):
        return "\n".join([f"{self.program.name}({', '.join(self.inputs)})", rows_of(self.steps, self.shapes),
                          f"    return {', '.join(self.outputs)}"])


def named(program, names):
    """Return a program with other names, {Value: name}, as its picture shows them; and {Value: the new one}."""
    known = {x: copy(x) for x in names}
    for x, made in known.items():
        made.name = made.word = names[x]
    steps = [step.replaced(known, outputs=[known.get(x, x) for x in step.outputs]) for step in program.steps]
    made = program.with_steps(steps, known)
    made.inputs, made.states = [[known.get(x, x) for x in held] for held in (program.inputs, program.states)]
    return made, known


def whole(proxy):
    """Complete a class of exercise 7.7 by all operators and methods that `Net` needs: each calls `note`."""
    class Proxy(proxy):
        def note(self, op, *inputs):
            made = super().note(op, *inputs)
            return Proxy(made.name, made.steps)

        def mean(self, dim, keepdim):
            return self.note(f"mean axes=[{dim}] keepdims={keepdim}", self)

        def __pow__(self, exponent):                         # of 2, the one that Net has
            return self.note("multiply", self, self)

    def method(op, turned=False):
        return lambda self, *other: self.note(op, *(*other, self) if turned else (self, *other))
    for name, op in {"add": "add", "mul": "multiply", "truediv": "divide", "matmul": "matmul"}.items():
        setattr(Proxy, f"__{name}__", method(op))
        setattr(Proxy, f"__r{name}__", method(op, turned=True))
    Proxy.sqrt, Proxy.tanh = method("sqrt"), method("tanh")
    return Proxy


def rows_of(steps, shapes=None):
    """Return steps as text, a line each; with the shapes of what they make, {name: shape}, if these are known."""
    return "\n".join(f"    {name:<4}{op:<30}{', '.join(inputs):<20}{(shapes or {}).get(name, '')}".rstrip()
                     for name, op, inputs in steps)


def listing(function, *inputs):
    """Run a function or module once, and write down what it did: a Listing."""
    with no_grad():
        trace = static.trace(function, *inputs, optimise=False)
    program = trace.recorded
    for transform in PASSES:
        if transform is not static.common_subexpressions:    # that is for the student to do
            program = transform(program)
    names = inspect.signature(getattr(function, "forward", function)).parameters
    return Listing(trace, program, {name: x for name, x in zip(names, inputs) if isinstance(x, Tensor)})


def settings_of(about):
    """Return the settings of a step of a saved program, with what else decides on its result."""
    more = {"reshape": "shape", "broadcast": "shape", "cast": "dtype"}.get(about["op"])
    return about["settings"] | ({more: about[more]} if more else {})


def function_of(about):
    """Return the function of NumPy for a step of a saved program."""
    settings = settings_of(about)
    call = {"mean": lambda x, axes, keepdims: x.mean(tuple(axes), keepdims=keepdims),
            "reshape": lambda x, shape: x.reshape(shape), "broadcast": lambda x, shape: np.broadcast_to(x, shape),
            "cast": lambda x, dtype: x.astype(dtype)}.get(about["op"]) or getattr(np, about["op"])
    return (lambda *arrays: call(*arrays, **settings)) if settings else call


def cost(program):
    """Return what a program makes: calls, arrays, their bytes, the most bytes at one time."""
    return len(program.steps), len(memory.lifetimes(program)), memory.bytes_made(program), memory.peak(program)


def refusal(call):
    """Return the words that a call is refused with, without the line where; '' if it is not refused."""
    try:
        call()
    except (RuntimeError, ValueError) as error:
        return folded(str(error).partition("At `")[0].strip())
    return ""


def lanes(steps, outputs, number):
    """Return {buffer: at each step, the step whose result lies in it, or None}, for viz.strips."""
    last = {x: i for i, (_, _, inputs) in enumerate(steps) for x in inputs} | dict.fromkeys(outputs, len(steps) - 1)
    rows = {f"buffer {b}": [None] * len(steps) for b in sorted(set(number.values()))}
    for i, (name, _, _) in enumerate(steps):
        row = rows[f"buffer {number[name]}"]
        row[i:last[name] + 1] = [i + 1] * (last[name] + 1 - i)
    return rows


class Recorded:
    """A function that is recorded once for each key; then its steps run, and nothing else is asked.

    key         key(training, args) says what has to agree for a program to be used again
    programs    {key: Listing}
    """

    def __init__(self, function, key):
        self.function, self.key, self.programs = function, key, {}

    def __call__(self, *args):
        found = self.key(getattr(self.function, "training", False), args)
        if found not in self.programs:
            self.programs[found] = listing(self.function, *args)
        return self.programs[found](*[x.numpy() for x in args if isinstance(x, Tensor)])


READER = '''"""Runs a saved program on NumPy alone."""
import json, sys
import numpy as np
sys.modules["minitorch"] = None                   # from here on, nobody can import it

OPS = {name: getattr(np, name) for name in "add subtract multiply divide matmul maximum sqrt tanh".split()}
OPS["mean"] = lambda x, axes, keepdims: x.mean(tuple(axes), keepdims=keepdims)

%s
with open(sys.argv[1], "rb") as file:
    head = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    body = file.read()
program = json.loads(head.pop("__metadata__")["program"])
weights = {name: np.frombuffer(body[slice(*x["data_offsets"])], {"F64": "<f8", "F32": "<f4"}[x["dtype"]]
                               ).reshape(x["shape"]) for name, x in head.items()}
scores, = run_saved(program, weights, [np.load(sys.argv[2])], OPS)
print(*scores.argmax(axis=1))
'''


def write_reader(path, run_saved):
    """Write a Python file around an answer to 7.6 that reads digits with a saved program, without minitorch."""
    Path(path).write_text(READER % section(find("7.6"), run_saved), encoding="utf-8")


def new_process(*arguments):
    """Run Python on these arguments in a process of its own: what it prints, or the error that it ends with."""
    done = subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    return (done.stdout if done.returncode == 0 else done.stderr).strip()
