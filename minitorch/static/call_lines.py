"""Write the Python lines of a call: run the program, put its results into tensors, and connect these to a graph.

In the graph a compiled function is one op. Its node runs the backward program.
"""

from functools import cache
from sys import _getframe

from ..codegen.writer import lines
from ..engine import derivative_of, tensor_types
from ..engine.apply import wrap
from ..engine.backward import add_gradient, differentiate
from ..engine.grad_mode import recording as grad_mode
from ..engine.node import FREED, Leaf, Node, Output, tick
from ..engine.op import Op
from ..runtime import errors
from ..runtime.hooks import registering
from ..runtime.version_counter import counter_of
from ..runtime.views import QUIET, View, take
from ..tensors import Tensor
from .gradients import find_freed_node, is_view
from .passes import optimised
from .program import optimizer_step
from .refusals import refuse
from .writers import BACKENDS


class BackwardPrograms:
    """The backward programs of a recording: one for each set of results that received a gradient.

    order   for each edge of the node, the index of its gradient among those of the program
    inner   indices of the results from which other results were computed
    """

    def __init__(self, joint, order, passes, backend, inner):
        self.joint, self.order, self.passes, self.inner = joint.without_owners(), order, passes, inner
        self.write, self.programs = BACKENDS[backend], {}

    def __call__(self, grads, saved):
        """Run the backward program for the gradients that are not None; return a gradient or None for each edge."""
        here = tuple([grad is not None for grad in grads])
        if here not in self.programs:
            program, there = self.joint.backward_for(here)
            self.programs[here] = self.write(optimised(program, self.passes))[0], there
        run, there = self.programs[here]
        found = iter(run(*[grad for grad in grads if grad is not None], *saved))
        by_owner = [next(found) if got else None for got in there]
        return tuple([by_owner[place] for place in self.order])


def refuse_inner(edge):
    """Raise RuntimeError for a hook on a result from which another result of the same program was computed.

    Part of its gradient flows through that other result inside the program, so the hook would miss this part.
    """
    back = edge.node.settings.get("back") if type(edge) is Output else None
    if type(back) is BackwardPrograms and edge.index in back.inner:
        raise RuntimeError(f"cannot register a hook, or call retain_grad(), on a result of the compiled "
                           f"{edge.node.op.name} from which another of its results was computed: part of its gradient "
                           "is never outside the program. To use the hook, leave the function uncompiled.")


registering.append(refuse_inner)


@cache
def compiled_op(name):
    """Return an op for a compiled function; its derivative calls `back`, BackwardPrograms in the node's settings."""
    made = Op(not_called, name=name, outputs="many", residual=True, promotes=False, register=False)

    @derivative_of(made)
    def derivative(grads, saved, *inputs, back=None):
        if any(type(grad) in tensor_types for grad in grads):
            raise RuntimeError(f"{name} was compiled, and its gradients cannot be differentiated again "
                               "(create_graph=True). For second derivatives, leave the function uncompiled.")
        return back(grads, saved)
    made.back = pass_back_uncopied
    return made


def pass_back_uncopied(node, grads, pending, owned, last):
    """Call a compiled function's derivative and add its gradients to the edges; a leaf keeps a new array uncopied."""
    saved, parts = node.out, differentiate(node, grads)
    if last:
        node.saved, node.out = FREED, None
    for edge, part in zip(node.edges, parts):
        if edge is not None and part is not None:
            add_gradient(pending, owned, edge, part, given=(parts, grads, saved))


def freed_node(tensor):
    """Return a freed node, for a result of a function that has already called backward on it."""
    node, freed = Node(), find_freed_node(tensor._node)
    node.op = Op(not_called, name=freed.op.name, promotes=False, register=False)
    node.saved, node.out, node.edges, node.settings, node.versions = FREED, None, (), {}, ()
    node.order, node.hooks, node.code, node.at = tick(), None, freed.code, freed.at
    node.shape, node.dtype = tensor.array.shape, tensor.array.dtype
    return node


def not_called(xp, *arrays, back=None):
    raise RuntimeError("the op of a compiled function cannot be called: call the compiled function.")


