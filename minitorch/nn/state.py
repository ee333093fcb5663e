"""A module's state by name: state_dict returns it as a dict, load_state_dict copies one into the module."""

from collections import OrderedDict, namedtuple

from .. import paths
from ..engine import no_grad
from ..tensors import Tensor, as_tensor
from . import state_hooks
from .parameter import Uninitialized

EXTRA = "_extra_state"           # the key for the result of get_extra_state of a module


class _IncompatibleKeys(namedtuple("IncompatibleKeys", "missing_keys unexpected_keys")):
    """The names that load_state_dict did not find, and those that it could not use."""

    __slots__ = ()

    def __repr__(self):
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


def state_dict(self, *, destination=None, prefix="", keep_vars=False):
    """Return {path: tensor} of all parameters and persistent buffers, sharing their memory.

    destination   a dict to add to; a new one when None
    prefix        the beginning of every path
    keep_vars     whether the dict contains the Parameters themselves, not tensors outside the graph

    Tied weights appear under each of their names, as in PyTorch. The dict's attribute `_metadata` holds the version of
    each module.
    """
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()
    metadata = {"version": self._version}
    if hasattr(destination, "_metadata"):
        destination._metadata[prefix[:-1]] = metadata
    for hook in state_hooks.hooks_of(self, "before taking"):
        hook(self, prefix, keep_vars)
    for name, value in owned(self, deep=False).items():
        destination[prefix + name] = value if keep_vars or isinstance(value, Uninitialized) else value.detach()
    if hasattr(self, "get_extra_state"):
        destination[prefix + EXTRA] = self.get_extra_state()
    for name, child in self._modules.items():
        if child is not None:
            child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    for hook in state_hooks.hooks_of(self, "after taking"):
        hook(self, destination, prefix, metadata)
    return destination


def owned(module, prefix="", deep=True):
    """Return {path: Parameter or persistent buffer}; deep: those of its submodules too."""
    found = {prefix + name: value for name, value in (*module._parameters.items(), *module._buffers.items())
             if value is not None and name not in module._non_persistent_buffers_set}
    for name, child in module._modules.items() if deep else ():
        found |= {} if child is None else owned(child, f"{prefix}{name}.")
    return found


def share_memory(self):
    """Move all parameters and buffers into memory that other processes can read; return self."""
    for x in (*self.parameters(), *self.buffers()):
        x.share_memory_()
    return self


def load_state_dict(self, state_dict, strict=True, assign=False):
    """Copy the tensors of `state_dict` into this module's, by name.

    strict    every name must be in both
    assign    use the given tensors themselves instead of copying their values
    returns   (missing_keys, unexpected_keys)

    Raises RuntimeError, which lists all names and shapes that do not fit; then nothing is changed.
    """
    if not hasattr(state_dict, "keys"):
        hint = ("a whole model. Use it as it is, or pass its .state_dict()." if hasattr(state_dict, "state_dict") else
                "pass what model.state_dict() or minitorch.load(path) returned.")
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict).__name__}: {hint}")
    state_dict, problems = state_hooks.before_loading(self, state_dict, strict)
    own = owned(self)
    later = added_later(self, getattr(state_dict, "_metadata", {}))
    extra = {f"{path}.{EXTRA}".lstrip("."): part for path, part in self.named_modules(remove_duplicate=False)
             if hasattr(part, "set_extra_state")}
    keys = _IncompatibleKeys([name for name in (*own, *extra) if name not in state_dict and name not in later],
                             [name for name in state_dict if name not in own and name not in extra])
    problems += problems_of(own, state_dict, *(keys if strict else ([], [])))
    if problems:
        raise RuntimeError(f"Error(s) in loading state_dict for {self._get_name()}:\n\t" + "\n\t".join(problems))
    with no_grad():
        for name in filter(state_dict.__contains__, own):
            load_tensor(self, name, own[name], as_tensor(state_dict[name]), assign)
    for name, part in extra.items():
        if name in state_dict:
            part.set_extra_state(state_dict[name])
    state_hooks.after_loading(self, keys)
    return keys


def problems_of(own, given, missing, unexpected):
    """Return descriptions of the names and shapes that do not fit; [] if all do."""
    pairs = [(target, given[name]) for name, target in own.items() if name in given]
    if not missing and not unexpected and all(hasattr(value, "shape") and (
            isinstance(target, Uninitialized) or tuple(value.shape) == tuple(target.shape)) for target, value in pairs):
        return []
    return paths.module("explain.modules").mismatches(own, given, missing, unexpected)


def load_tensor(module, name, target, given, assign):
    """Load one saved tensor: copy its values into the module's, or assign the tensor itself."""
    if isinstance(target, Uninitialized):
        target.materialize(tuple(given.shape))
    if assign:
        assign_tensor(module, name, given)
    else:
        target.copy_(given)


def added_later(module, metadata):
    """Return the names that an older version of a layer did not have, and that may be missing: counts of batches."""
    return {f"{path}.{name}".lstrip(".") for path, part in module.named_modules(remove_duplicate=False)
            for name, since in part._added.items() if (metadata.get(path, {}).get("version") or 1) < since}


def assign_tensor(module, name, given):
    """Replace a parameter or buffer by the tensor itself."""
    path, _, name = name.rpartition(".")
    owner = module.get_submodule(path)
    if name in owner._parameters:
        old = owner._parameters[name]
        given = given if isinstance(given, type(old)) else type(old)(given.detach(), old.requires_grad)
        owner._parameters[name] = given
    else:
        owner._buffers[name] = given if isinstance(given, Tensor) else as_tensor(given)


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Remove `prefix`, such as DataParallel's "module.", from the names in a state_dict, in place."""
    for name in [name for name in state_dict if name.startswith(prefix)]:
        state_dict[name.removeprefix(prefix)] = state_dict.pop(name)
    metadata = getattr(state_dict, "_metadata", None) or {}
    for name in [name for name in metadata if name and (name + ".").startswith(prefix)]:
        metadata[name.removeprefix(prefix).removeprefix(prefix.rstrip("."))] = metadata.pop(name)
