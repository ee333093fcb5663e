"""Calls of modules: hooks run before forward, after it, and in backward; forward itself may run as a program."""

import sys
from types import MethodType

from .. import paths
from ..runtime.hooks import Hooks, describe_hook

# Hooks of all modules: those of a kind run before the hooks of the module itself.
FORWARD, PRE, BACKWARD, BACKWARD_PRE = (Hooks() for _ in range(4))


def call(self, *inputs, **settings):
    """Call forward, between the hooks registered before and after it."""
    own = self.__dict__
    if "_forward_hooks" not in own:
        raise AttributeError(f"{type(self).__name__}.__init__ did not call super().__init__(); begin it with that.")
    if not (own["_forward_hooks"] or own["_forward_pre_hooks"] or own["_backward_hooks"]
            or own["_backward_pre_hooks"] or FORWARD or PRE or BACKWARD or BACKWARD_PRE):
        return self.forward(*inputs, **settings)
    return call_between_hooks(self, own, inputs, settings)


def call_between_hooks(self, own, inputs, settings):
    """Call forward and its hooks: pre-hooks may change the inputs, the later hooks the result."""
    for hook, with_settings in (*PRE.values(), *own["_forward_pre_hooks"].values()):
        inputs, settings = after_pre_hook(self, hook, with_settings, inputs, settings)
    hooked = own["_backward_hooks"] or own["_backward_pre_hooks"] or BACKWARD or BACKWARD_PRE
    watch = paths.module("rare.nn.hooks").BackwardHooks(self) if hooked else None
    if watch is not None:
        inputs = watch.enter(inputs)
    result = self.forward(*inputs, **settings)
    for hook, with_settings in (*FORWARD.values(), *own["_forward_hooks"].values()):
        changed = hook(self, inputs, settings, result) if with_settings else hook(self, inputs, result)
        result = result if changed is None else changed
    return result if watch is None else watch.leave(result)


def after_pre_hook(self, hook, with_settings, inputs, settings):
    """Return the inputs and settings after a hook before forward."""
    changed = hook(self, inputs, settings) if with_settings else hook(self, inputs)
    if changed is None:
        return inputs, settings
    if not with_settings:
        return changed if isinstance(changed, tuple) else (changed,), settings
    if not isinstance(changed, tuple) or len(changed) != 2:
        raise RuntimeError(f"{describe_hook(hook)}, a forward pre-hook, must return None or a tuple of (new_args, "
                           f"new_kwargs), but got {changed}.")
    return changed


def compile(self, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """Compile this module's forward, from its second call on; arguments as minitorch.compile's.

    Names in state_dict() do not change, and hooks are called around the compiled program.

    >>> from minitorch import nn
    >>> model = nn.Linear(2, 1)
    >>> model.compile()
    >>> model(minitorch.ones(3, 2)).shape, model.forward
    (minitorch.Size([3, 1]), <compiled forward: 1 form>)
    """
    library = sys.modules[__package__.partition(".")[0]]     # at first use, this imports minitorch.compiler
    self.forward = library.compile(MethodType(type(self).forward, self), fullgraph=fullgraph, dynamic=dynamic,
                                   backend=backend, mode=mode, options=options, disable=disable)


def register(hooks, hook, prepend, with_settings=False):
    return hooks.add((hook, with_settings), first=prepend)


def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
    """Call hook(module, inputs, output) after each forward; the hook's result, unless None, replaces the output.

    prepend       whether it runs before the hooks registered so far
    with_kwargs   whether the hook gets the keyword arguments too: hook(module, inputs, settings, output)
    always_call   accepted, without effect: no hook is called after an error
    returns       a handle whose .remove() removes the hook
    """
    return register(self._forward_hooks, hook, prepend, with_kwargs)


def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
    """Call hook(module, inputs) before each forward; the hook's result, unless None, replaces the inputs.

    prepend       as register_forward_hook's
    with_kwargs   hook(module, inputs, settings) instead, which may return (inputs, settings)
    """
    return register(self._forward_pre_hooks, hook, prepend, with_kwargs)


def register_full_backward_hook(self, hook, prepend=False):
    """Call hook(module, grad_input, grad_output), tuples, when both are known; it may return a new grad_input.

    prepend   whether it runs before the hooks registered so far
    """
    return register(self._backward_hooks, hook, prepend)


def register_full_backward_pre_hook(self, hook, prepend=False):
    """Call hook(module, grad_output) before the module's backward; it may return a new grad_output.

    prepend   whether it runs before the hooks registered so far
    """
    return register(self._backward_pre_hooks, hook, prepend)
