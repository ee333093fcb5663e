"""FlopCounterMode: floating-point operations of products, forward and back, by module and by PyTorch's operations."""

import re
from collections import defaultdict
from weakref import WeakKeyDictionary

from ..engine import Leaf
from .flops import multiply_adds
from .watch import Watch, derivatives

SUFFIXES = " KMBT"
ONE_OP = "attend", "attend_masked"
# op -> what PyTorch's is called, forward and back; the others have their own names
ATEN = {"linear": ("aten.mm", "aten.mm"), "einsum_op": ("aten.bmm", "aten.bmm"),
        **dict.fromkeys(("conv2d", "conv2d_input"), ("aten.convolution", "aten.convolution_backward")),
        **dict.fromkeys(ONE_OP, ("aten._scaled_dot_product_flash_attention",
                                 "aten._scaled_dot_product_flash_attention_backward")),
        "attention_weights": ("aten.bmm", "aten.bmm")}


def aten(op, inputs):
    """PyTorch's names of an operation and of its derivative."""
    if op.name == "matmul":
        return ("aten.bmm" if min(x.ndim for x in inputs) > 2 else "aten.mm",) * 2
    if op.name == "linear" and len(inputs) > 2 and inputs[2] is not None:
        return "aten.addmm", "aten.mm"
    return ATEN.get(op.name, (op.name, f"{op.name}_backward"))


def back(op, wanted):
    """How many times the products of the forward a derivative computes.

    wanted   for each input, whether its gradient is asked for: each costs as much as the forward; attention, whose
             forward is two products, takes five; a recurrent layer takes the two of its input and its weights
    """
    if op.name in ONE_OP:
        return 2.5
    return sum(wanted[:2]) if op.name in ATEN or op.name == "matmul" else 2


class FlopCounterMode(Watch):
    """`with FlopCounterMode() as counter:` counts the floating-point operations of products, and prints a table.

    mods             taken as PyTorch does: modules are found when they are called
    depth            of the table: how many levels of modules, 2 unless told; None: all
    display          whether the table is printed at the end of the block
    custom_mapping   is not supported: NotImplementedError for anything but None
    flop_counts      {module: {operation: count}}, all of them under "Global"; a model is called by its class, its parts
                     by their paths: "Net.layer.0"

    A product and its sum are two operations. Matrix products, convolutions, attention and recurrent layers count; what
    works element by element does not, as in PyTorch. Backward counts for the module whose forward it belongs to.

    >>> with FlopCounterMode(display=False) as counter:
    ...     product = nn.Linear(3, 4)(tensor([[1.0, 2.0, 3.0]]))
    >>> counter.get_total_flops(), counter.get_flop_counts()["Linear"]
    (24, {'aten.addmm': 24})
    """

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        super().__init__()
        if custom_mapping is not None:
            raise NotImplementedError("FlopCounterMode: operations have no formulas of one's own here; "
                                      "minitorch/inspect/flops.py lists those that count.")
        self.depth, self.display = depth, display
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.of_node = WeakKeyDictionary()

    def __enter__(self):
        self.flop_counts.clear()
        super().__enter__()
        self.backs = derivatives(self.counted_back)
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
            name, name_back = aten(op, inputs)
            modules = parents(self.path)
            self.count(modules, name, 2 * products)
            node = outputs[0]._node
            if node is not None and type(node) is not Leaf:
                self.of_node[getattr(node, "node", node)] = modules, name_back, 2 * products

    def counted_back(self, differentiate, node, grad, create_graph=False, alive=None, last=False):
        """A derivative, which is counted; under create_graph its own operations are."""
        if node in self.of_node and not create_graph:
            modules, name, flops = self.of_node[node]
            wanted = [edge is not None and (alive is None or edge in alive) for edge in node.edges]
            self.count(modules, name, int(flops * back(node.op, wanted)))
        return differentiate(node, grad, create_graph, alive, last)

    def count(self, modules, name, flops):
        for module in modules if flops else ():
            self.flop_counts[module][name] += flops

    def get_total_flops(self):
        """How many there were."""
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        """{module: {operation: count}}, as plain dicts."""
        return {module: dict(counts) for module, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        """The counts as text: modules, and the operations in them; depth as the class's, which it replaces."""
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


def parents(path):
    """"Global", and the modules down to the one at work: a Watch writes "(Net).layer.0", PyTorch "Net.layer.0"."""
    names = re.sub(r"\((\w+)(?: \d+)?\)", r"\1", path).split(".") if path else ()
    return "Global", *(".".join(names[:end]) for end in range(1, len(names) + 1))
