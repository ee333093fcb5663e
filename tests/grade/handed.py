"""What students hand in, made from answers: the cells of a notebook that was read already."""

import json
import re
from hashlib import blake2b
from pathlib import Path

from course.answers import ANSWERS, IDS

from minitorch.course import record
from minitorch.grade.checker import Checker
from minitorch.grade.hidden import Hidden
from minitorch.grade.result import Submission
from minitorch.grade.usage import Limits

__all__ = ["ANSWERS", "IDS", "blanks", "checker", "graded", "handed", "marked"]
HOME = Path(__file__).resolve().parents[2]
SETUP = "import numpy as np, minitorch as mt\nfrom minitorch.learn import *\nsetup(lesson=1)"
SHORT = Limits(call=1.5, exercise=4.0, memory=1 << 30)
hidden = None


def marked(id, text):
    """The answer with its @exercise line, above what else stands over it."""
    name = record.find(id).name
    return re.sub(rf"^((?:@.*\n)*(?:def|class) {name}\b)", rf'@exercise("{id}")\n\1', text, count=1, flags=re.M)


def handed(answers, *others, student="a student"):
    """A Submission of {id: source}, between other cells."""
    lesson = int(next(iter(answers)).partition(".")[0])
    cells = [SETUP, *others]
    sources = {}
    for id, text in answers.items():
        sources[id] = [(len(cells), text)]
        cells.append(marked(id, text))
    digest = blake2b("\0".join(cells).encode()).hexdigest()       # not hash(), which differs from process to process
    return Submission(student, lesson, f"{student}.ipynb", digest, cells, sources)


def checker(seed=0, **more):
    """A Checker with the hidden tests of this course."""
    global hidden
    hidden = hidden or Hidden(HOME / "solutions")
    return Checker(hidden, seed, **more)


def graded(answers, *others, seed=0, limits=None, **more):
    """{id: Result} of answers."""
    results = checker(seed, limits=limits, **more).grade(handed(answers, *others), list(answers))
    return {result.exercise: result for result in results}


def blanks(lesson):
    """{id: stub} from the lesson's notebook."""
    path, = (HOME / "lessons").glob(f"{lesson:02d}_*/*.ipynb")
    cells = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    return {match[1]: source for source in cells if (match := re.search(r'^@exercise\("([\d.]+)"\)', source, re.M))}
