"""`minitorch author check LESSON`: all that a lesson must satisfy; what is missing is said with file and line."""

import re
import traceback
from importlib import import_module
from pathlib import Path

from .finding import RECORDS, Finding, Place


def check(options):
    """Run `minitorch author check`."""
    lesson, found, said = options.lesson, [], False
    broken = list(loaded(lesson))                          # before anything else, which would load it too
    if broken:
        print(f"{broken[0]}\nThe rest can be tried when this is mended.")
        return 1
    from .commands import course
    from .scaffold import solution_of
    path = solution_of(course(), lesson)
    for title, step in steps(lesson, path):
        print(f"{title} …", flush=True)
        here = list(step())
        for each in here:
            print(f"    {each}", flush=True)
        found += here
        if here and title in NEEDED:
            said = print("The rest can be tried when this is mended.") or True
            break
    if found:
        print(f"{len(found)} to mend." if not said else f"{len(found)} to mend so far.")
        return 1
    print(f"Lesson {lesson} is complete. Commit {path.parent}, its exercises, what was written "
          "in lessons/, and its lines in README.md and CHANGELOG.md.")
    return 0


NEEDED = ("its answers are judged as what they are", "its notebook runs", "it knows faults enough")


def steps(lesson, path):
    """Return [(what is checked, a function that returns findings)], the quick checks first."""
    from . import check_notebook as notebooks, check_reading as reading, check_records as records, faults
    return [("its records are complete", lambda: [*records.complete(lesson), *records.laid_out(lesson)]),
            ("nothing of a template is left", lambda: left_over(lesson, path)),
            ("its answers are judged as what they are", lambda: records.judged(lesson)),
            ("its notebook runs", lambda: ran(path)),
            ("each exercise has its cells", lambda: [*records.in_notebook(lesson, path), *notebooks.answered(path)]),
            ("it is paced, and what it shows is stored", lambda: [*notebooks.paced(path), *notebooks.executed(path)]),
            ("it reads well", lambda: reading.reads(path)),
            ("its pages name it", lambda: told(lesson, path)),
            ("lessons/ is written from it", lambda: given_out(path)),
            ("untouched, it runs and scores nothing", lambda: notebooks.untouched(
                path.parents[2] / "lessons" / path.relative_to(path.parents[1]))),
            ("the grader finds right and wrong", lambda: records.graded(lesson, path.parents[1])),
            ("it knows faults enough", lambda: faults.planted(lesson, path)),
            ("a broken library is noticed", lambda: faults.noticed(lesson, path))]


def loaded(lesson):
    """Yield a finding if the lesson's file of records cannot be imported."""
    name = f"{RECORDS}/lesson_{lesson}.py"
    try:
        import_module(f"minitorch.course.exercises.lesson_{lesson}")
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and not Path(name).is_file():
            yield Finding(name, 1, "there is no such file: a lesson's exercises stand in it.")
            return
        places = [(frame.filename, frame.lineno or 1) for frame in traceback.extract_tb(error.__traceback__)]
        if isinstance(error, SyntaxError):
            places.append((error.filename or name, error.lineno or 1))
        file, line = [(file, line) for file, line in [(name, 1), *places] if RECORDS in Path(file).as_posix()][-1]
        yield Finding(f"{RECORDS}/{Path(file).name}", line, f"{type(error).__name__}: {getattr(error, 'msg', error)}")


def left_over(lesson, path):
    """Yield a finding for each text of a template that was not replaced."""
    from .release import opened
    from .templates import LEFT
    records, notebook = Path(RECORDS) / f"lesson_{lesson}.py", opened(path)
    for number, line in enumerate(records.read_text(encoding="utf-8").split("\n"), 1):
        yield from (Finding(str(records), number, f"{words!r} is the template's: write over it.")
                    for words in LEFT if words in line)
    for cell in notebook["cells"]:
        found = next((words for words in LEFT if words in "".join(cell["source"])), None)
        if found:
            yield Place(path, notebook).of(cell, f"{found!r} is the template's: write over it.")


def ran(path):
    """Fill, run and store the lesson's notebook; yield a finding if it cannot be filled or run."""
    from .notebook import execute
    from .release import ReleaseError, opened
    try:
        if execute(path):
            print(f"    written: {path}")
    except ReleaseError as error:
        yield Finding(str(path), 1, str(error))
    except ValueError as error:
        yield Place(path, opened(path)).of(None, str(error))
    except Exception as error:
        if type(error).__name__ != "CellExecutionError":
            raise
        text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
        source = text.partition("------------------\n")[2].partition("\n------------------")[0]
        notebook = opened(path)
        cell = next((cell for cell in notebook["cells"] if "".join(cell["source"]).strip() == source.strip()), None)
        yield Place(path, notebook).of(cell, f"it fails: {text.strip().splitlines()[-1]}")


def told(lesson, path):
    """Yield a finding if README.md does not list the lesson."""
    readme = Path("README.md")
    link = f"lessons/{path.parent.name}/{path.name}"
    if readme.is_file():
        lines = readme.read_text(encoding="utf-8").split("\n")
        rows = [number for number, line in enumerate(lines, 1) if re.match(r"\| \d+ \| \[", line)]
        if rows and not any(link in line for line in lines):
            yield Finding("README.md", rows[-1], f"the table of lessons has no row for {link}.")


def given_out(path):
    """Write lessons/; yield a finding if a lesson cannot be released."""
    from .release import ReleaseError, release
    try:
        for written in release(path.parents[1], path.parents[2] / "lessons"):
            print(f"    written: {written}")
    except ReleaseError as error:
        yield Finding(str(path), 1, str(error))
