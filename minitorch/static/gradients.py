"""Record backward passes: one that the function runs itself, and one, in advance, from the function's results.

Each derivative is a step; another step sums the gradients pending at a node or leaf. A pass recorded ahead of time
belongs to one graph node: each call attaches this node to its results, and backward() on a result runs the pass.
"""

import sys
from contextlib import contextmanager
from operator import attrgetter

import numpy as np

from ..backend import add_to
from ..engine import tensor_types
from ..engine.backward import run_backward
from ..engine.node import FREED, Leaf, Node, Output, Spec
from ..engine.piece import mounted
from ..runtime import Hooks
from .origins import restore_profiler, without_profiler
from .program import Program, Step, copy_array, sum_gradients
from .refusals import UNCOMPILED, NotRecorded, refuse
from .sizes import plain_number


class Gradients:
    """The methods of a Recorder that record backward passes and the gradients that these compute.

    made      {node: (its forward step, the Values of its results)}
    parts     {edge: Values of the gradients that are pending at it}
    totals    {leaf: the Value of the sum of its gradients}
    waiting   {leaf: the array of its .grad before this sum is added}
    writes    {id of the settings: (settings, a step)} of assignments like x[index] = y
    """

    def starting(self, start):
        """Return a function that calls `start` and records the first gradients of the backward pass, its result."""
        def run(tensors, grads, create_graph, what):
            self.while_it_works(self.given)(grads)
            pending = start(tensors, grads, create_graph, what)
            self.while_it_works(self.started)(pending, grads)
            return pending
        return run

    def given(self, grads):
        """Record the gradients that the user passes to backward()."""
        for grad in (grads,) if type(grads) in tensor_types else grads or ():
            if grad is not None:
                self.of(grad)

    def started(self, pending, grads):
        """Record the first gradients of a backward pass, {node: gradient}; a 1 that backward() made is a constant."""
        for node, grad in pending.items():
            array = getattr(grad, "array", grad)
            if type(array) is np.ndarray:
                if grads is None and id(array) not in self.values:
                    self.constants[id(array)] = array
                if grad is array:
                    self.parts[node] = [self.of(grad)]

    def around(self, differentiate, *walked):
        """Run a derivative, and record it as a step if a program can repeat it; return its gradients."""
        results = []
        if self.on:
            try:
                with without_profiler() as seeing:
                    def run(*walked):
                        restore_profiler(seeing)
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
        """Run a derivative, and record its results as pending gradients at the edges of the node."""
        if create_graph or node.saved is FREED:     # here, ops compute the gradients, and the recorder sees these ops
            return differentiate(node, grad, create_graph, alive, last)
        self.visit(node)
        phase, self.phase = self.phase, "backward"
        self.device = self.made[node][0].device if node in self.made else None         # the device of the node's result
        arrived = self.sum_at(node, grad)
        if "call" in node.settings:
            result = differentiate(node, grad, create_graph, alive, last)
            values = [None if part is None else self.of(part) for part in result]
        else:
            with calls_of(node.op) as calls:
                result = differentiate(node, grad, create_graph, alive, last)
            result = tuple([np.asarray(part) if isinstance(part, np.generic) else part for part in result])
            values = self.record_derivative(node, grad, arrived, result, *calls[-1])
        for edge, value in zip(node.edges, values):
            if edge is not None and value is not None and (alive is None or edge in alive):
                if type(edge) is Leaf and edge.variable is not None:
                    self.know(edge.variable)
                self.parts.setdefault(edge, []).append(value)
        self.phase, self.device = phase, None
        return result

    def record_derivative(self, node, grad, arrived, result, inputs, settings, raw):
        """Record a step for a derivative that has just run; return the Values of its gradients.

        grad, arrived             the gradient at the node, and its Value
        inputs, settings, raw     the derivative's arguments and its result; result: `raw` as a tuple of arrays
        """
        step, outputs = self.made.get(node) or (self.writes.get(id(node.settings), (None, None))[1], ())
        if step is None and (node.out is not None or any(type(kept) is np.ndarray for kept in node.saved)):
            refuse(f"An array that {node.op.name} saves for its derivative was made in a way that a program cannot "
                   "record", "Work on a copy: x.clone().")
        values, out = [self.kept(step, x, place) for place, x in enumerate(inputs)], self.out_of(node, outputs)
        settings.pop("last", None)                           # "last" frees saved arrays, which a program reads again
        if step is not None:                                 # the step's settings may hold symbolic sizes
            settings.update((name, own) for name, own in step.settings.items() if name in settings)
        shared = [part is grad or any(part is other for other in result[:i]) for i, part in enumerate(result)]
        piece = node.op.derivative_piece
        made = self.step(f"{node.op.name}_derivative", node.op.derivative if piece in mounted else piece.library,
                         [arrived, out, *values], settings,
                         [None if part is None or same else part for part, same in zip(result, shared)],
                         op=node.op, single=type(raw) is not tuple)
        return [self.of(part) if same and part is not None else value
                for value, part, same in zip(made, result, shared)]

    def kept(self, step, x, place):
        """Return a derivative's input as a step stores it: a Value for an array, a Spec for a shape, or a number."""
        if type(x) is np.ndarray:
            value = step.args[place]
            if value is None:
                refuse("A derivative reads a tensor that was overwritten", "Work on a copy: x.clone().")
            return step.kept.get(value, value)
        if x is None or isinstance(x, bool | int | float | complex) or type(x) is Spec:
            own = step.args[place] if step is not None and place < len(step.args) else x
            return own if plain_number(own) is not own else x
        return Spec(x.shape, x.dtype)          # a Spec instead of x, which may be a node and would keep its graph alive

    def out_of(self, node, outputs):
        """Return an op's result as its derivative's step stores it: Values, or None if the op did not save it."""
        if node.op.residual:
            return outputs[-1]
        if type(node.out) is tuple:
            return tuple([None if out is None else value for out, value in zip(node.out, outputs)])
        return None if node.out is None else outputs[0]

    def arrived(self, node, grad, create_graph):
        """Record the sum of the gradients at a node or leaf, before its hooks run; return `grad`."""
        if self.on and not create_graph and type(grad) is not list:
            if type(node) is Leaf and node.variable is not None:
                self.visit(node)
                old = node.variable.__dict__.get("_grad")
                self.waiting[node] = None if old is None else old.array
            phase, self.phase = self.phase, "backward"
            if node in self.parts:
                with without_profiler():
                    self.total(node, grad)
            self.phase = phase
        return grad

    def passed(self, node, grad, create_graph):
        """Store the Value of a leaf's gradient after its hooks have run; return `grad`."""
        if self.on and not create_graph and type(node) is Leaf and id(grad) in self.values:
            self.totals[node] = self.values[id(grad)]
        return grad

    def sum_at(self, node, grad):
        """Return the Value of the sum of a node's pending gradients; a list of them for an op with several outputs."""
        if type(grad) is not list:
            return self.total(node, grad) if node in self.parts else self.of(grad)
        found = [[] for _ in grad]                           # one list of gradients for each output
        for edge in [edge for edge in self.parts if type(edge) is Output and edge.edges[0] is node]:
            found[edge.index].append(self.total(edge))
        for values, array in zip(found, grad):
            if array is not None and id(array) in self.values:
                values[:] = [self.values[id(array)]]
            elif len(values) > 1:
                values[:] = self.step("gather", sum_gradients, [values], {"shape": array.shape, "dtype": array.dtype},
                                      [array])
        return [values[0] if values else None for values in found]

    def total(self, edge, array=None):
        """Return the Value of the sum of the gradients pending at an edge, in the edge's shape and dtype."""
        values = self.parts.pop(edge)
        if len(values) == 1 and values[0].dtype is not None and (   # `is not None`, because NumPy's float64 equals None
                values[0].shape == edge.shape and values[0].dtype == edge.dtype):
            made = values[0]
        else:
            made = self.step("gather", sum_gradients, [values], {"shape": edge.shape, "dtype": edge.dtype},
                             [np.empty(edge.shape, edge.dtype) if array is None else array])[0]
        if array is not None:                                # a learner's backward pass may pass a copy to the node
            self.values[id(array)], self.arrays[id(array)] = made, array
        return made

    def record_sum(self, leaf, tensor):
        """Record that a gradient was added to the .grad of a leaf."""
        array, before = tensor.__dict__["_grad"].array, self.waiting.pop(leaf, None)
        total, phase = self.totals.pop(leaf, None), self.phase
        self.phase = "backward"
        if total is not None and leaf.dtype.kind == "c":     # a backward pass computes conjugates of complex gradients
            total, = self.step("conj", np.conjugate, [total], {}, [np.empty(leaf.shape, leaf.dtype)])
        if total is not None and array is before:
            into = self.of(array)
            self.step("add_to", add_to, [into, total], {}, [], writes=[into])
        elif total is not None and id(array) not in self.values:
            self.step("copy", copy_array, [total], {}, [array])
        self.phase = phase


