"""A step of an optimiser as an operation of the graph."""

from ...rare.autograd.tree import leaves, rebuilt
from ...engine import tensor_types
from ..core.convert import engine_tensor
from ..core.dtypes import bool as bool_type
from ..core.engine import mt
from ..core.indexed_slices import IndexedSlices
from .graph import Operation, Tensor


class Step(Operation):
    """One step of an optimiser, on the values that the session keeps."""

    type = "NoOp"

    def __init__(self, optimizer, pairs, name):
        self.optimizer, self.grads, self.own = optimizer, [g for g, _ in pairs], [v for _, v in pairs]
        rate = [optimizer.rate] if isinstance(optimizer.rate, Tensor) else []
        super().__init__(pairs[0][1].graph, None, (self.grads, self.own, rate), {}, name, [])

    def compute(self, values, run):
        kept = [run.session.values[v] for v in self.own]
        engine, slots = run.session.slots.get(self), self.optimizer.slots
        if engine is None:
            shared = any(getattr(step, "optimizer", None) is self.optimizer for step in run.session.slots)
            engine = run.session.slots[self] = self.optimizer.engine(
                [v.tensor for v in kept], *slots.values(run.session, self.own), shared)
            engine.untouched = Untouched(engine, [] if self.optimizer.everywhere else [
                v.tensor for v, grad in zip(kept, self.grads) if isinstance(grad, IndexedSlices)])
        slots.agree(run.session, engine, self.own)
        if isinstance(self.optimizer.rate, Tensor):
            engine.reads[0].copy_(values[self.optimizer.rate].tensor.detach())
        for grad, variable in zip(self.grads, kept):
            found = rebuilt(grad, iter([values[x] for x in leaves(grad)]))
            variable.tensor.grad = engine_tensor(found).detach()
            engine.untouched.note(variable.tensor, found)
        engine.step()
        engine.zero_grad()
        slots.agree(run.session, engine, self.own, back=True)
        for v in (*self.own, *slots.found.values()):         # what runs after the step reads what it left
            if v in values:
                values[v] = run.session.values[v].value()
        return []


class Untouched:
    """Around a step: rows of tables without a gradient stay as they are, and so does what the rule keeps of them.

    tables    parameters of an engine's optimiser

    Which rows have a gradient programs read where it lies from step to step.
    """

    def __init__(self, engine, tables):
        self.there = {table: mt.zeros((len(table), *[1] * (table.ndim - 1)), dtype=bool_type.kind) for table in tables}
        self.before: dict = {}
        engine.reads = (*engine.reads, *self.there.values())
        engine.register_step_pre_hook(self.keep)
        engine.register_step_post_hook(self.restore)

    def note(self, table, grad):
        """Return the gradient of a parameter in the step that comes."""
        if table in self.there:
            rows = mt.ones((len(grad.values.tensor), *[1] * (table.ndim - 1)))
            self.there[table].copy_(grad.added(rows, (len(table), *rows.shape[1:])) > 0)

    def keep(self, engine, *call):
        """Copy what a step may change, before it."""
        self.before = {table: {name: x.detach().clone() for name, x in parts(engine, table)} for table in self.there}

    def restore(self, engine, *call):
        """Take back what a step has changed elsewhere."""
        for table, there in self.there.items():
            for name, now in parts(engine, table):
                now.array[...] = mt.where(there, now.detach(), self.before[table][name]).array
        self.before = {}


def parts(engine, table):
    """Return (name, tensor) of a table and of what an optimiser keeps of it."""
    return [(name, x) for name, x in (("", table), *dict.items(engine.state[table])) if type(x) in tensor_types]
