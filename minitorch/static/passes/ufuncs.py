"""Ufuncs: an op becomes the functions of NumPy that its forward calls, which can write into memory that is there."""

from ..expansion import NotExpanded, fresh_names, taking_place
from ..lowering import Lowering, Noted
from ..repeats import Repeats

SUBJECTS = ("ops.elementwise.", "ops.kernels.activation", "ops.kernels.gelu")        # modules of ops that are lowered
OPS = {"matmul", "linear", "binary_cross_entropy", "binary_cross_entropy_with_logits", "huber"}    # and these


def ufuncs(program):
    """Run the forward of each op once on arrays that note which ufuncs are called on them: these are its steps.

    An op that looks at numbers, or at a part of an array, stays one step.
    """
    name, known, kept = fresh_names(program), {}, []
    repeats = Repeats(name)
    for step in program.steps:
        step = step.replaced(known)
        try:
            kept += lowered(step, name, repeats, known) if is_lowered(step) else [step]
        except NotExpanded:
            kept.append(step)
    return program.with_steps(kept, known)


def is_lowered(step):
    op = step.op
    return (op is not None and step.call is op and not step.effect and op.outputs == 1 and all(
        x.dtype is not None and x.dtype.kind in "biuf" and x.dtype.char != "e" for x in step.values)
        and (step.name in OPS or op.__module__.partition(".")[2].startswith(SUBJECTS)))


def lowered(step, name, repeats, known):
    """The steps in the place of one."""
    form = step.op, len(step.outputs), *sorted(step.settings.items())
    return taking_place(step, *repeats.find(step, form, step.args, lambda: noted(step, name)), known)


def noted(step, name):
    """What the forward of a step's op gives on arrays that note what is called on them, and the steps noted."""
    lowering = Lowering(name, step)
    try:
        found = step.op.forward(lowering, *map(lowering.stand_in, step.args), **step.settings)
    except NotExpanded:
        raise
    except Exception as error:
        raise NotExpanded(str(error)) from error
    results = list(found) if step.op.residual else [found]
    if not all(isinstance(x, Noted) for x in results):
        raise NotExpanded("it returns no array that was noted")
    return [x.value for x in results][:len(step.outputs)], lowering.steps
