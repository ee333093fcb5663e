"""Record a function while it runs: each op, derivative, write and update becomes a step of a program.

A Recorder watches ops, derivatives, gradients of leaves, in-place writes, and steps of optimisers. A tensor that
existed before belongs to the program's state; a tensor made inside from Python numbers is a constant. An action that
a program could not repeat is refused; the error shows its line.

A student's own op, derivative or optimiser rule is a step that calls it. A student's function composed of ops is
recorded op by op, and a student's backward pass node by node, if a trial run shows that a program can repeat it.
Otherwise the library's own function runs.
"""

from threading import get_ident
from weakref import WeakKeyDictionary

import numpy as np
from numpy.lib.array_utils import byte_bounds

from .. import backend, tensors
from ..engine import tensor_types
from ..engine.apply import converting
from ..engine.node import Leaf, Output
from ..engine.piece import notify
from ..ops.shape.creation import draw_op
from ..random import fork_rng
from ..rare.autograd.tree import leaves, rebuilt
from ..runtime import backward_from, errors, inplace, source_line
from .data_dependence import check_shape
from .gradients import Gradients
from .origins import is_plain, without_profiler
from .program import Program, Step, Value, arrays_in, cast, copy_array, namer, optimizer_step
from .refusals import NotRecorded, refuse
from .watching import Watching

unfit: WeakKeyDictionary = WeakKeyDictionary()       # {mounted function: why a program cannot contain it, or ""}


class Pieces:
    """The part of a Recorder that handles mounted functions: a student's code that replaces the library's.

    visited   the nodes that a student's own backward pass has visited; None if no such pass is running
    """

    visited = None

    def choose_function(self, mount, function, inputs, settings):
        """Return the function to run for a mounted one: the student's, or the library's if no program can repeat it."""
        if not self.on:
            return function
        given = leaves((inputs, settings))
        if mount.piece.arrays_only or not any(type(x) in tensor_types for x in given) or not all(
                type(x) in tensor_types or is_plain(x) for x in given):
            return self.without_guards(function)
        if mount not in unfit:
            self.paused = True
            try:
                with without_profiler(), fork_rng():
                    unfit[mount] = self.trial(mount, inputs, settings)
                    if unfit[mount]:
                        notify(f"your {mount.piece.name} cannot be part of a program ({unfit[mount]}); "
                               "the library's is recorded in its place.")
            finally:
                self.paused = False
        return mount.piece.library if unfit[mount] else self.without_guards(function)

    def without_guards(self, function):
        """Return a student's function that runs without guards for its reads; one guard checks what is mounted."""
        def run(*inputs, **settings):
            reads, self.origins.reads = self.origins.reads, None
            try:
                return function(*inputs, **settings)
            finally:
                self.origins.reads = reads
        return run

    def trial(self, mount, inputs, settings):
        """Run a student's function on copies of its inputs; return why a program cannot repeat it, or ""."""
        recorder, given = type(self)(catches=True), leaves((inputs, settings))
        copies = [x.detach().clone().requires_grad_(x.requires_grad) if type(x) in tensor_types else x for x in given]
        try:
            with recorder:
                if mount.piece is backward_from:
                    y = tensors.tensor(1.0, requires_grad=True) * 2
                    recorder.record_start(mount.mine)(y + y)
                else:
                    inputs, settings = rebuilt((inputs, settings), iter(copies))
                    results = [x for x in leaves(mount.mine(*inputs, **settings)) if type(x) in tensor_types]
                    if recorder.failure is None:
                        recorder.finish(results)
        except NotRecorded as failure:
            recorder.give_up(failure)
        except Exception:                                # the real call raises the same error with more detail
            return ""
        return "" if recorder.failure is None else str(recorder.failure).partition(". ")[0]

    def record_start(self, walk):
        """Return a replacement for `backward_from.run`, a student's backward pass; it records the first gradient, 1."""
        def run(root):
            if root._node is not None:
                self.while_it_works(self.started)({root._node: np.ones_like(root.array)}, None)
            before, self.visited = self.visited, set()
            try:
                walk(root)
            finally:
                self.visited = before
        return run

    def visit(self, node):
        """Refuse a student's own backward pass that visits a node twice, because a program sums its gradients once."""
        if self.visited is not None:
            if node in self.visited:
                refuse("Your backward pass visits a node twice", "First add up its gradients, then visit it once.")
            self.visited.add(node)


RANDOM = f"{__package__.partition('.')[0]}.ops.random"


