"""What a pass has changed, for `explain()`."""

from collections import Counter
from functools import cached_property

from ...text import memory_text, table
from ..memory import made, peak

MOST = 5                               # kinds of steps that a note names


class Note:
    """What a pass has changed. What it comes to is counted when it is asked for.

    name      of the pass
    before    the program that it was given; program: what it gave, to be drawn beside that
    gone      Counter of the names of steps that are no more there; `new` of those that were not
    steps, made, peak   before and after: how many steps, the bytes they make, the most bytes at one time
    """

    def __init__(self, name, before, after):
        self.name, self.before, self.program = name, before, after

    def both(self, count):
        """What count(program) is before and after."""
        return count(self.before), count(self.program)

    @property
    def gone(self):
        before, after = self.both(names)
        return before - after

    @property
    def new(self):
        before, after = self.both(names)
        return after - before

    @property
    def steps(self):
        return self.both(lambda program: len(program.steps))

    @cached_property
    def made(self):
        return self.both(made)

    @cached_property
    def peak(self):
        return self.both(peak)


def names(program):
    """A Counter of the names of its steps."""
    return Counter(step.name for step in program.steps)


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
