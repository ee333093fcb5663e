"""The op of a compiled function: the node that it leaves runs the backward program."""

from functools import cache

from ..engine import derivative_of, tensor_types
from ..engine.node import FREED, Node, Output, tick
from ..engine.op import Op
from ..runtime.hooks import registering
from .passes import optimised
from .writers.backends import BACKENDS


class WalkBack:
    """The backward programs of a recording: one for each choice of results for which a gradient comes.

    order   of the gradients: for each edge of a node, which of them it is
    inner   the results that others were computed from, by number
    """

    def __init__(self, joint, order, passes, backend, inner):
        self.joint, self.order, self.passes, self.inner = joint.without_owners(), order, passes, inner
        self.write, self.programs = BACKENDS[backend], {}

    def __call__(self, grads, saved):
        """A gradient, or None, for each owner."""
        here = tuple([grad is not None for grad in grads])
        if here not in self.programs:
            program, there = self.joint.backward_for(here)
            self.programs[here] = self.write(optimised(program, self.passes))[0], there
        run, there = self.programs[here]
        found = iter(run(*[grad for grad in grads if grad is not None], *saved))
        by_owner = [next(found) if got else None for got in there]
        return tuple([by_owner[place] for place in self.order])


def refuse_inner(edge):
    """Refuse a hook on a result whose gradient comes by another result too, and would not be seen here."""
    back = edge.node.settings.get("back") if type(edge) is Output else None
    if type(back) is WalkBack and edge.index in back.inner:
        raise RuntimeError(f"a hook, or retain_grad(), on a result of the compiled {edge.node.op.name} from which "
                           "another of its results was computed: the gradient between them stays inside its program. "
                           "Call the function itself where you need it: leave it uncompiled.")


registering.append(refuse_inner)


@cache
def compiled_op(name):
    """An op whose nodes run the WalkBack among their settings."""
    made = Op(not_called, name=name, outputs="many", residual=True, promotes=False, register=False)

    @derivative_of(made)
    def derivative(grads, saved, *inputs, back=None):
        if any(type(grad) in tensor_types for grad in grads):
            raise RuntimeError(f"{name} was compiled, and its gradients cannot be differentiated again "
                               "(create_graph=True): call the function itself where you need second derivatives.")
        return back(grads, saved)
    return made


def spent_node(name, tensor):
    """A node through which a backward has passed, for results of a function that calls backward itself."""
    node = Node()
    node.op = Op(not_called, name=name, promotes=False, register=False)
    node.saved, node.out, node.edges, node.settings, node.versions = FREED, None, (), {}, ()
    node.order, node.hooks, node.code, node.at = tick(), None, None, 0
    node.shape, node.dtype = tensor.array.shape, tensor.array.dtype
    return node


def not_called(xp, *arrays, back=None):
    raise RuntimeError("a compiled function is run by its program.")
