"""The warning for a loss that is nan or infinite: it names the op that first computed nan or inf, and remedies."""

from math import isfinite

from ..engine.node import Leaf, Node
from ..runtime.errors import notice, owners, source_line, user_frame

STEPS = ("If the loss grew before, steps are too large and numbers overflow: try a tenth of the learning rate, or clip "
         "gradients with nn.utils.clip_grad_norm_. viz.diagnose(model, loss, batch) examines one batch.")
OPENING = "the loss is"
DATA = "Clean the data, x[x.isfinite()], or check how it is normalised (by a standard deviation of 0?)."
warned: set = set()              # lines that a warning has already named
last = [""]                      # text of the last warning, which the error of a training loop repeats


def warn_nonfinite(loss):
    """Warn, once for each line, if a loss computed from parameters is nan or infinite.

    The cause is searched in the nodes' saved values, so a finite loss costs no time.
    """
    frame = user_frame()
    line = frame.f_code, frame.f_lineno
    if line in warned:
        return
    nodes = ancestors(loss._node)
    if not any(is_parameter(edge) for node in nodes for edge in node.edges):
        return
    warned.add(line)
    last[0] = first_nonfinite(nodes)
    notice(f"{OPENING} {loss.array.item()}, and so all gradients will be nan or infinite. {last[0]}")


def forget():
    """Forget the lines for which the warning was shown, so that it is shown again."""
    warned.clear()
    last[0] = ""


def ancestors(root):
    """Return all nodes from which `root` was computed, in the order of their creation."""
    seen, rest = set(), [root]
    while rest:
        edge = rest.pop()
        if edge not in seen:
            seen.add(edge)
            rest += [e for e in edge.edges if e is not None]
    return sorted((edge for edge in seen if isinstance(edge, Node)), key=lambda node: node.order)


def is_parameter(edge):
    """Return whether an edge leads to a parameter of a layer."""
    return isinstance(edge, Leaf) and type(edge.tensor()).__name__ == "Parameter"


def first_nonfinite(nodes):
    """Return a sentence about the first number that is not finite in the saved arrays, and what to try."""
    for node in nodes:
        for edge, value in zip(node.edges, node.saved):
            if is_nonfinite(value) and is_parameter(edge):
                return f"Parameters hold nan or inf already: those of {owner_of(edge)}. {STEPS}"
            if is_nonfinite(value) and not isinstance(edge, Node) and (value != value).any():   # a mask may hold −inf
                return f"nan was already in the input of {describe(node)}. {DATA}"
        outs = node.out if isinstance(node.out, tuple) else (node.out,)
        if any(map(is_nonfinite, outs)):
            return f"The first such number was seen after {describe(node)}{ranges(node)}. {STEPS}"
        for edge, value in zip(node.edges, node.saved):
            if is_nonfinite(value) and isinstance(edge, Node):
                edge = edge.edges[0] if not hasattr(edge, "op") else edge
                return f"The first such number was seen after {describe(edge)}{ranges(edge)}. {STEPS}"
    return f"All saved values were finite, up to {describe(nodes[-1])}{ranges(nodes[-1])}. {STEPS}"


def describe(node):
    """Return 'sub, behind Linear(32, 1), at `loss = f(model(x), y)` (train.py, line 9)'."""
    return f"{node.op.name}{layer_of(node)}, at {source_line(node.code, node.at)}"


def layer_of(node):
    """Return ', in LAYER' if an op uses the layer's parameters, ', behind LAYER' if that is before it; else ""."""
    seen, rest, word = set(), [node], "in"
    while rest:
        for edge in (edge for node in rest for edge in node.edges if is_parameter(edge)):
            return f", {word} {owner_of(edge)}"
        seen.update(rest)
        rest, word = [e for node in rest for e in node.edges if e is not None and e not in seen], "behind"
    return ""


def ranges(node):
    """Return ', from numbers up to N', N the largest number among a node's saved values; "" if it is unknown."""
    arrays = [a for a in node.saved if hasattr(a, "dtype") and hasattr(a, "max") and a.dtype.kind == "f" and a.size]
    ends = [float(abs(a).max()) for a in arrays]
    return f", from numbers up to {max(ends):.2g}" if ends and isfinite(max(ends)) else ""


def is_nonfinite(value):
    """Return whether a value is an array that contains nan or inf."""
    return getattr(getattr(value, "dtype", None), "kind", "") == "f" and hasattr(value, "sum") and (
        not isfinite(value.sum()) and not bool((abs(value) < float("inf")).all()))


def owner_of(edge):
    """Return the layer that owns the parameter of an edge, or 'a parameter of shape' with its shape."""
    param = edge.tensor()
    return next(filter(None, (owner(param) for owner in owners)), f"a parameter of shape {tuple(param.shape)}")
