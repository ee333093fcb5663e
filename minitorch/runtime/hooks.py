"""Hooks: functions of the user that backward calls with a gradient, and checks of their results."""

from .. import backend, paths
from ..engine.apply import wrap
from ..engine.node import Leaf, tensor_types, tick
from ..engine.op import registry
from .errors import source_line
from .gradients import is_complex


class Hooks(dict):
    """A dict from number to hook, for one edge; `retained` refers to the tensor that keeps the gradient, if any."""

    retained = None

    def add(self, function, first=False):
        number, others = tick(), dict(self) if first else {}
        self[number] = function
        for other in others:                             # move each other hook behind the new one
            self[other] = self.pop(other)
        return RemovableHandle(self, number)


class RemovableHandle:
    """The result of registering a hook: `.remove()` removes the hook."""

    def __init__(self, hooks, number):
        self.hooks = hooks
        self.id = number

    def remove(self):
        self.hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.remove()


registering: list = []                   # layer(edge) runs before the first hook of an edge; it may raise an error


def hooks_of(edge):
    """Return the hooks of a node or leaf; create them at the first call."""
    if edge.hooks is None:
        for layer in registering:
            layer(edge)
        edge.hooks = Hooks()
    order_leaves(edge)
    return edge.hooks


def hooks_after(leaf):
    """Return the hooks that run after a gradient was added to a leaf's .grad; create them at the first call."""
    if leaf.after is None:
        leaf.after = Hooks()
    order_leaves(leaf)
    return leaf.after


def order_leaves(edge):
    """Make backward passes call the hooks of leaves in PyTorch's order."""
    if type(edge) is Leaf:
        paths.module("rare.autograd.hook_order").order_with_hooks(edge)


def run_hooks(node, grad, create_graph):
    """Call the hooks of a node once, with the summed gradient as a Tensor; return the gradient that they return."""
    if type(grad) is list or not node.hooks and node.hooks.retained is None:
        return grad
    if is_complex(grad):
        return run_hooks_on(node, grad.conj(), create_graph).conj()
    return run_hooks_on(node, grad, create_graph)


def run_hooks_on(node, grad, create_graph):
    """Call the hooks with a gradient that, if complex, is conjugated as in PyTorch; return the new gradient."""
    hooks = node.hooks
    tensor = (grad if create_graph else wrap(grad)).contiguous()     # make it contiguous, because hooks may use view()
    for hook in list(hooks.values()):
        changed = hook(tensor)
        if changed is not None:
            check_answer(hook, changed, tensor.array)
            tensor = changed
    if hooks.retained is not None and hooks.retained() is not None:
        owner = hooks.retained()
        kept = registry["clone"](tensor) if create_graph else wrap(tensor.array.copy())
        owner._grad = kept if owner._grad is None else owner._grad + kept
    return tensor if create_graph else tensor.array


def describe_hook(hook):
    """Return "the hook 'scale' at `def scale(grad):` (train.py, line 3)", for an error."""
    name = getattr(hook, "__name__", type(hook).__name__)
    code = getattr(hook, "__code__", None)
    return f"the hook {name!r}" + (f" at {source_line(code, lineno=code.co_firstlineno)}" if code else "")


def check_answer(hook, answer, grad):
    """Raise unless a hook returned a Tensor of the gradient's shape, dtype and device; grad is an array."""
    if type(answer) not in tensor_types:
        raise TypeError(f"{describe_hook(hook)} must return a Tensor, which then replaces the gradient, or None, which "
                        f"keeps it: expected a Tensor, but hook returned {type(answer).__name__!r}.")
    new = answer.array
    for what, here, there in (("size", tuple(new.shape), tuple(grad.shape)), ("type", new.dtype, grad.dtype),
                              ("device", backend.device_of(new), backend.device_of(grad))):
        if here != there:
            raise RuntimeError(f"{describe_hook(hook)} has changed the {what} of value: it was given a gradient of "
                               f"{there} and returned one of {here}. They must be equal.")


def run_after(leaf, tensor):
    """Call the hooks that run when the tensor's .grad is complete; raise if one returns a value."""
    for hook in list(leaf.after.values()):
        answer = hook(tensor)
        if answer is not None:
            kind = RuntimeError if type(answer) in tensor_types else TypeError
            raise kind(f"{describe_hook(hook)} returned a {type(answer).__name__}: tensor post accumulate grad hooks "
                       "should return None. To change the gradient, write to tensor.grad in it.")
