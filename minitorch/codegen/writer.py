"""Write Python code: fill names into templates, and break long lines."""

import re

WIDTH = 116                            # maximum number of characters in a line of generated code
GROUP = re.compile(r"\{(\w+)\}")


def lines(template, indent=0, **words):
    """Fill the `{names}` of a template; return its lines, each indented by four spaces times `indent`."""
    text = GROUP.sub(lambda match: str(words[match[1]]), template.strip("\n"))
    return [" " * 4 * indent + line for line in text.split("\n")]


def wrapped(head, body):
    """Return the lines of a function with this head and body; long lines are broken."""
    return [part for line in [head, *["    " + line for line in body]] for part in broken(line)]


def broken(line, depth=0):
    """Break a line at the last ", " or " or " inside brackets that fits; add brackets to a condition without any.

    depth   how many brackets are open before the line. A line is broken only inside brackets, never in a string.
    """
    if len(line) <= WIDTH:
        return [line]
    indent = len(line) - len(line.lstrip())
    keyword, _, asked = line.lstrip().partition(" ")
    if keyword in ("if", "elif") and not depth:
        line = f"{line[:indent]}{keyword} ({asked[:-1]}):"
    targets, _, value = line.lstrip().partition(" = ")
    if value and ", " in targets and not re.search(r"[][(){}\"']", targets):
        line = f"{line[:indent]}({targets}) = {value}"   # add brackets: a line can be broken only inside brackets
    cut, depth = last_break(line, depth)
    return [line[:cut], *broken(" " * (indent + 8) + line[cut:].lstrip(), depth)] if cut > indent + 8 else [line]


def last_break(line, depth):
    """Return the last position where a line can be broken, or 0, and the number of brackets open at this position."""
    found, quote = (0, depth), ""
    for at, char in enumerate(line[:WIDTH]):
        if quote:
            quote = "" if char == quote and line[at - 1] != "\\" else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth and line.startswith((", ", " or "), at):
            found = at + (char == ","), depth
    return found
