"""Notes on the changes of each pass, for `explain()`."""

from collections import Counter
from functools import cached_property

from ...display.text import memory_text, table
from ..memory import bytes_made, peak

MOST = 5                               # maximum number of kinds of steps that a note names


class Note:
    """The changes that one pass made. Its figures are counted only when they are read.

    name      of the pass
    before    the program before the pass; program: the program after it
    gone      Counter of the names of the steps that the pass removed; new: of those it added
    steps, made, peak   (before, after): number of steps, bytes of all arrays, peak bytes
    """

    def __init__(self, name, before, after):
        self.name, self.before, self.program = name, before, after

    def both(self, count):
        """Return count(program) before and after the pass."""
        return count(self.before), count(self.program)

    @property
    def gone(self):
        before, after = self.both(step_names)
        return before - after

    @property
    def new(self):
        before, after = self.both(step_names)
        return after - before

    @property
    def steps(self):
        return self.both(lambda program: len(program.steps))

    @cached_property
    def made(self):
        return self.both(bytes_made)

    @cached_property
    def peak(self):
        return self.both(peak)


def step_names(program):
    """Return a Counter of the names of a program's steps."""
    return Counter(step.name for step in program.steps)


def explanation(notes):
    """Return a table with a row of figures for each pass, and lines with the steps that each removed and added."""
    first, lines = notes[0], []
    rows = [["recorded", str(first.steps[0]), memory_text(first.made[0]), memory_text(first.peak[0])]]
    for note in notes:
        rows.append([note.name, str(note.steps[1]), memory_text(note.made[1]), memory_text(note.peak[1])])
        for word, names in (("leaves out", note.gone), ("puts in", note.new)):
            if names:
                lines.append(f"{note.name} {word} {names_text(names)}")
    return "\n".join([table(["after", "steps", "memory made", "at its peak"], rows), "", *lines]).rstrip()


def names_text(names):
    """Return a text with the most common names and their counts, such as "3 add, 1 mul, 2 others"."""
    found = [f"{n} {name}" for name, n in names.most_common(MOST)]
    others = names.total() - sum(n for _, n in names.most_common(MOST))
    return ", ".join([*found, *[f"{others} others"] * bool(others)])
