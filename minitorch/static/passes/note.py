"""What a pass has changed, for `explain()`."""

from collections import Counter

from ...text import memory_text, table
from ..memory import made, peak

MOST = 5                               # kinds of steps that a note names


class Note:
    """What a pass has changed.

    name      of the pass
    program   what it gave: draw it beside the one before
    gone      Counter of the names of steps that are no more there; `new` of those that were not
    steps, made, peak   before and after: how many steps, the bytes they make, the most bytes at one time
    """

    def __init__(self, name, before, after):
        self.name, self.program = name, after
        counts = [Counter(step.name for step in program.steps) for program in (before, after)]
        self.gone, self.new = counts[0] - counts[1], counts[1] - counts[0]
        self.steps = len(before.steps), len(after.steps)
        self.made, self.peak = (made(before), made(after)), (peak(before), peak(after))


def explanation(notes):
    """A table of what each pass left, and a line of what it took away and put in."""
    first, lines = notes[0], []
    rows = [["recorded", str(first.steps[0]), memory_text(first.made[0]), memory_text(first.peak[0])]]
    for note in notes:
        rows.append([note.name, str(note.steps[1]), memory_text(note.made[1]), memory_text(note.peak[1])])
        for word, names in (("leaves out", note.gone), ("puts in", note.new)):
            if names:
                lines.append(f"{note.name} {word} {counted(names)}")
    return "\n".join([table(["after", "steps", "memory made", "at its peak"], rows), "", *lines]).rstrip()


def counted(names):
    """The commonest names with their numbers: 3 add, 1 mul, 2 others."""
    found = [f"{n} {name}" for name, n in names.most_common(MOST)]
    others = names.total() - sum(n for _, n in names.most_common(MOST))
    return ", ".join([*found, *[f"{others} others"] * bool(others)])
