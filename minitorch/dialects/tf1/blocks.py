"""Blocks: parts of a graph that an operation runs or leaves out."""

from ...rare.autograd.tree import leaves, rebuilt
from ..core.orders import in_order
from ..core.temporary import set_to
from .graph import Operation, Tensor, control_dependencies, get_default_graph, state
from .plans import Run
from .variables import Variable, constant, convert


class Block:
    """The part of a graph that a function builds.

    kind       what it belongs to, for errors: "cond", "while loop"
    found      what the function returned, numbers as constants
    order      the operations that it needs, in an order in which they can run
    captured   the tensors from outside that these read
    before     the operations outside that must run before these
    """

    def __init__(self, kind):
        self.kind = kind

    def build(self, function, args=()):
        """Call a function that makes this block's operations."""
        with self.opened():
            returned = function(*args)
            if returned is None:
                raise ValueError(f"A function of a {self.kind} must return a value: a tensor, a number, an operation.")
            self.found = rebuilt(returned, iter([as_output(x) for x in leaves(returned)]))
        self.outputs, graph = leaves(self.found), get_default_graph()
        self.order = [op for op in graph.operations if op.blocks[-1:] == (self,)] if graph.sequential else in_order(
            self.inside(x.op for x in self.outputs), self.needs)
        read = [*self.outputs, *(x for op in self.order for x in op.inputs)]
        self.captured = list(dict.fromkeys(x for x in read if self not in x.op.blocks))
        self.before = [x for op in self.order for x in op.control_inputs if self not in x.blocks]
        self.sources = {x for op in self.order for x in getattr(op, "sources", ())}
        return self

    def opened(self):
        """Let operations that are made in a with-block belong here."""
        return set_to(state, blocks=(*state.blocks, self))

    def inside(self, operations):
        """Return those of the operations that belong here."""
        return [op for op in operations if self in op.blocks]

    def needs(self, op):
        """Return the operations of this block that one of them needs."""
        return [*self.inside(op.control_inputs)[::-1], *self.inside(x.op for x in op.inputs)]

    def run(self, run, values):
        """Compute what was returned, for values of what is captured; `values` keeps all results."""
        Run(run.session, values, run.tape, (self.order, self.sources)).go()
        return [values[x] for x in self.outputs]


def as_output(x):
    """Return what a function returned as a tensor: a number is a constant, an operation is run and gives True."""
    if isinstance(x, Operation):
        with control_dependencies([x]):
            return constant(True)
    return convert(x)


class Branching(Operation):
    """An operation over blocks: its inputs are its own and those that the blocks capture."""

    def __init__(self, own, blocks, name, results):
        self.own, self.parts = own, blocks
        self.sources = {x for block in blocks for x in block.sources}
        with control_dependencies([op for block in blocks for op in block.before]):
            super().__init__(get_default_graph(), None, (own, [x for block in blocks for x in block.captured]), {},
                             name, results)

    def keep(self, values, run):
        """Give variables that a block wrote to their new values outside too, after it has run."""
        run.values.update({x: value for x, value in values.items() if isinstance(x, Variable) and x in run.values})
