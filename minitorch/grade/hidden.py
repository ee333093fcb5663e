"""Hidden tests: what the solution notebooks say about inputs that nobody has seen, read by the checker alone."""

import ast
import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import numpy as np

from ..course.cases import Case
from ..course.record import find
from ..course.source import names_in
from .basis import Line, basis, lines_needed
from .course_files import notebooks
from .inside.slicing import python, statements

BLOCK = re.compile(r"^### BEGIN HIDDEN TESTS *\n(.*?)^### END HIDDEN TESTS", re.M | re.S)
COUNT = 5                                # hidden cases of an exercise, where its test does not say


class Hidden:
    """The hidden tests of some lessons.

    folder   with the solution notebooks; None: there are no hidden tests
    """

    def __init__(self, folder=None, lessons=None):
        self.tests: dict = {}
        self.texts: dict = {}                              # of the same keys: the tests with what they name
        self.bases: dict = {}
        for path in notebooks(folder) if folder is not None else ():
            number = re.match(r"(\d\d)_", path.parent.name)
            if number and (lessons is None or int(number[1]) in lessons):
                self.read(path)

    def read(self, path):
        cells = ["".join(cell["source"]) for cell in json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
                 if cell["cell_type"] == "code"]
        blocks = [block for source in cells for block in BLOCK.findall(source)]
        lines = [Line(statement) for _, _, statement in statements([python(cell) for cell in cells])]
        space = given()
        needed = {block: lines_needed(lines, names_in(block) - {"hidden"}, set(space)) for block in blocks}
        for line in lines:
            if any(line in each for each in needed.values()):
                with suppress(Exception):
                    exec(compile(ast.Module([line.tree], []), "<hidden tests>", "exec"), space)

        def hidden(id, inputs, count=COUNT, seed=0, version=None):
            key = str(id), find(str(id)).version if version is None else version
            self.tests[key] = inputs, count
            self.texts[key] = "\n".join([block, *(line.text for line in needed[block])])
        space["hidden"] = hidden
        for block in blocks:
            exec(compile(block, f"<hidden tests of {path.parent.name}>", "exec"), space)

    def has(self, id, version):
        """Whether there are hidden tests of a version of an exercise."""
        return (id, version) in self.tests

    def basis(self, id, version):
        """Return a digest of what a grade is based on, see basis.py; "" if this course does not have the exercise."""
        key = id, version
        if key not in self.bases:
            self.bases[key] = ""
            with suppress(ValueError):
                self.bases[key] = basis(find(id, version), self.texts.get(key, ""))
        return self.bases[key]

    def cases(self, id, version, seed):
        """Return cases with fresh inputs, the same for the same seed."""
        if not self.has(id, version):
            return []
        inputs, count = self.tests[id, version]
        rng = np.random.default_rng([seed, crc32(id.encode())])
        return [Case(f"unseen {i + 1}", **inputs(rng)) for i in range(count)]


def given():
    """Return the names that tests may use besides the notebook's: NumPy, minitorch, the lessons' helpers."""
    from .. import course
    return {"np": np, "mt": sys.modules["minitorch"], "__name__": "hidden",
            **{name: getattr(course, name) for name in course.__all__}}
