"""What a loss is told that is no number any more: which operation gave the first such number, and what to try."""

from math import isfinite

from ..engine.node import Leaf, Node
from .errors import notice, source_line, user_frame

STEPS = ("If the loss grew before, steps are too long and numbers overflow: try a tenth of the learning rate, or clip "
         "gradients with nn.utils.clip_grad_norm_. viz.diagnose(model, loss, batch) looks at a batch in detail.")
OPENING = "the loss is"
DATA = "Clean the data, x[x.isfinite()], or look at how it is normalised (a spread of 0?)."
owners: list = []                # owner(parameter) -> "Linear(32, 1)" or None; nn adds one for modules
told: set = set()                # lines that were told of, once each
last = [""]                      # what was said last: a training loop's error repeats it


def tell(loss):
    """Warn, once a line, of a loss that is nan or infinite and was computed from parameters.

    It is looked for in what the nodes kept for backward, so it costs nothing while all is well.
    """
    frame = user_frame()
    line = frame.f_code, frame.f_lineno
    if line in told:
        return
    nodes = below(loss._node)
    if not any(trained(edge) for node in nodes for edge in node.edges):
        return
    told.add(line)
    last[0] = found(nodes)
    notice(f"{OPENING} {loss.array.item()}, and so all gradients will be nan or infinite. {last[0]}")


def forget():
    """Begin anew: what was told may be told again."""
    told.clear()
    last[0] = ""


def below(root):
    """All nodes that led to `root`, in the order they were made."""
    seen, rest = set(), [root]
    while rest:
        edge = rest.pop()
        if edge not in seen:
            seen.add(edge)
            rest += [e for e in edge.edges if e is not None]
    return sorted((edge for edge in seen if isinstance(edge, Node)), key=lambda node: node.order)


def trained(edge):
    """Whether an edge leads to a parameter of a layer."""
    return isinstance(edge, Leaf) and type(edge.tensor()).__name__ == "Parameter"


def found(nodes):
    """A sentence on the first number that is not finite, as far as arrays were kept, and one on what to try."""
    for node in nodes:
        for edge, value in zip(node.edges, node.saved):
            if broken(value) and trained(edge):
                return f"Parameters hold nan or inf already, those of {owner_of(edge)}. {STEPS}"
            if broken(value) and not isinstance(edge, Node) and (value != value).any():          # −inf is in masks
                return f"nan was put in already, into {described(node)}. {DATA}"
        outs = node.out if isinstance(node.out, tuple) else (node.out,)
        if any(map(broken, outs)):
            return f"The first such number was seen after {described(node)}{ranges(node)}. {STEPS}"
        for edge, value in zip(node.edges, node.saved):
            if broken(value) and isinstance(edge, Node):
                edge = edge.edges[0] if not hasattr(edge, "op") else edge
                return f"The first such number was seen after {described(edge)}{ranges(edge)}. {STEPS}"
    return f"All before the last operations, up to {described(nodes[-1])}, was finite{ranges(nodes[-1])}. {STEPS}"


def described(node):
    """'sub, behind Linear(32, 1), at `loss = f(model(x), y)` (train.py, line 9)'."""
    return f"{node.op.name}{layer_of(node)}, at {source_line(node.code, node.at)}"


def layer_of(node):
    """The layer whose parameters an operation takes, or those before it; "" if there is none."""
    seen, rest, word = set(), [node], "in"
    while rest:
        for edge in (edge for node in rest for edge in node.edges if trained(edge)):
            return f", {word} {owner_of(edge)}"
        seen.update(rest)
        rest, word = [e for node in rest for e in node.edges if e is not None and e not in seen], "behind"
    return ""


def ranges(node):
    """How large the numbers were that it was given."""
    arrays = [a for a in node.saved if hasattr(a, "dtype") and hasattr(a, "max") and a.dtype.kind == "f" and a.size]
    ends = [float(abs(a).max()) for a in arrays]
    return f", from numbers up to {max(ends):.2g}" if ends and isfinite(max(ends)) else ""


def broken(value):
    """Whether an array holds nan or inf."""
    return getattr(getattr(value, "dtype", None), "kind", "") == "f" and hasattr(value, "sum") and (
        not isfinite(value.sum()) and not bool((abs(value) < float("inf")).all()))


def owner_of(edge):
    """The layer whose parameter an edge leads to, or its shape."""
    param = edge.tensor()
    return next(filter(None, (owner(param) for owner in owners)), f"a parameter of shape {tuple(param.shape)}")
