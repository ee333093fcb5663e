"""The shapes that a program's steps give, asked on the meta device: nothing is computed."""

from .. import backend
from ..engine.apply import choosing
from .program import Value


def shapes_hold(forward, backward=None):
    """Whether each step, on arrays of the shapes that its arguments have, gives the shapes that its outputs have."""
    arrays: dict = {}
    if not steps_hold(forward, arrays):
        return False
    if backward is not None:                                 # it is given what forward saves, after the gradients
        saved = backward.inputs[len(backward.inputs) - len(forward.saved):]
        arrays.update((x, arrays[own]) for x, own in zip(saved, forward.saved))
    return backward is None or steps_hold(backward, arrays)


def steps_hold(program, arrays):
    """The same of one program; `arrays` has the array of each Value, and gets them."""
    xp = backend.meta()
    for x in [*program.inputs, *program.states, *program.constants]:
        arrays.setdefault(x, xp.ndarray(x.shape, x.dtype, x.strides))
    for step in program.steps:
        try:
            found = drawn(xp, step) if step.effect else called(xp, step, filled(step.args, arrays))
        except Exception:                                    # it cannot be for these sizes, or nobody knows
            return False
        for x, made in zip(step.outputs, found):
            if x is not None and x.dtype is not None and x.shape != tuple(made.shape):
                return False
        arrays.update((x, made) for x, made in zip(step.outputs, found) if x is not None)
    return True


def drawn(xp, step):
    """What a step gives that draws, or writes: nothing is asked."""
    return [x if x is None else xp.ndarray(x.shape, x.dtype, x.strides) for x in step.outputs]


def called(xp, step, args):
    """What a step gives on arrays of meta's: one for each of its outputs."""
    if step.op is not None and step.call is step.op:
        found = choosing[-1](xp, step.op)(xp, *args, **step.settings)
        if step.op.residual:
            outs, rest = found
            return [*([outs] if step.single else outs), rest]
    else:
        found = step.call(*args, **step.settings)
    return [found] if step.single else [*found]


def filled(x, arrays):
    """An argument with arrays where it has Values."""
    if type(x) in (tuple, list):
        return type(x)([filled(part, arrays) for part in x])
    return arrays[x] if type(x) is Value else x
