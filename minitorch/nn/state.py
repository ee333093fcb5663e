"""A module's state by name: state_dict returns it as a dict, load_state_dict copies one into the module."""

from collections import OrderedDict, namedtuple

from ..engine import no_grad
from ..tensors import Size, Tensor, as_tensor
from . import state_hooks
from .parameter import Uninitialized

DEEPEST = 20                     # longest prefix that is compared, in parts of a name
MOST_LOOKED_AT = 100             # unexpected names whose value may be a whole state_dict
EXTRA = "_extra_state"           # key of the result of a module's get_extra_state
LONGEST_NAME = 200               # characters; comparing longer names takes too long, as time grows with the square

class _IncompatibleKeys(namedtuple("IncompatibleKeys", "missing_keys unexpected_keys")):
    """Which names load_state_dict did not find, and which it could not use."""

    __slots__ = ()

    def __repr__(self):
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


def state_dict(self, *, destination=None, prefix="", keep_vars=False):
    """Return {path: tensor} of all parameters and persistent buffers, sharing their memory.

    destination   a dict to add to; a new one when None
    prefix        the beginning of every path
    keep_vars     whether the dict holds the Parameters themselves, not tensors outside the graph

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
    problems += mismatches(own, state_dict, *(keys if strict else ([], [])))
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


def mismatches(own, given, missing, unexpected):
    """Describe all names and shapes that do not fit; similar names are shown together."""
    found = []
    if missing:
        found.append("Missing key(s) in state_dict: " + ", ".join(f'"{name}"' for name in missing) + ".")
    if unexpected:
        hint = common_cause(given, missing, unexpected)
        near = {} if hint else similar_names(unexpected, missing)
        found.append("Unexpected key(s) in state_dict: " + ", ".join(
            f'"{name}"' + (f' (is it "{near[name]}"?)' if name in near else "") for name in unexpected) + ".")
        if hint:
            found.append(hint)
    for name, target in own.items():
        if name not in given:
            continue
        value = given[name]
        if not hasattr(value, "shape"):
            found.append(f'"{name}" holds {type(value).__name__}, not a tensor.')
        elif isinstance(target, Uninitialized):
            continue                              # this entry accepts any shape
        elif tuple(value.shape) != tuple(target.shape):
            found.append(f"size mismatch for {name}: copying a param with shape {Size(value.shape)} from checkpoint, "
                         f"the shape in current model is {Size(target.shape)}."
                         + (" Was it stored transposed? Its .T would fit." if len(target.shape) == 2 and
                            tuple(value.shape) == tuple(target.shape)[::-1] else ""))
    return found


def common_cause(given, missing, unexpected):
    """Describe one cause that explains all the unexpected names, if there is one."""
    for key in unexpected[:MOST_LOOKED_AT]:
        if isinstance(given[key], dict) and any(name in given[key] for name in missing):
            return f'The names are inside one entry: pass state_dict["{key}"].'
    if not missing or not all(isinstance(name, str) for name in unexpected):
        return None
    steps, absent = unexpected[0].split(".", DEEPEST)[:DEEPEST], set(missing)
    for depth in range(1, len(steps)):
        prefix = ".".join(steps[:depth]) + "."
        if all(name.startswith(prefix) and name.removeprefix(prefix) in absent for name in unexpected):
            wrapped = " (they were saved from a wrapped model)" if prefix == "module." else ""
            return (f'All of them begin with "{prefix}"{wrapped}; without it they fit: '
                    f'{{name.removeprefix("{prefix}"): x for name, x in state_dict.items()}}.')
    if missing[0].endswith("." + unexpected[0]):
        prefix = missing[0].removesuffix(unexpected[0])
        if all(prefix + name in absent for name in unexpected):
            return (f'With "{prefix}" before each they fit: {{"{prefix}" + name: x for name, x in '
                    f'state_dict.items()}}, or load them into model.{prefix[:-1]}.')
    return None


def similar_names(unexpected, missing):
    """Return {unexpected name: the missing one most like it}; each missing name is used once, for the most similar."""
    from difflib import SequenceMatcher
    if (len(unexpected) * len(missing) > 5000         # a state of another model: comparing all names would take seconds
            or any(len(name) > LONGEST_NAME for name in (*unexpected, *missing) if isinstance(name, str))):
        return {}
    likeness = sorted(((SequenceMatcher(None, str(name), other).ratio(), -number, -index, name, other)
                       for number, name in enumerate(unexpected) for index, other in enumerate(missing)), reverse=True)
    found: dict = {}
    for ratio, _, _, name, other in likeness:
        if ratio >= 0.7 and name not in found and other not in found.values():
            found[name] = other
    return found


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
