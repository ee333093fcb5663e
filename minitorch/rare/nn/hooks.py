"""Rare hooks of modules: those that backward calls with a module's gradients, and those of all modules."""

from ...engine import tensor_types, wrap
from ...nn.hooks import BACKWARD, BACKWARD_PRE, FORWARD, PRE, register
from ...runtime.hooks import check_answer, describe_hook
from ..ops.boundary import boundary


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
