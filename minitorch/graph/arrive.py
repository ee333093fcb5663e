"""Where gradients arrive: hooks, the .grad of leaves, and gradients that touch only some places.

Of complex values the walk carries the conjugate of the gradient, so that the derivative of a function of complex
numbers is written as that of real ones: grad * f'(x). Where a gradient enters or leaves a walk it is conjugated.
"""

from threading import RLock

from .. import backend
from . import door
from .errors import source_line
from .modes import recording
from .node import tensor_types

new = object.__new__
leaf_lock = RLock()
SMALL = 1024                         # elements: adding in place only pays for more


def wrap(array, node=None):
    """A plain Tensor around an array."""
    tensor = new(door.Tensor)
    tensor.array, tensor._node = array, node
    tensor._cell = tensor._view = tensor._cut = None
    return tensor


class Part:
    """A gradient that is zero in most places: added in place, never spread over zeros first.

    add(buffer, grad)    adds it into an array of the input's shape
    place(grad, shape)   the same as an op that can be differentiated, for create_graph
    """

    __slots__ = ("add", "grad", "place")

    def __init__(self, grad, add, place):
        self.grad, self.add, self.place = grad, add, place


def run_hooks(node, grad, create_graph):
    """Hooks see the summed gradient once, as a Tensor; what they return takes its place."""
    if type(grad) is list:
        return grad
    if is_complex(grad):
        return run_hooks_on(node, grad.conj(), create_graph).conj()
    return run_hooks_on(node, grad, create_graph)


def run_hooks_on(node, grad, create_graph):
    """The same for a gradient as users know it."""
    hooks = node.hooks
    tensor = grad if create_graph else wrap(grad)
    for hook in list(hooks.values()):
        changed = hook(tensor)
        if changed is not None:
            check_answer(hook, changed, tensor.array)
            tensor = changed
    if hooks.retained is not None and hooks.retained() is not None:
        owner = hooks.retained()
        kept = copied(tensor) if create_graph else wrap(tensor.array.copy())
        owner._grad = kept if owner._grad is None else owner._grad + kept
    return tensor if create_graph else tensor.array


def is_complex(x):
    """Whether an array, or a Tensor, is of complex numbers."""
    return getattr(x, "array", x).dtype.kind == "c"


def conjugated(x):
    """The complex conjugate of an array or a Tensor; what is real, or None, itself."""
    return x.conj() if x is not None and is_complex(x) else x


def named(hook):
    """'the hook `scale` at `def scale(grad):` (train.py, line 3)', for an error."""
    name = getattr(hook, "__name__", type(hook).__name__)
    code = getattr(hook, "__code__", None)
    return f"the hook {name!r}" + (f" at {source_line(code, lineno=code.co_firstlineno)}" if code else "")


def check_answer(hook, answer, grad):
    """Refuse what a hook returned, unless it may take the place of the gradient, an array."""
    if type(answer) not in tensor_types:
        raise TypeError(f"{named(hook)} must return a Tensor, which then takes the gradient's place, or None, which "
                        f"leaves it: expected a Tensor, but hook returned {type(answer).__name__!r}.")
    new = answer.array
    for what, here, there in (("size", tuple(new.shape), tuple(grad.shape)), ("type", new.dtype, grad.dtype),
                              ("device", backend.device_of(new), backend.device_of(grad))):
        if here != there:
            raise RuntimeError(f"{named(hook)} has changed the {what} of value: it was given a gradient of {there} and "
                               f"returned one of {here}. They must be equal.")


def add_part(pending, ours, edge, part, create_graph):
    """Add a gradient that touches only some places."""
    old = pending.get(edge)
    if create_graph:
        whole = part.place(part.grad, edge.shape)
        pending[edge] = whole if old is None else old + whole
        return
    if old is None or edge not in ours or type(old) not in backend.ARRAYS:      # of 0-d sums NumPy makes scalars
        xp = backend.library_of(part.grad)
        buffer = xp.zeros(edge.shape, edge.dtype)
        if old is not None:
            buffer += old
        pending[edge] = old = buffer
        ours.add(edge)
    part.add(old, part.grad)


def copied(grad):
    """A gradient in memory of its own, still part of the graph."""
    from .op import registry
    return registry["clone"](grad)


def deposit(leaf, grad):
    """Add an array to the .grad of the tensor behind a leaf: where a walk of one's own ends."""
    gather(leaf, backend.enter(grad).astype(leaf.dtype, copy=False), False, False)


def gather(leaf, grad, ours, create_graph):
    """Add a gradient into the leaf's .grad, which shares memory with nothing."""
    tensor = leaf.tensor()
    if tensor is None or tensor._node is None:           # gone, or it wants no gradient any more
        return
    if leaf.dtype.kind == "c":
        grad = grad.conj()
    with leaf_lock:
        old = tensor._grad
        if create_graph:
            tensor._grad = copied(grad) if old is None else old + grad
        elif old is None:
            if not ours or grad.base is not None or not grad.flags.c_contiguous:
                grad = grad.copy()
            tensor._grad = wrap(grad)
        elif old._node is not None:
            token = recording.set(False)
            tensor._grad = old + wrap(grad)
            recording.reset(token)
        else:
            try:
                old.array += grad
            except ValueError as error:
                raise RuntimeError("a .grad that was expanded cannot be added to: more than one of its elements is a "
                                   "single memory location. Set it to a copy: x.grad = grad.clone().") from error
    if leaf.after is not None:
        for hook in list(leaf.after.values()):
            answer = hook(tensor)
            if answer is not None:
                kind = RuntimeError if type(answer) in tensor_types else TypeError
                raise kind(f"{named(hook)} returned a {type(answer).__name__}: tensor post accumulate grad hooks "
                           "should return None. To change the gradient, write to tensor.grad in it.")


def is_new(grad, result, arrived, kept, out):
    """Whether a derivative has made this array itself, so that nobody else holds it: a leaf may keep it as it is."""
    if grad.base is not None or grad is arrived or grad is out:
        return False
    given = 0
    for other in result:
        given += other is grad
    for other in kept if type(out) is not tuple else (*kept, *out):
        given += other is grad
    return given == 1
