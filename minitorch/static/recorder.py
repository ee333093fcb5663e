"""Recording: a function runs as always, and every step that computes is written down.

Watched are ops, derivatives, gradients on their way to leaves, writes in place, and steps of optimisers. A tensor that
was there before belongs to the program's state; one that is made inside and by no step is a constant. What a program
could not repeat is refused, with its line.
"""

import builtins
import gc

import numpy as np
from numpy.lib.array_utils import byte_bounds

from .. import random
from ..engine import IndexedGrad, tensor_types
from ..engine.apply import converting, watchers
from ..engine.backward import accumulated, wrapping
from ..engine.node import Leaf, Output
from ..optim import hooks as optimizer_hooks
from ..runtime import Hooks, errors, inplace, source_line
from ..tensors import Tensor
from .gradients import Gradients, refuse
from .program import Program, Step, Value, namer
from .steps import cast, copied, updated

READS = ("item", "tolist", "numpy", "__array__", "__bool__", "__float__", "__int__", "__index__", "__complex__",
         "__contains__", "__iter__", "__repr__", "__format__", "register_hook", "retain_grad")


class Recorder(Gradients):
    """In a `with` block: write down what runs.

    values    {id of an array: its Value}
    arrays    {Value: its array}, kept alive, so that no other gets its id
    leaves    {leaf: (its tensor, the array of its .grad at first)}
    """

    def __init__(self, name="program"):
        self.program, self.name, self.phase = Program(name), namer(), "forward"
        self.values, self.arrays, self.made, self.parts, self.leaves, self.writes = {}, {}, {}, {}, {}, {}

    # Values

    def value(self, array, role="result", source=None):
        """A new Value for an array."""
        made = Value(self.name(), array, role, source)
        self.values[id(array)], self.arrays[made] = made, array
        return made

    def input(self, tensor):
        """Note an argument of the function; the same memory twice is one input."""
        if tensor._node is not None and type(tensor._node) is not Leaf:
            refuse("An argument belongs to a graph that was made before", "Pass x.detach(), or make it inside.")
        if id(tensor.array) not in self.values:
            self.program.inputs.append(self.value(tensor.array, "input", len(self.program.inputs)))
        self.know(tensor)

    def know(self, tensor):
        """Have an eye on what becomes of a leaf's gradient."""
        leaf = tensor._node
        if type(leaf) is not Leaf or leaf in self.leaves:
            return
        if leaf.hooks or leaf.after:
            refuse("A hook is registered on a tensor's gradient", "Programs call none: remove it.")
        leaf.after = Hooks()                                 # so that `gathered` is called
        self.leaves[leaf] = tensor, None if tensor._grad is None else tensor._grad.array

    def of(self, x):
        """The Value of a Tensor or an array; numbers and None as they are."""
        if type(x) in tensor_types and x._view is not None:
            x.refresh()
        array = x.array if type(x) in tensor_types else x
        if type(array) is not np.ndarray:
            if hasattr(array, "dtype"):
                refuse("An array lies on a GPU", "Programs run on the CPU.")
            return array
        if id(array) in self.values:
            return self.values[id(array)]
        for tensor, grad in self.leaves.values():
            if grad is array:
                return self.state(array, (tensor, "_grad"))
        if type(x) in tensor_types and id(x) in self.before:
            if x._node is not None and type(x._node) is not Leaf:
                refuse("A tensor is used whose graph was made before", "Make it inside the function, or detach() it.")
            self.know(x)
            return self.state(array, x)
        return self.value(array, "constant", array.copy())

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
        step = Step(name, call, args, settings, outputs, phase=self.phase,
                    line=source_line(frame.f_code, lineno=frame.f_lineno), **more)
        step.shares = step.shares or any(self.overlap(x, y) for x in outputs for y in step.reads)
        self.program.overlaps += [(x, y) for i, x in enumerate(outputs) for y in outputs[:i] if self.overlap(x, y)]
        self.program.steps.append(step)
        return outputs

    def overlap(self, x, y):
        """Whether two Values may lie in the same memory."""
        return any(np.may_share_memory(a, b) for a in arrays_in(self.arrays.get(x))
                   for b in arrays_in(self.arrays.get(y)))

    def operation(self, op, inputs, settings, result):
        """An op has run; what runs inside a Function has been written down one by one."""
        if "call" in settings:
            return
        for x in inputs:
            if type(x) in tensor_types:
                self.know(x)
        args, arrays = self.args(inputs), [getattr(x, "array", x) for x in inputs]
        for layer in converting:
            converted = layer(op, arrays)
            for place, (old, new) in enumerate(zip(arrays, converted)):
                if new is not old:
                    args[place] = self.step("cast", cast, [args[place]], {"dtype": new.dtype}, [new])[0] \
                        if type(new) is np.ndarray else new
            arrays = converted
        single = op.outputs == 1
        tensors = (result,) if single else result
        draws = op.__module__.startswith(f"{__package__.partition('.')[0]}.ops.random")
        self.chance(draws)
        node = next((x._node for x in tensors if x._node is not None), None)
        node = node.edges[0] if type(node) is Output else node
        results = [x.array for x in tensors]
        if op.residual and node is not None:
            results.append(node.out if id(node.out) not in self.values else (node.out,))
        outputs = self.step(op.name, op, args, dict(settings), results, op=op, single=single, shares=op.view,
                            draws=draws)
        if node is not None:
            self.made[node] = self.program.steps[-1], outputs

    def chance(self, allowed):
        """Refuse numbers that were drawn by no step."""
        now = place_of_chance()
        if now != self.drawn and not allowed:
            refuse("Random numbers are drawn that a program would repeat", "Draw them outside and pass them in.")
        self.drawn = now

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

    # Optimisers

    def before_step(self, optimizer, args, settings):
        if len(args) > 1 or settings:
            refuse("An optimizer is given a closure", "Compute the gradients by backward() before step().")
        params = [p for group in optimizer.param_groups for p in group["params"] if p._grad is not None]
        self.stepping = params, [self.of(p) for p in params], [self.of(p._grad) for p in params]

    def after_step(self, optimizer, args, settings):
        params, values, grads = self.stepping
        self.phase, phase = "update", self.phase
        self.step(f"{type(optimizer).__name__}.step", updated, [grads], {"optimizer": optimizer, "params": params}, [],
                  writes=values, draws=True)
        self.phase = phase

    # The block

    def __enter__(self):
        self.before = {id(x): x for x in gc.get_objects() if type(x) in tensor_types}
        self.drawn = place_of_chance()
        self.lists = [(watchers, self.operation), (wrapping, self.derivative),
                      (accumulated, self.gathered), (inplace.overwriting, self.overwritten),
                      (optimizer_hooks.before_any, self.before_step), (optimizer_hooks.after_any, self.after_step)]
        for place, watch in self.lists:
            place.append(watch)
        self.replaced = [(builtins, "print", print), *[(Tensor, name, vars(Tensor)[name]) for name in READS]]
        for owner, name, _ in self.replaced:
            setattr(owner, name, refused(name, getattr(owner, name)))
        return self

    def __exit__(self, *failure):
        for place, watch in self.lists:
            place.remove(watch)
        for owner, name, before in self.replaced:
            setattr(owner, name, before)
        for leaf in self.leaves:
            leaf.after = None

    def finish(self, tensors):
        """The program, with what it returns and what it leaves in .grad."""
        self.chance(False)
        self.program.outputs = [self.of(x) for x in tensors]
        self.program.overlaps += self.overlaps()
        for tensor, before in self.leaves.values():
            now = None if tensor._grad is None else tensor._grad.array
            if now is not before:
                self.program.grads.append((tensor, None if now is None else self.of(now)))
        return self.program

    def overlaps(self):
        """Pairs of inputs and states that lie in the same memory."""
        held = [x for x in [*self.program.inputs, *self.program.states] if self.arrays[x].size]
        held.sort(key=lambda x: byte_bounds(self.arrays[x]))
        found, reach, furthest = [], 0, None
        for x in held:
            start, end = byte_bounds(self.arrays[x])
            if start < reach:
                found.append((x, furthest))
            if end > reach:
                reach, furthest = end, x
        return found


def refused(name, function):
    """What stands in the place of a function that lets values out of the program."""
    def run(*args, **settings):
        what = {"print": "print shows what a program would not show again", "__bool__": "A branch depends on data"}
        refuse(what.get(name, f"{name} takes a value out of the graph"),
               "Return the tensor, and read it outside; or leave this function uncompiled.")
    return run


def arrays_in(x):
    """The arrays in a residual, which may be a tuple, and in a gradient at an index."""
    if type(x) in (tuple, list):
        return [array for part in x for array in arrays_in(part)]
    return arrays_in(x.grad) if type(x) is IndexedGrad else [x] if type(x) is np.ndarray else []


def place_of_chance():
    """Where the default generator stands."""
    state = random.default_generator.numpy.bit_generator.state
    return state["state"]["state"], state["has_uint32"]
