"""Step through the forward pass, op by op, or through a whole training step: forward pass, backward pass, update."""

from collections import namedtuple
from copy import deepcopy

from .. import backend
from ..engine import Leaf, tensor_types, wrap
from ..engine.apply import compute, watchers
from ..engine.node import FREED, Node, Output
from .colours import PARAMETER, VALUE
from .dot import is_array, small
from .graph import source
from .step_backward import Steps
from .step_frames import Play, one_number, step_text
from .step_names import INFIX, written
from .step_view import Marks, badge


class Values:
    """The inputs and outputs of every node.

    took   {node: [array or number]}, its inputs;  gave  {node: [array]}, its outputs
    whose  {node: [id of the input's array]}, to find the tensors of the inputs
    """

    def __init__(self):
        self.took, self.gave, self.whose = {}, {}, {}

    def watch(self, op, inputs, settings, result):
        """Record the inputs and outputs of an op; called after each op."""
        outputs = result if type(result) is tuple else (result,)
        node = next((source(x._node) for x in outputs if x._node is not None), None)
        if isinstance(node, Node):
            self.took[node] = [x.array.copy() if type(x) in tensor_types else x for x in inputs]
            self.gave[node] = [x.array.copy() for x in outputs]
            self.whose[node] = [id(x.array) if type(x) in tensor_types else None for x in inputs]

    def compute(self, function):
        """Call a function that returns the loss, and watch its ops."""
        watchers.append(self.watch)
        try:
            return function()
        finally:
            watchers.remove(self.watch)

    def again(self, nodes):
        """Compute the outputs of nodes again from the leaves' current values, if the nodes saved their constants."""
        for node in nodes:                                   # a saved input may be the output of another node
            for edge, kept in zip(node.edges, () if type(node) is not Node or node.saved is FREED else node.saved):
                if type(edge) is Node and is_array(kept):
                    self.gave[edge] = [kept]
        for node in nodes:
            if type(node) is not Node or node.saved is FREED:
                continue
            kept = node.saved or (None,) * len(node.edges)
            took = [constant if edge is None else self.at(edge) for edge, constant in zip(node.edges, kept)]
            optional = range(len(node.op.inputs) - node.op.optional, len(took)) if not node.op.variadic else ()
            self.took[node] = took
            if any(x is None and i not in optional or not is_array(x) and hasattr(x, "shape")
                   for i, x in enumerate(took)) or node.op.residual:
                continue
            found = compute(node.op, took, node.settings)
            self.gave[node] = [backend.enter(x) for x in (found if type(found) is tuple else (found,))]

    def at(self, edge):
        """Return the value that an edge leads to, or None if it is unknown."""
        if type(edge) is Leaf:
            tensor = edge.tensor()
            return None if tensor is None else tensor.array
        gave = self.gave.get(source(edge))
        return None if gave is None else gave[edge.index if type(edge) is Output else 0]


class Forward:
    """One step of the forward pass: an op, its inputs, its outputs."""

    def __init__(self, node, namer, values):
        self.node, self.name = node, namer.title(node)
        self.took = values.took.get(node, [None] * len(node.edges))
        self.gave = values.gave.get(node)
        self.names = [namer.input(node, i) for i in range(len(node.edges))]

    def text(self):
        takes = [("takes", name if x is None else said(x) if name in (said(x), "constant") else f"{name} = {said(x)}")
                 for name, x in zip(self.names, self.took) if name != "constant" or x is not None]
        return step_text(self.name, [*takes, ("gives", self.formula())])

    def formula(self):
        """Return the result in words; if there are few numbers, as a formula such as `2 × 3 = 6`."""
        if self.gave is None:
            return f"a value of shape {self.node.shape}"
        if len(self.gave) > 1:
            return f"{len(self.gave)} outputs"
        op, parts = self.node.op, [said(x) for x in self.took if x is not None]
        if not small(self.gave[0]) or any(is_array(x) and not small(x) for x in self.took) or (
                len(parts) < len(op.inputs) - op.optional):
            return said(self.gave[0])
        sign = INFIX.get(op.name)
        how = f" {sign} ".join(parts) if sign and len(parts) == 2 else f"{op.symbol or op.name}({', '.join(parts)})"
        return f"{how} = {said(self.gave[0])}"

    def marks(self, frames, box_of):
        now = box_of[self.node].id
        done = {box_of[frame.node].id for frame in frames if frame.node in box_of}
        badges = {box_of[frame.node].id: badge("value", frame.gave[0]) for frame in frames
                  if frame.gave is not None and len(frame.gave) == 1}
        later = {box.id for node, box in box_of.items() if isinstance(node, Node)} - done
        arrows = {(box_of[source(edge)].id, now) for edge in self.node.edges
                  if edge is not None and source(edge) in box_of}
        return Marks(now, later, badges, arrows, VALUE)


