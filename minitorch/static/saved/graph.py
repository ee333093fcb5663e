"""Describe a compiled program so that a file can store it: its calls of functions in run.py, names, shapes, numbers.

Ops whose settings differ from those in run.py have a function here that writes them as calls of run.py.
"""

from math import isfinite

import numpy as np

from ...ops.kernels.tiled_matmul import matmul_tiles
from .. import run
from ..expansion import NotExpanded, fresh_names
from ..fused import is_uniform
from ..program import Value, cast, copy_array, reinterpreted, repeated, where
from ..refusals import NotSaved, refuse_saving
from .numpy_calls import in_numpy_calls

EXTREMES = {"max_dim": ("max", "argmax"), "min_dim": ("min", "argmin")}


def write_extreme(graph, step, values, indices):
    for op, out in zip(EXTREMES[step.name], (values, indices)):
        axis, keepdims = step.settings["dim"], step.settings["keepdim"]
        if not step.args[0].shape:
            refuse_saving(step, "its input must have at least one dimension")
        if out is not None:
            graph.call(op, step.args, out, keepdims=keepdims, **{"axes": [axis]} if out is values else {"axis": axis})


def write_argmax(graph, step, out):
    graph.call(step.name, step.args, out, axis=step.settings["dim"], keepdims=step.settings["keepdim"])


def write_cumulative(graph, step, out):
    if not out.shape:
        graph.call("cast", step.args, out)
        return
    graph.call({"cumulative_product": "cumprod"}.get(step.name, step.name), step.args, out, axis=step.settings["dim"])


def write_transposed(graph, step, out):
    axes = list(range(len(step.args[0].shape)))
    if step.name == "permute":
        axes = list(step.settings["dims"])
    elif axes:
        first, second = step.settings["dim0"], step.settings["dim1"]
        axes[first], axes[second] = axes[second], axes[first]
    graph.call("transpose", step.args, out, axes=axes)


def write_split(graph, step, *outs):
    x, dim, start = step.args[0], step.settings["dim"] % len(step.args[0].shape), 0
    for out, size in zip(outs, step.settings["parts"]):
        if out is not None:
            graph.call("index", [x], out, index=[*[[None, None, None]] * dim, [start, start + size, None]])
        start += size


def may_be_negative(index):
    """Return whether an index array may have negative numbers, which `take` in run.py refuses."""
    return index.role != "constant" or np.min(index.source, initial=0) < 0


def write_indexed(graph, step, out):
    x, *arrays = step.args
    index = step.settings["index"]
    if len(arrays) == 1 and index.count("array") == 1 and arrays[0].dtype.kind in "iu" and not may_be_negative(
            arrays[0]) and all(part == (None, None, None) for part in index[:-1]) and index[-1] == "array":
        graph.call("take", step.args, out, axis=len(index) - 1)
    elif arrays or "array" in index:
        refuse_saving(step, "at most one index may be a tensor: of integers from 0 on, with only `:` before it")
    else:
        graph.call("index", [x], out, index=[list(part) if type(part) is tuple else "..." if part is ... else part
                                             for part in index])


def write_rows(graph, step, out):
    if not step.args[0].shape or step.name == "index_select" and not step.args[1].shape:
        refuse_saving(step, "it is of a single number")
    graph.call("take", step.args, out, axis=0 if step.name == "embedding" else step.settings["dim"])


def write_gather(graph, step, out):
    x, index = step.args
    axis = step.settings["dim"] % max(len(x.shape), 1)
    if len(x.shape) != len(index.shape) or not x.shape or any(
            a != b for d, (a, b) in enumerate(zip(x.shape, index.shape)) if d != axis):
        refuse_saving(step, "its index must have the sizes of the input, except along `dim`")
    graph.call("take_along", step.args, out, axis=axis)


def write_joined(graph, step, out):
    if step.name == "stack":
        graph.call("stack", step.args, out, axis=step.settings["dim"])
    else:                                              # cat ignores empty vectors, whatever shape the other inputs have
        args = [x for x in step.args if len(x.shape) == len(out.shape)]
        graph.call("concatenate", args, out, axis=step.settings["dim"])


def write_padded(graph, step, out):
    x, widths = step.args[0], step.settings["widths"]
    if any(width < 0 for pair in widths for width in pair):
        refuse_saving(step, "its widths must not be negative")
    before = [0] * (len(x.shape) - len(widths)) + [pair[0] for pair in widths]
    graph.call("pad", [x, step.settings["value"]], out, before=before)


def write_triangle(graph, step, out):
    lower = step.name == "tril"
    graph.call("triangle", step.args, out, diagonal=step.settings["diagonal"] - (not lower), lower=lower)


def write_windows(graph, step, out):
    where = {name: step.settings[name] for name in ("size", "step", "dilation")}
    graph.call("windows", step.args, out, axis=step.settings["dim"], **where)


def write_flipped(graph, step, out):
    graph.call("flip", step.args, out, axes=list(step.settings["dims"]))


def writer_of(name, *settings):
    """Return a function that writes an op as the call `name` of run.py; settings: (its name there, the op's name)."""
    def write(graph, step, out):
        graph.call(name, step.args, out, **{name: step.settings[own] for name, own in settings})
    return write


