"""Module: the base class of every layer and network. It owns tensors and other modules."""

from .. import paths
from ..backend import device as device_type
from ..dtypes import as_dtype, dtype as dtype_type, float16, float32, float64
from ..engine import no_grad
from ..engine.piece import piece
from ..ops.shape.creation import empty_like
from ..runtime.errors import describers
from ..tensors import Tensor
from . import diagnostics, hooks, state, state_hooks
from .parameter import Parameter, Uninitialized
from .registration import ModuleBase, check_assigned


@piece
def named_parameters(module, prefix=""):
    """Yield (path, Parameter) of a module and all below it, each once, its own first: for optimisers."""
    return module.named_members("_parameters", prefix, True, True)


class Module(ModuleBase):
    """Base of all layers and networks: assign parameters and layers in __init__, compute in forward.

    >>> from minitorch import nn
    >>> class Net(nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.head = nn.Linear(4, 2)
    ...     def forward(self, x):
    ...         return self.head(x).relu()
    >>> [name for name, _ in Net().named_parameters()]
    ['head.weight', 'head.bias']
    """

    _version = 1             # version of state_dict(); a layer with entries added later has a higher one
    _added: dict[str, int] = {}               # {entry of the state: the version that added it}

    def forward(self, *inputs, **settings):
        """Compute the output: define it in the subclass, else it raises NotImplementedError."""
        raise paths.module("explain.modules").missing_forward(self)

    __call__, compile = hooks.call, hooks.compile

    # Methods for parameters, buffers and modules

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Yield (path, module) of itself and all below it.

        memo               a set of modules to leave out; those that are found are added to it
        prefix             the path of this module
        remove_duplicate   whether a module with two paths is yielded once
        """
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def named_members(self, kind, prefix, recurse, remove_duplicate):
        """Yield (path, tensor) of all "_parameters" or "_buffers", as kind says; arguments as named_parameters's."""
        seen = set()
        found = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in found:
            for name, value in getattr(module, kind).items():
                if value is None or id(value) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(value))
                yield f"{path}.{name}" if path else name, value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """Yield (path, Parameter), each once.

        prefix             the path of this module
        recurse            whether to include those of the modules below
        remove_duplicate   whether a Parameter with two paths is yielded once
        """
        if recurse and remove_duplicate:
            return named_parameters(self, prefix)
        return self.named_members("_parameters", prefix, recurse, remove_duplicate)

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """Yield (path, buffer), each once; arguments as named_parameters's."""
        return self.named_members("_buffers", prefix, recurse, remove_duplicate)

    def named_children(self):
        """Yield (name, module) of those directly below, each once."""
        seen = set()
        for name, child in self._modules.items():
            if child is not None and child not in seen:
                seen.add(child)
                yield name, child

    def parameters(self, recurse=True):
        """Return every Parameter once, in order of assignment, for an optimiser. recurse: those below too."""
        if recurse and self not in diagnostics.checked:
            diagnostics.warn_of_unregistered(self)
        return (value for _, value in self.named_parameters(recurse=recurse))

    def buffers(self, recurse=True):
        """Return every buffer once. recurse: those of the modules below too."""
        return (value for _, value in self.named_buffers(recurse=recurse))

    def children(self):
        """Return the modules directly below, each once."""
        return (child for _, child in self.named_children())

    def modules(self, remove_duplicate=True):
        """Return this module and all below it, each once, or with remove_duplicate=False once for each path."""
        return (module for _, module in self.named_modules(remove_duplicate=remove_duplicate))

    def get_submodule(self, target):
        """Return the module at a path (target) such as 'encoder.0'; AttributeError names the part that is absent."""
        module = self
        for step in target.split(".") if target else ():
            module = getattr(module, step)
            if not isinstance(module, Module):
                raise AttributeError(f"`{step}` in '{target}' is not an nn.Module.")
        return module

    def set_submodule(self, target, module, strict=False):
        """Put `module` at a path (target); strict: only in place of a module. AttributeError if its owner is absent."""
        path, _, name = target.rpartition(".")
        owner = self.get_submodule(path)
        if not target or strict and name not in owner._modules:
            raise ValueError("Cannot set the submodule without a target name!") if not target else AttributeError(
                f"{owner._get_name()} has no attribute `{name}`")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module).__name__}")
        if name not in owner._modules and hasattr(owner, name):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(owner, name, module)

    def get_parameter(self, target):
        """Return the Parameter at a path (target) such as 'encoder.0.weight'; else AttributeError or TypeError."""
        path, _, name = target.rpartition(".")
        value = getattr(self.get_submodule(path), name)
        check_assigned(isinstance(value, Parameter), value, "parameter", name)
        return value

    def get_buffer(self, target):
        """Return the buffer at a path (target); KeyError if no buffer has this path."""
        path, _, name = target.rpartition(".")
        return self.get_submodule(path)._buffers[name]

    # Methods that change all parameters and buffers at once

    def apply(self, fn):
        """Call fn(module) for every module inside this one, then for this one; return self."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def _apply(self, fn, recurse=True):
        """Replace every parameter, gradient and buffer x by fn(x); the Parameters stay the same objects.

        recurse   whether to include those of the modules below
        """
        with no_grad():
            for module in self.modules() if recurse else (self,):
                for param in module.parameters(recurse=False):
                    if isinstance(param, Uninitialized):
                        param.move(fn)
                        continue
                    grad, param.data = param._grad, fn(param)
                    param._grad = None if grad is None else fn(grad)
                for name, buffer in module._buffers.items():
                    if isinstance(buffer, Uninitialized):
                        buffer.move(fn)
                    else:
                        module._buffers[name] = None if buffer is None else fn(buffer)
        return self

    def to(self, *args, dtype=None, device=None, non_blocking=False):
        """Move and cast all parameters and buffers, in place; only floating tensors change dtype. Returns self.

        Takes a device, a dtype, both, or a tensor that has them. Raises TypeError for a dtype of integers or bools.
        """
        for given in args:
            if isinstance(given, dtype_type | type):
                dtype = as_dtype(given)
            elif isinstance(given, Tensor):
                dtype, device = given.dtype, given.device
            elif isinstance(given, device_type | str | int) and not isinstance(given, bool):
                device = given
        if dtype is not None and dtype.rank < 2:
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got {dtype}")
        return self._apply(lambda t: t.to(dtype=dtype if t.is_floating_point() else None, device=device))

    def to_empty(self, *, device, recurse=True):
        """Allocate new memory on a device for all parameters and buffers, without values; for modules on "meta".

        recurse   whether to include those of the modules below
        """
        return self._apply(lambda t: empty_like(t, device=device), recurse)

    def float(self):
        """Convert all floating tensors to float32, in place."""
        return self.to(float32)

    def double(self):
        """Convert all floating tensors to float64, in place."""
        return self.to(float64)

    def half(self):
        """Convert all floating tensors to float16, in place."""
        return self.to(float16)

    def type(self, dst_type):
        """Cast all tensors to dst_type: a dtype, FloatTensor, or "torch.FloatTensor"; RuntimeError for integers."""
        def cast(tensor):
            out = tensor.type(dst_type)
            if tensor.requires_grad and out.dtype.rank < 2:
                raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex "
                                   f"dtype, not {out.dtype}.")
            return out
        return self._apply(cast)

    def cpu(self):
        """Move all parameters and buffers to the CPU, in place."""
        return self.to("cpu")

    def cuda(self, device=None):
        """Move all tensors to a GPU, in place: to the current GPU, or to device. RuntimeError if there is no GPU."""
        return self.to("cuda" if device is None else device)

    def train(self, mode=True):
        """Set training mode (dropout, batch norm), or evaluation if False; return self. ValueError unless bool."""
        if not isinstance(mode, bool):
            raise ValueError(f"training mode is expected to be boolean, not {mode!r}.")
        for module in self.modules():
            module.training = mode
        return self

    def eval(self):
        """Set evaluation mode: no dropout, and running statistics instead of the batch's; return self."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Set whether operations on the parameters are recorded; False freezes layers. Returns self."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Delete the gradients; with set_to_none=False fill them with zeros instead."""
        for param in self.parameters():
            param._grad = None if set_to_none or param._grad is None else param._grad.detach() * 0

    state_dict = state.state_dict
    load_state_dict = state.load_state_dict
    share_memory = state.share_memory
    register_state_dict_pre_hook = state_hooks.register_state_dict_pre_hook
    register_state_dict_post_hook = state_hooks.register_state_dict_post_hook
    register_load_state_dict_pre_hook = state_hooks.register_load_state_dict_pre_hook
    register_load_state_dict_post_hook = state_hooks.register_load_state_dict_post_hook
    register_forward_hook = hooks.register_forward_hook
    register_forward_pre_hook = hooks.register_forward_pre_hook
    register_full_backward_hook = hooks.register_full_backward_hook
    register_full_backward_pre_hook = hooks.register_full_backward_pre_hook
    register_backward_hook = hooks.register_full_backward_hook

    # Methods for printing

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """Return the settings to print between the brackets; subclasses define it."""
        return ""

    def _non_default(self, **usual):
        """Return `, name=value` for each setting that differs from its default, as PyTorch prints settings."""
        return "".join([f", {name}={getattr(self, name)}" for name in usual if getattr(self, name) != usual[name]])

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        below = [f"({name}): {indent(repr(child))}" for name, child in self._modules.items()]
        if len(lines) == 1 and not below:
            return f"{self._get_name()}({extra})"
        inside = lines + below
        return self._get_name() + ("(\n  " + "\n  ".join(inside) + "\n)" if inside else "()")

    def _describe(self):
        """Return a short name for errors: 'Linear(784, 100)'."""
        return self._get_name() if self._modules else repr(self)


def indent(text):
    """Indent every line but the first by two spaces."""
    return text.replace("\n", "\n  ")


def describe(frame):
    """Return 'Linear(784, 100)' for the frame of a running module, for errors raised while it runs; else None."""
    return frame.f_locals["self"]._describe() if frame.f_code is hooks.call.__code__ else None


describers.append(describe)
