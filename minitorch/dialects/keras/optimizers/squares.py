"""Squares of gradients of tables: Keras squares each row of IndexedSlices before it adds up those of one index."""

from ...core.engine import mt
from ...core.indexed_slices import IndexedSlices


class Squares:
    """The "squares" in the state of a table, which an optimiser's rule uses instead of grad².

    Programs read them in the same memory at each step.
    """

    def __init__(self, engine):
        self.engine, self.of = engine, {}
        engine.register_step_pre_hook(self.lend)
        engine.register_step_post_hook(self.take_back)

    def note(self, table, grad):
        """Note the gradient of a parameter in the next step; one that once had IndexedSlices keeps its place."""
        sliced = isinstance(grad, IndexedSlices)
        if sliced and table not in self.of:
            self.of[table] = mt.zeros_like(table.detach())
            self.engine.reads = (*self.engine.reads, self.of[table])
        if table in self.of:
            rows = (grad.values.tensor if sliced else table.grad).detach()
            self.of[table].copy_(grad.added(rows * rows) if sliced else rows * rows)

    def lend(self, engine, *call):
        """Give the squares to the rule before a step."""
        for table, squares in self.of.items():
            if table.grad is not None:
                engine.state[table]["squares"] = squares

    def take_back(self, engine, *call):
        """Remove the squares from the rule's state after a step."""
        for table in self.of:
            engine.state[table].pop("squares", None)
