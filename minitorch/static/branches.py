"""Branches that depend on data: a program is cut where the last one is taken, and its first part is a question.

    if x.sum() > 0:         the first part computes x.sum() > 0, and what else is needed later
        return x * 2        the rest runs if the answer is the recorded one

A call in which it is another is of another form: it is recorded too. The first part must leave nothing behind, so a
branch after a write, or after numbers were drawn, is no part of a program.
"""

from .program import Program
from .refusals import INSTEAD, refuse

MOST = 50                              # branches that one recording takes


class Branch:
    """One branch that was taken.

    value, outcome   what was asked, and whether it held
    place            how many steps were recorded by then
    line             of the user's program
    """

    def __init__(self, value, outcome, place, line):
        self.value, self.outcome, self.place, self.line = value, outcome, place, line


def take(recorder, tensor, outcome, line):
    """Note a branch."""
    if any(step.effect for step in recorder.program.steps):
        refuse("A branch depends on data, after something was written to or drawn", INSTEAD)
    if len(recorder.branches) == MOST:
        refuse(f"More than {MOST} branches depend on data", INSTEAD)
    recorder.branches.append(Branch(recorder.of(tensor), outcome, len(recorder.program.steps), line))


def cut(program, branches, overlap):
    """(the program of the questions, the program of the rest), which takes what it needs of the first as inputs."""
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
