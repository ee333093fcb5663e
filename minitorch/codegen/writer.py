"""Write Python: templates with names put in, and long lines broken."""

import re

WIDTH = 116                            # where a generated line is broken
GROUP = re.compile(r"\{(\w+)\}")


def lines(template, indent=0, **words):
    """A template with `{names}` put in, each of its lines indented by four spaces times `indent`."""
    text = GROUP.sub(lambda match: str(words[match[1]]), template.strip("\n"))
    return [" " * 4 * indent + line for line in text.split("\n")]


def wrapped(head, body):
    """A function of this head and body, long lines broken."""
    return [part for line in [head, *["    " + line for line in body]] for part in broken(line)]


def broken(line):
    """A line broken at the last ", " or " or " that fits between brackets; conditions that have none are given some."""
    if len(line) <= WIDTH:
        return [line]
    indent = len(line) - len(line.lstrip())
    keyword, _, asked = line.lstrip().partition(" ")
    if keyword in ("if", "elif"):
        line = f"{line[:indent]}{keyword} ({asked[:-1]}):"
    targets, _, value = line.lstrip().partition(" = ")
    if value and ", " in targets and not re.search(r"[][(){}\"']", targets):
        line = f"{line[:indent]}({targets}) = {value}"       # a row of names: Python breaks only between brackets
    cut = max(line.rfind(", ", 0, WIDTH) + 1, line.rfind(" or ", 0, WIDTH))
    return [line[:cut], *broken(" " * (indent + 8) + line[cut:].lstrip())] if cut > indent + 8 else [line]
