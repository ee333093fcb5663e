"""Steps of optimisers that a GPU can undo, without the CPU waiting for it, or that a captured graph can repeat."""

from ..backend import device_of, library_of, move


def take_unless(skip, run, param, grad, state, settings):
    """Run a rule on a parameter, and undo all that it wrote if `skip`, a bool on a GPU, is True.

    Counts such as "step" become float64 numbers on the GPU, so that a step that is undone is not counted.
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


def count_on_gpu(run, param, grad, state, settings):
    """Run a rule on a parameter, and move its counts to its GPU, so that a captured step can repeat."""
    run(param, grad, state, settings)
    if device_of(param).type == "cuda":
        for name, value in state.items():
            if not hasattr(value, "shape"):
                state[name] = library_of(param).full((), value, "float64")
