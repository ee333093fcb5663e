"""All cells that may have a part in an answer, where its definition alone does not say which: to be run in order."""

import ast
import re
from bisect import bisect_left

from .slicing import EXERCISE, binds_anew, named, other_answer, sets_something, star, statements, touched

HIDDEN = {"exec", "eval", "globals", "locals", "vars", "setattr", "__import__"}      # what binds names out of sight
ASKING = ("check", "hint", "yours")      # what else is called with an exercise's id


def called(statement):
    """Yield (name, first argument's constant or None) of the calls in a statement."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", None))
            yield name, node.args[0].value if isinstance(node.args[0], ast.Constant) else None


def gives(statement, id):
    """Whether somewhere in it exercise(id) may be called, be it by another name, or with an id that is made there."""
    return any(first == id and name not in ASKING or name == EXERCISE and first is None
               for name, first in called(statement))


def writes(statement):
    """Whether it opens a file to write to: a module, it may be."""
    return any(isinstance(node, ast.Call) and getattr(node.func, "id", None) == "open" and {*"wax"} & {
        *"".join(str(getattr(each, "value", "")) for each in [*node.args[1:], *(more.value for more in node.keywords)])}
        for node in ast.walk(statement))


def spelled(statement):
    """Return the names that the texts in a statement would look up if exec ran them."""
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for _, _, inner in statements([node.value]):
                now, later, _ = named(inner)
                word = isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Name | ast.Attribute)
                found |= set() if word else now | later
    return found


def modules(statement):
    """Return the file names that the imported modules would have if the notebook itself wrote them."""
    names = [alias.name for alias in statement.names] if isinstance(statement, ast.Import | ast.ImportFrom) else []
    whole = [*names, getattr(statement, "module", None)]
    return {f"{name.rpartition('.')[2]}.py" for name in whole if name}


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
                later = later | spelled(statement)
            self.reads.append(now | later)
            self.later.append(later | more)
            self.binds.append(touched(statement) | more)
            for word in self.binds[i]:
                self.binders.setdefault(word, []).append(i)
        self.anew = {word: [i for i in found if binds_anew(everything[i][2], word)]
                     for word, found in self.binders.items()}
        self.fixed = self.imported()
        functions = {word: found for word, found in self.binders.items() if word not in self.fixed and all(
            isinstance(everything[i][2], ast.FunctionDef) and not everything[i][2].decorator_list for i in found)}
        self.magic = HIDDEN | {word for word, found in functions.items() if any(self.reads[i] & HIDDEN for i in found)}
        while more := {word for word, found in functions.items() if self.is_fixed(word, found)}:
            self.fixed |= more

    def imported(self):
        """Return the names that only imports bind, and none of a module that the notebook writes itself."""
        written = {name for _, _, statement in self.everything if writes(statement)
                   for name in re.findall(r"\w+\.py", ast.unparse(statement))}
        return {word for word, found in self.binders.items() if all(
            isinstance(statement := self.everything[i][2], ast.Import | ast.ImportFrom)
            and not modules(statement) & written for i in found)}

    def is_fixed(self, word, found):
        """Whether functions of this name read nothing that a notebook can change; found: where they are defined."""
        return word not in self.magic | self.fixed and not any(
            self.reads[i] & {*self.binders} - self.fixed - {word} or self.binds[i] - {word} for i in found)

    def value(self, word, before):
        """Return a name with the statement that last bound it before another, as one name may hold two values."""
        places = self.anew.get(word, ())
        at = bisect_left(places, before)
        return word, places[max(at - 1, 0)] if places else None

    def values(self, i):
        """Return the values that a statement reads, changes or makes, without those that no cell changes."""
        times = [(self.reads[i], i), (self.binds[i], i + 1), (self.later[i], self.place)]
        return {self.value(word, before) for words, before in times
                for word in (words & self.binders.keys()) - self.fixed}


def until(everything, target):
    """Return the number of the last statement up to a cell's end."""
    return max((i for i, (number, _, _) in enumerate(everything) if number <= target), default=0)


def every(everything, target, id, name):
    """Return the numbers of the statements up to an answer's cell, without other exercises' answers, and of `wide`."""
    above = everything[:until(everything, target) + 1]
    return sorted({*wide(everything, target, id, name), *(i for i, (_, _, statement) in enumerate(above)
                                                          if not other_answer(statement, id))})


def mentions(everything, left, words):
    """Whether statements hold one of some words, as a name or within a text."""
    found = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b") if words else None
    return found is not None and any(found.search(ast.unparse(everything[i][2])) for i in left)


def wide(everything, target, id, name):
    """Return the numbers of all statements that may affect an answer, however it is given, in order.

    Those that may give it: calls of exercise(id), what binds its name, what can bind any name (exec, globals, a file);
    and with them, again and again, each that reads, makes or changes a value that they read, make or change.

    target   the number of a cell that gives it
    """
    last = until(everything, target)
    uses = Uses(everything, last + 1)
    values = [uses.values(i) for i in range(len(everything))]
    those: dict = {}
    for i, found in enumerate(values):
        for value in found:
            those.setdefault(value, []).append(i)
    bound = {word for word, places in uses.binders.items() if places[0] <= last}
    giving = {i for i, (_, _, statement) in enumerate(everything) if gives(statement, id) or
              name in uses.binds[i] and ("yours", id) not in called(statement)}
    todo = [i for i, (_, _, statement) in enumerate(everything) if i in giving or uses.reads[i] & uses.magic or
            writes(statement)]
    chosen = {i for i, (_, _, each) in enumerate(everything[:last + 1]) if star(each) or sets_something(each)}

    def left_out(i):
        """Whether it has no part; below the answer's cell only what is defined nowhere above has one."""
        return other_answer(everything[i][2], id) or i > last and i not in giving and uses.binds[i] <= bound
    seen: set = set()
    while todo:
        i = todo.pop()
        if i in chosen or left_out(i):
            continue
        chosen.add(i)
        for value in values[i] - seen:
            if value[0] != name:
                seen.add(value)
                todo += those[value]
        todo += [j for word in uses.reads[i] & uses.fixed for j in uses.binders[word]]
    return sorted(chosen)
