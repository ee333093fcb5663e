"""Plans: operations in an order in which they can run, one by one at first, and then as a program of the engine."""

from sys import getrefcount

import numpy as np

from ...rare.autograd.tree import leaves
from ...engine import tensor_types
from ...engine.apply import watchers
from ...static.compile import Compiled
from ...static.guards import Eager
from ...static.passes import PASSES
from ...static.watching import recorded_now
from ..core.devices import device
from ..core.errors import InvalidArgumentError
from ..core.lift import wrapped
from ..core.recording import recorded, state
from ..core.tape import GradientTape
from ..core.tensor import Tensor
from ..core.variable import ALONE, Variable

SIZED = {"bincount", "boolean_mask", "dynamic_partition", "unique", "unique_with_counts", "where"}


class Run:
    """One run: the values so far, and the tape that gradients are taken from."""

    def __init__(self, session, values, tape, plan):
        self.session, self.values, self.tape = session, values, tape
        self.order, self.sources = plan
        self.origin = {}
        for x in values:
            self.note(x)

    def note(self, x):
        """Keep the value that gradients with respect to x are of."""
        if x in self.sources and self.values[x].dtype.is_floating:
            if self.values[x].tensor._node is None:
                self.values[x] = wrapped(self.values[x].tensor.detach())
            self.tape.watch(self.values[x])
            self.origin[x] = self.values[x]

    def go(self):
        for op in self.order:
            try:
                with device(op.device):
                    found = op.compute(self.values, self)
            except InvalidArgumentError as error:
                raise InvalidArgumentError(f"{error} [[node {op.name}]]") from None
            if self.session is None and recorded_now():
                found = apart(found, op)
            for x, value in zip(op.outputs, found):
                if x not in self.values:
                    self.values[x] = value
                    self.note(x)


def sized(order):
    """Return why no program can hold operations: how many elements one gives depends on variables' numbers."""
    found = next((op.name for op in order if getattr(op.function, "__name__", "") in SIZED), None)
    reads = any(op.type == "VariableV2" or any(isinstance(x, Variable) for x in leaves((op.args, op.settings)))
                for op in order)
    return f"{found}: how many elements it gives depends on variables" if found and reads else None


def apart(found, op):
    """Return results of an operation in memory of their own, where they show that of a variable that it was given."""
    arrays = [x.tensor.array for x in leaves((op.args, op.settings)) if isinstance(x, Variable)]
    return [wrapped(x.tensor.clone()) if type(x) is Tensor and any(np.may_share_memory(x.tensor.array, array)
                                                                   for array in arrays) else x for x in found]


class Program(Compiled):
    """A plan as the engine's program: it reads its arguments and the values of variables, so nothing else is asked."""

    def reads(self, slots):
        return None

    def tell(self, text, about=None):
        self.notices[about or text] = text


class Plan:
    """Operations in an order in which they can run, for values of some tensors; they give those of others.

    order     the operations
    inputs    the tensors whose values are given
    outputs   the tensors whose values are wanted
    session   where the values of variables are; None: variables have their own
    steps     the same as a function of the engine's tensors

    The first run goes from operation to operation. The second one does so too, and is recorded, and from then on the
    program runs. What no program can hold, such as a branch on data, leaves it at the first way; `explain` says so.
    """

    def __init__(self, name, order, inputs, outputs, session=None, refused=None):
        self.order, self.inputs, self.outputs, self.session = order, inputs, outputs, session
        self.sources = {x for op in order for x in getattr(op, "sources", ())} if session is not None else ()
        self.refused, self.runs, self.form, self.written = refused or sized(order), 0, None, []

        def steps(*given):
            found = self.one_by_one([wrapped(x.detach()) for x in given])
            return [x.tensor.detach().clone() if type(x.tensor) in tensor_types else x.tensor for x in found]
        steps.__name__ = name if name.isidentifier() else "plan"
        self.steps = steps
        self.program = Program(steps, passes=PASSES)

    def __call__(self, given):
        """Return the values of the outputs for those of the inputs."""
        self.runs += 1
        if self.runs == 1 or self.refused or watchers or state.tapes or [x for x in given if type(x) is not Tensor]:
            return self.one_by_one(given)
        if self.session is None:                             # a Session alone holds the values of its variables
            self.own()
        try:
            found = self.program(*[recorded(x.tensor) for x in given])
        except (RuntimeError, ValueError, IndexError) as error:
            raise InvalidArgumentError(f"{error} [in {self.program.name}]") from None
        form = self.program.forms[0]
        if form is self.form:
            return [Tensor(x) for x in found]
        self.take(form)
        return [wrapped(x) for x in found]

    def one_by_one(self, given):
        """Return the same, from operation to operation."""
        values = dict(zip(self.inputs, given))
        if self.session is None:
            Run(None, values, None, (self.order, ())).go()
        else:
            with GradientTape(persistent=True, watch_accessed_variables=False) as tape:
                Run(self.session, values, tape, (self.order, self.sources)).go()
        return [values[x] for x in self.outputs]

    def take(self, form):
        """Take another form of call, which was the last one: note what its program writes to, or that there is none."""
        self.form = form
        if isinstance(form, Eager):
            self.refused = "; ".join(sorted(self.program.notices.values()))
        elif self.session is None:
            self.written = [(place, x) for place, x in enumerate(form.held) if any(x is y.source for y in form.written)]

    def own(self):
        """Let variables be written over in place: nobody holds their memory but they and the program."""
        if self.form is None:
            for x in leaves([(op.args, op.settings) for op in self.order]):
                if isinstance(x, Variable):
                    x.own()
        for place, x in self.written:
            if getrefcount(x.array) > ALONE + (self.form.arrays[place] is x.array):
                x.data = x.detach().clone()

    def explain(self):
        """Return how it runs: what each pass changed in the program, or why it goes from operation to operation."""
        if self.refused:
            return f"{self.program.name} runs from operation to operation: {self.refused}"
        if self.form is None:
            return f"{self.program.name} ran {self.runs} times: its program is recorded in the second run."
        return self.program.explain()
