"""Steps that a GPU may take back, or repeat: whether one counts is a bool there, and the host never asks."""

from ..backend import device_of, library_of, move


def take_unless(skip, run, param, grad, state, settings):
    """Run a rule on a parameter, and put all that it wrote back where `skip`, a bool on a GPU, is True.

    Numbers that the rule counts in, such as "step", become float64 there, so that a step taken back is not counted.
    """
    xp, skip = library_of(param), move(skip, device_of(param))
    for name, value in state.items():
        if not hasattr(value, "shape"):
            state[name] = xp.asarray(value, "float64")
    kept = {name: value.copy() for name, value in state.items()}
    before = param.copy()
    run(param, grad, state, settings)
    xp.copyto(param, before, where=skip)
    for name, old in kept.items():
        state[name] = xp.where(skip, old, state[name])


def count_there(run, param, grad, state, settings):
    """Run a rule on a parameter, and keep the numbers that it counts in on its GPU, where a captured step repeats."""
    run(param, grad, state, settings)
    if device_of(param).type == "cuda":
        for name, value in state.items():
            if not hasattr(value, "shape"):
                state[name] = library_of(param).full((), value, "float64")
