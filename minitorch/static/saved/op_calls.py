"""Ops whose settings are others than the runner's: the calls that each is, as a Graph writes them."""

import numpy as np

from .refused import refuse

EXTREMES = {"max_dim": ("max", "argmax"), "min_dim": ("min", "argmin")}


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


def counts_back(index):
    """Whether an index may have numbers below 0, which count from the end: `take` has none."""
    return index.role != "constant" or np.min(index.source, initial=0) < 0


def indexed(graph, step, out):
    x, *arrays = step.args
    index = step.settings["index"]
    if len(arrays) == 1 and index.count("array") == 1 and arrays[0].dtype.kind in "iu" and not counts_back(
            arrays[0]) and all(part == (None, None, None) for part in index[:-1]) and index[-1] == "array":
        graph.call("take", step.args, out, axis=len(index) - 1)
    elif arrays or "array" in index:
        refuse(step, "of indices that are tensors it holds one, of whole numbers from 0 on, after whole dimensions")
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


def renamed(name, *settings):
    """The call of another name, with these settings of the op."""
    def write(graph, step, out):
        graph.call(name, step.args, out, **{name: step.settings[own] for name, own in settings})
    return write


def full(graph, step, out):
    value = {"like_one": 1, "like_zero": 0}.get(step.name, step.settings.get("value"))
    graph.call("full", [value], out)


BY_OP = {"max_dim": extreme, "min_dim": extreme, "argmax": position, "argmin": position, "cumsum": running,
         "cumulative_product": running, "transpose": turned, "permute": turned, "split": parts, "getitem": indexed,
         "embedding": rows, "index_select": rows, "gather": gathered, "cat": joined, "stack": joined, "pad": padded,
         "tril": triangle, "triu": triangle, "unfold": windows, "flip": flipped, "from_parts": renamed("complex"),
         "imag_view": renamed("imag"), "real_view": renamed("real"), "mode_op": renamed("mode", ("axis", "dim")),
         "full_op": full, "like_one": full,
         "like_zero": full}
