"""The names of the nodes of a backward pass, and each node's rule in words and numbers."""

from re import sub

from ..engine import Leaf
from ..engine.node import FREED, Output
from .dot import is_array, small, value_text
from .source_names import operand_word

# signs between inputs; those in TIGHT need brackets
INFIX = {"add": "+", "sub": "−", "mul": "×", "div": "÷", "matmul": "@", "pow": "^"}
RULES = {                                  # {op: gradient of each input}; {x} and {y} are the inputs, {out} the result
    "add": ("grad", "grad"), "sub": ("grad", "−grad"), "mul": ("grad·{y}", "grad·{x}"),
    "div": ("grad/{y}", "−grad·{x}/{y}²"), "matmul": ("grad @ {y}ᵀ", "{x}ᵀ @ grad"), "neg": ("−grad",),
    "pow": ("grad·{y}·{x}^({y}−1)", "grad·{out}·log {x}"), "square": ("grad·2·{x}",), "exp": ("grad·{out}",),
    "log": ("grad/{x}",), "sqrt": ("grad/(2·{out})",), "relu": ("grad if {x} > 0 else 0",),
    "tanh": ("grad·(1−{out}²)",), "sigmoid": ("grad·{out}·(1−{out})",), "sum": ("grad, copied",),
    "mean": ("grad/n, copied",), "reshape": ("grad, reshaped",), "transpose": ("grad, turned",), "expand": ("grad",),
    "alias": ("grad",),
}
TIGHT = {"+": [""] * 2, "−": ["", "+−"], "×": ["+−"] * 2, "@": ["+−"] * 2, "÷": ["+−", "+−×÷@"], "^": ["+−×÷@^"] * 2}
LONG = 14                                  # maximum number of characters of an expression that names a node


def bracketed(text, signs):
    """Put an expression into brackets if it contains one of these signs outside its own brackets."""
    outer, before = sub(r"\([^()]*\)", "", text), text
    while outer != before:
        outer, before = sub(r"\([^()]*\)", "", outer), outer
    return f"({text})" if any(sign in outer for sign in signs) else text


def written(value):
    """Return an array as text: its numbers if there are few, else its shape; "nothing" for None."""
    if value is None or isinstance(value, list):
        return "one for each output" if value else "nothing"
    return value_text(value.tolist()) if small(value) else f"an array {tuple(value.shape)}"


class Namer:
    """The name of each node: its name in the program, else the expression that it computes."""

    def __init__(self, order, names, took=None, whose=None):
        self.took, self.whose = took or {}, whose or {}  # of watched ops: {node: inputs}, {node: ids of inputs}
        self.arrays = {id(x.array): name for name, x in names.items()}
        self.given = {x._node: name for name, x in names.items() if x._node is not None}
        self.names, self.used = {}, {}
        for node in reversed(order):
            self.names[node] = self.fresh(self.given.get(node) or self.expression(node))

    def fresh(self, name):
        """Return a name that no other node has: the second node with a name gets `no. 2`."""
        count = self.used[name] = self.used.get(name, 0) + 1
        return name if count == 1 else f"{name} no. {count}"

    def input(self, node, i):
        """Return the name of a node's input, or the value of a constant."""
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
        """Return a node's inputs, with None for each unknown input."""
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
        """Return a node's name and the expression that it computes."""
        if node not in self.names:
            return repr(node)
        name, text = self.names[node], self.expression(node)
        if type(node) is Leaf:
            return f"{name}, where the walk ends"
        known = type(node) is Output or name == text or name.startswith(f"{text} no.")
        return name if known else f"{name} = {text}"

    def rule(self, node, i, grad):
        """Return the local derivative as a formula, and with its numbers if there are few."""
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