NODE = """
node = new(Node)
node.op, node.edges, node.settings, node.order = compiled, {edges}, {back}, tick()
node.hooks, node.versions, node.saved, node.out = None, versions({versions}), (), ({saved}{comma})
node.shape, node.dtype = ({shapes},), ({kinds},)
"""


class CallLines:
    """A writer of the lines that follow the guards of a Replay.

    texts   {id of a tensor: Python expression for it}, of arguments and results
    """

    def __init__(self, replay):
        self.replay, self.program, self.recording = replay, replay.program, replay.recording
        self.sharing, self.names = replay.sharing, replay.names
        self.texts = {id(x): text for x, text in replay.arguments.tensors}

    def own(self, tensor):
        """Return Python that reads a tensor: an argument of the call, a result, or a global name for the tensor."""
        return self.texts.get(id(tensor)) or self.names(tensor, "tensor")

    def is_from_outside(self, tensor):
        return id(tensor) in self.texts or id(tensor) in self.recording.recorder.before

    def gradients(self):
        """Return lines that read the .grads which the function returns in the state before the call."""
        outputs = self.recording.outputs
        given = {id(y) for x in outputs for y in (x, x._view and x._view.base)}
        found = []
        for tensor, grad, _ in self.recording.recorder.touched.values():
            if grad is not None and id(grad) in given and self.is_from_outside(tensor):
                found.append(f"g{len(found)} = {self.own(tensor)}._grad")
                self.texts[id(grad)] = f"g{len(found) - 1}"
        return found

    def lines(self):
        """Return lines that run the program and assign its results."""
        program, given, first = self.program, self.given(), [*self.condition_lines(), *self.gradients()]
        names = [f"r{number}" for number in range(len(program.results))]
        run = "program" if self.recording.sized is None else "one[0]"
        body = [f"{', '.join(names)}{',' * (len(names) == 1)} = {run}({given})" if names else f"{run}({given})"]
        answers = iter(names)
        outputs = [(x, next(answers)) for x in self.recording.outputs]
        saved = [next(answers) for _ in program.saved]
        made, shown = self.tensor_lines(outputs)
        body += made
        for tensor, value in program.grads:
            body.append(f"{self.own(tensor)}._grad = {'None' if value is None else f'wrap({next(answers)})'}")
        for tensor, _ in program.rebound:
            body.append(f"{self.own(tensor)}.data = wrap({next(answers)})")
        body += self.bump_lines()
        if self.recording.joint:
            body += self.graph([outputs[place] for place in self.recording.joint.live], saved)
        return [*first, *body, *shown, f"return {self.result_text(self.recording.returned)}"]

    def condition_lines(self):
        """Return lines that compute the conditions of data-dependent branches; they return MISS if one differs."""
        branches = self.recording.branches
        if not branches:
            return []
        names = [f"d{number}" for number in range(len(branches))]
        found = [f"{', '.join([*names, *self.condition_values()])}, = deciding({self.given(False)})"]
        for name, branch in zip(names, branches):
            found += [f"if {'not ' * branch.outcome}{name}:", "    return MISS"]
        return found

    def condition_values(self):
        """Return names of the program's inputs that are not arguments but values from the conditions' program."""
        return [f"c{number}" for number in range(len(self.program.inputs) - len(self.replay.inputs))]

    def given(self, answered=True):
        """Return Python for the arguments of the program's function; with `answered`, values from `deciding` too."""
        first = {}
        for (x, _), name in zip(self.replay.arguments.tensors, self.replay.arguments.arrays):
            first.setdefault(id(x.array), name)
        inputs = [first[key] for key in self.recording.recorder.inputs]
        grads = [f"{self.own(x.source[0])}._grad.array" for x in self.program.states if type(x.source) is tuple]
        return ", ".join([*inputs, *self.condition_values() * answered, *["*arrays"] * bool(self.replay.held), *grads])

    # Methods whose lines read and check the tensors

    def tensor_lines(self, outputs):
        """Return (lines that make tensors of the results, later lines that make views of these tensors).

        For a tensor that existed before the call there is no line, because the function returns the tensor itself.
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
                        refuse("A backward pass has already used the graph of a returned tensor", "Return x.detach().")
                    found.append(f"{text}._node = {self.names(freed_node(x), 'freed')}")
                twin = x._counter and next((y for y in known if y._counter is x._counter), None)
                if twin is not None:                         # another tensor shares its memory
                    found.append(f"{text}._counter = counter_of({self.own(twin)})")
            self.texts[id(x)] = text
            known.append(x)
        return found, late

    def path(self, view):
        """Return (the tensor of which each call makes the view, the indexing or reshaping steps to the view)."""
        given = {id(x._view): x for x, _ in self.replay.arguments.tensors if x._view is not None}
        base, all_steps, steps, reads = view.base, view.steps, [], self.recording.reads
        while type(view) is View:
            steps, view = [view.step, *steps], view.above
            if id(view) in given:
                return given[id(view)], steps
        if id(base) not in self.texts and all(base is not x for x in self.replay.held) and (
                reads is None or id(base) not in reads.named):
            refuse("The function returns a view of a tensor that is not one of its arguments", "Return x.clone().")
        return base, all_steps

    def bump_lines(self):
        """Return lines that bump the version counters of written memory; an optimiser bumps its parameters' itself."""
        program, first = self.program, self.sharing.first
        by_optimiser = {first(x) for step in program.steps if step.call is optimizer_step for x in step.writes}
        others = {first(x) for step in program.steps if step.call is not optimizer_step for x in step.writes}
        found = [f"bump({self.own(self.tensor_of(x))}, line)" for x in self.replay.written
                 if type(x.source) is not tuple and (first(x) in others or first(x) not in by_optimiser)]
        return ["line = line_now()", *found] if found else []

    def tensor_of(self, value):
        """Return the tensor that an input or a state of the program represents."""
        return list(self.recording.recorder.inputs.values())[value.source] if value.role == "input" else value.source

    # Methods whose lines connect the graph

    def graph(self, live, saved):
        """Return lines that connect the results to one node, which runs the backward pass as a program."""
        joint, program = self.recording.joint, self.program
        given = [x for x in joint.owners if id(x) in self.texts]
        held = [x for x in joint.owners if id(x) not in self.texts]
        self.replay.order = [next(place for place, x in enumerate(joint.owners) if x is own) for own in (*given, *held)]
        self.names.space.update(gathering=held, compiled=compiled_op(program.name),
                                back=self.replay.backward_settings(joint))
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

    # Methods whose lines build the result

    def result_text(self, tree):
        """Return Python that makes the function's result, `tree`, again with the tensors of the present call."""
        kind = type(tree)
        if kind in tensor_types:
            return self.own(tree)
        if isinstance(tree, dict):
            inside = ", ".join(f"{self.names(key, 'key')}: {self.result_text(part)}" for key, part in tree.items())
            return f"{{{inside}}}" if kind is dict else f"{self.names(kind, 'kind')}({{{inside}}})"
        if isinstance(tree, list | tuple):
            parts = [self.result_text(part) for part in tree]
            inside = ", ".join(parts)
            if hasattr(tree, "_fields"):
                return f"{self.names(kind, 'kind')}({inside})"
            text = f"[{inside}]" if isinstance(tree, list) else f"({inside}{',' * (len(parts) == 1)})"
            return text if kind in (list, tuple) else f"{self.names(kind, 'kind')}({text})"
        return f"{self.names(kind(tree), 'set')}.copy()" if isinstance(tree, set) else self.names(tree, "value")


def view_of(base, steps, closed):
    """Return a view of a tensor after these indexing steps, with its `_view.closed` set; no graph if it is QUIET."""
    token = grad_mode.set(False if closed is QUIET else grad_mode.get())
    try:
        for step in steps:
            base = take(step, base)
    finally:
        grad_mode.reset(token)
    base._view.closed = closed
    return base


def version_counters(*tensors):
    """Return [counter, its present value, …] of tensors whose versions a node checks before its backward pass."""
    found: list = []
    for x in tensors:
        counter = counter_of(x)
        found += counter, counter[0]
    return found


CALLED = {"Leaf": Leaf, "Node": Node, "Output": Output, "_getframe": _getframe,
          "counter_of": counter_of, "new": object.__new__, "own": errors.own, "tick": tick,
          "versions": version_counters, "view_of": view_of, "wrap": wrap}
