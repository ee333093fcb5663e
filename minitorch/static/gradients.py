"""Recording of a walk back: each derivative is a step, and what waits at a node or leaf is added up by one."""

import sys
from contextlib import contextmanager

import numpy as np

from ..engine import tensor_types
from ..engine.node import Leaf, Output, Spec
from ..piece import mounted
from .origins import unseen, watched_by
from .refusals import NotRecorded, refuse
from .sizes import plain
from .steps import add_to, copied, gathered


class Gradients:
    """The part of a Recorder that follows `backward`.

    made      {node: (its forward step, the Values of what it gave)}
    parts     {edge: Values of the gradients that wait there}
    totals    {leaf: the Value of the gradient that has come to it}
    waiting   {leaf: the array of its .grad when that came}
    writes    {id of the settings: (settings, a step)} of assignments to an index
    """

    def starting(self, start):
        """What stands in the place of `start`, which gives the first gradients of a walk."""
        def run(tensors, grads, create_graph, what):
            self.while_it_works(self.given)(grads)
            pending = start(tensors, grads, create_graph, what)
            self.while_it_works(self.started)(pending, grads)
            return pending
        return run

    def given(self, grads):
        """Note the gradients that the user gives."""
        for grad in (grads,) if type(grads) in tensor_types else grads or ():
            if grad is not None:
                self.of(grad)

    def started(self, pending, grads):
        """A walk begins: the first gradients wait at the nodes it starts from, each a 1 where none is given."""
        for node, grad in pending.items():
            array = getattr(grad, "array", grad)
            if type(array) is np.ndarray:
                if grads is None and id(array) not in self.values:
                    self.constants[id(array)] = array
                if grad is array:
                    self.parts.setdefault(node, []).append(self.of(grad))

    def around(self, differentiate, *walked):
        """A derivative runs, and is written down, as far as that goes."""
        results = []
        if self.on:
            try:
                with unseen() as seeing:
                    def run(*walked):
                        watched_by(seeing)
                        try:
                            results.append(differentiate(*walked))
                        finally:
                            sys.setprofile(None)
                        return results[0]

                    return self.derivative(run, *walked)
            except NotRecorded as failure:
                self.give_up(failure)
        return results[0] if results else differentiate(*walked)

    def derivative(self, differentiate, node, grad, create_graph, alive, last):
        """A derivative runs: its gradients wait at the edges of the node."""
        if create_graph:                                     # it is computed by ops on Tensors, which are written down
            return differentiate(node, grad, create_graph, alive, last)
        phase, self.phase = self.phase, "backward"
        self.device = self.made[node][0].device if node in self.made else None         # where its op ran
        arrived = self.arrive(node, grad)
        if "call" in node.settings:
            result = differentiate(node, grad, create_graph, alive, last)
            values = [None if part is None else self.of(part) for part in result]
        else:
            step, outputs = self.made.get(node) or (self.writes.get(id(node.settings), (None, None))[1], ())
            if step is None and (node.out is not None or any(type(kept) is np.ndarray for kept in node.saved)):
                refuse(f"What {node.op.name} keeps for its derivative was made in a way that a program cannot follow",
                       "Work on a copy: x.clone().")
            inputs = [self.kept(step, kept, place, edge) for place, (kept, edge)
                      in enumerate(zip(node.saved or node.edges, node.edges))]
            out, settings = self.out_of(node, outputs), dict(node.settings)
            if step is not None:                             # where sizes may follow from that of an argument
                settings.update((name, own) for name, own in step.settings.items() if name in settings)
            if node.op.wants_needs:
                settings["needs"] = tuple([e is not None if alive is None else e in alive for e in node.edges])
            with answered(node.op) as raw:
                result = differentiate(node, grad, create_graph, alive, last)
            result = tuple([np.asarray(part) if isinstance(part, np.generic) else part for part in result])
            shared = [part is grad or any(part is other for other in result[:i]) for i, part in enumerate(result)]
            piece = node.op.derivative_piece
            values = self.step(f"{node.op.name}_derivative", node.op.derivative if piece in mounted else piece.library,
                               [arrived, out, *inputs], settings,
                               [None if part is None or same else part for part, same in zip(result, shared)],
                               op=node.op, single=type(raw[0]) is not tuple)
            values = [self.of(part) if same and part is not None else value
                      for value, part, same in zip(values, result, shared)]
        for edge, value in zip(node.edges, values):
            if edge is not None and value is not None and (alive is None or edge in alive):
                if type(edge) is Leaf and edge.variable is not None:
                    self.know(edge.variable)
                self.parts.setdefault(edge, []).append(value)
        self.phase, self.device = phase, None
        return result

    def kept(self, step, kept, place, edge):
        """What a derivative is given for an input: its Value, its shape and dtype, or a number."""
        if type(kept) is np.ndarray:
            value = step.args[place]
            if value is None:
                refuse("A derivative reads what was written over", "Work on a copy: x.clone().")
            return step.kept.get(value, value)
        if kept is None and edge is None or isinstance(kept, bool | int | float | complex) or type(kept) is Spec:
            own = step.args[place] if step is not None and place < len(step.args) else kept
            return own if plain(own) is not own else kept    # a node is a Spec too, and would keep its graph alive
        return Spec(edge.shape, edge.dtype)

    def out_of(self, node, outputs):
        """The same for what the op gave."""
        if node.op.residual:
            return outputs[-1]
        if type(node.out) is tuple:
            return tuple([None if out is None else value for out, value in zip(node.out, outputs)])
        return None if node.out is None else outputs[0]

    def arrived(self, node, grad, create_graph):
        """A gradient has come to a node or leaf, before hooks see it."""
        if self.on and not create_graph and type(grad) is not list:
            if type(node) is Leaf and node.variable is not None:
                old = node.variable.__dict__.get("_grad")
                self.waiting[node] = None if old is None else old.array
            phase, self.phase = self.phase, "backward"
            if node in self.parts:
                with unseen():
                    self.total(node, grad)
            self.phase = phase
        return grad

    def passed(self, node, grad, create_graph):
        """What goes on from there, after the hooks."""
        if self.on and not create_graph and type(node) is Leaf and id(grad) in self.values:
            self.totals[node] = self.values[id(grad)]
        return grad

    def arrive(self, node, grad):
        """The Value of the gradient that arrives at a node: all that was delivered there, added up."""
        if type(grad) is not list:
            return self.total(node, grad) if node in self.parts else self.of(grad)
        found = [[] for _ in grad]                           # one for each output
        for edge in [edge for edge in self.parts if type(edge) is Output and edge.edges[0] is node]:
            found[edge.index].append(self.total(edge))
        for values, array in zip(found, grad):
            if array is not None and id(array) in self.values:
                values[:] = [self.values[id(array)]]
            elif len(values) > 1:
                values[:] = self.step("gather", gathered, [values], {"shape": array.shape, "dtype": array.dtype},
                                      [array])
        return [values[0] if values else None for values in found]

    def total(self, edge, array=None):
        """The sum of the gradients that wait at an edge, in its shape and dtype."""
        values = self.parts.pop(edge)
        if len(values) == 1 and values[0].dtype is not None and (    # NumPy's float64 is equal to None
                values[0].shape == edge.shape and values[0].dtype == edge.dtype):
            made = values[0]
        else:
            made = self.step("gather", gathered, [values], {"shape": edge.shape, "dtype": edge.dtype},
                             [np.empty(edge.shape, edge.dtype) if array is None else array])[0]
        if array is not None:
            self.values[id(array)], self.arrays[made] = made, array
        return made

    def gathered(self, leaf, tensor):
        """A gradient was added to the .grad of a leaf."""
        array, before = tensor.__dict__["_grad"].array, self.waiting.pop(leaf, None)
        total, phase = self.totals.pop(leaf, None), self.phase
        self.phase = "backward"
        if total is not None and leaf.dtype.kind == "c":     # of complex values the walk carries the conjugate
            total, = self.step("conj", np.conjugate, [total], {}, [np.empty(leaf.shape, leaf.dtype)])
        if total is not None and array is before:
            into = self.of(array)
            self.step("add_to", add_to, [into, total], {}, [], writes=[into])
        elif total is not None and id(array) not in self.values:
            self.step("copy", copied, [total], {}, [array])
        self.phase = phase


@contextmanager
def answered(op):
    """A list that gets what the op's derivative returns inside: one gradient, or a tuple of them."""
    raw, before = [], op.derivative

    def derivative(*args, **settings):
        raw.append(before(*args, **settings))
        return raw[-1]
    op.derivative = derivative
    try:
        yield raw
    finally:
        op.derivative = before
