"""Hooks of an optimiser: functions that run before and after a step, state_dict and load_state_dict."""

from functools import wraps

from ..runtime import Hooks
from .state import State

before_any: list = []    # hook(optimizer, args, settings) runs before the steps of every optimiser
after_any: list = []


def hooked(step):
    """Return `step` with the optimiser's hooks around it: they run once, even if a subclass calls super().step()."""
    @wraps(step)
    def run(self, *args, **settings):
        if self.stepping or not (self.before_step or self.after_step or before_any or after_any or State.any_lent):
            return step(self, *args, **settings)
        return between_hooks(self, step, args, settings)
    return run


def between_hooks(self, step, args, settings):
    """Run the hooks before a step, which may change its arguments, then the step, then the hooks after it."""
    given = (self, *args)                            # the arguments of a hook include the optimiser, as in PyTorch
    for hook in [*before_any, *self.before_step.values()]:
        changed = hook(self, given, settings)
        if changed is not None:
            if not isinstance(changed, tuple) or len(changed) != 2:
                raise RuntimeError(f"{hook} must return None or a tuple of (new_args, new_kwargs), "
                                   f"but got {changed}.")
            given, settings = changed
    self.stepping = True
    if State.any_lent:                               # a program may have changed its tensor of a step count
        State.read_counts(self.state)
    try:
        out = step(*given, **settings)
    finally:
        self.stepping = False
    if State.any_lent:
        State.write_counts(self.state)
    for hook in [*self.after_step.values(), *after_any]:
        hook(self, given, settings)
    return out


def hooked_state(state_dict):
    """Return `state_dict` with the hooks around it; a dict that a later hook returns replaces its result."""
    @wraps(state_dict)
    def run(self):
        for hook in list(self.before_state.values()):
            hook(self)
        state = state_dict(self)
        for hook in list(self.after_state.values()):
            changed = hook(self, state)
            state = state if changed is None else changed
        return state
    return run


def hooked_load(load_state_dict):
    """Return `load_state_dict` with the hooks around it; a dict that an earlier hook returns is loaded instead."""
    @wraps(load_state_dict)
    def run(self, state_dict):
        if self.before_load and isinstance(state_dict, dict):
            state_dict = state_dict.copy()               # make a shallow copy, because hooks may change it
        for hook in list(self.before_load.values()):
            changed = hook(self, state_dict)
            state_dict = state_dict if changed is None else changed
        load_state_dict(self, state_dict)
        for hook in list(self.after_load.values()):
            hook(self)
    return run


class WithHooks:
    """The part of an optimiser that registers hooks around steps, state_dict and load_state_dict."""

    def _begin_hooks(self):
        self.before_step, self.after_step, self.stepping = Hooks(), Hooks(), False
        self.before_state, self.after_state, self.before_load, self.after_load = Hooks(), Hooks(), Hooks(), Hooks()

    def register_step_pre_hook(self, hook):
        """Run hook(optimizer, args, kwargs) before every step; if it returns a pair, that replaces args and kwargs."""
        return self.before_step.add(hook)

    def register_step_post_hook(self, hook):
        """Run hook(optimizer, args, kwargs) after every step."""
        return self.after_step.add(hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """Run hook(optimizer) before state_dict(); prepend: run it first."""
        return self.before_state.add(hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """Run hook(optimizer, state_dict) after state_dict(); a dict it returns is the new result. prepend: first."""
        return self.after_state.add(hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """Run hook(optimizer, state_dict) before loading; a dict that it returns is loaded. prepend: run it first."""
        return self.before_load.add(hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """Run hook(optimizer) after a state_dict was loaded; prepend: run it first."""
        return self.after_load.add(hook, prepend)
