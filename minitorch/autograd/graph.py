"""The graph by PyTorch's names: what nodes keep for backward, and hooks that keep it elsewhere or in another form.

A node shows what it keeps: `(x * y).grad_fn._saved_other`, `x.exp().grad_fn._saved_result`. The attributes are
named after the arguments, with `self` for the first; None is what nobody will read.
"""

from contextvars import ContextVar

from .. import missing as _missing
from ..engine.node import Node
from ..runtime import bump
from ..runtime.saved_tensors import hooks, pop, push

__all__ = ["Node", "disable_saved_tensors_hooks", "increment_version", "save_on_cpu", "saved_tensors_hooks"]

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


def increment_version(tensor):
    """Count a write to the tensor, or to each of several: backward refuses what was kept before it."""
    for x in (tensor,) if hasattr(tensor, "array") else tensor:
        bump(x)


_missing.speak_for(globals())
