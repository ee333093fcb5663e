"""The graph with PyTorch's names: tensors saved for backward, and hooks that store them elsewhere or in another form.

A node shows its saved tensors: `(x * y).grad_fn._saved_other`, `x.exp().grad_fn._saved_result`. The attributes are
named after the arguments, with `self` for the first. An attribute is None if backward will not read that tensor.
"""

from contextvars import ContextVar
from threading import local

from ...engine.backward import backward_order, reaching, starting
from ...engine.node import Node
from ...runtime import bump, missing as _missing
from ...runtime.saved_tensors import hooks, pop, push

__all__ = ["Node", "disable_saved_tensors_hooks", "increment_version", "register_multi_grad_hook", "save_on_cpu",
           "saved_tensors_hooks"]

disabled: ContextVar = ContextVar("minitorch.disable_saved_tensors_hooks", default=None)


class saved_tensors_hooks:
    """A block in which every tensor saved for backward is packed, and unpacked when backward reads it.

    pack_hook(tensor)     returns any object; called at once. It must not write to the tensor
    unpack_hook(object)   returns a tensor of the same shape and values; called in each backward, also after the block

    Both hooks run under no_grad. Of nested blocks only the innermost is used, and only in the thread that entered it.
    Raises TypeError for hooks that are not callable, RuntimeError inside `disable_saved_tensors_hooks`.

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
    """A block that moves tensors saved for backward to the CPU's memory, and back to their device when they are read.

    pin_memory    copy through pinned memory, so that the copy back does not wait
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
    """A block in which setting hooks on saved tensors raises RuntimeError with error_message.

    If hooks are already set, the block itself raises this error at its start.
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
    """The handle of register_multi_grad_hook: it collects the gradients of several tensors and calls fn with them."""

    def __init__(self, tensors, fn, mode):
        self.fn, self.mode, self.walk = fn, mode, local()
        self.handles = [x.register_hook(lambda grad, i=i: self.receive(i, grad)) for i, x in enumerate(tensors)]
        self.nodes = [x._node for x in tensors]
        starting.append(self.begin)

    def begin(self, pending, wanted):
        """Count the gradients that this backward pass will compute."""
        order = list({node: None for root in pending for node in backward_order.run(root)})
        order.sort(key=lambda node: node.order, reverse=True)
        reached = set(order) if wanted is None else reaching(order, wanted).intersection(order)
        if awaited := sum(node in reached for node in self.nodes):
            self.walk.awaited, self.walk.grads = awaited, [None] * len(self.nodes)

    def receive(self, place, grad):
        walk = self.walk
        if walk.grads is None:                           # fn was already called in mode "any"
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
    """Call fn in each backward in which gradients of these tensors are computed; fn's result is not used.

    mode      "all": fn(grads), once all are computed; grads is a list, with None for a tensor without gradient;
              "any": fn(grad), with the first gradient that is computed
    returns   a handle whose .remove() removes the hook

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
    """Increase the version of a tensor, or of each of several: backward then raises if it needs an older version."""
    for x in (tensor,) if hasattr(tensor, "array") else tensor:
        bump(x)


_missing.speak_for(globals())
