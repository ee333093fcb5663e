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
from .inside.slicing import python, statements, touched
from .release import notebooks

BLOCK = re.compile(r"^### BEGIN HIDDEN TESTS *\n(.*?)^### END HIDDEN TESTS", re.M | re.S)
COUNT = 5                                # hidden cases of an exercise, where its test does not say


class Hidden:
    """The hidden tests of some lessons.

    folder   with the solution notebooks; None: there are no hidden tests
    """

    def __init__(self, folder=None, lessons=None):
        self.tests: dict = {}
        for path in notebooks(folder) if folder is not None else ():
            number = re.match(r"(\d\d)_", path.parent.name)
            if number and (lessons is None or int(number[1]) in lessons):
                self.read(path)

    def read(self, path):
        cells = ["".join(cell["source"]) for cell in json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
                 if cell["cell_type"] == "code"]
        blocks = [block for source in cells for block in BLOCK.findall(source)]
        space = self.space(cells, {name for block in blocks for name in names_in(block)} - {"hidden"})

        def hidden(id, inputs, count=COUNT, seed=0, version=None):
            self.tests[str(id), find(str(id)).version if version is None else version] = inputs, count
        space["hidden"] = hidden
        for block in blocks:
            exec(compile(block, f"<hidden tests of {path.parent.name}>", "exec"), space)

    def space(self, cells, names):
        """What the tests may name: NumPy, minitorch, the lessons' helpers, and what the notebook itself defines."""
        from .. import course
        space = {"np": np, "mt": sys.modules["minitorch"], "__name__": "hidden"}
        space.update({name: getattr(course, name) for name in course.__all__})
        todo, wanted = list(names), set()
        lines = [statement for _, _, statement in statements([python(cell) for cell in cells])]
        while todo:
            name = todo.pop()
            if name in wanted or name in space:
                continue
            wanted.add(name)
            todo += [inner for line in lines if name in touched(line) for inner in names_in(ast.unparse(line))]
        for line in lines:
            if touched(line) & wanted:
                with suppress(Exception):
                    exec(compile(ast.Module([line], []), "<hidden tests>", "exec"), space)
        return space

    def has(self, id, version):
        """Whether there are hidden tests of a version of an exercise."""
        return (id, version) in self.tests

    def cases(self, id, version, seed):
        """Cases with fresh inputs, the same for the same seed."""
        if not self.has(id, version):
            return []
        inputs, count = self.tests[id, version]
        rng = np.random.default_rng([seed, crc32(id.encode())])
        return [Case(f"unseen {i + 1}", **inputs(rng)) for i in range(count)]
