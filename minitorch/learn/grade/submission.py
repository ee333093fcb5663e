"""From what was handed in to submissions: one a student and lesson, with everything in it that can be graded."""

import re

from .archive import Damaged, entries, reason
from .cells import NotRead, decoded, of_notebook
from .matching import matched
from .result import Submission, Unreadable
from .scripts import KEPT, of_script
from .students import CANVAS, GRADESCOPE, METADATA, MOODLE, Roster, roster as read_roster, shape, submitters, whose

READ = re.compile(r"\.(ipynb|py)(\.(txt|json))?$|\.json$", re.I)        # browsers add endings
SETUP = re.compile(r"^\s*setup\(\s*(?:lesson\s*=\s*)?(\d+)", re.M)


class Found:
    """A file that was read: its code cells, its answers, what was odd."""

    def __init__(self, entry, sources, answers, oddities, own):
        self.entry, self.sources, self.answers, self.oddities = entry, sources, answers, oddities
        self.own = own                   # the notebook itself, not my_minitorch.py
        self.lesson = lesson_of(sources, answers, entry.place)

    def order(self, lesson):
        """What makes it the one that counts among several: it is of this lesson, a notebook, later."""
        return self.lesson == lesson, self.own, self.entry.when, natural(self.entry.path)


def natural(path):
    """So that the second try stands after the first: `-10` after `-9`."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", path)]


def lesson_of(sources, answers, place):
    """The lesson that most of its exercises are of; where they do not say, its set-up cell or its name does."""
    counts: dict[int, float] = {}
    for id, found in answers.items():
        lesson = int(id.partition(".")[0])
        counts[lesson] = counts.get(lesson, 0) + (1 if found[-1].rank == 2 else 0.9)
    for source in sources:
        if match := SETUP.search(source):
            counts[int(match[1])] = counts.get(int(match[1]), 0) + 0.5
    if not counts and (match := re.search(r"(?<!\d)(\d\d)_[a-z]", place.rpartition("/")[2])):
        counts[int(match[1])] = 1
    return max(counts, key=lambda lesson: (counts[lesson], lesson)) if counts else None


def names_of_exercises():
    """{what the learner writes: exercise id}, for those that no two exercises share."""
    from .. import exercises  # noqa: F401  (its lessons register themselves)
    from ..record import registry
    names = [record.name for record in registry.values()]
    return {record.name: id for id, record in registry.items() if names.count(record.name) == 1}


def collect(paths, *, lesson=None, pattern=None, roster=None):
    """Every submission in notebooks, folders and zips: Submission, or Unreadable with the reason. Nothing of it runs.

    paths     one or several
    lesson    only this one's exercises; default: each notebook's own
    pattern   where the student stands in a file's place: "{student}/{lesson}.ipynb", or a regular expression
    roster    a Roster, or the path of a CSV file that names the students

    Raises FileNotFoundError for a path that is not there, ValueError for a pattern or roster that says nothing.
    """
    from os import PathLike
    known = roster if isinstance(roster, Roster | None) else read_roster(roster)
    form = None if pattern is None else shape(pattern)
    read, rest, people = [], [], {}
    for path in [paths] if isinstance(paths, str | PathLike) else paths:
        for entry in entries(path):
            try:
                if entry.place.endswith(METADATA) and not entry.trouble:
                    people |= submitters(entry.read().decode("utf-8", "replace"))
                elif READ.search(entry.place) and not entry.trouble:
                    read.append(opened(entry))
                else:
                    rest.append((entry, entry.trouble))
            except (NotRead, ValueError, OSError, RuntimeError, MemoryError, NotImplementedError) as error:
                rest.append((entry, reason(error)))      # RuntimeError: a zip with a password
    yield from sorted_out(read, rest, lesson, lambda entry: whose(entry, form, known, people), known)


def opened(entry):
    """A file, read.

    Raises NotRead when nothing in it can be graded.
    """
    oddities = list(entry.oddities)
    try:
        data = entry.read()
    except Damaged as error:
        data = error.content
        oddities.append(str(error))
    text, odd = decoded(data)
    oddities += odd
    script = bool(re.search(r"\.py(\.txt)?$", entry.place, re.I)) and not text.lstrip().startswith('{"')
    cells, odd = of_script(text) if script else of_notebook(text)
    names = names_of_exercises()
    sources, answers, strange = matched(cells, names)
    for id in [id for id in answers if id not in names.values()]:
        strange.append(f"it answers {id}, which is no exercise of this course")
        del answers[id]
    order = [min(each.number for each in found) for _, found in
             sorted(answers.items(), key=lambda item: [*map(int, item[0].split("."))])]
    if order != sorted(order):
        strange.append("its exercises stand in another order")
    return Found(entry, sources, answers, [*oddities, *odd, *strange], not (script and KEPT.search(text)))


def sorted_out(read, rest, lesson, whose, known):
    """Submissions and what could not be read, by student."""
    handed: dict[tuple, list] = {}
    readers, order, wrong = set(), [], []
    for found in read:
        theirs = found.lesson if lesson is None else lesson
        if not any(id.startswith(f"{theirs}.") for id in found.answers):
            helper = found.entry.kind == ".py" and "/" in found.entry.place and not found.answers
            if not helper:                               # a module beside a notebook is no submission
                wrong.append((found.entry, f"it holds exercises of lesson {found.lesson}, not of {lesson}"
                              if found.answers else "it holds no exercise"))
            continue
        for student, odd in whose(found.entry):
            readers.add(student)
            handed.setdefault((student, theirs), []).append((found, odd))
    spoiled: dict[str, list] = {}
    for entry, why in [*rest, *wrong]:
        if not why and not expected(entry, known):
            continue                                     # a picture in a folder: nobody's submission
        for student, _ in whose(entry):
            why = why or f"it is a {entry.kind or 'nameless'} file, not a notebook"
            spoiled.setdefault(student, []).append((entry, why))
    for (student, theirs), several in handed.items():
        order.append(submission(student, theirs, several, [] if lesson is None else spoiled.get(student, [])))
    for student, files in spoiled.items():
        if student not in readers:
            order += [Unreadable(student, entry.path, why) for entry, why in files]
    yield from sorted(order, key=lambda each: (each.student.casefold(), getattr(each, "lesson", 0), each.path))


def expected(entry, known):
    """Whether a file of another kind stands where a student's notebook should."""
    parts = entry.place.split("/")
    return any(form.match(part) for form in (CANVAS, MOODLE, GRADESCOPE) for part in parts) or (
        known is not None and known.within(entry.place) is not None)


