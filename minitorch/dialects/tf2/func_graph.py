"""The graph of a tf.function: what it notes while Python runs, and gradients in it."""

from ...rare.autograd.tree import leaves, rebuilt
from ..core.orders import in_order
from ..core.recording import sketching
from ..core.shapes import TensorShape
from ..core.tape import UnconnectedGradients
from ..core.tensor import Tensor
from ..core.variable import Variable
from ..functions.creation import zeros_like
from ..tf1 import control, folds, rows
from ..tf1.graph import Graph, Operation, Tensor as GraphTensor
from ..tf1.plans import Run
from ..tf1.sessions import behind
from ..tf1.variables import Placeholder


class FuncGraph(Graph):
    """The graph of a function: all its operations run, in the order in which they were made.

    made    the names of variables that were made while it was traced
    given   {placeholder: its value in the call that it is traced for}
    """

    sequential, shape_type, control, folds = True, TensorShape, control, folds

    def __init__(self):
        super().__init__()
        self.made, self.given = [], {}

    def note(self, function, *args, results=()):
        """Return an operation that changes something when it runs."""
        return Operation(self, function, args, {}, function.__name__.strip("_<>"), list(results)).result

    def value_of(self, x):
        """Return the value of a tensor in the call that is traced, from which a variable takes its first value.

        Raises ValueError where the tensor depends on an argument and the function is traced without values.
        """
        order = behind([x], set(self.given))
        if lacking := next((op.name for op in order if isinstance(op, Placeholder)), None):
            raise ValueError(f"The first value of a tf.Variable depends on the argument {lacking!r}, which has no "
                             "value in get_concrete_function: call the function once before.")
        with sketching(False):
            run = Run(None, dict(self.given), None, (order, ()))
            run.go()
        return run.values[x]

    def gradient(self, tape, target, sources, weights, unconnected):
        """Return tape.gradient as an operation; None for a source that the target is not computed from."""
        reached, own = self.behind(leaves(target)), leaves(sources)
        wanted = [x for x in own if id(x) in reached]
        zero = UnconnectedGradients(unconnected) is UnconnectedGradients.ZERO

        def gradients(target, sources, weights):
            return rows.values(tape.gradient(target, sources, weights, "zero"), sliced)
        used = [inner for op in self.operations if any(id(x) in reached for x in op.outputs) for inner in within(op)]
        sliced = [[] if any(x is y for y in leaves(target)) else rows.lookups(x, used) for x in wanted]
        made = Operation(self, gradients, (target, wanted, weights), {}, "gradients",
                         [pair for x, indices in zip(wanted, sliced) for pair in rows.results(x, indices)]
                         ).outputs if wanted else []
        found = dict(zip(map(id, wanted), rows.gathered(made, wanted, sliced)))
        return rebuilt(sources, iter([found[id(x)] if id(x) in found else zeros_like(x) if zero else None
                                      for x in own]))

    def behind(self, targets):
        """Return the ids of tensors and variables that targets are computed from."""
        def needs(x):
            return [y for op in within(x.op) for y in leaves((op.args, op.settings))
                    if isinstance(y, GraphTensor | Variable | Tensor)] if isinstance(x, GraphTensor) else []
        return set(map(id, in_order(list(targets), needs)))


def within(op):
    """Return an operation, and those of its branches."""
    return [op, *(inner for block in getattr(op, "parts", ()) for own in block.order for inner in within(own))]
