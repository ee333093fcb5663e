"""What an author has still to do, each with the file and line where."""

from typing import NamedTuple

RECORDS = "minitorch/course/exercises"     # where the records of the lessons lie


class Finding(NamedTuple):
    """Something that is missing in a lesson, or wrong: said as `path:line: text`."""

    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


class Place:
    """A lesson's notebook as findings name it: by the line on which a cell begins in the file."""

    def __init__(self, path, notebook, root="."):
        self.path, self.notebook = path, notebook
        self.name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
        self.lines = path.read_text(encoding="utf-8").split("\n")

    def of(self, cell, text):
        """Return a finding about a cell; about the whole notebook if `cell` is None."""
        if cell is None:
            return Finding(self.name, 1, text)
        number = self.notebook["cells"].index(cell) + 1
        mark = f'"id": "{cell.get("id")}"'
        line = next((number for number, line in enumerate(self.lines, 1) if mark in line), 1)
        return Finding(self.name, line, f"cell {number}: {text}")