class Recorder(Watching, Gradients, Pieces):
    """A context manager that records all steps which run in its `with` block.

    catches   whether to store an error in `failure` and let the function continue, instead of raising
    open      whether arguments may belong to a graph that existed before the call
    values    {id of an array: its Value}
    arrays    {Value: its array}; it keeps the arrays alive, so that no other array gets the same id
    constants {id: array} of arrays made from Python numbers
    leaves    {leaf: its tensor} of the leaves whose .grad may change
    inputs    {id of an array: its tensor} of the arguments
    """

    def __init__(self, name="program", catches=False, open=False):
        super().__init__()
        self.program, self.name, self.phase, self.catches, self.open = Program(name), namer(), "forward", catches, open
        self.values, self.arrays, self.constants, self.leaves, self.inputs = {}, {}, {}, {}, {}
        self.made, self.parts, self.totals, self.waiting, self.writes = {}, {}, {}, {}, {}

    # Methods that make Values

    def value(self, array, role="result", source=None):
        """Return a new Value for an array."""
        made = Value(self.name(), array, role, source)
        self.values[id(array)], self.arrays[made] = made, array
        return made

    def input(self, tensor):
        """Add the array of an argument to the program's inputs; two tensors with one array are one input."""
        node = tensor._node
        if node is not None and type(node) is not Leaf and not self.open:
            refuse("An argument belongs to a graph from before the call", "Pass x.detach(), or make it inside.")
        if id(tensor.array) not in self.values:
            self.program.inputs.append(self.value(tensor.array, "input", len(self.program.inputs)))
            self.inputs[id(tensor.array)] = tensor
        self.know(tensor)

    def of(self, x):
        """Return the Value of a Tensor or an array; return numbers and None unchanged."""
        if type(x) in tensor_types and x._view is not None:
            x.refresh()
        array = x.array if type(x) in tensor_types else x
        if type(array) is not np.ndarray:
            return refuse(f"A tensor has a {type(array).__module__}.{type(array).__name__}, not a NumPy array",
                          "Programs run on the CPU: use x.cpu().") if hasattr(array, "dtype") else array
        if id(array) in self.values:
            return self.values[id(array)]
        tensor = self.initial.get(id(array))                 # the tensor that had this array as .grad at the start
        if tensor is not None:
            return self.state(array, (tensor, "_grad"))
        if type(x) in tensor_types and id(x) in self.before:
            return self.held(x)
        if id(array) in self.constants:
            return self.value(array, "constant", array.copy())
        leaves = [tensor for tensor, own, node in self.before.values() if own is array and type(node) is Leaf]
        if len(leaves) == 1:                                 # x.detach() shares the array of x, and needs no step
            return self.held(leaves[0])
        return refuse("A tensor was made from values in a way that a program cannot record",
                      "Compute it from tensors by functions of minitorch, or make it outside.")

    def held(self, tensor):
        """Return the Value of a tensor that existed before the call."""
        if tensor._node is not None and type(tensor._node) is not Leaf:
            refuse("A tensor is used that an op made before the function ran", "Make it inside, or detach() it.")
        self.know(tensor)
        if self.before[id(tensor)][1] is not tensor.array:
            refuse("A tensor got new memory in a way that a program cannot record", "Write to it in place instead.")
        return self.state(tensor.array, tensor)

    def state(self, array, source):
        made = self.value(array, "state", source)
        self.program.states.append(made)
        return made

    def args(self, xs):
        """Return a call's arguments with Tensors and arrays replaced by their Values, also in tuples and lists."""
        return [type(x)(self.args(x)) if type(x) in (tuple, list) else self.of(x) for x in xs]

    # Methods that record steps

    def step(self, name, call, args, settings, results, **more):
        """Record a call as a step of the program; return its results' Values: their names in the program."""
        outputs = [None if result is None else self.value(result) for result in results]
        frame = errors.user_frame()
        step = Step(name, call, args, settings, outputs, phase=self.phase, device=self.device or backend.defaults[-1],
                    line=source_line(frame.f_code, lineno=frame.f_lineno), **more)
        step.shares = step.shares or any(self.overlap(x, y) for x in outputs for y in step.reads)
        self.program.overlaps += [(x, y) for i, x in enumerate(outputs) for y in outputs[:i] if self.overlap(x, y)]
        self.program.steps.append(step)
        return outputs

    def overlap(self, x, y):
        """Return whether two Values may share memory."""
        return any(a is b or (a.base is not None or b.base is not None) and np.may_share_memory(a, b)
                   for a in arrays_in(self.arrays.get(x)) for b in arrays_in(self.arrays.get(y)))

    def operation(self, op, inputs, settings, result):
        """Record an op that has just run; skip a Function, because the ops inside it are recorded one by one."""
        if "call" in settings:
            return
        for x in inputs:
            if type(x) in tensor_types:
                self.know(x)
        args, arrays = self.args(inputs), [getattr(x, "array", x) for x in inputs]
        check_shape(self, op, args)
        for hook in converting:
            converted = hook(op, arrays)
            for place, (old, new) in enumerate(zip(arrays, converted)):
                if new is not old:
                    args[place] = self.step("cast", cast, [args[place]], {"dtype": new.dtype}, [new])[0] \
                        if type(new) is np.ndarray else new
            arrays = converted
        single, draws = op.outputs == 1, op is draw_op or op.__module__.startswith(RANDOM)
        tensors = (result,) if single else result
        self.check_draws(draws)
        node = next((x._node for x in tensors if x._node is not None), None)
        node = node.edges[0] if type(node) is Output else node
        results = [x.array for x in tensors]
        if op.residual and node is not None:
            results.append(node.out if id(node.out) not in self.values else (node.out,))
        view = op.view and not any(type(x) is Value for x in args[1:])       # indexing with arrays returns a copy
        outputs = self.step(op.name, op, args, dict(settings), results, op=op, single=single, shares=view, draws=draws)
        if node is not None:
            self.made[node] = self.program.steps[-1], outputs
            self.listen(node)

    def record_write(self, tensor, call, args, settings):
        """Record an in-place write; before it, record a copy of the old values if a derivative still needs them."""
        into = self.of(tensor)
        old = None
        for step, _ in self.made.values():
            if into in step.reads and into not in step.kept:
                if old is None:
                    old, = self.step("copy", copy_array, [into], {}, [tensor.array.copy()])
                step.kept = {**step.kept, into: old}
        if tensor.array.base is not None:                    # NumPy marks broadcast arrays as read-only
            self.step("unlock", inplace.unlock, [into], {}, [], writes=[into])
        self.step(call.__name__, call, [into, *self.args(args)], settings, [], writes=[into])
        if len(args) > 1:                                    # the derivative of `x[i] = y` needs this step
            value, indices = self.program.steps[-1].args[1:]
            self.writes[id(settings)] = settings, Step("", call, [None, value, *indices], {}, [])

    # Methods that record steps of optimisers

    def before_step(self, optimizer, args, settings):
        if len(args) > 1 or settings:
            refuse("step() of an optimizer must not get a closure", "Call backward() before step().")
        params = [p for group in optimizer.param_groups for p in group["params"] if p._grad is not None]
        also = [*optimizer.reads, *optimizer.counts]
        if (optimizer.before_step or optimizer.after_step) and not optimizer.spares and any(
                x.__dict__.get("_grad") is not None and all(x is not p for p in params)
                for x, *_ in self.touched.values()):
            refuse("An optimizer with hooks cannot step while other tensors have gradients", "Call step() outside.")
        for x in [*params, *also]:
            if id(x) in self.before and self.before[id(x)][1] is not x.array:
                refuse("An optimizer cannot take a step after `x.data = y`", "Write to x in place: x.copy_(y).")
        grads = [self.of(p._grad) for p in params]
        writes = [*[self.of(x) for x in [*params, *optimizer.counts]], *grads * bool(
            optimizer.before_step and not optimizer.spares)]
        self.stepping = params, writes, grads, [self.of(x) for x in also]
        self.paused = True                                # pause, because each call of the program runs the hooks again

    def stepped(self, optimizer, args, settings):
        """Resume recording after a step of an optimiser."""
        if self.paused and get_ident() == self.thread:
            self.paused = False
            self.while_it_works(self.after_step)(optimizer)

    def after_step(self, optimizer):
        params, writes, grads, also = self.stepping
        self.phase, phase = "update", self.phase
        self.step(f"{type(optimizer).__name__}.step", optimizer_step, [grads, also],
                  {"optimizer": optimizer, "params": params}, [], writes=writes, draws=True)
        self.phase = phase

    # Methods that finish the recording

    def finish(self, tensors):
        """Add the outputs, the new .grads and the tensors with new memory to the program, and return it."""
        self.check_draws(False)
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
                refuse(f"The graph or requires_grad of an existing tensor of shape {tuple(tensor.shape)} is changed",
                       "Change it outside.")
        return self.program

    def forget(self, tensors):
        """Drop all arrays, and all tensors except these and the program's own."""
        also = [x.source[0] if type(x.source) is tuple else x.source for x in self.program.states]
        kept = {id(x) for x in (*tensors, *also, *self.leaves.values())} | self.touched.keys()
        self.before = {key: found for key, found in self.before.items() if key in kept}
        self.lists, self.replaced, self.heard, self.origins = [], [], [], None
        for known in (self.values, self.arrays, self.constants, self.initial, self.made, self.parts, self.totals,
                      self.waiting, self.writes):
            known.clear()

    def overlaps(self):
        """Return pairs of inputs and states that share memory."""
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
