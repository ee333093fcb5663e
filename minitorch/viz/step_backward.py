"""Step through the backward pass, node by node: its gradient, and the gradients that it sends to its inputs."""

from collections import namedtuple

from .. import backend
from ..engine import Leaf, backward_order, sum_to
from ..engine.node import Output
from ..rare.autograd.own_backward import derivatives
from ..runtime import IndexedGrad
from .colours import GRADIENT
from .dot import small
from .graph import Plan
from .step_frames import Play, step_text
from .step_names import Namer, written
from .step_view import Marks, badge


class Sent(namedtuple("Sent", "edge name rule part before total folded")):
    """The gradient that a node sends to one of its inputs: its rule, its value, and the input's sum afterwards."""

    def text(self):
        line = f"{self.rule} = {written(self.part)}" if self.rule else written(self.part)
        if self.folded is not None:
            line += f", folded from {tuple(self.folded)}"
        if self.before is not None:
            line += f"; there now: {written(self.before)} + {written(self.part)} = {written(self.total)}" \
                if small(self.total) else "; added to what is there"
        return line


class BackwardStep(namedtuple("BackwardStep", "node name arrives sends waiting wrong")):
    """One step: a node, its gradient, the gradients that it sends, all gradients that then wait at other nodes, and
    whether the user's order must not take this node now.
    """

    def text(self):
        """Return the step in words and numbers."""
        pairs = [("arrives", written(self.arrives))]
        if type(self.node) is Leaf:
            pairs.append((".grad", f"gets {written(self.arrives)}"))
        pairs += [(f"to {sent.name}", sent.text()) for sent in self.sends]
        return step_text(self.name, pairs)

    def marks(self, frames, box_of):
        """Return the state to show: the current node, the gradients that wait, and the nodes that are done."""
        now = box_of[self.node].id if self.node in box_of else None
        waits = {box_of[node].id: grad for node, grad in self.waiting.items() if node in box_of}
        if now is not None and self.arrives is not None:
            waits.setdefault(now, self.arrives)
        done = {box_of[frame.node].id for frame in frames if type(frame) is BackwardStep and frame.node in box_of}
        badges = {box: badge("grad", grad) for box, grad in waits.items()}
        for sent in self.sends:
            if sent.edge in box_of and sent.before is not None and sent.total.ndim == 0:
                total = f"{written(sent.before)} + {written(sent.part)} = {written(sent.total)}"
                badges[box_of[sent.edge].id] = f"grad {total}"
        if self.wrong and now is not None:
            badges[now] = "✗ not its turn"
        return Marks(now, done, badges,
                     {(box_of[sent.edge].id, now) for sent in self.sends if sent.edge in box_of}, GRADIENT)


class Steps(Play):
    """A backward pass to step through: a slider in a notebook, a strip of pictures on a page, text everywhere.

    loss     the tensor that it starts from; order: the user's own order, or None; names: {name: tensor}
    took     {node: its inputs}, and whose: {node: ids of its inputs}, if the forward pass was watched
    frames   a BackwardStep for each node, in order
    beside   with the user's order: the frames of the right order; else empty
    parts    the index of the step where the user's order goes wrong, or None; `why` explains it in words
    """

    def __init__(self, loss, order=None, names=None, took=None, whose=None):
        names = names or {}
        plan = Plan({"loss": loss}, {}, names)
        self.graph, self.box_of = plan.graph(), plan.box_of
        self.loss, self.root = loss, loss._node
        right = backward_order.library(self.root)
        self.namer = Namer(right, names, took, whose)
        self.frames, self.beside, self.parts, self.why = self.walk(right), [], None, ""
        if order is not None:
            self.compare(order, right)

    def walk(self, order, stop=None):
        """Return the frames of a pass in this order, up to a node for which `stop(node, done)` returns text."""
        waiting, done, frames = {self.root: backend.enter(self.loss.array * 0 + 1)}, set(), []
        for node in order:
            said = stop(node, done) if stop is not None else None
            arrives = waiting.pop(node, None)
            sends = [] if arrives is None or said else list(self.send(node, arrives, waiting))
            if not said:
                done.add(node)
            frames.append(BackwardStep(node, self.namer.title(node), arrives, sends, dict(waiting), bool(said)))
            if said:
                self.parts, self.why = len(frames) - 1, said
                break
        return frames

    def send(self, node, grad, waiting):
        """Pass a node's gradient to its inputs: add it to `waiting`, and yield a Sent for each input."""
        if type(node) is Output:
            parts = waiting.setdefault(node.node, [None] * len(node.node.shape))
            parts[node.index] = grad
            yield Sent(node.node, self.namer.names[node.node], "", grad, None, grad, None)
            return
        if type(node) is Leaf:
            return
        for i, (edge, part) in enumerate(zip(node.edges, derivatives(node, grad))):
            if edge is None or part is None:
                continue
            if type(part) is IndexedGrad:
                part = part.spread(edge.shape)
            folded = part.shape if part.shape != edge.shape else None
            part, before = backend.enter(sum_to.library(part, edge.shape)), waiting.get(edge)
            waiting[edge] = part if before is None else backend.enter(before + part)
            yield Sent(edge, self.namer.names[edge], self.namer.rule(node, i, grad), part, before, waiting[edge],
                       folded)

    def compare(self, order, right):
        """Run the user's order up to its first mistake, and note the step (`parts`) and the reason (`why`)."""
        self.beside = self.frames
        users: dict = {}
        for node in right:
            for edge in node.edges:
                if edge is not None:
                    users.setdefault(edge, []).append(node)
        name = self.namer.names

        def stop(node, done):
            if node not in name:
                return "It takes something that is no part of this graph."
            if node in done:
                return f"It takes {name[node]} a second time: what it sent on would be sent twice."
            early = [user for user in users.get(node, ()) if user not in done]
            if early:
                return f"It takes {name[node]} though {name[early[0]]}, which used it, has not sent its part yet."
            return None
        try:
            listed = list(order(self.root))
        except RecursionError:
            listed, self.why = [], "It never comes back: each call waits for another, and Python stops at 1,000."
        self.frames = self.walk(listed, stop) if not self.why else []
        missing = [name[node] for node in right if not any(node is frame.node for frame in self.frames)]
        if self.parts is None and missing:
            self.parts = max(len(self.frames) - 1, 0)
            self.why = self.why or f"It ends without {', '.join(missing)}."
        if listed and self.parts is not None:
            self.why += self.outcome(listed, right)

    def outcome(self, listed, right):
        """Return in words which gradients the leaves get in both orders, for gradients with few numbers."""
        found = []
        for order in (listed, right):
            arrived, total = {self.root: backend.enter(self.loss.array * 0 + 1)}, {}
            for node in order:
                if node in arrived and type(node) is Leaf:
                    total[node] = backend.enter(total.get(node, 0) + arrived[node])
                elif node in arrived and node in self.namer.names:
                    list(self.send(node, arrived[node], arrived))
            found.append(total)
        yours, wanted = found
        parts = [f"{self.namer.names[leaf]} would get {written(yours[leaf]) if leaf in yours else 'nothing'}; "
                 f"{written(grad)} is right." for leaf, grad in wanted.items() if small(grad)]
        return "".join(f"\n    In the end {part}" for part in parts)
