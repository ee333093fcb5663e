"""The lines of a call: they run the program, put what it gives into tensors, and leave the graph that eager leaves."""

from sys import _getframe

from ..codegen.writer import lines
from ..engine import tensor_types
from ..engine.apply import wrap
from ..engine.grad_mode import recording as grad_mode
from ..engine.node import Leaf, Node, Output, tick
from ..runtime import errors
from ..runtime.version_counter import counter_of
from ..runtime.views import QUIET, View, take
from ..tensors import Tensor
from .compiled_op import compiled_op, spent_node
from .joint import is_view
from .refusals import refuse
from .steps import updated

NODE = """
node = new(Node)
node.op, node.edges, node.settings, node.order = compiled, {edges}, {back}, tick()
node.hooks, node.versions, node.saved, node.out = None, versions({versions}), (), ({saved}{comma})
node.shape, node.dtype = ({shapes},), ({kinds},)
"""


class CallLines:
    """Writes what comes after the questions of a Replay.

    texts   {id of a tensor: Python for it}: arguments, what is returned
    """

    def __init__(self, replay):
        self.replay, self.program, self.recording = replay, replay.program, replay.recording
        self.sharing, self.names = replay.sharing, replay.names
        self.texts = {id(x): text for x, text in replay.arguments.tensors}

    def own(self, tensor):
        """Python for a tensor: an argument of the call, a result, or the object."""
        return self.texts.get(id(tensor)) or self.names(tensor, "tensor")

    def is_from_outside(self, tensor):
        return id(tensor) in self.texts or id(tensor) in self.recording.recorder.before

    def gradients(self):
        """Lines that take a .grad that is returned as it was before: in each call that may be another."""
        outputs = self.recording.outputs
        given = {id(y) for x in outputs for y in (x, x._view and x._view.base)}
        found = []
        for tensor, grad, _ in self.recording.recorder.touched.values():
            if grad is not None and id(grad) in given and self.is_from_outside(tensor):
                found.append(f"g{len(found)} = {self.own(tensor)}._grad")
                self.texts[id(grad)] = f"g{len(found) - 1}"
        return found

    def lines(self):
        """Lines that run the program, and put what it gives where it belongs."""
        program, given, first = self.program, self.given(), [*self.questions(), *self.gradients()]
        names = [f"r{number}" for number in range(len(program.results))]
        run = "program" if self.recording.sized is None else "one[0]"
        body = [f"{', '.join(names)}{',' * (len(names) == 1)} = {run}({given})" if names else f"{run}({given})"]
        answers = iter(names)
        outputs = [(x, next(answers)) for x in self.recording.outputs]
        saved = [next(answers) for _ in program.saved]
        made, shown = self.made(outputs)
        body += made
        for tensor, value in program.grads:
            body.append(f"{self.own(tensor)}._grad = {'None' if value is None else f'wrap({next(answers)})'}")
        for tensor, _ in program.rebound:
            body.append(f"{self.own(tensor)}.data = wrap({next(answers)})")
        body += self.bumps()
        if self.recording.joint:
            body += self.graph([outputs[place] for place in self.recording.joint.live], saved)
        return [*first, *body, *shown, f"return {self.rebuilt(self.recording.returned)}"]

    def questions(self):
        """Lines that compute what the branches of the function ask, and leave where an answer is another."""
        branches = self.recording.branches
        if not branches:
            return []
        names = [f"d{number}" for number in range(len(branches))]
        found = [f"{', '.join([*names, *self.answers()])}, = deciding({self.given(False)})"]
        for name, branch in zip(names, branches):
            found += [f"if {'not ' * branch.outcome}{name}:", "    return MISS"]
        return found

    def answers(self):
        """Names of what the program takes besides the arguments: what was computed for the questions."""
        return [f"c{number}" for number in range(len(self.program.inputs) - len(self.replay.inputs))]

    def given(self, answered=True):
        """What the program's function is called with; with the answers or without."""
        first = {}
        for (x, _), name in zip(self.replay.arguments.tensors, self.replay.arguments.arrays):
            first.setdefault(id(x.array), name)
        inputs = [first[key] for key in self.recording.recorder.inputs]
        grads = [f"{self.own(x.source[0])}._grad.array" for x in self.program.states if type(x.source) is tuple]
        return ", ".join([*inputs, *self.answers() * answered, *["*arrays"] * bool(self.replay.held), *grads])

    # Tensors

    def made(self, outputs):
        """Lines that make tensors of the answers; those that were there before are given as they are.

        And lines that make views of them, once they have their graph.
        """
        fresh = [(x, answer) for x, answer in outputs if not self.is_from_outside(x)]
        before = self.recording.recorder.before
        shown = [(x, answer) for x, answer in fresh if is_view(x, self.recording.outputs, before)]
        found, late, known = [], [], [x for x, _ in self.replay.arguments.tensors] + self.replay.held
        views = {id(x) for x, _ in shown}
        joint = self.recording.joint
        live = {id(self.recording.outputs[place]) for place in joint.live} if joint else ()
        for place, (x, answer) in enumerate([*[pair for pair in fresh if id(pair[0]) not in views], *shown]):
            if type(x) is not Tensor:
                refuse(f"A {type(x).__name__} is made and returned", "Make it outside.")
            text = f"y{place}"
            if id(x) in views:
                source, steps = self.path(x._view)
                steps, closed = self.names(steps, "steps"), self.names(x._view.closed, "closed")
                late.append(f"{text} = view_of({self.own(source)}, {steps}, {closed})")
            else:
                found.append(f"{text} = wrap({answer})")
                if type(x._node) is Leaf:
                    found.append(f"{text}._node = Leaf({text})")
                elif x._node is not None and id(x) not in live:
                    if self.recording.sized is not None and x.ndim:
                        refuse("A tensor is returned through whose graph a backward has passed", "Return x.detach().")
                    found.append(f"{text}._node = {self.names(spent_node(self.program.name, x), 'spent')}")
                twin = x._counter and next((y for y in known if y._counter is x._counter), None)
                if twin is not None:                         # both show the same memory
                    found.append(f"{text}._counter = counter_of({self.own(twin)})")
            self.texts[id(x)] = text
            known.append(x)
        return found, late

    def path(self, view):
        """The tensor that a view is taken of in each call, and the steps from there: an argument may be a view too."""
        given = {id(x._view): x for x, _ in self.replay.arguments.tensors if x._view is not None}
        base, all_steps, steps, reads = view.base, view.steps, [], self.recording.reads
        while type(view) is View:
            steps, view = [view.step, *steps], view.above
            if id(view) in given:
                return given[id(view)], steps
        if id(base) not in self.texts and all(base is not x for x in self.replay.held) and (
                reads is None or id(base) not in reads.named):
            refuse("A view of a tensor is returned that the function was not given", "Return x.clone().")
        return base, all_steps

    def bumps(self):
        """Lines that count writes to memory; an optimiser counts its own."""
        program, first = self.program, self.sharing.first
        by_optimiser = {first(x) for step in program.steps if step.call is updated for x in step.writes}
        others = {first(x) for step in program.steps if step.call is not updated for x in step.writes}
        found = [f"bump({self.own(self.tensor_of(x))}, line)" for x in self.replay.written
                 if type(x.source) is not tuple and (first(x) in others or first(x) not in by_optimiser)]
        return ["line = line_now()", *found] if found else []

    def tensor_of(self, value):
        """The tensor that an input or a state is the array of."""
        return list(self.recording.recorder.inputs.values())[value.source] if value.role == "input" else value.source

    # The graph

    def graph(self, live, saved):
        """Lines that give the results their graph: one node, which runs the walk back as a program."""
        joint, program = self.recording.joint, self.program
        given = [x for x in joint.owners if id(x) in self.texts]
        held = [x for x in joint.owners if id(x) not in self.texts]
        self.replay.order = [next(place for place, x in enumerate(joint.owners) if x is own) for own in (*given, *held)]
        self.names.space.update(gathering=held, compiled=compiled_op(program.name), back=self.replay.walk_back(joint))
        shared, before = {self.sharing.first(x) for x in program.saved}, self.recording.recorder.before
        guarded = [self.own(x) for x, value in zip(self.recording.outputs, program.outputs)
                   if self.sharing.first(value) in shared and not is_view(x, self.recording.outputs, before)]
        guarded += [self.own(self.tensor_of(x)) for x in (*self.replay.inputs, *program.states)
                    if type(x.source) is not tuple and self.sharing.first(x) in shared]
        edges = [*[f"{self.own(x)}._node" for x in given], *["*map(node_of, gathering)"] * bool(held)]
        back = "back" if self.recording.sized is None else "one[1]"
        found = lines(NODE, back=back, edges=f"({', '.join(edges)}{',' * bool(edges)})", versions=", ".join(guarded),
                      saved=", ".join(saved), comma="," * (len(saved) == 1),
                      shapes=", ".join(f"{answer}.shape" for _, answer in live),
                      kinds=", ".join(f"{answer}.dtype" for _, answer in live))
        found += lines(errors.LOCATE)
        return found + [f"{self.own(x)}._node = Output(node, {number}, {answer}.shape, {answer}.dtype)"
                        for number, (x, answer) in enumerate(live)]

    # What is returned

    def rebuilt(self, tree):
        """Python for what the function returns, with the tensors of this call."""
        kind = type(tree)
        if kind in tensor_types:
            return self.own(tree)
        if isinstance(tree, dict):
            inside = ", ".join(f"{self.names(key, 'key')}: {self.rebuilt(part)}" for key, part in tree.items())
            return f"{{{inside}}}" if kind is dict else f"{self.names(kind, 'kind')}({{{inside}}})"
        if isinstance(tree, list | tuple):
            parts = [self.rebuilt(part) for part in tree]
            inside = ", ".join(parts)
            if hasattr(tree, "_fields"):
                return f"{self.names(kind, 'kind')}({inside})"
            text = f"[{inside}]" if isinstance(tree, list) else f"({inside}{',' * (len(parts) == 1)})"
            return text if kind in (list, tuple) else f"{self.names(kind, 'kind')}({text})"
        return f"{self.names(kind(tree), 'set')}.copy()" if isinstance(tree, set) else self.names(tree, "value")


def view_of(base, steps, closed):
    """A view of a tensor, by these steps, and closed as View says: as if made under no_grad() where it is QUIET."""
    token = grad_mode.set(False if closed is QUIET else grad_mode.get())
    try:
        for step in steps:
            base = take(step, base)
    finally:
        grad_mode.reset(token)
    base._view.closed = closed
    return base


def versions(*tensors):
    """The version counters of tensors whose memory a backward will read, for a node to check."""
    found: list = []
    for x in tensors:
        counter = counter_of(x)
        found += counter, counter[0]
    return found


CALLED = {"Leaf": Leaf, "Node": Node, "Output": Output, "_getframe": _getframe,
          "counter_of": counter_of, "new": object.__new__, "own": errors.own, "tick": tick, "versions": versions,
          "view_of": view_of, "wrap": wrap}
