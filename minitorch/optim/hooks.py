"""Hooks around a step: functions to run before and after it."""

from functools import wraps

from ..runtime import Hooks

before_any: list = []    # hook(optimizer, args, settings) around the steps of every optimiser
after_any: list = []


def hooked(step):
    """`step` with the optimiser's hooks around it: once, however often a subclass calls super().step()."""
    @wraps(step)
    def run(self, *args, **settings):
        if self.stepping or not (self.before_step or self.after_step or before_any or after_any):
            return step(self, *args, **settings)
        given = (self, *args)                            # hooks see the optimiser among the arguments, as in PyTorch
        for hook in [*before_any, *self.before_step.values()]:
            changed = hook(self, given, settings)
            if changed is not None:
                if not isinstance(changed, tuple) or len(changed) != 2:
                    raise RuntimeError(f"{hook} must return None or a tuple of (new_args, new_kwargs), "
                                       f"but got {changed}.")
                given, settings = changed
        self.stepping = True
        try:
            out = step(*given, **settings)
        finally:
            self.stepping = False
        for hook in [*self.after_step.values(), *after_any]:
            hook(self, given, settings)
        return out
    return run


def hooked_state(state_dict):
    """`state_dict` with the hooks around it; what one after it returns takes the dict's place."""
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
    """`load_state_dict` with the hooks around it; what one before it returns is loaded."""
    @wraps(load_state_dict)
    def run(self, state_dict):
        if self.before_load and isinstance(state_dict, dict):
            state_dict = state_dict.copy()               # which hooks may write to
        for hook in list(self.before_load.values()):
            changed = hook(self, state_dict)
            state_dict = state_dict if changed is None else changed
        load_state_dict(self, state_dict)
        for hook in list(self.after_load.values()):
            hook(self)
    return run


class WithHooks:
    """What an optimiser is asked to run around its steps, and when its state is taken or loaded."""

    def _begin_hooks(self):
        self.before_step, self.after_step, self.stepping = Hooks(), Hooks(), False
        self.before_state, self.after_state, self.before_load, self.after_load = Hooks(), Hooks(), Hooks(), Hooks()

    def register_step_pre_hook(self, hook):
        """Run hook(optimizer, args, kwargs) before every step; a pair that it returns takes their place."""
        return self.before_step.add(hook)

    def register_step_post_hook(self, hook):
        """Run hook(optimizer, args, kwargs) after every step."""
        return self.after_step.add(hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """Run hook(optimizer) before a state_dict is made; before the others' hooks with prepend=True."""
        return self.before_state.add(hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """Run hook(optimizer, state_dict) after one is made; a dict that it returns replaces it. prepend as above."""
        return self.after_state.add(hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """Run hook(optimizer, state_dict) before one is loaded; a dict that it returns is loaded. prepend as above."""
        return self.before_load.add(hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """Run hook(optimizer) after a state_dict was loaded; before the others' hooks with prepend=True."""
        return self.after_load.add(hook, prepend)
