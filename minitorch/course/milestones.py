"""Milestones: seven programs of history, each lit when all pieces that it runs on are the learner's own."""

from typing import NamedTuple

from .progress import DARK, LIT
from .record import find
from .restore import begin
from .session import answers


class Milestone(NamedTuple):
    """A program in lessons/milestones/, and the exercises whose answers it runs on."""

    year: int
    name: str
    needs: tuple[str, ...]

    @property
    def own(self):
        """Return those of its pieces that are the learner's own."""
        return [id for id in self.needs if id in answers and answers[id].right is not None]

    @property
    def lit(self):
        return len(self.own) == len(self.needs)

    def __str__(self):
        return f"{self.year} {self.name}"

    def missing(self):
        """Return in words the pieces that are still the library's own."""
        own = self.own
        return ", ".join(f"{id} {find(id).name}" for id in self.needs if id not in own)


MILESTONES = {each.year: each for each in (
    Milestone(1958, "the perceptron", ("1.1", "1.3", "1.4", "1.5")),
    Milestone(1969, "XOR", ("1.4", "1.5", "3.1", "3.2", "3.4", "4.1")),
    Milestone(1986, "backpropagation", ("2.1", "2.2", "2.3", "2.4", "3.2", "4.2")),
    Milestone(1998, "LeNet", ("3.2", "3.4", "8.2", "8.3", "8.4")),
    Milestone(2012, "deeper", ("1.5", "2.2", "3.2", "3.3", "3.5", "3.6", "4.2")),
    Milestone(2017, "attention", ("3.2", "3.4", "4.4", "9.1", "9.4", "9.5")),
    Milestone(2019, "a GPT", ("3.1", "3.2", "3.4", "9.3", "9.4")),
)}


def milestone(year, drive=False):
    """Begin a program of lessons/milestones/: seed, mount all that you wrote, and say which of its pieces are yours.

    year    1958, 1969, …: the first word of its name
    drive   mount Google Drive (Colab), as `setup` does

    Raises ValueError for a year without a milestone.
    """
    if year not in MILESTONES:
        raise ValueError(f"there is no milestone of {year}; there are {', '.join(map(str, MILESTONES))}.")
    this = MILESTONES[year]
    begin(10 ** 6, drive, f"milestone({year}, drive=True)", str(this))
    if this.lit:
        print(f"{LIT} lit: all {len(this.needs)} pieces that it runs on are yours")
    else:
        print(f"{DARK} {len(this.own)} of the {len(this.needs)} pieces that it runs on are yours; still the library's "
              f"own: {this.missing()}")
