"""Calls of modules: hooks run before forward, after it, and in backward; forward itself may run as a program."""

import sys
from types import MethodType

from ..engine import Op, derivative_of, tensor_types, wrap
from ..runtime.hooks import Hooks, check_answer, describe_hook

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
    watch = BackwardHooks(self) if hooked else None
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


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """Call hook(module, inputs, output) after each forward of every module, before the module's own hooks."""
    return register(FORWARD, hook, False, with_kwargs)


def register_module_forward_pre_hook(hook):
    """Call hook(module, inputs) before the forward of every module; the hook's result replaces the inputs."""
    return register(PRE, hook, False)


def register_module_full_backward_hook(hook):
    """Call hook(module, grad_input, grad_output) in the backward of every module."""
    return register(BACKWARD, hook, False)


def register_module_full_backward_pre_hook(hook):
    """Call hook(module, grad_output) before the backward of every module."""
    return register(BACKWARD_PRE, hook, False)


def identity(xp, *arrays, gate):
    """Return copies of the arrays; in the backward pass, `gate` receives the gradients."""
    return tuple([x.copy() for x in arrays])


boundary = Op(identity, symbol="hook", outputs="many", promotes=False, hidden=True, name="module_boundary")


@derivative_of(boundary)
def boundary_derivative(grads, out, *arrays, gate):
    return tuple(gate(tuple(grads)))


class BackwardHooks:
    """The backward hooks of one call: ops at its inputs (`enter`) and outputs (`leave`) call them with gradients."""

    def __init__(self, module):
        self.module, self.grad_output, self.entered = module, None, False

    def enter(self, inputs):
        self.positions = [i for i, x in enumerate(inputs) if type(x) in tensor_types and x.requires_grad]
        self.width = len(inputs)
        if not self.positions or not (self.module._backward_hooks or BACKWARD):
            return inputs
        self.entered = True
        passed = iter(boundary(*[inputs[i] for i in self.positions], gate=self.after))
        return tuple([next(passed) if i in self.positions else x for i, x in enumerate(inputs)])

    def leave(self, result):
        outs = result if isinstance(result, tuple) else (result,)
        if not any(type(x) in tensor_types and x.requires_grad for x in outs):
            return result
        passed = iter(boundary(*[x for x in outs if type(x) in tensor_types], gate=self.before))
        outs = tuple([next(passed) if type(x) in tensor_types else x for x in outs])
        return outs if isinstance(result, tuple) else outs[0]

    def before(self, grads):
        """Run the hooks before backward: the gradient of the output is known."""
        self.grad_output = as_tensors(grads)
        for hook, _ in (*BACKWARD_PRE.values(), *self.module._backward_pre_hooks.values()):
            changed = hook(self.module, self.grad_output)
            if changed is not None:
                self.grad_output = check_gradients(hook, changed, grads, "grad_output")
                grads = as_given(self.grad_output, grads)
        if not self.entered:
            self.run((None,) * self.width)
        return grads

    def after(self, grads):
        """Run the backward hooks: the gradient of the inputs is known."""
        full = [None] * self.width
        for position, grad in zip(self.positions, as_tensors(grads)):
            full[position] = grad
        changed = self.run(tuple(full))
        return grads if changed is None else as_given([changed[i] for i in self.positions], grads)

    def run(self, grad_input):
        result = None
        for hook, _ in (*BACKWARD.values(), *self.module._backward_hooks.values()):
            changed = hook(self.module, grad_input, self.grad_output)
            if changed is not None:
                result = grad_input = check_gradients(hook, changed, grad_input, "grad_input")
        return result


def check_gradients(hook, changed, grads, what):
    """Return the gradients that a hook returned, as a tuple; raise unless their number and shapes are as before."""
    changed = tuple(changed) if isinstance(changed, list | tuple) else (changed,)
    if len(changed) != len(grads):
        raise RuntimeError(f"{describe_hook(hook)}, a backward hook, returned an invalid number of {what}, got "
                           f"{len(changed)}, but expected {len(grads)}: one for each, None where there is none.")
    for new, old in zip(changed, grads):
        if new is not None and (old is not None or type(new) not in tensor_types):
            check_answer(hook, new, getattr(old, "array", old))
    return changed


def as_tensors(grads):
    return tuple([g if g is None or type(g) in tensor_types else wrap(g).contiguous() for g in grads])


def as_given(changed, grads):
    """Return a hook's gradients in the form of the backward pass: arrays, or Tensors under create_graph."""
    tensors = any(type(g) in tensor_types for g in grads)
    return tuple([c if c is None or tensors else c.array for c in changed])


