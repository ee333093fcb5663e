"""Functions that break run in parts: programs, and between them Python as it is written, at each call.

Nothing is taken for granted from one part to the next: each is a compiled function of the variables that it reads,
with guards of its own. What depends on data is an argument of the parts after it.
"""

from types import CellType, CodeType, FunctionType, MethodType

from ...nn import Module
from ...nn.hooks import BACKWARD, BACKWARD_PRE, FORWARD, PRE
from ...runtime import errors, source_line
from ..outside import in_library
from ..refusals import UNCOMPILED
from .splitting import CALLED, Split

MOST = 40                              # marks in one function; then the part that breaks runs as it is written
FUNCTIONS = 8                          # functions of one code, such as those made by a factory, that run in parts
HOOKS = "_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks"


class Breaks:
    """The functions that break, of those that a compiled function calls, and what runs in their place.

    part     makes the compiled function of a part: part(function, breaks, split, statements)
    tell     says in words what breaks
    lines    {code: lines at which it breaks, None for one nobody knows}, before it is split
    splits   {code: Split, or None where it cannot be split}
    found    {(code, id of a function): (it, its version, what runs in its place)}
    kept     {(id of a function, statements, outputs): the part}
    """

    def __init__(self, part, tell):
        self.part, self.tell = part, tell
        self.lines, self.splits, self.found, self.kept, self.told = {}, {}, {}, {}, []

    def note(self, function, failure):
        """Whether a function that broke can run in parts from now on; says so."""
        own = plain_function(function)
        file = own and own.__code__.co_filename
        if own is None or errors.own[file] or in_library(file) or differentiates_again(own, set()) or (
                self.split(own) is None):
            return False
        line = next((line for code, line in reversed(failure.frames) if code is own.__code__), None)
        if not self.mark(self.split(own), line, None, failure):
            return False
        self.say(self.told[-1] if self.told else failure)    # where it breaks in a library, with the user's line
        self.inner(failure, own.__code__)
        return True

    def broken(self, part, failure):
        """A part broke: whether it is smaller from now on."""
        line = next((line for code, line in reversed(failure.frames) if code is part.function.__code__), None)
        if not self.mark(part.split, line, part.statements, failure):
            return False
        self.inner(failure, part.function.__code__)
        return True

    def mark(self, split, line, statements, failure):
        """Mark a statement; say so, where it is one that runs as it is written from now on."""
        before = split.version
        if before >= MOST:
            return False
        s = split.halve(statements) if line is None else split.mark(line, statements)
        if s is not None:
            place = source_line(split.code, lineno=s.lineno)
            text = str(failure) if place in str(failure) else f"{failure} At {place}."
            self.told.append(text)
            if UNCOMPILED in text:                              # it depends on data: explain() tells of all others
                self.say(text)
        return split.version > before

    def say(self, text):
        self.tell(f"is broken into programs around what runs as it is written here. {text}")

    def inner(self, failure, outer):
        """Note where the functions broke that were called inside: they may run in parts too."""
        for code, line in failure.frames:
            if code is outer:
                return
            if code in self.splits:
                split = self.splits[code]
                if split is not None and split.version < MOST:
                    split.mark(line)
            else:
                self.lines.setdefault(code, []).append(line)

    def split(self, function):
        """The Split of a function, or None."""
        code = function.__code__
        if code not in self.splits:
            try:
                self.splits[code] = Split(function)
            except ValueError:
                self.splits[code] = None
            for line in self.lines.pop(code, ()) if self.splits[code] else ():
                self.splits[code].mark(line)
        return self.splits[code]

    def called(self, function):
        """What is called in the place of a function: itself, or it in parts."""
        own = plain_function(function)
        code = own and own.__code__
        if own is None or in_library(code.co_filename) or code not in self.lines and self.splits.get(code) is None:
            return function
        split = self.split(own)
        made = own if split is None else self.in_parts(own, split)
        return function if made is own else made if own is function else MethodType(
            made, function if isinstance(function, Module) else function.__self__)

    def in_parts(self, function, split):
        """A function with calls of parts where it had their statements."""
        key = split.code, id(function)
        known = self.found.get(key)
        if known is None and sum(code is split.code for code, _ in self.found) >= FUNCTIONS:
            return function
        if known is None or known[1] != split.version:
            self.found[key] = known = function, split.version, self.made(function, split)
        return known[2]

    def made(self, function, split):
        """The same, made anew; parts that are as they were are kept."""
        code, parts = split.parts()
        around = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        around[CALLED] = CellType(self.called)
        kept = {}
        for own, statements, outputs in parts:
            key = id(function), tuple(map(id, statements)), tuple(outputs)
            kept[key] = self.kept.get(key) or self.part(with_code(own, function, around, ()), self, split, statements)
            around[own.co_name] = CellType(kept[key])
        self.kept = {**{key: part for key, part in self.kept.items() if key[0] != id(function)}, **kept}
        made = with_code(code, function, around, function.__defaults__)
        made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
        return made

    @property
    def parts(self):
        """The compiled parts, in order."""
        return [*self.kept.values()]


def with_code(code, like, around, defaults):
    """A function of this code, among the globals of another; `around` has its variables."""
    return FunctionType(code, like.__globals__, code.co_name, defaults or None,
                        tuple([around[name] for name in code.co_freevars]))


def differentiates_again(function, seen):
    """Whether a function, or one that it reads by name, gives create_graph: gradients of parts have no derivatives."""
    code = function.__code__
    if code in seen or errors.own[code.co_filename]:
        return False
    seen.add(code)
    around = {name: cell.cell_contents for name, cell in zip(code.co_freevars, function.__closure__ or ())
              if cell != CellType()}
    inside = [plain_function({**function.__globals__, **around}.get(name)) for name in (*code.co_names, *around)]
    return gives(code, "create_graph") or any(differentiates_again(own, seen) for own in inside if own is not None)


def gives(code, name):
    """Whether a call in some code gives an argument by this name."""
    return any(gives(x, name) if type(x) is CodeType else type(x) is tuple and name in x for x in code.co_consts)


def plain_function(function):
    """The Python function that runs where something is called, and nothing else; None where there is none."""
    if isinstance(function, Module):
        own = vars(function)
        if "forward" in own or type(function).__call__ is not Module.__call__ or any(
                own.get(name) for name in HOOKS) or BACKWARD or BACKWARD_PRE or FORWARD or PRE:
            return None
        function = type(function).forward
    elif type(function) is MethodType:
        function = function.__func__
    return function if type(function) is FunctionType else None
