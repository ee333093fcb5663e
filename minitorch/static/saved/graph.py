"""A program as a description that a file can hold: calls that a runner knows, names, shapes, numbers."""

from math import isfinite

import numpy as np

from ...ops.kernels.tiled_matmul import matmul_tiles
from .. import run
from ..elementwise import uniform
from ..expansion import NotExpanded, fresh_names
from ..program import Value
from ..steps import cast, copied, reinterpreted, repeated, where
from .op_calls import BY_OP
from .refused import NotSaved, refuse
from .written_down import in_numpy_calls

CALLS = {cast: "cast", where: "where", matmul_tiles: "matmul", repeated: "broadcast", copied: "reshape",
         reinterpreted: "bits"}
OPS = {"matmul": "matmul", "reshape": "reshape", "flatten": "reshape", "squeeze": "reshape", "unsqueeze": "reshape",
       "alias": "reshape", "clone": "reshape", "contiguous": "reshape", "expand": "broadcast", "cast": "cast",
       "where": "where"}
REDUCED = {"sum": "sum", "mean": "mean", "amax": "max", "amin": "min", "all": "all", "any": "any", "product": "prod"}


class Graph:
    """What a file says of a program, as `description`, and `weights`, {name: array}.

    names   {id of a tensor: what its owner calls it}
    """

    def __init__(self, program, names):
        self.names, self.taken, self.weights, self.steps = {}, set(), {}, []
        self.fresh = fresh_names(program)
        for x in program.inputs:
            self.name(x, x.name)
        for x in program.states:
            self.weigh(x, names.get(id(x.source), x.name), self.array(x))
        for step in program.steps:
            self.add(step)
        self.description = {
            "name": program.name,
            "inputs": [{"name": self.names[x], **kind(x)} for x in program.inputs],
            "steps": self.steps,
            "outputs": [self.argument(x) for x in program.outputs]}

    def name(self, x, wish):
        """A name for a Value that no other has."""
        while wish in self.taken:
            wish += "_"
        self.taken.add(wish)
        self.names[x] = wish
        return wish

    def array(self, x):
        """The numbers that a state or constant holds now."""
        tensor, attribute = x.source if type(x.source) is tuple else (x.source, None)
        return np.asarray(getattr(tensor if attribute is None else getattr(tensor, attribute), "array", tensor))

    def weigh(self, x, wish, array):
        """Keep the numbers of a Value. Of complex numbers with 64 bits a part a file has pairs of real ones."""
        if array.dtype != "complex128":
            self.weights[self.name(x, wish)] = array
            return
        pairs = np.ascontiguousarray(array).reshape(*array.shape, 1).view("float64")
        self.weights[f"{wish}_pairs"] = pairs
        self.taken.add(f"{wish}_pairs")
        self.steps.append({"op": "bits", "name": self.name(x, wish), **kind(x), "args": [f"{wish}_pairs"],
                           "settings": {}})

    def argument(self, x):
        """A Value's name, or a number."""
        if type(x) is Value:
            if x not in self.names:                          # a constant that is read for the first time
                self.constant(x)
            return self.names[x]
        x = x.item() if isinstance(x, np.generic) else x
        if type(x) is complex:
            return {"complex": [self.argument(x.real), self.argument(x.imag)]}
        return x if type(x) is not float or isfinite(x) else {"number": str(x)}

    def constant(self, x):
        if uniform(x):
            self.steps.append({"op": "full", "name": self.name(x, x.name), **kind(x), "settings": {},
                               "args": [self.argument(x.source[(0,) * x.source.ndim])]})
        else:
            self.weigh(x, x.name, np.asarray(x.source))

    def call(self, op, args, out, **settings):
        """Write a call down."""
        args = [self.argument(x) for x in args]
        self.steps.append({"op": op, "name": self.name(out, out.name), **kind(out), "args": args,
                           "settings": settings})

    def add(self, step):
        """The calls that a step is: those in the tables below, or those that the lines of its op make."""
        try:
            self.held(step)
        except NotSaved:
            if step.op is None or step.call is not step.op or step.writes:
                raise
            try:
                inside, made = in_numpy_calls(step, self.fresh)
            except NotExpanded as why:
                refuse(step, f"it is not among the calls of minitorch.static.run, and {why}")
            for inner in inside:
                self.held(inner)
            self.names.update({old: self.argument(x) for x, old in zip(made, step.outputs) if old is not None})

    def held(self, step):
        """The calls of a step that needs no more than the tables below."""
        if any(x is not None and (x.dtype is None or x.dtype.name not in run.KINDS) for x in step.values):
            refuse(step, f"of dtypes it holds {', '.join(run.KINDS)}")
        own = step.op is not None and step.call is step.op
        known = run.WRITES.get(step.name) or run.VIEWS.get(step.name) or run.DRAWS.get(step.name)
        if type(step.call) is np.ufunc and step.name in run.WRITES:
            self.call(step.name, step.args, *step.outputs)
        elif step.call is known:
            self.call(step.name, step.args, *step.outputs, **step.settings)
        elif step.call in CALLS:
            self.call(CALLS[step.call], step.args, *step.outputs)
        elif own and step.name in OPS:
            self.call(OPS[step.name], step.args, *step.outputs)
        elif own and step.name in REDUCED:
            self.reduce(REDUCED[step.name], step, *step.outputs)
        elif own and step.name in BY_OP:
            BY_OP[step.name](self, step, *step.outputs)
        else:
            refuse(step, "it is not among the calls of minitorch.static.run")

    def reduce(self, op, step, out):
        dim, ndim = step.settings["dim"], len(step.args[0].shape)
        axes = None if dim is None or dim == () or not ndim else [dim] if type(dim) is int else list(dim)
        self.call(op, step.args, out, axes=axes, keepdims=step.settings["keepdim"])


def kind(x):
    return {"dtype": x.dtype.name, "shape": list(x.shape)}