def write_full(graph, step, out):
    value = {"like_one": 1, "like_zero": 0}.get(step.name, step.settings.get("value"))
    graph.call("full", [value], out)


BY_OP = {"max_dim": write_extreme, "min_dim": write_extreme, "argmax": write_argmax, "argmin": write_argmax,
         "cumsum": write_cumulative, "cumulative_product": write_cumulative, "transpose": write_transposed,
         "permute": write_transposed, "split": write_split, "getitem": write_indexed, "embedding": write_rows,
         "index_select": write_rows, "gather": write_gather, "cat": write_joined, "stack": write_joined,
         "pad": write_padded, "tril": write_triangle, "triu": write_triangle, "unfold": write_windows,
         "flip": write_flipped, "from_parts": writer_of("complex"), "imag_view": writer_of("imag"),
         "real_view": writer_of("real"), "mode_op": writer_of("mode", ("axis", "dim")), "full_op": write_full,
         "like_one": write_full, "like_zero": write_full}
CALLS = {cast: "cast", where: "where", matmul_tiles: "matmul", repeated: "broadcast", copy_array: "reshape",
         reinterpreted: "bits"}
OPS = {"matmul": "matmul", "reshape": "reshape", "flatten": "reshape", "squeeze": "reshape", "unsqueeze": "reshape",
       "alias": "reshape", "clone": "reshape", "contiguous": "reshape", "expand": "broadcast", "cast": "cast",
       "where": "where"}
REDUCED = {"sum": "sum", "mean": "mean", "amax": "max", "amin": "min", "all": "all", "any": "any", "product": "prod"}


class Graph:
    """The content of a saved program's file: `description`, for JSON, and `weights`, {name: array}.

    names   {id of a tensor: its name, such as that in a state_dict}
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
            "inputs": [{"name": self.names[x], **kind_of_value(x)} for x in program.inputs],
            "steps": self.steps,
            "outputs": [self.argument(x) for x in program.outputs]}

    def name(self, x, wish):
        """Return a unique name for a Value."""
        while wish in self.taken:
            wish += "_"
        self.taken.add(wish)
        self.names[x] = wish
        return wish

    def array(self, x):
        """Return the current numbers of a state or constant."""
        tensor, attribute = x.source if type(x.source) is tuple else (x.source, None)
        return np.asarray(getattr(tensor if attribute is None else getattr(tensor, attribute), "array", tensor))

    def weigh(self, x, wish, array):
        """Add a Value's numbers to the weights. A file has no complex128, so it gets pairs of float64."""
        if array.dtype != "complex128":
            self.weights[self.name(x, wish)] = array
            return
        pairs = np.ascontiguousarray(array).reshape(*array.shape, 1).view("float64")
        self.weights[f"{wish}_pairs"] = pairs
        self.taken.add(f"{wish}_pairs")
        self.steps.append({"op": "bits", "name": self.name(x, wish), **kind_of_value(x), "args": [f"{wish}_pairs"],
                           "settings": {}})

    def argument(self, x):
        """Return an argument for JSON: the name of a Value, or a number."""
        if type(x) is Value:
            if x not in self.names:                          # x is a constant: add it at its first use
                self.constant(x)
            return self.names[x]
        x = x.item() if isinstance(x, np.generic) else x
        if type(x) is complex:
            return {"complex": [self.argument(x.real), self.argument(x.imag)]}
        return x if type(x) is not float or isfinite(x) else {"number": str(x)}

    def constant(self, x):
        if is_uniform(x):
            self.steps.append({"op": "full", "name": self.name(x, x.name), **kind_of_value(x), "settings": {},
                               "args": [self.argument(x.source[(0,) * x.source.ndim])]})
        else:
            self.weigh(x, x.name, np.asarray(x.source))

    def call(self, op, args, out, **settings):
        """Add a call to the description's steps."""
        args = [self.argument(x) for x in args]
        self.steps.append({"op": op, "name": self.name(out, out.name), **kind_of_value(out), "args": args,
                           "settings": settings})

    def add(self, step):
        """Add a step as calls of run.py; if the tables above lack it, as the NumPy calls in its op's forward."""
        try:
            self.save_step(step)
        except NotSaved:
            if step.op is None or step.call is not step.op or step.writes:
                raise
            try:
                inside, made = in_numpy_calls(step, self.fresh)
            except NotExpanded as why:
                refuse_saving(step, f"it is not among the calls of minitorch.static.run, and {why}")
            for inner in inside:
                self.save_step(inner)
            self.names.update({old: self.argument(x) for x, old in zip(made, step.outputs) if old is not None})

    def save_step(self, step):
        """Save a step as calls of functions in static/run.py; raise NotSaved if no table there has its op."""
        if any(x is not None and (x.dtype is None or x.dtype.name not in run.KINDS) for x in step.values):
            refuse_saving(step, f"all dtypes must be among {', '.join(run.KINDS)}")
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
            refuse_saving(step, "it is not among the calls of minitorch.static.run")

    def reduce(self, op, step, out):
        dim, ndim = step.settings["dim"], len(step.args[0].shape)
        axes = None if dim is None or dim == () or not ndim else [dim] if type(dim) is int else list(dim)
        self.call(op, step.args, out, axes=axes, keepdims=step.settings["keepdim"])


def kind_of_value(x):
    return {"dtype": x.dtype.name, "shape": list(x.shape)}