class Update(namedtuple("Update", "node name before grad after")):
    """One parameter in an optimiser step: its gradient, and its values before and after."""

    def text(self):
        return step_text(self.name, [("was", written(self.before)), (".grad", written(self.grad)),
                                     ("moves", written(backend.enter(self.after - self.before)) + self.distance()),
                                     ("is", written(self.after))])

    def distance(self):
        """Return in words how far the parameter moves: as a multiple of its gradient if it is one, else of its norm."""
        moved, there = (self.after - self.before).ravel(), self.grad.ravel() != 0
        if moved.size < 2:
            return ""
        if there.any() and not moved[~there].any():
            times = moved[there] / self.grad.ravel()[there]
            if abs(times - times.mean()).max() <= 1e-3 * abs(times.mean()):
                return f", which is {times.mean():.3g} times its gradient"
        length = float((self.before ** 2).sum()) ** 0.5
        return f", {float((moved ** 2).sum()) ** 0.5 / length:.2g} of its length" if length else ""

    def marks(self, frames, box_of):
        moved = {box_of[frame.node].id: badge("now", frame.after) for frame in frames
                 if type(frame) is Update and frame.node in box_of}
        now = box_of[self.node].id if self.node in box_of else None
        return Marks(now, {box.id for box in box_of.values()} - set(moved), moved, set(), PARAMETER)


class Whole(Play):
    """A forward pass, or a whole training step. Nothing is changed: parameters and optimiser are put back.

    frames   those of the forward pass; with an optimiser also those of the backward pass, and one for each parameter
    """

    def __init__(self, loss, names, optimizer):
        values = Values()
        loss = one_number(values.compute(loss) if callable(loss) else loss)
        back = Steps(loss, None, names, values.took, values.whose)
        nodes = sorted((node for node in back.namer.names if type(node) is not Output), key=lambda node: node.order)
        if not values.gave:
            values.again(nodes)
        self.graph, self.box_of, self.namer = back.graph, back.box_of, back.namer
        for box in self.graph.boxes:
            box.grad = None
            if box.kind in ("op", "output"):
                box.array = None                             # a badge shows the value later, once it is known
        self.name_constants(values)
        self.frames = [Forward(node, self.namer, values) for node in nodes if type(node) is Node]
        self.ends = [len(self.frames)]
        if optimizer is not None:
            arrived = {frame.node: frame.arrives for frame in back.frames if type(frame.node) is Leaf}
            self.frames += back.frames
            self.ends.append(len(self.frames))
            self.frames += updates(optimizer, arrived, self.namer)

    def name_constants(self, values):
        """Write the values of constants, if no node saves them, into their boxes."""
        by_id = {box.id: box for box in self.graph.boxes}
        for node, took in values.took.items():
            if node in self.box_of:
                feeding = [by_id[a] for a, b, _ in self.graph.arrows if b == self.box_of[node].id]
                blank = [box for box in feeding if box.kind == "constant" and box.title == "constant"]
                known = [x for x, edge in zip(took, node.edges) if edge is None and x is not None]
                if len(blank) == len(known) == 1:
                    blank[0].title = said(known[0])

    def phase(self, i):
        return ", " + ("forward", "backward", "update")[sum(i >= end for end in self.ends)]


def updates(optimizer, arrived, namer):
    """Run an optimiser step, put everything back, and yield an Update for each parameter with a gradient."""
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    before = [p.array.copy() for p in parameters]
    kept = [(p._grad, p._counter and list(p._counter)) for p in parameters]
    state = dict(optimizer.state)
    settings = [dict(group) for group in optimizer.param_groups]
    try:
        for p in parameters:
            grad = arrived.get(p._node)
            p._grad = None if grad is None else wrap(grad.copy())
        optimizer.state.update({p: deepcopy(found) for p, found in state.items()})
        optimizer.step()
        after = [p.array.copy() for p in parameters]
    finally:
        for p, was, (grad, cell) in zip(parameters, before, kept):
            p.array[...] = was
            p._grad = grad
            if cell:
                p._counter[:] = cell
        optimizer.state.clear()
        optimizer.state.update(state)
        for group, was in zip(optimizer.param_groups, settings):
            group.update(was)
    for p, was, is_now in zip(parameters, before, after):
        grad = arrived.get(p._node)
        if grad is not None:
            yield Update(p._node, namer.names[p._node], was, grad, is_now)


def said(x):
    """Return a value in words."""
    if x is None:
        return "a value that was not kept"
    return written(x) if is_array(x) else f"{x:.4g}" if type(x) in (int, float) else str(x)