def submission(student, lesson, several, spoiled):
    """One student's submission of one lesson: the latest of what they handed in, the others named."""
    several = sorted(several, key=lambda pair: pair[0].order(lesson))
    found, odd = several[-1]
    oddities = [*([odd] if odd else []), *found.oddities]
    if len(several) > 1:
        aside = ", ".join(each.entry.path.rpartition("/")[2] for each, _ in several[:-1])
        oddities.append(f"handed in more than once: {found.entry.path.rpartition('/')[2]}, the latest, is graded; "
                        f"{aside} {'are' if len(several) > 2 else 'is'} set aside")
    others = sorted({id.partition(".")[0] for id in found.answers} - {str(lesson)})
    if others:
        named = " and ".join(others)
        oddities.append(f"it also answers exercises of lesson {named}, which count in a notebook of theirs")
    oddities += [f"{entry.path.rpartition('/')[2]} beside it could not be read: {why}" for entry, why in spoiled]
    answers = sorted(found.answers.items(), key=lambda item: [*map(int, item[0].split("."))])
    sources = {id: [(answer.number, answer.source) for answer in several] for id, several in answers
               if id.startswith(f"{lesson}.")}
    versions = {id: several[-1].version for id, several in answers if id in sources}
    return Submission(student, lesson, found.entry.path, digest(found.sources), found.sources, sources, oddities,
                      versions)


def digest(sources):
    """Of a notebook's code cells: saving it anew, outputs and all, changes nothing."""
    from hashlib import sha256
    from json import dumps
    return sha256(dumps(sources).encode()).hexdigest()
