"""The graph by PyTorch's names: what nodes keep for backward, and hooks that keep it elsewhere or in another form.

A node shows what it keeps: `(x * y).grad_fn._saved_other`, `x.exp().grad_fn._saved_result`. The attributes are
named after the arguments, with `self` for the first; None is what nobody will read.
"""

from contextvars import ContextVar
from threading import local

from .. import missing as _missing
from ..engine.backward import backward_order, reaching
from ..engine.node import Node
from ..runtime import bump
from ..runtime.gradients import starting
from ..runtime.saved_tensors import hooks, pop, push

__all__ = ["Node", "disable_saved_tensors_hooks", "increment_version", "register_multi_grad_hook", "save_on_cpu",
           "saved_tensors_hooks"]

disabled: ContextVar = ContextVar("minitorch.disable_saved_tensors_hooks", default=None)


class saved_tensors_hooks:
    """In the block, every tensor that is kept for backward is packed, and unpacked where backward reads it.

    pack_hook(tensor)     any object; called at once. It must not write to the tensor
    unpack_hook(object)   a tensor of the same shape and numbers; called in each backward, also after the block

    Both run under no_grad. Of nested blocks the inmost is used. The hooks of a block belong to its thread.
    Raises TypeError for what cannot be called, RuntimeError within `disable_saved_tensors_hooks`.

    >>> x = tensor([1.0, 2.0], requires_grad=True)
    >>> with saved_tensors_hooks(lambda x: x.numpy().tolist(), lambda numbers: tensor(numbers)):
    ...     y = x.exp().sum()
    >>> y.backward()
    >>> x.grad
    tensor([2.7183, 7.3891])
    """

    def __init__(self, pack_hook, unpack_hook):
        for name, hook in ("pack_hook", pack_hook), ("unpack_hook", unpack_hook):
            if not callable(hook):
                raise TypeError(f"saved_tensors_hooks: {name} must be a function, not a {type(hook).__name__}.")
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook
        self.tokens = []

    def __enter__(self):
        if disabled.get() is not None:
            raise RuntimeError(disabled.get())
        self.tokens.append(push((self.pack_hook, self.unpack_hook)))

    def __exit__(self, *failure):
        pop(self.tokens.pop())


class save_on_cpu(saved_tensors_hooks):
    """In the block, what is kept for backward waits in the CPU's memory, and comes back to its device when it is read.

    pin_memory    copy through pinned memory, from which the way back does not wait
    device_type   "cuda"; PyTorch's argument

    >>> x = tensor([1.0, 2.0], requires_grad=True)
    >>> with save_on_cpu():
    ...     y = (x * x).sum()
    >>> y.backward()
    >>> x.grad
    tensor([2., 4.])
    """

    def __init__(self, pin_memory=False, device_type="cuda"):
        def pack(x):
            away = x.cpu()
            return x.device, away.pin_memory() if pin_memory and x.device.type == device_type else away

        def unpack(packed):
            device, x = packed
            return x.to(device, non_blocking=pin_memory)
        super().__init__(pack, unpack)


class disable_saved_tensors_hooks:
    """In the block, setting hooks on saved tensors raises RuntimeError with error_message.

    Raises it at once where hooks are set already.
    """

    def __init__(self, error_message):
        self.message, self.tokens = error_message, []

    def __enter__(self):
        if hooks.get():
            raise RuntimeError(self.message)
        self.tokens.append(disabled.set(self.message))

    def __exit__(self, *failure):
        disabled.reset(self.tokens.pop())


class MultiGradHook:
    """A function that waits for the gradients of several tensors; the handle of register_multi_grad_hook."""

    def __init__(self, tensors, fn, mode):
        self.fn, self.mode, self.walk = fn, mode, local()
        self.handles = [x.register_hook(lambda grad, i=i: self.arrived(i, grad)) for i, x in enumerate(tensors)]
        self.nodes = [x._node for x in tensors]
        starting.append(self.begin)

    def begin(self, pending, wanted):
        """Count whose gradients this walk will bring."""
        order = list({node: None for root in pending for node in backward_order.run(root)})
        order.sort(key=lambda node: node.order, reverse=True)
        reached = set(order) if wanted is None else reaching(order, wanted).intersection(order)
        if awaited := sum(node in reached for node in self.nodes):
            self.walk.awaited, self.walk.grads = awaited, [None] * len(self.nodes)

    def arrived(self, place, grad):
        walk = self.walk
        if walk.grads is None:                           # mode "any", and one has come
            return
        walk.grads[place] = grad
        walk.awaited -= 1
        if self.mode == "any" or not walk.awaited:
            grads, walk.grads = walk.grads, None
            self.fn(grad if self.mode == "any" else grads)

    def remove(self):
        if self.begin in starting:
            starting.remove(self.begin)
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.remove()


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Call fn in each backward in which gradients of these tensors are computed; what it returns is not used.

    mode      "all": fn(grads), when all that will come are there: a list, None for a tensor that has none this time;
              "any": fn(grad), with the first that comes
    returns   a handle whose .remove() unhooks it

    Raises ValueError for another mode, RuntimeError for a tensor that requires no gradient.

    >>> a, b = tensor(2.0, requires_grad=True), tensor(3.0, requires_grad=True)
    >>> handle = register_multi_grad_hook([a, b], print)
    >>> (a * b).backward()
    [tensor(3.), tensor(2.)]
    """
    if mode not in ("all", "any"):
        raise ValueError(f"register_multi_grad_hook: mode must be 'all' or 'any', not {mode!r}")
    return MultiGradHook(tuple(tensors), fn, mode)


def increment_version(tensor):
    """Count a write to the tensor, or to each of several: backward refuses what was kept before it."""
    for x in (tensor,) if hasattr(tensor, "array") else tensor:
        bump(x)


_missing.speak_for(globals())
