"""The walk back from what a function returns, recorded ahead of time: a call later leaves one node, which runs it."""

import numpy as np

from ..engine.backward import run_backward
from ..engine.node import FREED, Leaf, Node
from ..runtime import Hooks
from .program import Program, Step
from .refusals import UNCOMPILED, NotRecorded, refuse
from .steps import gathered


class Joint:
    """A forward program, a backward program, and what goes from the one to the other.

    live      the outputs that have a gradient, by number
    owners    the tensors in which gradients arrive
    forward   the program up to its outputs; it saves what backward reads
    backward  takes the gradients of the live outputs and what was saved; gives one gradient for each owner
    inner     which of the live outputs others were computed from: their gradient passes inside, unseen
    """

    inner: frozenset = frozenset()

    def __init__(self, live, owners, forward, backward):
        self.live, self.owners, self.forward, self.backward = live, owners, forward, backward

    def without_owners(self):
        """The same, which keeps no tensor alive."""
        return Joint(self.live, None, self.forward, self.backward)

    def backward_for(self, here):
        """The backward program where gradients come for some outputs only; which owners then get one.

        here   one bool for each live output. A gradient that does not come is 0, and so is all that a derivative
               makes of it: such steps are left out, as a walk back leaves out such nodes.
        """
        whole, count = self.backward, len(self.live)
        zero = {seed for seed, there in zip(whole.inputs, here) if not there}
        steps = []
        for step in whole.steps if zero else ():
            arrived = step.args[0] if step.args else None
            if step.name.endswith("_derivative") or step.call is gathered:
                several = list(arrived) if type(arrived) in (list, tuple) else [arrived]
                if all(x is None or x in zero for x in several):
                    zero.update(step.outputs)
                    continue
                if type(arrived) in (list, tuple):
                    left = [x for x in several if x not in zero] if step.call is gathered else [
                        None if x in zero else x for x in several]
                    step = step.replaced({}, args=(left, *step.args[1:]))
            steps += [Step("zeros", np.zeros, [x.shape, x.dtype], {}, [x], phase="backward", line=step.line)
                      for x in dict.fromkeys(step.reads) if x in zero]
            zero.difference_update(step.reads)
            steps.append(step)
        inputs = [*[x for x, there in zip(whole.inputs, here) if there], *whole.inputs[count:]]
        grads = [x for x in whole.outputs if x not in zero]
        return (Program(whole.name, inputs, (), steps if not all(here) else whole.steps, grads),
                [x not in zero for x in whole.outputs])


def spent(node):
    """Whether a backward has passed here already, so that another would raise."""
    seen, waiting = {node}, [node]
    for node in waiting:                                     # which grows while it is read
        if isinstance(node, Node) and node.saved is FREED:
            return True
        fresh = [edge for edge in node.edges if edge is not None and edge not in seen]
        seen.update(fresh)
        waiting += fresh
    return False


def record_backward(recorder, outputs, program):
    """Walk back from the outputs, which leaves no .grad changed: a Joint, or None where none has a live graph."""
    live = [place for place, x in enumerate(outputs) if x._node is not None and type(x._node) is not Leaf
            and id(x) not in recorder.before and not is_view(x, outputs, recorder.before) and not spent(x._node)]
    if not live:
        return None
    known = {id(x._node): x for x, *_ in recorder.before.values() if x._node is not None}
    nodes = [outputs[place]._node for place in live]
    if len(set(map(id, nodes))) < len(nodes):
        refuse("Two results share one step of the graph", "Return one of them.")
    owners, cut, met = boundary(nodes, known)
    start, seeds, pending = len(program.steps), [], {}
    for place in live:
        array = np.ones(outputs[place].array.shape, outputs[place].array.dtype)
        seeds.append(recorder.value(array, "input", place))
        recorder.parts.setdefault(outputs[place]._node, []).append(seeds[-1])
        pending[outputs[place]._node] = array
    hooks = [(x._node, x._node.hooks) for x in owners]
    edges = [(node, node.edges) for node in cut]
    try:
        for node, _ in hooks:
            node.hooks = Hooks()                             # the user's are called when the real gradient comes
        for node, _ in edges:
            node.edges = ()
        with np.errstate(all="ignore"):
            found = run_backward(pending, True, False, wanted={x._node for x in owners})
    except NotRecorded:
        raise
    except Exception as error:                               # which eager meets only if somebody calls backward()
        refuse(f"A backward from what is returned fails: {str(error).rstrip('.')}", f"Return it detached; {UNCOMPILED}")
    finally:
        for node, before in hooks:
            node.hooks = before
        for node, before in edges:
            node.edges = before
    owners = [x for x in owners if x._node in found]
    joint = halves(program, recorder.overlap, start, seeds, live, owners, [recorder.of(found[x._node]) for x in owners])
    joint.inner = frozenset([number for number, node in enumerate(nodes) if node in met])
    return joint


def is_view(x, outputs, before):
    """Whether a result shows the memory of another, or of a tensor that was there before."""
    base = None if x._view is None else x._view.base
    return base is not None and (id(base) in before or any(base is y for y in outputs))


def boundary(nodes, known):
    """Where a walk from these nodes leaves what was recorded: (tensors that gather, their nodes that lead further).

    And all nodes that others lead to.
    """
    seen, waiting, owners, cut, met = set(nodes), list(nodes), [], [], set()
    for node in waiting:                                     # which grows while it is read
        if id(node) in known:
            owners.append(known[id(node)])
            if type(node) is not Leaf:
                cut.append(node)
            continue
        if isinstance(node, Node) and (node.hooks or node.op.name == "module_boundary"):
            refuse("A hook is registered on a gradient", "Register it outside, or leave this function uncompiled.")
        met.update(node.edges)
        fresh = dict.fromkeys(edge for edge in node.edges if edge is not None and edge not in seen)
        seen.update(fresh)
        waiting += fresh
    return owners, cut, met


def halves(program, overlap, start, seeds, live, owners, grads):
    """The Joint of what was recorded, backward from step number `start` on."""
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
