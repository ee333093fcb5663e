"""New exercises and lessons begin as templates that pass every check, and are then written over."""

import keyword
import re
from pathlib import Path

from .finding import RECORDS
from .notebook import normal
from .release import opened, write, written
from .templates import CHECK, CLOSING, FIRST_LOOK, IMPORTS, LESSON, RECORD, SEEN, SETUP, TASK, TITLE

CLOSING_HEAD = "## In three sentences"   # new exercises go before the cell that begins like this


def new_exercise(root, id, name):
    """Write a record and its cells for exercise `id` at the end of its lesson; returns the paths.

    Raises ValueError for an id or a name that cannot be or is taken, FileNotFoundError for a lesson that is none.
    """
    if not re.fullmatch(r"[1-9]\d?\.[1-9]\d*", id):
        raise ValueError(f"an exercise's id is LESSON.NUMBER, such as 3.7, not {id!r}.")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{name!r} is no name that a learner can define: an exercise is called what they write.")
    lesson = int(id.partition(".")[0])
    for file in sorted((root / RECORDS).glob("*.py")):
        text = file.read_text(encoding="utf-8")
        for taken, by in ((rf'"{re.escape(id)}"', id), (rf'"[\d.]+",\s*{name}', name)):
            if re.search(rf"^Exercise\(\s*{taken},", text, re.M):
                raise ValueError(f"exercise {by} exists already, in {file}: ids and names are never used again.")
    notebook, records = solution_of(root, lesson), root / RECORDS / f"lesson_{lesson}.py"
    words = {"id": id, "name": name}
    return stored({records: with_record(records, name, RECORD.format(**words)),
                   notebook: with_cells(opened(notebook), [
                       markdown(TASK.format(**words)), code(CHECK[0].format(**words), f"exercise-{id}", solution=True),
                       code(CHECK[1].format(**words), f"check-{id}", points=2), code(SEEN.format(**words))])})


def with_record(path, name, record):
    """Return the text of a file of records with one more record at its end.

    Raises FileNotFoundError when there is no such file, ValueError for a name that stands for something else in it.
    """
    if not path.is_file():
        raise FileNotFoundError(f"there is no {path}: the records of a lesson's exercises stand there.")
    text = path.read_text(encoding="utf-8").rstrip("\n") + "\n"
    used = re.search(rf"^((def|class) {name}\b|{name} = |(from|import) .*\b{name}\b)", text, re.M)
    if used:
        line = text[:used.start()].count("\n") + 1
        raise ValueError(f"{path}:{line} uses the name {name} for something else: rename that, or the exercise.")
    return text + ("" if "from .common import" in text else IMPORTS) + record


def new_lesson(root, number, name):
    """Write a new lesson: its notebook, from title to closing questions, and the file of its exercises.

    Returns the paths.

    Raises ValueError for a number or a name that cannot be, FileExistsError for a lesson that is there.
    """
    if not re.fullmatch(r"\d{1,2}", number) or not int(number):
        raise ValueError(f"a lesson's number is one or two digits, such as 06, not {number!r}.")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise ValueError(f"a lesson's name is its folder's: small letters, digits and _, not {name!r}.")
    lesson = int(number)
    there = sorted((root / "solutions").glob(f"{lesson:02d}_*"))
    if there:
        raise FileExistsError(f"lesson {lesson} exists already, in {there[0]}.")
    words = {"lesson": lesson, "name": name, "title": name.replace("_", " "), "next": lesson + 1}
    cells = [markdown(TITLE.format(**words)), code(SETUP.format(**words)), markdown(FIRST_LOOK[0].format(**words)),
             code(FIRST_LOOK[1].format(**words)), code("progress()", tags=["nbval-ignore-output"]),
             markdown(CLOSING.format(**words))]
    path = root / f"solutions/{lesson:02d}_{name}/{lesson:02d}_{name}.ipynb"
    records = root / RECORDS / f"lesson_{lesson}.py"
    if records.exists():
        raise FileExistsError(f"{records} exists already; nothing was written.")
    return stored({records: LESSON.format(**words), path: written(normal({"cells": cells, "metadata": {}}))})


def solution_of(root, lesson):
    """Return the path of a lesson's solution notebook.

    Raises FileNotFoundError when there is none, or more than one.
    """
    found = sorted((root / "solutions").glob(f"{lesson:02d}_*/{lesson:02d}_*.ipynb"))
    if len(found) != 1:
        raise FileNotFoundError(f"lesson {lesson} has {len(found)} notebooks in solutions/, not one. A new lesson "
                                f"begins with: minitorch new-lesson {lesson:02d} NAME")
    return found[0]


def with_cells(notebook, new):
    """Return the notebook's text with new cells before its closing ones."""
    cells = notebook["cells"]
    ends = [i for i, cell in enumerate(cells) if "".join(cell["source"]).startswith(CLOSING_HEAD)]
    place = ends[0] if ends else len(cells)
    if place and "".join(cells[place - 1]["source"]).startswith("progress()"):
        place -= 1
    return written(normal({**notebook, "cells": cells[:place] + new + cells[place:]}))


def markdown(text):
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def code(text, grade_id=None, solution=False, points=None, tags=None):
    """Return a code cell; with a grade_id it is nbgrader's solution cell or grade cell."""
    metadata: dict = {"tags": tags} if tags else {}
    if grade_id is not None:
        metadata["nbgrader"] = {"grade": not solution, "solution": solution, "locked": not solution, "task": False,
                                "grade_id": grade_id, "schema_version": 3}
        if points is not None:
            metadata["nbgrader"]["points"] = points
    return {"cell_type": "code", "metadata": metadata, "source": text, "outputs": [], "execution_count": None}


def stored(texts):
    """Write every file, and say which."""
    for path, text in texts.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        write(path, text)
    return list(texts)