@contextmanager
def calls_of(op):
    """Yield a list; each call of the op's derivative inside the with-block appends (inputs, settings, result) to it."""
    calls, before = [], op.derivative

    def derivative(grad, out, *inputs, **settings):
        calls.append((inputs, settings, before(grad, out, *inputs, **settings)))
        return calls[-1][2]
    op.derivative = derivative
    try:
        yield calls
    finally:
        op.derivative = before


class Joint:
    """A forward program with its backward program, for which it saves Values.

    live      the indices of the outputs that have a graph
    owners    the tensors that receive gradients
    forward   the program up to the outputs; it saves the Values that `backward` reads
    backward  a program from the gradients of the live outputs, and the saved Values, to the gradients of the owners
    inner     indices of live outputs from which other outputs were computed; hooks cannot see their gradients
    """

    inner: frozenset = frozenset()

    def __init__(self, live, owners, forward, backward):
        self.live, self.owners, self.forward, self.backward = live, owners, forward, backward

    def without_owners(self):
        """Return this Joint without its owners, so that it keeps no tensor alive."""
        return Joint(self.live, None, self.forward, self.backward)

    def backward_for(self, here):
        """Return (the backward program for some gradients, one bool for each owner: whether it gets a gradient).

        here   one bool for each live output: whether it has a gradient. A missing gradient is 0, so steps that would
               only multiply it are left out, like their nodes in an eager backward pass.
        """
        whole, count = self.backward, len(self.live)
        zero = {seed for seed, there in zip(whole.inputs, here) if not there}
        steps = steps_without(whole.steps, zero) if zero else whole.steps
        inputs = [*[x for x, there in zip(whole.inputs, here) if there], *whole.inputs[count:]]
        grads = [x for x in whole.outputs if x not in zero]
        return Program(whole.name, inputs, (), steps, grads), [x not in zero for x in whole.outputs]


