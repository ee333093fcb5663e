"""Record branches that depend on the numbers in tensors; refuse shapes that do.

Branches: the program is split at the last branch, and the first part computes the conditions.

    if x.sum() > 0:         the first part computes x.sum() > 0, and other values that the second part needs
        return x * 2        the second part runs if the condition has the recorded value

If the condition has the other value, the call is recorded as another program. The first part must not have a side
effect, so a program cannot contain a branch after a write, or after a random draw.

Shapes: a program has fixed shapes, so an op is refused if the shape of its result depends on data.

    y = x[x > 0]            refused; `compile` runs this line uncompiled, and records the lines after it
    y = x[self.mask]        allowed: a guard checks that the mask has the same numbers
    y = x[[True, False]]    allowed: the mask consists of Python constants
"""

from ..ops.index.getitem import getitem
from ..ops.index.masks import nonzero
from ..ops.reduce.counting import unique_op
from ..rare.ops.reduce.histograms import bincount_op
from .program import Program, Value
from .refusals import INSTEAD, UNCOMPILED, refuse
from .slots import read_tensor

MOST = 50                              # maximum number of branches of one recording that may depend on data


class Branch:
    """One branch on data that the recorded function took.

    value, outcome   the condition, and whether it was true
    place            the number of steps recorded before the branch
    line             the line of the user's program
    """

    def __init__(self, value, outcome, place, line):
        self.value, self.outcome, self.place, self.line = value, outcome, place, line


def note_branch(recorder, tensor, outcome, line):
    """Add a branch to the recording; refuse if a step before it writes to memory or draws random numbers."""
    if any(step.effect for step in recorder.program.steps):
        refuse("A branch depends on data, after a write to memory or a random draw", INSTEAD)
    if len(recorder.branches) == MOST:
        refuse(f"More than {MOST} branches depend on data", INSTEAD)
    recorder.branches.append(Branch(recorder.of(tensor), outcome, len(recorder.program.steps), line))


def cut_at_branches(program, branches, overlap):
    """Return (a program that computes the conditions, a program of the other steps).

    The second program has inputs for the values that it needs from the first.
    """
    place = branches[-1].place
    first, rest = program.steps[:place], program.steps[place:]
    made = {x for step in first for x in step.outputs}
    crossing = [x for x in dict.fromkeys([*[x for step in rest for x in step.reads], *program.results]) if x in made]
    asked = Program(f"{program.name}_asks", program.inputs, program.states, first,
                    [*[branch.value for branch in branches], *crossing])
    asked.overlaps = program.overlaps
    given = {x: x.as_input(len(program.inputs) + number) for number, x in enumerate(crossing)}
    left = program.with_steps([step.replaced(given) for step in rest], given)
    left.inputs = [*program.inputs, *given.values()]
    left.overlaps = [*program.overlaps, *[
        (own, given.get(y, y)) for number, (x, own) in enumerate(given.items())
        for y in [*program.inputs, *program.states, *crossing[:number]] if overlap(x, y)]]
    return asked, left


MASKED = "Keep all elements, and set the others to 0: x.where(mask, 0)"
OUTSIDE = "Return its input, and look for them outside"
ENDS = "Give a histogram its ends: histc(x.float(), bins=n, min=0, max=n)"
ADVICE = {nonzero: MASKED, getitem: MASKED, unique_op: OUTSIDE, bincount_op: ENDS}
WHY = "The size of a result depends on data"
LARGEST = 1 << 16                      # maximum number of bytes of a tensor that guards compare in each call


def check_shape(recorder, op, args):
    """Refuse an op if the shape of its result depends on data.

    If the shape depends only on a small tensor that the function reads, guard that tensor's values instead.
    """
    asked = [x for x in args[1:] if is_mask(x)] if op is getitem else args[:1] if op in ADVICE else []
    program, reads = recorder.program, recorder.origins.reads
    if not asked:
        return
    if any(depends(program, x, [*program.inputs, *[x for step in program.steps for x in step.writes]]) for x in asked):
        refuse(WHY, f"{ADVICE[op]}; {UNCOMPILED}")
    for state in program.states if reads is not None else ():
        if any(x is state or depends(program, x, [state]) for x in asked):
            if type(state.source) is tuple or state.nbytes > LARGEST:
                refuse(WHY, f"{ADVICE[op]}; {UNCOMPILED}")
            reads.slot(read_tensor, state.source, None, f"a tensor of shape {tuple(state.shape)}")


def is_mask(x):
    return type(x) is Value and x.dtype == bool


def depends(program, value, sources):
    """Return whether a Value depends on one of `sources`, or on a random draw."""
    changed = {*sources}
    for step in program.steps:
        if step.draws or not changed.isdisjoint(step.reads):
            changed.update(step.outputs, step.writes)
    return value in changed
