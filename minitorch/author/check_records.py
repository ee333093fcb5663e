"""What a lesson's records must be: complete, every answer judged as what it is, in a notebook and by the grader."""

import linecache
import re
import sys
from hashlib import blake2b
from itertools import count
from pathlib import Path

import numpy as np

from ..course.evidence import judge
from ..course.safe_call import call
from ..course.session import reset, submit
from ..course.wrong import SEPARATOR, written
from ..display.text import counted
from .answers import handed_in, of_lesson, wrong
from .finding import RECORDS, Finding

MISTAKES, HINTS, WIDTH = 5, 3, 120       # of an exercise: at least, and exactly; of a line: at most
FAILS = "the answer fails on a case"
number = count().__next__


def place(record):
    """Return the path of the file with an exercise's record."""
    return f"{RECORDS}/lesson_{record.lesson}.py"


def complete(lesson):
    """Yield findings about what the lesson's records lack."""
    messages: dict = {}
    for record in of_lesson(None):
        for known in record.misconceptions:
            messages.setdefault(known.message, []).append((record, known))
    for record in of_lesson(lesson):
        def here(text, line=None, record=record):
            return Finding(place(record), line or record.line, f"{record.id} {record.name}: {text}")
        if len(record.misconceptions) < MISTAKES:
            yield here(f"{counted(len(record.misconceptions), 'wrong answer')}; {MISTAKES} are the least.")
        if len(record.hints) != HINTS:
            yield here(f"{counted(len(record.hints), 'hint')}, not {HINTS}.")
        if record.difficulty not in (1, 2, 3):
            yield here(f"difficulty is 1, 2 or 3, not {record.difficulty}.")
        if not record.others:
            yield here("no right answer in another style (others).")
        for known in record.misconceptions:
            if not known.forms:
                yield here(f"{known.name!r} has no code.", known.line)
            if [other.name for other in record.misconceptions].count(known.name) > 1:
                yield here(f"two wrong answers are called {known.name!r}.", known.line)
            others = [f"{each.id} {other.name!r}" for each, other in messages[known.message]
                      if other.name != known.name]
            if others:
                yield here(f"{known.name!r} has the words of {' and '.join(others)}.", known.line)
            if isinstance(known.case, str) and known.case not in [case.name for case in record.cases]:
                yield here(f"{known.name!r} names the case {known.case!r}, which is none.", known.line)


def in_notebook(lesson, path):
    """Yield findings about records without cells, and cells without a record."""
    from .check_notebook import exercises
    from .finding import Place
    from .release import opened
    notebook = opened(path)
    cells = {id: cell for id, cell, _ in exercises(notebook)}
    records = {record.id: record for record in of_lesson(lesson)}
    if not records:
        yield Place(path, notebook).of(None, f"it has no exercise: minitorch new-exercise {lesson}.1 NAME")
    for id in records.keys() - cells.keys():
        yield Finding(place(records[id]), records[id].line, f"{id} has no cell in {path.name}.")
    for id in cells.keys() - records.keys():
        yield Place(path, notebook).of(cells[id], f"{id} has no record in {RECORDS}/lesson_{lesson}.py.")


def laid_out(lesson, root="."):
    """Yield findings about lines of the lesson's records that are too long."""
    path = Path(root) / RECORDS / f"lesson_{lesson}.py"
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if len(line) > WIDTH:
            yield Finding(f"{RECORDS}/{path.name}", number, f"{len(line)} characters; {WIDTH} are the most.")


def answer_of(record, text):
    """Run an answer's source as a notebook's cell, and return the function or class that it defines.

    Raises whatever the source raises, and KeyError when it defines no answer.
    """
    library = sys.modules["minitorch"]
    space = {"np": np, "mt": library, "minitorch": library, "__name__": "__main__"}
    name = f"<answer {record.id} {number()}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile("from minitorch.learn import *", "<first cell>", "exec"), space)
    exec(compile(text, name, "exec"), space)
    return space[record.name]


def judged(lesson):
    """Yield findings about right answers that are judged wrong, and wrong ones that are not recognised."""
    for record in of_lesson(lesson):
        def here(text, line=None, record=record):
            return Finding(place(record), line or record.line, f"{record.id} {record.name}: {text}")
        broken = [here(text, known.line) for known in record.misconceptions for text in that_do_not_run(record, known)]
        yield from broken
        if not broken:                                     # to recognise a mistake, the others are run as well
            faults = list(of_right(record))
            yield from map(here, faults)
            if any(text.startswith(FAILS) for text in faults):
                continue                                   # the wrong answers would fail on that case too
            for known in record.misconceptions:
                yield from (here(text, known.line) for text in of_wrong(record, known))


