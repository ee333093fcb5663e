"""Which names the code of a function reads: globals, and attributes of whatever it comes by."""

from dis import get_instructions
from functools import cache
from types import CodeType

GLOBAL = {"LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"}
BY_TEXT = {"getattr", "setattr", "hasattr", "delattr", "vars", "dir", "eval", "exec", "attrgetter", "__dict__",
           "__getattribute__", "globals", "locals"}                # of functions that name attributes by text
ALL = None                                                         # in the place of names: any may be read


def nested(code):
    """A code object and those inside it: of lambdas, comprehensions, functions that it defines."""
    found = [code]
    for own in found:                                              # which grows while it is read
        found += [part for part in own.co_consts if type(part) is CodeType]
    return found


@cache
def names_of(code):
    """(names of globals, names of attributes or ALL) that a code object, and what is inside it, may read or write."""
    found, attributes = set(), set()
    for part in nested(code):
        for line in get_instructions(part):
            if line.opname in GLOBAL:
                found.add(line.argval)
            elif "ATTR" in line.opname or "METHOD" in line.opname:
                attributes.add(line.argval)
    return tuple(sorted(found)), ALL if BY_TEXT & (found | attributes) else frozenset(attributes)
