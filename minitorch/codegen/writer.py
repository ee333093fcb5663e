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


def broken(line, depth=0):
    """A line broken at the last ", " or " or " that fits between brackets; conditions that have none are given some.

    depth   how many brackets are open before it. Outside of brackets, and in a string, no line is broken.
    """
    if len(line) <= WIDTH:
        return [line]
    indent = len(line) - len(line.lstrip())
    keyword, _, asked = line.lstrip().partition(" ")
    if keyword in ("if", "elif") and not depth:
        line = f"{line[:indent]}{keyword} ({asked[:-1]}):"
    targets, _, value = line.lstrip().partition(" = ")
    if value and ", " in targets and not re.search(r"[][(){}\"']", targets):
        line = f"{line[:indent]}({targets}) = {value}"       # a row of names: Python breaks only between brackets
    cut, depth = last_break(line, depth)
    return [line[:cut], *broken(" " * (indent + 8) + line[cut:].lstrip(), depth)] if cut > indent + 8 else [line]


def last_break(line, depth):
    """Where in its first WIDTH characters a line can be broken last, and how many brackets are open there."""
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
