"""Recording: a function runs as always, and every step that computes is written down.

Watched are ops, derivatives, gradients on their way to leaves, writes in place, and steps of optimisers. A tensor that
was there before belongs to the program's state; one that is made inside from Python's numbers is a constant. What a
program could not repeat is refused, with its line.
"""

from threading import get_ident

import numpy as np
from numpy.lib.array_utils import byte_bounds

from .. import backend
from ..engine import tensor_types
from ..engine.apply import converting
from ..engine.node import Leaf, Output
from ..ops.shape.creation import draw_op
from ..runtime import errors, inplace, source_line
from .gradients import Gradients
from .program import Program, Step
from .refusals import refuse
from .shapes_of_data import check_shape
from .steps import cast, copied, updated
from .value import Value, arrays_in, namer
from .watching import Watching

RANDOM = f"{__package__.partition('.')[0]}.ops.random"


class Recorder(Watching, Gradients):
    """In a `with` block: write down what runs.

    soft      whether what cannot be recorded is noted in `failure`, and the function runs on, instead of raising
    open      whether arguments may belong to a graph that was made before
    values    {id of an array: its Value}
    arrays    {Value: its array}, kept alive, so that no other gets its id
    constants {id of an array: it} of those that were made from Python's numbers
    leaves    {leaf: its tensor} of those whose gradient may change
    inputs    {id of an array: its tensor} of the arguments
    """

    def __init__(self, name="program", soft=False, open=False):
        super().__init__()
        self.program, self.name, self.phase, self.soft, self.open = Program(name), namer(), "forward", soft, open
        self.values, self.arrays, self.constants, self.leaves, self.inputs = {}, {}, {}, {}, {}
        self.made, self.parts, self.totals, self.waiting, self.writes = {}, {}, {}, {}, {}

    # Values

    def value(self, array, role="result", source=None):
        """A new Value for an array."""
        made = Value(self.name(), array, role, source)
        self.values[id(array)], self.arrays[made] = made, array
        return made

    def input(self, tensor):
        """Note an argument of the function; the same memory twice is one input."""
        node = tensor._node
        if node is not None and type(node) is not Leaf and not self.open:
            refuse("An argument belongs to a graph that was made before", "Pass x.detach(), or make it inside.")
        if id(tensor.array) not in self.values:
            self.program.inputs.append(self.value(tensor.array, "input", len(self.program.inputs)))
            self.inputs[id(tensor.array)] = tensor
        self.know(tensor)

    def of(self, x):
        """The Value of a Tensor or an array; numbers and None as they are."""
        if type(x) in tensor_types and x._view is not None:
            x.refresh()
        array = x.array if type(x) in tensor_types else x
        if type(array) is not np.ndarray:
            return refuse(f"An array is a {type(array).__module__}.{type(array).__name__}",
                          "Programs run on NumPy's arrays, on the CPU.") if hasattr(array, "dtype") else array
        if id(array) in self.values:
            return self.values[id(array)]
        tensor = self.initial.get(id(array))                 # what a .grad was at first
        if tensor is not None:
            return self.state(array, (tensor, "_grad"))
        if type(x) in tensor_types and id(x) in self.before:
            return self.held(x)
        if id(array) in self.constants:
            return self.value(array, "constant", array.copy())
        leaves = [tensor for tensor, own, node in self.before.values() if own is array and type(node) is Leaf]
        if len(leaves) == 1:                                 # x.detach(), which no step makes
            return self.held(leaves[0])
        return refuse("A tensor was made from values in a way that a program cannot follow",
                      "Compute it from tensors by functions of minitorch, or outside.")

    def held(self, tensor):
        """The Value of a tensor that was there before."""
        if tensor._node is not None and type(tensor._node) is not Leaf:
            refuse("A tensor is used whose graph was made before", "Make it inside the function, or detach() it.")
        self.know(tensor)
        if self.before[id(tensor)][1] is not tensor.array:
            refuse("A tensor was given other memory in a way that a program cannot follow", "Write to it in place.")
        return self.state(tensor.array, tensor)

    def state(self, array, source):
        made = self.value(array, "state", source)
        self.program.states.append(made)
        return made

    def args(self, xs):
        """Values of what a call is given; in tuples too."""
        return [type(x)(self.args(x)) if type(x) in (tuple, list) else self.of(x) for x in xs]

    # Steps

    def step(self, name, call, args, settings, results, **more):
        """Write a step down; give the Values of its results."""
        outputs = [None if result is None else self.value(result) for result in results]
        frame = errors.user_frame()
        step = Step(name, call, args, settings, outputs, phase=self.phase, device=self.device or backend.defaults[-1],
                    line=source_line(frame.f_code, lineno=frame.f_lineno), **more)
        step.shares = step.shares or any(self.overlap(x, y) for x in outputs for y in step.reads)
        self.program.overlaps += [(x, y) for i, x in enumerate(outputs) for y in outputs[:i] if self.overlap(x, y)]
        self.program.steps.append(step)
        return outputs

    def overlap(self, x, y):
        """Whether two Values may lie in the same memory."""
        return any(a is b or (a.base is not None or b.base is not None) and np.may_share_memory(a, b)
                   for a in arrays_in(self.arrays.get(x)) for b in arrays_in(self.arrays.get(y)))

    def operation(self, op, inputs, settings, result):
        """An op has run; what runs inside a Function has been written down one by one."""
        if "call" in settings:
            return
        for x in inputs:
            if type(x) in tensor_types:
                self.know(x)
        args, arrays = self.args(inputs), [getattr(x, "array", x) for x in inputs]
        check_shape(self, op, args)
        for layer in converting:
            converted = layer(op, arrays)
            for place, (old, new) in enumerate(zip(arrays, converted)):
                if new is not old:
                    args[place] = self.step("cast", cast, [args[place]], {"dtype": new.dtype}, [new])[0] \
                        if type(new) is np.ndarray else new
            arrays = converted
        single, draws = op.outputs == 1, op is draw_op or op.__module__.startswith(RANDOM)
        tensors = (result,) if single else result
        self.chance(draws)
        node = next((x._node for x in tensors if x._node is not None), None)
        node = node.edges[0] if type(node) is Output else node
        results = [x.array for x in tensors]
        if op.residual and node is not None:
            results.append(node.out if id(node.out) not in self.values else (node.out,))
        view = op.view and not any(type(x) is Value for x in args[1:])       # what arrays point at is a copy
        outputs = self.step(op.name, op, args, dict(settings), results, op=op, single=single, shares=view, draws=draws)
        if node is not None:
            self.made[node] = self.program.steps[-1], outputs
            self.listen(node)

    def overwritten(self, tensor, call, args, settings):
        """Memory was written to: what derivatives still read of it is copied before."""
        into = self.of(tensor)
        old = None
        for step, _ in self.made.values():
            if into in step.reads and into not in step.kept:
                if old is None:
                    old, = self.step("copy", copied, [into], {}, [tensor.array.copy()])
                step.kept = {**step.kept, into: old}
        if tensor.array.base is not None:                    # NumPy marks what it stretched as read-only
            self.step("unlock", inplace.unlock, [into], {}, [], writes=[into])
        self.step(call.__name__, call, [into, *self.args(args)], settings, [], writes=[into])
        if len(args) > 1:                                    # an assignment to an index, of which a node will tell
            value, indices = self.program.steps[-1].args[1:]
            self.writes[id(settings)] = settings, Step("", call, [None, value, *indices], {}, [])

    def checked(self, check, arrays, settings):
        """A check of values has run, which raises where they are wrong."""
        self.step(check.__name__, check, self.args(arrays), settings, [], draws=True)

    # Optimisers

    def before_step(self, optimizer, args, settings):
        if len(args) > 1 or settings:
            refuse("An optimizer is given a closure", "Compute the gradients by backward() before step().")
        params = [p for group in optimizer.param_groups for p in group["params"] if p._grad is not None]
        also = [*optimizer.reads, *optimizer.counts]
        if (optimizer.before_step or optimizer.after_step) and not optimizer.spares and any(
                x.__dict__.get("_grad") is not None and all(x is not p for p in params)
                for x, *_ in self.touched.values()):
            refuse("An optimizer with hooks takes a step, and other tensors have gradients too", "Call step() outside.")
        for x in [*params, *also]:
            if id(x) in self.before and self.before[id(x)][1] is not x.array:
                refuse("A step of an optimizer follows on `x.data = y`", "Write to x in place: x.copy_(y).")
        grads = [self.of(p._grad) for p in params]
        writes = [*[self.of(x) for x in [*params, *optimizer.counts]], *grads * bool(
            optimizer.before_step and not optimizer.spares)]
        self.stepping = params, writes, grads, [self.of(x) for x in also]
        self.paused = True                                   # its hooks run again in each step

    def stepped(self, optimizer, args, settings):
        """A step was taken: go on recording."""
        if self.paused and get_ident() == self.thread:
            self.paused = False
            self.while_it_works(self.after_step)(optimizer)

    def after_step(self, optimizer):
        params, writes, grads, also = self.stepping
        self.phase, phase = "update", self.phase
        self.step(f"{type(optimizer).__name__}.step", updated, [grads, also],
                  {"optimizer": optimizer, "params": params}, [], writes=writes, draws=True)
        self.phase = phase

    # The end

    def finish(self, tensors):
        """The program, with what it returns, what it leaves in .grad, and where it leaves other memory."""
        self.chance(False)
        self.program.outputs = [self.of(x) for x in tensors]
        self.program.overlaps += self.overlaps()
        for tensor, before, read in self.touched.values():
            now = tensor.__dict__.get("_grad")
            if (now is not before or now is None and not read) and (
                    id(tensor) in self.before or id(tensor.array) in self.inputs):
                self.program.grads.append((tensor, None if now is None else self.of(now)))
        for tensor, array, node in self.before.values():
            if tensor.array is not array:
                self.program.rebound.append((tensor, self.of(tensor)))
            if tensor._node is not node and (tensor._view is None or tensor._node is None or node is None):
                refuse(f"A tensor of shape {tuple(tensor.shape)} that was there before gets another graph, or another "
                       "requires_grad", "Do that outside.")
        return self.program

    def forget(self, tensors):
        """Let go of arrays, and of the tensors that there were, but for these: a program needs them no more."""
        also = [x.source[0] if type(x.source) is tuple else x.source for x in self.program.states]
        kept = {id(x) for x in (*tensors, *also, *self.leaves.values())} | self.touched.keys()
        self.before = {key: found for key, found in self.before.items() if key in kept}
        self.lists, self.replaced, self.heard, self.origins = [], [], [], None
        for known in (self.values, self.arrays, self.constants, self.initial, self.made, self.parts, self.totals,
                      self.waiting, self.writes):
            known.clear()

    def overlaps(self):
        """Pairs of inputs and states that lie in the same memory."""
        held = sorted([x for x in [*self.program.inputs, *self.program.states] if self.arrays[x].size],
                      key=lambda x: byte_bounds(self.arrays[x]))
        found, reach, furthest = [], 0, None
        for x in held:
            start, end = byte_bounds(self.arrays[x])
            if start < reach:
                found.append((x, furthest))
            if end > reach:
                reach, furthest = end, x
        return found
