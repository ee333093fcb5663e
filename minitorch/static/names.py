"""Which names the code of a function reads: globals, and attributes of whatever it comes by."""

import re
from dis import get_instructions
from functools import cache
from types import CodeType

GLOBAL = {"LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"}
BY_TEXT = {"getattr", "setattr", "hasattr", "delattr", "vars", "dir", "eval", "exec", "attrgetter", "__dict__",
           "__getattribute__", "globals", "locals"}                # of functions that name attributes by text
ALL = None                                                         # in the place of names: any may be read
NAMED = re.compile("_ATTR$|METHOD|IMPORT_FROM")                    # no SET_FUNCTION_ATTRIBUTE, whose is a number
PASSED = "&"                           # before the name of an attribute that is read for more than to be called


def nested(code):
    """A code object and those inside it: of lambdas, comprehensions, functions that it defines."""
    found = [code]
    for own in found:                                              # which grows while it is read
        found += [part for part in own.co_consts if type(part) is CodeType]
    return found


@cache
def names_of(code):
    """(names of globals, names of attributes or ALL) that a code object, and what is inside it, may read or write."""
    found, attributes, by_text = set(), set(), False
    lines = all_lines(code)
    for before, line in zip(lines, lines[1:]):
        if line.opname in GLOBAL:
            found.add(line.argval)
        elif NAMED.search(line.opname):
            attributes.add(line.argval)
            if line.opname == "LOAD_ATTR" and is_passed(line):
                attributes.add(PASSED + line.argval)
        elif line.opname == "MATCH_CLASS":                   # case Point(0, y=1): what the class calls its first, and y
            attributes.update(before.argval)
            by_text = by_text or line.argval > 0
    by_text = by_text or BY_TEXT & (found | attributes)
    return tuple(sorted(found)), ALL if by_text else frozenset(attributes)


def all_lines(code):
    """Python's instructions, of a code object and those inside it; numbers above 255 are in their own instruction."""
    return [line for part in nested(code) for line in get_instructions(part) if line.opname != "EXTENDED_ARG"]


def is_passed(line):
    """Whether an instruction loads a value for more than to call it."""
    return line.opname.startswith("LOAD") and "NULL" not in line.argrepr


@cache
def passed_globals(code):
    """Names of globals that are read for more than to be called."""
    return frozenset([line.argval for line in all_lines(code) if line.opname in GLOBAL and is_passed(line)])


@cache
def imports_of(code):
    """[(name, how many folders up it is looked for)] of the modules that are imported inside a function."""
    lines = all_lines(code)
    return [(line.argval, level.argval) for level, line in zip(lines, lines[2:]) if line.opname == "IMPORT_NAME"]
