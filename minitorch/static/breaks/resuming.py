"""Run a function that breaks in parts: programs, and between them uncompiled Python.

Each part is a compiled function of the variables that it reads, with its own guards; it is split further if it cannot
be recorded. A value that depends on data becomes an argument of the parts after it.
"""

from types import CellType, CodeType, FunctionType, MethodType

from ...nn import Module
from ...nn.hooks import BACKWARD, BACKWARD_PRE, FORWARD, PRE
from ...runtime import errors, source_line
from ..free_numbers import plain_arguments
from ..refusals import UNCOMPILED, NotRecorded, in_library
from .splitting import CALLED, Split


class Smaller:
    """A mixin for one Compiled part of a function; if the part breaks too, it is split further.

    owner               the Breaks of the whole function
    split, statements   the Split of the whole function; the statements in this part
    stale               whether smaller parts replace this part from the next call on
    """

    def __init__(self, function, breaks, split, statements, passes, backend):
        super().__init__(function, passes=passes, backend=backend)
        self.owner, self.split, self.statements, self.stale = breaks, split, statements, False

    def record(self, args, settings):
        if self.stale:
            return self.function(*plain_arguments(args, self.slots), **settings)
        return super().record(args, settings)

    def reason_unfit(self, returned):
        """Return NotRecorded if the part returns a list, dict or set, because a program would return a new one."""
        kind = next((type(x).__name__ for x in returned if isinstance(x, dict | list | set)), None)
        return kind and NotRecorded(f"A {kind} is made, and read after a break.")

    def broken(self, failure):
        self.stale = self.owner.broken(self, failure)
        return self.stale


MOST = 40                        # maximum number of breaks in a function; a part that breaks after them runs uncompiled
FUNCTIONS = 8              # maximum number of functions with the same code object, made by a factory, that run in parts
HOOKS = "_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks"


class Breaks:
    """The functions that break, among a compiled function and those it calls, and their replacements in parts.

    part     part(function, breaks, split, statements) makes the compiled function of a part
    tell     tell(text) warns about a break
    lines    {code: lines at which it breaks, None for an unknown line}, for functions that are not split yet
    splits   {code: Split, or None if it cannot be split}
    found    {(code, id of a function): (the function, the version of its Split, its replacement)}
    kept     {(id of a function, statements, outputs): its compiled part}
    """

    def __init__(self, part, tell):
        self.part, self.tell = part, tell
        self.lines, self.splits, self.found, self.kept, self.notices = {}, {}, {}, {}, []

    def note(self, function, failure):
        """Split a function at the line that failed, and warn; return whether it runs in parts from now on."""
        own = plain_function(function)
        file = own and own.__code__.co_filename
        if own is None or errors.own[file] or in_library(file) or differentiates_again(own, set()) or (
                self.split(own) is None):
            return False
        line = next((line for code, line in reversed(failure.frames) if code is own.__code__), None)
        if not self.mark_uncompiled(self.split(own), line, None, failure):
            return False
        self.say(self.notices[-1] if self.notices else failure)  # the last notice says at which line the function broke
        self.mark_called_functions(failure, own.__code__)
        return True

    def broken(self, part, failure):
        """Split a part further at the line that failed; return whether that was possible."""
        line = next((line for code, line in reversed(failure.frames) if code is part.function.__code__), None)
        if not self.mark_uncompiled(part.split, line, part.statements, failure):
            return False
        self.mark_called_functions(failure, part.function.__code__)
        return True

    def mark_uncompiled(self, split, line, statements, failure):
        """Let the statement at a line run uncompiled, and warn; return whether the function is now split further."""
        before = split.version
        if before >= MOST:
            return False
        s = split.split_in_middle(statements) if line is None else split.mark_line(line, statements)
        if s is not None:
            place = source_line(split.code, lineno=s.lineno)
            text = str(failure) if place in str(failure) else f"{failure} At {place}."
            self.notices.append(text)
            if UNCOMPILED in text:                  # warn only about breaks that depend on data; explain() lists all
                self.say(text)
        return split.version > before

    def say(self, text):
        self.tell(f"is split into several programs, with uncompiled lines between them. {text}")

    def mark_called_functions(self, failure, outer):
        """Note the lines at which called functions failed, so that these functions run in parts too."""
        for code, line in failure.frames:
            if code is outer:
                return
            if code in self.splits:
                split = self.splits[code]
                if split is not None and split.version < MOST:
                    split.mark_line(line)
            else:
                self.lines.setdefault(code, []).append(line)

    def split(self, function):
        """Return the Split of a function, or None if it cannot be split."""
        code = function.__code__
        if code not in self.splits:
            try:
                self.splits[code] = Split(function)
            except ValueError:
                self.splits[code] = None
            for line in self.lines.pop(code, ()) if self.splits[code] else ():
                self.splits[code].mark_line(line)
        return self.splits[code]

    def called(self, function):
        """Return the function itself, or, if it breaks, its replacement in parts."""
        own = plain_function(function)
        code = own and own.__code__
        if own is None or in_library(code.co_filename) or code not in self.lines and self.splits.get(code) is None:
            return function
        split = self.split(own)
        made = own if split is None else self.replacement_of(own, split)
        return function if made is own else made if own is function else MethodType(
            made, function if isinstance(function, Module) else function.__self__)

    def replacement_of(self, function, split):
        """Return the replacement of a function, which calls its parts; the function itself if there are too many."""
        key = split.code, id(function)
        known = self.found.get(key)
        if known is None and sum(code is split.code for code, _ in self.found) >= FUNCTIONS:
            return function
        if known is None or known[1] != split.version:
            self.found[key] = known = function, split.version, self.build(function, split)
        return known[2]

    def build(self, function, split):
        """Return a new function that calls compiled parts; reuse the parts that are unchanged."""
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
    """Return a function with this code and the globals of the function `like`; `around` has its outer variables."""
    return FunctionType(code, like.__globals__, code.co_name, defaults or None,
                        tuple([around[name] for name in code.co_freevars]))


def differentiates_again(function, seen):
    """Return whether a function, or one whose name it uses, passes create_graph=, which parts do not support."""
    code = function.__code__
    if code in seen or errors.own[code.co_filename]:
        return False
    seen.add(code)
    around = {name: cell.cell_contents for name, cell in zip(code.co_freevars, function.__closure__ or ())
              if cell != CellType()}
    inside = [plain_function({**function.__globals__, **around}.get(name)) for name in (*code.co_names, *around)]
    return passes_argument(code, "create_graph") or any(
        differentiates_again(own, seen) for own in inside if own is not None)


def passes_argument(code, name):
    """Return whether a call in this code passes a keyword argument of this name."""
    return any(passes_argument(x, name) if type(x) is CodeType else type(x) is tuple and name in x
               for x in code.co_consts)


def plain_function(function):
    """Return the Python function that a call of `function` runs; None if the call also runs hooks or a wrapper."""
    if isinstance(function, Module):
        own = vars(function)
        if "forward" in own or type(function).__call__ is not Module.__call__ or any(
                own.get(name) for name in HOOKS) or BACKWARD or BACKWARD_PRE or FORWARD or PRE:
            return None
        function = type(function).forward
    elif type(function) is MethodType:
        function = function.__func__
    return function if type(function) is FunctionType else None