def steps_without(steps, zero):
    """Return a backward pass without the steps for gradients in `zero`; add to `zero` the results of these steps."""
    kept = []
    for step in steps:
        arrived = step.args[0] if step.args else None
        if step.name.endswith("_derivative") or step.call is sum_gradients:
            several = list(arrived) if type(arrived) in (list, tuple) else [arrived]
            if all(x is None or x in zero for x in several):
                zero.update(step.outputs)
                continue
            if type(arrived) in (list, tuple):
                left = [x for x in several if x not in zero] if step.call is sum_gradients else [
                    None if x in zero else x for x in several]
                step = step.replaced({}, args=(left, *step.args[1:]))
        kept += [Step("zeros", np.zeros, [x.shape, x.dtype], {}, [x], phase="backward", line=step.line)
                 for x in dict.fromkeys(step.reads) if x in zero]
        zero.difference_update(step.reads)
        kept.append(step)
    return kept


def find_freed_node(node):
    """Return the newest node that backward has freed among this node and all nodes it was computed from, else None."""
    seen, waiting = {node}, [node]
    for node in waiting:                                     # the loop appends to this list
        fresh = [edge for edge in node.edges if edge is not None and edge not in seen]
        seen.update(fresh)
        waiting += fresh
    freed = [node for node in waiting if isinstance(node, Node) and node.saved is FREED]
    return max(freed, key=attrgetter("order"), default=None)


