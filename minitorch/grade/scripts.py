"""A notebook exported as a Python file, back in cells: jupytext's percent format, nbconvert's, Colab's, any other."""

import ast
import re

from .cells import Cell, both

PERCENT = re.compile(r"^#[ \t]*%%(.*)$", re.M)
CONVERTED = re.compile(r"^# In\[[ \d*]*\]:[ \t]*$", re.M)
KEPT = re.compile(r"^# exercise (\d+\.\d+), version (\d+)\n", re.M)      # my_minitorch.py's sections
BLOCK = re.compile(r"^(?:@|def\b|class\b|async\b)", re.M)


def of_script(text):
    """Return the cells of a Python file's text, and what was odd."""
    return both(text, one)


def one(text):
    if KEPT.search(text):
        return kept(text), ["it is my_minitorch.py, not the notebook"]
    if PERCENT.search(text):
        return [Cell("markdown" if re.search(r"\[(markdown|md|raw)\]", head) else "code", body)
                for head, body in parted(PERCENT, text)], []
    if CONVERTED.search(text):
        return [Cell("code", body) for _, body in parted(CONVERTED, text)], []
    return [Cell("code", block) for block in blocks(text)], []


def parted(mark, text):
    """Return [(head, body)] for the text after each mark; the text before the first mark has no head."""
    marks = list(mark.finditer(text))
    ends = [match.start() for match in marks[1:]] + [len(text)]
    parts = [("", text[:marks[0].start()])] + [
        (match[1] if mark.groups else "", text[match.end():end].strip("\n")) for match, end in zip(marks, ends)]
    return [part for part in parts if part[1].strip()]


def kept(text):
    """Return the answers of a my_minitorch.py, each under its @exercise line again, with its version."""
    cells = []
    parts = KEPT.split(text)[1:]
    for id, version, body in zip(parts[::3], parts[1::3], parts[2::3]):
        line = f'@exercise("{id}")\n' if version == "1" else f'@exercise("{id}", version={version})\n'
        places = [match.start() for match in BLOCK.finditer(body)]       # the answer stands last, helpers before it
        if places:
            cells.append(Cell("code", body[:places[-1]] + line + body[places[-1]:]))
    return cells


def blocks(text):
    """Cut a file without marks of cells before and after each function and class; return the parts."""
    lines = text.splitlines(True)
    try:
        nodes = [node for node in ast.parse(text).body if hasattr(node, "decorator_list")]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        cuts = {number for number, line in enumerate(lines) if starts(lines, number)}
    else:
        cuts = {min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1 for node in nodes}
        cuts |= {node.end_lineno or 0 for node in nodes}
    places = sorted({0, len(lines)} | cuts)
    found = ("".join(lines[start:end]).strip("\n") for start, end in zip(places, places[1:]))
    return [block for block in found if block.strip()]


def starts(lines, number):
    """Whether a line begins a block, in a file that does not parse: a definition, or what follows one."""
    line, before = lines[number], lines[number - 1] if number else ""
    if BLOCK.match(line):
        return not before.startswith("@")
    goes_on = re.match(r"[\s#)\]}\"']|(else|elif|except|finally)\b", line)
    return not goes_on and before[:1] in " \t\r\n"
