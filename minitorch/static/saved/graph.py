"""A program as a description that a file can hold: calls that a runner knows, names, shapes, numbers."""

from math import isfinite

import numpy as np

from ...ops.kernels.tiled_matmul import matmul_tiles
from .. import run
from ..elementwise import uniform
from ..expansion import NotExpanded, fresh_names
from ..program import Value
from ..steps import cast, copied, reinterpreted, repeated, where
from .refused import NotSaved, refuse
from .written_down import in_numpy_calls

CALLS = {cast: "cast", where: "where", matmul_tiles: "matmul", repeated: "broadcast", copied: "reshape",
         reinterpreted: "bits"}
OPS = {"matmul": "matmul", "reshape": "reshape", "flatten": "reshape", "squeeze": "reshape", "unsqueeze": "reshape",
       "alias": "reshape", "clone": "reshape", "contiguous": "reshape", "expand": "broadcast", "cast": "cast",
       "where": "where"}
REDUCED = {"sum": "sum", "mean": "mean", "amax": "max", "amin": "min", "all": "all", "any": "any", "product": "prod"}
EXTREMES = {"max_dim": ("max", "argmax"), "min_dim": ("min", "argmin")}


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
            self.weights[self.name(x, names.get(id(x.source), x.name))] = self.array(x)
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

    def argument(self, x):
        """A Value's name, or a number."""
        if type(x) is Value:
            if x not in self.names:                          # a constant that is read for the first time
                self.constant(x)
            return self.names[x]
        x = x.item() if isinstance(x, np.generic) else x
        return x if type(x) is not float or isfinite(x) else {"number": str(x)}

    def constant(self, x):
        name = self.name(x, x.name)
        if uniform(x):
            self.steps.append({"op": "full", "name": name, **kind(x), "settings": {},
                               "args": [self.argument(x.source[(0,) * x.source.ndim])]})
        else:
            self.weights[name] = np.asarray(x.source)

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
            if step.op is None or step.call is not step.op or step.effect:
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
        if any(x is not None and (x.dtype is None or x.dtype.name not in run.DTYPES.values()) for x in step.values):
            refuse(step, f"of dtypes it holds {', '.join(run.DTYPES.values())}")
        own = step.op is not None and step.call is step.op
        known = run.WRITES.get(step.name) or run.VIEWS.get(step.name)
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


# Ops whose settings are others than the runner's


def extreme(graph, step, values, indices):
    for op, out in zip(EXTREMES[step.name], (values, indices)):
        axis, keepdims = step.settings["dim"], step.settings["keepdim"]
        if not step.args[0].shape:
            refuse(step, "it is of a single number")
        if out is not None:
            graph.call(op, step.args, out, keepdims=keepdims, **{"axes": [axis]} if out is values else {"axis": axis})


def position(graph, step, out):
    graph.call(step.name, step.args, out, axis=step.settings["dim"], keepdims=step.settings["keepdim"])


def running(graph, step, out):
    if not out.shape:
        graph.call("cast", step.args, out)
        return
    graph.call({"cumulative_product": "cumprod"}.get(step.name, step.name), step.args, out, axis=step.settings["dim"])


def turned(graph, step, out):
    axes = list(range(len(step.args[0].shape)))
    if step.name == "permute":
        axes = list(step.settings["dims"])
    elif axes:
        first, second = step.settings["dim0"], step.settings["dim1"]
        axes[first], axes[second] = axes[second], axes[first]
    graph.call("transpose", step.args, out, axes=axes)


def parts(graph, step, *outs):
    x, dim, start = step.args[0], step.settings["dim"] % len(step.args[0].shape), 0
    for out, size in zip(outs, step.settings["parts"]):
        if out is not None:
            graph.call("index", [x], out, index=[*[[None, None, None]] * dim, [start, start + size, None]])
        start += size


def indexed(graph, step, out):
    x, *arrays = step.args
    index = step.settings["index"]
    if len(arrays) == 1 and index.count("array") == 1 and arrays[0].dtype.kind in "iu" and all(
            part == (None, None, None) for part in index[:-1]) and index[-1] == "array":
        graph.call("take", step.args, out, axis=len(index) - 1)
    elif arrays or "array" in index:
        refuse(step, "of indices that are tensors it holds one, of whole numbers, after whole dimensions")
    else:
        graph.call("index", [x], out, index=[list(part) if type(part) is tuple else "..." if part is ... else part
                                             for part in index])


def rows(graph, step, out):
    if not step.args[0].shape or step.name == "index_select" and not step.args[1].shape:
        refuse(step, "it is of a single number")
    graph.call("take", step.args, out, axis=0 if step.name == "embedding" else step.settings["dim"])


def gathered(graph, step, out):
    x, index = step.args
    axis = step.settings["dim"] % max(len(x.shape), 1)
    if len(x.shape) != len(index.shape) or not x.shape or any(
            a != b for d, (a, b) in enumerate(zip(x.shape, index.shape)) if d != axis):
        refuse(step, "of indices it holds those that are as long as the input along all other dimensions")
    graph.call("take_along", step.args, out, axis=axis)


def joined(graph, step, out):
    if step.name == "stack":
        graph.call("stack", step.args, out, axis=step.settings["dim"])
    else:                                                    # an empty vector joins with anything, and adds nothing
        args = [x for x in step.args if len(x.shape) == len(out.shape)]
        graph.call("concatenate", args, out, axis=step.settings["dim"])


def padded(graph, step, out):
    x, widths = step.args[0], step.settings["widths"]
    if any(width < 0 for pair in widths for width in pair):
        refuse(step, "it cuts")
    before = [0] * (len(x.shape) - len(widths)) + [pair[0] for pair in widths]
    graph.call("pad", [x, step.settings["value"]], out, before=before)


def triangle(graph, step, out):
    lower = step.name == "tril"
    graph.call("triangle", step.args, out, diagonal=step.settings["diagonal"] - (not lower), lower=lower)


def windows(graph, step, out):
    where = {name: step.settings[name] for name in ("size", "step", "dilation")}
    graph.call("windows", step.args, out, axis=step.settings["dim"], **where)


def flipped(graph, step, out):
    graph.call("flip", step.args, out, axes=list(step.settings["dims"]))


def full(graph, step, out):
    value = {"like_one": 1, "like_zero": 0}.get(step.name, step.settings.get("value"))
    graph.call("full", [value], out)


BY_OP = {"max_dim": extreme, "min_dim": extreme, "argmax": position, "argmin": position, "cumsum": running,
         "cumulative_product": running, "transpose": turned, "permute": turned, "split": parts, "getitem": indexed,
         "embedding": rows, "index_select": rows, "gather": gathered, "cat": joined, "stack": joined, "pad": padded,
         "tril": triangle, "triu": triangle, "unfold": windows, "flip": flipped, "full_op": full, "like_one": full,
         "like_zero": full}
