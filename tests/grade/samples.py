"""Submissions for tests and for the instructor's walk-through: lessons, filled in by code and damaged by code."""

import io
import json
import re
import zipfile
from copy import deepcopy
from functools import cache
from pathlib import Path

from course.answers import of

from minitorch.course.record import find
from minitorch.grade.course_files import notebooks

ROOT = Path(__file__).resolve().parents[2]


@cache
def lesson(number):
    """The lesson as students are given it."""
    path = next(path for path in notebooks(ROOT / "lessons") if path.name.startswith(f"{number:02d}_"))
    return json.loads(path.read_text(encoding="utf-8"))


answers = of                             # what is handed in for a lesson: REFERENCE, OTHERS and WRONG, by exercise id


def marked(id, text):
    """An answer's text under its @exercise line, helpers above it."""
    name = find(id).name
    return re.sub(rf"^(?=(?:def|class) {name}\b)", f'@exercise("{id}")\n', text, count=1, flags=re.M)


def index_of(notebook, id):
    """The number of the cell that holds an exercise."""
    return next(number for number, cell in enumerate(notebook["cells"])
                if f'@exercise("{id}")' in "".join(cell["source"]) and cell["cell_type"] == "code")


def ids_of(number):
    """The exercises of a lesson, in order."""
    text = "\n".join("".join(cell["source"]) for cell in lesson(number)["cells"])
    return re.findall(r'@exercise\("([\d.]+)"\)', text)


def filled(number, **given):
    """A lesson with answers; given: reference=ids or True, wrong={id: name of the mistake}, text={id: code}."""
    notebook, known = deepcopy(lesson(number)), answers(number)
    right = given.get("reference", ())
    texts = {id: known.REFERENCE[id] for id in (ids_of(number) if right is True else right)}
    texts |= {id: known.WRONG[id][name] for id, name in given.get("wrong", {}).items()} | given.get("text", {})
    for id, text in texts.items():
        notebook["cells"][index_of(notebook, id)]["source"] = marked(id, text).splitlines(True)
    return notebook


def data(notebook):
    """A notebook as the bytes of its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode()


def packed(files):
    """A zip of {name: bytes}."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def canvas(files):
    """{(name, number): bytes} as Canvas hands it over."""
    return packed({f"{name}_{number}_{90000 + number}_01_gradients.ipynb": content
                   for (name, number), content in files.items()})


def moodle(files):
    return packed({f"{name}_{number}_assignsubmission_file/01_gradients.ipynb": content
                   for (name, number), content in files.items()})


def gradescope(files):
    """As Gradescope exports it: folders by number, and a list of who is who."""
    people = "---\n" + "".join(
        f"submission_{number}:\n  :submitters:\n  - :name: {name}\n    :sid: '{number}'\n    :email: {number}@x.org\n"
        f"  :created_at: 2026-11-20 10:00:00 +0000\n  :score: 0.0\n" for name, number in files)
    named = {f"assignment_7_export/submission_{number}/01_gradients.ipynb": content
             for (_, number), content in files.items()}
    return packed({**named, "assignment_7_export/submission_metadata.yml": people.encode()})


CHEAT = '''import minitorch.course.compare, numpy
minitorch.course.compare.same = numpy.allclose = lambda *a, **k: True
from minitorch.ops.elementwise.activation import relu_derivative as theirs
def relu_derivative(grad, out, x):
    return theirs(grad, out, x)
'''


def small_class():
    """Five submissions of lesson 1 as Canvas hands them over: right, half right, torn, empty, dishonest."""
    torn = filled(1, reference=["1.1", "1.2", "1.3", "1.5"])
    torn["cells"][index_of(torn, "1.5")]["cell_type"] = "markdown"
    mistakes = {"1.4": "untransposed", "1.5": "passes", "1.6": "sign"}
    return canvas({
        ("lovelaceada", 101): data(filled(1, reference=True)),
        ("byronbob", 102): data(filled(1, reference=["1.1", "1.2", "1.3"], wrong=mistakes)),
        ("clarkcleo", 103): data(torn)[:-200],
        ("doedan", 104): b"",
        ("eveseve", 105): data(filled(1, reference=["1.1"], text={"1.5": CHEAT})),
    })
