"""FlopCounterMode: count the floating-point operations of matrix products and convolutions, by module and op."""

import re
from collections import defaultdict
from weakref import WeakKeyDictionary

from ..engine import Leaf
from .flops import multiply_adds
from .watch import Watch, wrap_derivatives

SUFFIXES = " KMBT"
ONE_OP = "attend", "attend_masked"
# {op: (PyTorch's name forward, backward)}; all other ops have the same names in PyTorch
ATEN = {"linear": ("aten.mm", "aten.mm"), "einsum_op": ("aten.bmm", "aten.bmm"),
        **dict.fromkeys(("conv2d", "conv2d_input"), ("aten.convolution", "aten.convolution_backward")),
        **dict.fromkeys(ONE_OP, ("aten._scaled_dot_product_flash_attention",
                                 "aten._scaled_dot_product_flash_attention_backward")),
        "attention_weights": ("aten.bmm", "aten.bmm")}


def aten_names(op, inputs):
    """Return PyTorch's names of an op and of its derivative."""
    if op.name == "matmul":
        return ("aten.bmm" if min(x.ndim for x in inputs) > 2 else "aten.mm",) * 2
    if op.name == "linear" and len(inputs) > 2 and inputs[2] is not None:
        return "aten.addmm", "aten.mm"
    return ATEN.get(op.name, (op.name, f"{op.name}_backward"))


def backward_factor(op, wanted):
    """Return the cost of a derivative as a multiple of the forward pass's cost.

    wanted   for each input, whether its gradient is needed: each gradient costs as much as the forward pass; attention
             has two products forward and five backward; a recurrent layer computes those of input and weights
    """
    if op.name in ONE_OP:
        return 2.5
    return sum(wanted[:2]) if op.name in ATEN or op.name == "matmul" else 2


class FlopCounterMode(Watch):
    """A block `with FlopCounterMode() as counter:` that counts floating-point operations of matrix products.

    mods             accepted as in PyTorch: modules are found when they are called
    depth            how many levels of modules the table shows; None: all
    display          whether the table is printed at the end of the block
    custom_mapping   is not supported: NotImplementedError for anything but None
    flop_counts      {module: {operation: count}}, all of them under "Global"; a model has its class's name, its parts
                     have their paths: "Net.layer.0"

    A product and its sum are two operations. Matrix products, convolutions, attention and recurrent layers count; ops
    on single elements do not, as in PyTorch. A backward pass is counted for the module that ran the forward pass.

    >>> with FlopCounterMode(display=False) as counter:
    ...     product = nn.Linear(3, 4)(tensor([[1.0, 2.0, 3.0]]))
    >>> counter.get_total_flops(), counter.get_flop_counts()["Linear"]
    (24, {'aten.addmm': 24})
    """

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        super().__init__()
        if custom_mapping is not None:
            raise NotImplementedError("FlopCounterMode: you cannot give operations your own formulas here; "
                                      "minitorch/inspect/flops.py lists those that count.")
        self.depth, self.display = depth, display
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.of_node = WeakKeyDictionary()

    def __enter__(self):
        self.flop_counts.clear()
        super().__enter__()
        self.backs = wrap_derivatives(self.counted_back)
        self.backs.__enter__()
        return self

    def __exit__(self, *failure):
        self.backs.__exit__(None, None, None)
        super().__exit__(*failure)
        if self.display:
            print(self.get_table())

    def operation(self, op, inputs, settings, result):
        outputs = result if isinstance(result, tuple) else (result,)
        products = multiply_adds(op, inputs, settings, outputs)
        if products:
            name, name_back = aten_names(op, inputs)
            modules = parent_modules(self.path)
            self.count(modules, name, 2 * products)
            node = outputs[0]._node
            if node is not None and type(node) is not Leaf:
                self.of_node[getattr(node, "node", node)] = modules, name_back, 2 * products

    def counted_back(self, differentiate, node, grad, create_graph=False, alive=None, last=False):
        """Run a derivative and count it. With create_graph, `operation` counts the derivative's ops instead."""
        if node in self.of_node and not create_graph:
            modules, name, flops = self.of_node[node]
            wanted = [edge is not None and (alive is None or edge in alive) for edge in node.edges]
            self.count(modules, name, int(flops * backward_factor(node.op, wanted)))
        return differentiate(node, grad, create_graph, alive, last)

    def count(self, modules, name, flops):
        for module in modules if flops else ():
            self.flop_counts[module][name] += flops

    def get_total_flops(self):
        """Return the number of floating-point operations."""
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        """Return {module: {operation: count}} as plain dicts."""
        return {module: dict(counts) for module, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        """Return the counts as a text table of modules and their ops; depth replaces the class's depth."""
        depth = depth or self.depth or max(name.count(".") + 1 for name in ["", *self.flop_counts])
        every = self.get_total_flops()
        power = max(0, min(len(SUFFIXES) - 1, (len(str(every)) - 2) // 3))

        def lines(name, margin):
            counts = self.flop_counts[name]
            rows = [(name, sum(counts.values())), *((f" - {op}", n) for op, n in counts.items())]
            return [(" " * margin + text, f"{n / 1000 ** power:.3f}{SUFFIXES[power].strip()}", f"{n / every:.2%}")
                    for text, n in rows]
        modules = [name for name in sorted(self.flop_counts) if name != "Global" and name.count(".") < depth]
        whole = any(sum(self.flop_counts[name].values()) >= every for name in modules)
        rows = [line for name in modules for line in lines(name, name.count(".") + (not whole))]
        rows = (rows if whole or not every else lines("Global", 0) + rows) or [("Global", "0", "0%")]
        widths = [max(map(len, column)) for column in zip(HEAD, *rows)]
        return "\n".join("  ".join((row[0].ljust(widths[0]), *(part.rjust(width) for part, width in zip(
            row[1:], widths[1:])))) for row in (HEAD, ["-" * width for width in widths], *rows))


HEAD = "Module", "FLOP", "% Total"


def parent_modules(path):
    """Return "Global" and the modules around the current op: a Watch writes "(Net).layer.0", PyTorch "Net.layer.0"."""
    names = re.sub(r"\((\w+)(?: \d+)?\)", r"\1", path).split(".") if path else ()
    return "Global", *(".".join(names[:end]) for end in range(1, len(names) + 1))