def record_backward(recorder, outputs, program):
    """Record a backward pass from the outputs that sets no .grad; return a Joint, or None if no output has a graph."""
    live = [place for place, x in enumerate(outputs) if has_live_graph(x, outputs, recorder.before)]
    if not live:
        return None
    known = {id(x._node): x for x, *_ in recorder.before.values() if x._node is not None}
    nodes = [outputs[place]._node for place in live]
    if len(set(map(id, nodes))) < len(nodes):
        refuse("Two results come from one node of the graph, which is not supported", "Return one of them.")
    owners, cut, met = backward_boundary(nodes, known)
    start, seeds, pending = len(program.steps), [], {}
    for place in live:
        array = np.ones(outputs[place].array.shape, outputs[place].array.dtype)
        seeds.append(recorder.value(array, "input", place))
        recorder.parts.setdefault(outputs[place]._node, []).append(seeds[-1])
        pending[outputs[place]._node] = array
    try:
        with stop_at(owners, cut), np.errstate(all="ignore"):
            found = run_backward(pending, True, False, wanted={x._node for x in owners})
    except NotRecorded:
        raise
    except Exception as error:                             # uncompiled code raises it only if the user calls backward()
        refuse(f"A backward from what is returned fails: {str(error).rstrip('.') or type(error).__name__}",
               f"Return it detached; {UNCOMPILED}")
    owners = [x for x in owners if x._node in found]
    grads = [recorder.of(found[x._node]) for x in owners]
    joint = split_joint(program, recorder.overlap, start, seeds, live, owners, grads)
    joint.inner = frozenset([number for number, node in enumerate(nodes) if node in met])
    return joint


def has_live_graph(x, outputs, before):
    """Return whether this call made the graph of a result, and a backward pass can still run through it."""
    return (x._node is not None and type(x._node) is not Leaf and id(x) not in before
            and not is_view(x, outputs, before) and not find_freed_node(x._node))


@contextmanager
def stop_at(owners, cut):
    """Disable the owners' hooks in the block, and let a backward pass stop at the nodes in `cut`."""
    hooks = [(x._node, x._node.hooks) for x in owners]
    edges = [(node, node.edges) for node in cut]
    try:
        for node, _ in hooks:
            node.hooks = Hooks()                             # the user's hooks run in each call, not while recording
        for node, _ in edges:
            node.edges = ()
        yield
    finally:
        for node, before in hooks:
            node.hooks = before
        for node, before in edges:
            node.edges = before


def is_view(x, outputs, before):
    """Return whether a result is a view of another result, or of a tensor that existed before."""
    base = None if x._view is None else x._view.base
    return base is not None and (id(base) in before or any(base is y for y in outputs))


def backward_boundary(nodes, known):
    """Return (owners, cut, met): the places at which a backward pass from these nodes leaves the recorded graph.

    owners   the tensors that receive gradients
    cut      the owners' nodes that are not leaves: an older graph continues behind them
    met      all nodes that an edge reaches
    """
    seen, waiting, owners, cut, met = set(nodes), list(nodes), [], [], set()
    for node in waiting:                                     # the loop appends to this list
        if id(node) in known:
            owners.append(known[id(node)])
            if type(node) is not Leaf:
                cut.append(node)
            continue
        if isinstance(node, Node) and (node.hooks or node.op.name == "module_boundary"):
            refuse("A hook on a gradient must not be registered inside", f"Register it outside, {UNCOMPILED}")
        met.update(node.edges)
        fresh = dict.fromkeys(edge for edge in node.edges if edge is not None and edge not in seen)
        seen.update(fresh)
        waiting += fresh
    return owners, cut, met


def split_joint(program, overlap, start, seeds, live, owners, grads):
    """Split a recorded program into a Joint: the steps from number `start` on are the backward pass."""
    back = program.steps[start:]
    made = {x for step in back for x in step.outputs}
    wanted = dict.fromkeys(x for step in back for x in step.reads)
    wanted.update(dict.fromkeys(grads))
    saved = [x for x in wanted if x not in made and x not in seeds and x.role != "constant"]
    given = {x: x.as_input(len(seeds) + place) for place, x in enumerate(saved)}
    backward = Program(f"{program.name}_backward", [*seeds, *given.values()], (),
                       [step.replaced(given) for step in back], [given.get(x, x) for x in grads])
    backward.overlaps = [(given[x], given[y]) for i, x in enumerate(saved) for y in saved[:i] if overlap(x, y)]
    forward = program.with_steps(program.steps[:start])
    forward.saved = saved
    return Joint(live, owners, forward, backward)
