"""Hooks around a step: functions to run before and after it."""

from functools import wraps

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
