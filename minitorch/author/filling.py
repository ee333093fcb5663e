"""Fill a solution notebook from the records of its exercises: answers between the marks, points, dots of difficulty."""

import ast
import re
from copy import deepcopy

from ..course.record import find
from .release import lines_of

BEGIN, END = re.compile(r"^( *)### BEGIN SOLUTION"), re.compile(r"^ *### END SOLUTION")
EXERCISE = re.compile(r'^@exercise\("([\d.]+)"(?:, version=(\d+))?\)', re.M)
HEADING = re.compile(r"(\*\*Exercise (\d+\.\d+))(?: •+)?\*\*")


def filled(notebook):
    """Return the notebook (a dict) with everything that its exercises' records say.

    Raises ValueError for an exercise that has no record, or a cell that does not fit its answer.
    """
    out = deepcopy(notebook)
    for cell in out["cells"]:
        source = "".join(cell["source"])
        grading, asked = cell["metadata"].get("nbgrader", {}), EXERCISE.search(source)
        if cell["cell_type"] == "markdown":
            source = HEADING.sub(lambda match: f"{match[1]} {find(match[2]).stars}**", source)
        elif asked and grading.get("solution"):
            source = with_answer(source, find(asked[1], int(asked[2]) if asked[2] else None))
        elif grading.get("grade"):
            grading["points"] = find(checked(source)).points
        cell["source"] = lines_of(source)
    return out


def checked(source):
    """Return the id of the exercise that a check's cell checks.

    Raises ValueError for a cell that names none.
    """
    match = re.search(r'^check\("([\d.]+)"\)', source, re.M)
    if match is None:
        raise ValueError(f"a cell to be graded begins with check(\"ID\"), not with {source[:40]!r}.")
    return match[1]


def with_answer(source, record):
    """Return an exercise's cell with its record's answer between the marks, and the record's `def` and `class` lines.

    Raises ValueError for a mark that stands in no function of the answer.
    """
    kept, inside = [], False
    for line in source.split("\n"):
        begin = BEGIN.match(line)
        if begin:
            start, end = around(kept, len(begin[1]), record)
            given = [line for line in kept[end:] if not line.lstrip().startswith("#")]
            head, body = function(record, re.match(r" *def (\w+)", kept[start])[1], given)
            kept[start:end] = head
            kept += [line, *body]
            inside = True
        elif END.match(line):
            inside = False
        elif re.match(rf"class {record.name}\b", line) and record.kind == "class":
            line = next(line for line in record.text.split("\n") if re.match(rf"class {record.name}\b", line))
        if not inside:
            kept.append(line)
    return "\n".join(kept)


def around(lines, indent, record):
    """Return where the `def` line of the function around a mark begins and ends.

    Raises ValueError when there is none.
    """
    for start in range(len(lines) - 1, -1, -1):
        match = re.match(r"( *)def \w+", lines[start])
        if match and len(match[1]) < indent:
            return start, 1 + next(end for end in range(start, len(lines)) if lines[end].rstrip().endswith(":"))
    raise ValueError(f"{record.id} {record.name}: its cell has a ### BEGIN SOLUTION that stands in no function.")


def function(record, name, given):
    """Return the `def` line of an answer's function, and the lines below it that the cell does not give.

    Raises ValueError when the answer has no such function.
    """
    lines = record.text.split("\n")
    for node in ast.walk(ast.parse(record.text)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = node.body[0].lineno - 1
            found = lines[first:node.end_lineno]
            return lines[node.lineno - 1:first], found[len(given):] if given == found[:len(given)] else found
    raise ValueError(f"{record.id} {record.name}: its cell defines {name}, which its answer in the record does not.")
