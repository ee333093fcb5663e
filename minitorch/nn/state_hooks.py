"""Hooks of a module's state: called before and after state_dict and load_state_dict."""

from collections import OrderedDict

from ..runtime import Hooks


def hooks_of(module, kind):
    """Return a module's hooks of one kind, in order of registration."""
    return tuple(vars(module).get("_state_hooks", {}).get(kind, {}).values())


def add(module, kind, hook):
    return vars(module).setdefault("_state_hooks", {}).setdefault(kind, Hooks()).add(hook)


def register_state_dict_pre_hook(self, hook):
    """Call hook(module, prefix, keep_vars) before each state_dict(); return a handle whose .remove() removes it."""
    return add(self, "before taking", hook)


def register_state_dict_post_hook(self, hook):
    """Call hook(module, state_dict, prefix, local_metadata) after the module's part is in state_dict, to change it.

    local_metadata is {"version": …}. Returns a handle whose .remove() removes the hook.
    """
    return add(self, "after taking", hook)


def register_load_state_dict_pre_hook(self, hook):
    """Call a hook before each load_state_dict; the hook may change the dict, which is a copy.

    hook   (module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs); the last
           three are lists: load_state_dict raises if the hook adds to error_msgs
    """
    return add(self, "before loading", hook)


def register_load_state_dict_post_hook(self, hook):
    """Call hook(module, incompatible_keys) after each load_state_dict that did not raise, submodules first.

    Returns a handle whose .remove() removes the hook.
    """
    return add(self, "after loading", hook)


def before_loading(module, state_dict, strict):
    """Run the hooks of a module and its submodules; return (the dict, copied if there are hooks; the hooks' errors)."""
    found: list = [(hook, part, path and f"{path}.") for path, part in module.named_modules()
                   for hook in hooks_of(part, "before loading")]
    state_dict, errors = OrderedDict(state_dict) if found else state_dict, []
    for hook, part, prefix in found:
        hook(part, state_dict, prefix, {}, strict, [], [], errors)
    return state_dict, errors


def after_loading(module, keys):
    """Run the hooks of a module; run its submodules' hooks first."""
    for part in module._modules.values():
        if part is not None:
            after_loading(part, keys)
    for hook in hooks_of(module, "after loading"):
        hook(module, keys)
