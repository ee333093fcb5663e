"""All cells that may have a part in an answer, where its definition alone does not say which: to be run in order."""

import ast
from bisect import bisect_left

from .slicing import EXERCISE, binds_anew, named, other_answer, sets_something, star, statements, touched

HIDDEN = {"exec", "eval", "globals", "locals", "vars", "setattr", "__import__"}      # what binds names out of sight


def calls(statement, name, id):
    """Whether somewhere in it exercise(id) is called, or yours(id)."""
    return any(isinstance(node, ast.Call) and node.args and getattr(node.args[0], "value", None) == id and
               getattr(node.func, "attr", getattr(node.func, "id", None)) == name for node in ast.walk(statement))


def writes(statement):
    """Whether it opens a file to write to: a module, it may be."""
    return any(isinstance(node, ast.Call) and getattr(node.func, "id", None) == "open" and {*"wax"} & {
        *"".join(str(getattr(each, "value", "")) for each in [*node.args[1:], *(more.value for more in node.keywords)])}
        for node in ast.walk(statement))


def spelled(statement):
    """The names that the texts in a statement look up, should exec be given one."""
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for _, _, inner in statements([node.value]):
                now, later, _ = named(inner)
                found |= set() if isinstance(getattr(inner, "value", None), ast.Name | ast.Attribute) else now | later
    return found


class Uses:
    """What each statement of a notebook binds and reads.

    place   before which an answer's own functions find what they name
    """

    def __init__(self, everything, place):
        self.everything, self.place = everything, place
        self.binds, self.reads, self.later = [], [], []
        self.binders: dict = {}
        for i, (_, _, statement) in enumerate(everything):
            now, later, more = named(statement)
            if now & HIDDEN or writes(statement):
                later |= spelled(statement)
            self.reads.append(now | later)
            self.later.append(later | more)
            self.binds.append(touched(statement) | more)
            for word in self.binds[i]:
                self.binders.setdefault(word, []).append(i)
        self.anew = {word: [i for i in found if binds_anew(everything[i][2], word)]
                     for word, found in self.binders.items()}
        self.fixed = {word for word, found in self.binders.items() if all(
            isinstance(everything[i][2], ast.Import | ast.ImportFrom) for i in found)}
        functions = {word: found for word, found in self.binders.items() if word not in self.fixed and all(
            isinstance(everything[i][2], ast.FunctionDef) and not everything[i][2].decorator_list for i in found)}
        self.magic = HIDDEN | {word for word, found in functions.items() if any(self.reads[i] & HIDDEN for i in found)}
        while more := {word for word, found in functions.items() if word not in self.magic | self.fixed and not any(
                self.reads[i] & {*self.binders} - self.fixed - {word} or self.binds[i] - {word} for i in found)}:
            self.fixed |= more

    def value(self, word, before):
        """A name together with the statement that bound it anew before another; so that one name may be two things."""
        places = self.anew.get(word, ())
        at = bisect_left(places, before)
        return word, places[max(at - 1, 0)] if places else None

    def values(self, i):
        """The values that a statement reads, changes or makes; those that nothing in a notebook changes are none."""
        times = [(self.reads[i], i), (self.binds[i], i + 1), (self.later[i], self.place)]
        return {self.value(word, before) for words, before in times
                for word in (words & self.binders.keys()) - self.fixed}


def wide(everything, target, id, name):
    """The numbers of all statements that may have a part in an answer, given in whatever way, in order.

    Those that may give it: calls of exercise(id), what binds its name, what can bind any name (exec, globals, a file);
    and with them, again and again, each that reads, makes or changes a value that they read, make or change.

    target   the number of a cell that gives it
    """
    last = max((i for i, (number, _, _) in enumerate(everything) if number <= target), default=0)
    uses = Uses(everything, last + 1)
    values = [uses.values(i) for i in range(len(everything))]
    those: dict = {}
    for i, found in enumerate(values):
        for value in found:
            those.setdefault(value, []).append(i)
    todo = [i for i, (_, _, statement) in enumerate(everything) if name in uses.binds[i] and not
            calls(statement, "yours", id) or uses.reads[i] & uses.magic or writes(statement) or
            calls(statement, EXERCISE, id)]
    chosen = {i for i, (_, _, each) in enumerate(everything[:last + 1]) if star(each) or sets_something(each)}
    seen: set = set()
    while todo:
        i = todo.pop()
        if i in chosen or other_answer(everything[i][2], id):
            continue
        chosen.add(i)
        for value in values[i] - seen:
            if value[0] != name:
                seen.add(value)
                todo += those[value]
        todo += [j for word in uses.reads[i] & uses.fixed for j in uses.binders[word]]
    return sorted(chosen)
