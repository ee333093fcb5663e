"""What the nodes of a walk are called, and the rule each applies, in words and numbers."""

from re import sub

from ..engine import Leaf
from ..engine.node import FREED, Output
from .dot import is_array, small, value_text
from .source_names import operand_word

INFIX = {"add": "+", "sub": "−", "mul": "×", "div": "÷", "matmul": "@", "pow": "^"}
RULES = {                                  # what is sent to each input; {x} and {y} are inputs, {out} the result
    "add": ("grad", "grad"), "sub": ("grad", "−grad"), "mul": ("grad·{y}", "grad·{x}"),
    "div": ("grad/{y}", "−grad·{x}/{y}²"), "matmul": ("grad @ {y}ᵀ", "{x}ᵀ @ grad"), "neg": ("−grad",),
    "pow": ("grad·{y}·{x}^({y}−1)", "grad·{out}·log {x}"), "square": ("grad·2·{x}",), "exp": ("grad·{out}",),
    "log": ("grad/{x}",), "sqrt": ("grad/(2·{out})",), "relu": ("grad if {x} > 0 else 0",),
    "tanh": ("grad·(1−{out}²)",), "sigmoid": ("grad·{out}·(1−{out})",), "sum": ("grad, copied",),
    "mean": ("grad/n, copied",), "reshape": ("grad, reshaped",), "transpose": ("grad, turned",), "expand": ("grad",),
    "alias": ("grad",),
}
TIGHT = {"+": [""] * 2, "−": ["", "+−"], "×": ["+−"] * 2, "@": ["+−"] * 2, "÷": ["+−", "+−×÷@"], "^": ["+−×÷@^"] * 2}
LONG = 14                                  # characters of an expression that still name a node


def bracketed(text, signs):
    """An expression that holds one of these signs outside of brackets, in brackets."""
    outer, before = sub(r"\([^()]*\)", "", text), text
    while outer != before:
        outer, before = sub(r"\([^()]*\)", "", outer), outer
    return f"({text})" if any(sign in outer for sign in signs) else text


def written(value):
    """A gradient as it stands in text: its numbers where there are few, else its shape."""
    if value is None or isinstance(value, list):
        return "one for each output" if value else "nothing"
    return value_text(value.tolist()) if small(value) else f"an array {tuple(value.shape)}"


class Namer:
    """What each node is called: its name in the program, else the expression it computes."""

    def __init__(self, order, names, took=None, whose=None):
        self.took, self.whose = took or {}, whose or {}      # by node: its inputs and their ids, if watched
        self.arrays = {id(x.array): name for name, x in names.items()}
        self.given = {x._node: name for name, x in names.items() if x._node is not None}
        self.names, self.used = {}, {}
        for node in reversed(order):
            self.names[node] = self.fresh(self.given.get(node) or self.expression(node))

    def fresh(self, name):
        """Two nodes that read alike get numbers."""
        count = self.used[name] = self.used.get(name, 0) + 1
        return name if count == 1 else f"{name} no. {count}"

    def input(self, node, i):
        """The name of a node's input, or the value of a constant."""
        edge = node.edges[i]
        if edge is not None:
            return self.names.get(edge, "…")
        kept = self.kept(node)[i]
        name = self.arrays.get(self.whose[node][i] if node in self.whose else id(kept))
        if name is not None:
            return name
        if small(kept):
            return written(kept)
        return value_text(kept) if isinstance(kept, int | float) else operand_word(node, i) or "constant"

    def kept(self, node):
        """What is known of a node's inputs."""
        return self.took.get(node) or (node.saved if node.saved is not FREED else ()) or (None,) * len(node.edges)

    def expression(self, node):
        if type(node) is Leaf:
            return f"leaf {tuple(node.shape)}"
        if type(node) is Output:
            return f"output {node.index}"
        parts = [self.input(node, i) for i in range(len(node.edges))]
        sign = INFIX.get(node.op.name)
        if sign and len(parts) == 2:
            text = sign.join(bracketed(part, TIGHT[sign][i]) for i, part in enumerate(parts))
        else:
            text = f"{node.op.symbol or node.op.name}({', '.join(parts)})"
        return text if len(text) <= LONG else node.op.name

    def title(self, node):
        """The name, and what was computed there."""
        if node not in self.names:
            return repr(node)
        name, text = self.names[node], self.expression(node)
        if type(node) is Leaf:
            return f"{name}, where the walk ends"
        known = type(node) is Output or name == text or name.startswith(f"{text} no.")
        return name if known else f"{name} = {text}"

    def rule(self, node, i, grad):
        """The local derivative as a formula, then with its numbers where there are few."""
        rules = RULES.get(node.op.name)
        if rules is None or i >= len(rules):
            return f"the derivative of {node.op.name}"
        parts = [bracketed(self.input(node, j), "+−×÷@^") for j in range(len(node.edges))]
        names = dict(zip(("x", "y"), parts), out="out")
        formula = rules[i].format(**names)
        values = dict(names)
        for name, kept in [*zip(("x", "y"), self.kept(node)), ("out", node.out)]:
            if is_array(kept) and small(kept):
                values[name] = bracketed(written(kept), "-" if "^" in rules[i] or "²" in rules[i] else "")
        numbers = rules[i].replace("grad", "{grad}", 1).format(
            **values, grad=written(grad)) if is_array(grad) and small(grad) and "," not in rules[i] else formula
        return formula if numbers in (formula, written(grad)) else f"{formula} = {numbers}"