def of_right(record):
    """Yield what is wrong about an exercise's right answers, in words."""
    if not record.cases or any(call(record.wanted, case).error is not None for case in record.cases):
        errors = [error for case in record.cases if (error := call(record.wanted, case).error) is not None]
        broken = f"{type(errors[0]).__name__}: {errors[0]}" if errors else "there is none"
        yield f"{FAILS}: {broken}"
        return
    blank = judge(record, blank_of(record))
    if (blank.state, blank.points) != ("not attempted", 0):
        yield f"a blank is {blank.state}, with {counted(blank.points, 'point')}: it should be not attempted."
    for place, form in enumerate([{}, *record.others]):
        label = "the answer" if not place else f"right answer {place} in another style"
        found = call(tried, record, form)
        if found.error is not None:
            yield f"{label} does not run in a notebook: {type(found.error).__name__}: {found.error}"
            continue
        verdict = judge(record, found.value)
        if (verdict.state, verdict.points) != ("right", record.points):
            yield f"{label} is judged: {verdict.text}"
        elif not place and record.piece is not None:
            try:
                if submit(record, found.value, keep=False).mount is None:
                    yield "the library does not run on the answer: its piece needs an `adapt`."
            finally:
                reset()


def tried(record, form):
    """Run one form of an answer as in a notebook, and return what it defines."""
    return answer_of(record, handed_in(record, written(record, form, "it")))


def blank_of(record):
    """Return an exercise's blank, as students get it."""
    def blank(*inputs, **settings):
        raise NotImplementedError
    as_class = type(record.name, (), {"__init__": blank, "apply": blank})
    return as_class if record.kind == "class" else blank


def that_do_not_run(record, known):
    """Yield which forms of a wrong answer cannot be run, and why, in words."""
    for place, form in enumerate(known.forms):
        found = call(tried, record, form)
        if found.error is not None:
            label = f"{known.name!r}" + (f", form {place + 1}," if place else "")
            yield f"{label} does not run in a notebook: {type(found.error).__name__}: {found.error}"


def of_wrong(record, known):
    """Yield what is wrong about the forms of a wrong answer, in words."""
    for place, form in enumerate(known.forms):
        label = f"{known.name!r}" + (f", form {place + 1}," if place else "")
        verdict = judge(record, tried(record, form))
        if verdict.state.startswith("right"):
            yield f"{label} is judged right: add a case that tells it from the right answer."
        elif verdict.misconception is None:
            yield f"{label} is not recognised: {verdict.text}"
        elif not verdict.misconception.named(known.name):
            yield (f"{label} is taken for {verdict.misconception.name!r}, which stands "
                   + ("above it: move the one that is more special up, or add a case that tells them apart."
                      if verdict.misconception in record.misconceptions[:record.misconceptions.index(known)] else
                      "below it, or is of another kind."))


def graded(lesson, solutions="solutions"):
    """Yield findings if the grader misjudges a right answer or the first form of a wrong one, hidden tests included."""
    from ..grade.checker import Checker
    from ..grade.hidden import Hidden
    from ..grade.sandbox import isolation
    hidden, records = Hidden(solutions, [lesson]), of_lesson(lesson)
    for record in records:
        if not hidden.has(record.id, record.version):
            yield Finding(place(record), record.line, f"{record.id} {record.name}: its check in the notebook has no "
                                                      "hidden(…) between ### BEGIN HIDDEN TESTS and ### END.")
    checker = Checker(hidden, isolation=isolation(False)[0])
    for record in records:
        texts = call(lambda record=record: {"": handed_in(record, record.text), **{
            name: forms[0] for name, forms in wrong(record).items() if forms}})
        for name, text in (texts.value or {}).items():
            result, = checker.grade(submission(record, text), [record.id])
            line = next((known.line for known in record.misconceptions if known.name == name), record.line)
            if not name and result.state != "right":
                yield Finding(place(record), line, f"the grader finds the answer to {record.id}: "
                                                   f"{' '.join([result.text, *result.oddities])}")
            elif name and name not in (result.misconception or "").split(SEPARATOR):
                yield Finding(place(record), line, f"the grader takes {record.id} {name!r} for "
                                                   f"{result.misconception or result.state}: {result.text}")


def submission(record, text):
    """Return a Submission of one answer, with its @exercise line above it."""
    from ..grade.result import Submission
    above = rf'@exercise("{record.id}", {record.version})' + "\n"
    marked = re.sub(rf"^(?=(?:@.*\n)*(?:def|class) {record.name}\b)", above, text, count=1, flags=re.M)
    setup = f"import numpy as np, minitorch as mt\nfrom minitorch.learn import *\nsetup(lesson={record.lesson})"
    return Submission("the author", record.lesson, "a notebook", blake2b(text.encode()).hexdigest(), [setup, marked],
                      {record.id: [(1, text)]})
