"""`break`, `continue` and `return` as flags, which the statements after them ask for.

    for x in xs:                    ag__break_1 = False
        if x < 0:                   for x in xs:                    asked before each turn: not ag__break_1
            break                       if x < 0:
        total += x                          ag__break_1 = True
                                        if not ag__break_1:
                                            total += x
"""

import ast
from itertools import count

OWN = "ag__"                           # the name of the module of helpers, and how our own names begin
JUMPS = ast.Return, ast.Break, ast.Continue


def name(text, context=ast.Load):
    return ast.Name(text, context())


def call(helper, *args):
    return ast.Call(ast.Attribute(name(OWN), helper, ast.Load()), list(args), [])


def assign(target, value):
    return ast.Assign([name(target, ast.Store)], value)


def delayed(expression):
    """Return a lambda that computes an expression."""
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), expression)


def negated(flags):
    """Return an expression: whether none of the flags is set."""
    flags = [name(flag) for flag in sorted(flags)]
    return ast.UnaryOp(ast.Not(), flags[0] if len(flags) == 1 else ast.BoolOp(ast.Or(), flags))


class Jumps:
    """Writes `break`, `continue`, and `return` inside of blocks, as flags that the statements after them ask for."""

    def __init__(self):
        self.numbers, self.returns = count(1), False

    def function(self, node):
        """Return the statements of a function, whose last may be a return."""
        inner = node.body[:-1] if isinstance(node.body[-1], ast.Return) else node.body
        if not any(isinstance(x, ast.Return) for x in own_nodes(inner)):
            return [*self.block(inner, None)[0], *node.body[len(inner):]]
        body, _ = self.block(node.body, None)
        return [assign(f"{OWN}returned", ast.Constant(False)),
                assign(f"{OWN}value", call("undefined", ast.Constant("the return value"))),
                *body, ast.Return(call("result", name(f"{OWN}value")))]

    def block(self, statements, loop):
        """Return (statements, the flags that they may set); loop: the flags of the loop around for break, continue."""
        done: list = []
        for number, s in enumerate(statements):
            new, flags = self.statement(s, loop)
            done += [ast.copy_location(each, s) for each in new]
            if isinstance(s, JUMPS):
                return done, flags
            if flags and statements[number + 1:]:
                rest, more = self.block(statements[number + 1:], loop)
                return [*done, ast.copy_location(ast.If(negated(flags), rest, []), s)], flags | more
            if flags:
                return done, flags
        return done, set()

    def statement(self, s, loop):
        if isinstance(s, ast.Return):
            return [assign(f"{OWN}returned", ast.Constant(True)),
                    assign(f"{OWN}value", s.value or ast.Constant(None))], {f"{OWN}returned"}
        if isinstance(s, ast.Break | ast.Continue):
            flag = loop[isinstance(s, ast.Continue)]
            return [assign(flag, ast.Constant(True))], {flag}
        if isinstance(s, ast.While | ast.For):
            return self.loop(s, loop)
        flags: set = set()
        if not isinstance(s, ast.If | ast.With | ast.Try):
            if any(isinstance(x, JUMPS) for x in own_nodes([s])):
                raise ValueError(f"it leaves a block of another kind, {type(s).__name__}")
        else:
            for field in ("body", "orelse", "finalbody"):
                if getattr(s, field, None):
                    body, more = self.block(getattr(s, field), loop)
                    setattr(s, field, body)
                    flags |= more
            for handler in getattr(s, "handlers", ()):
                handler.body, more = self.block(handler.body, loop)
                flags |= more
        return [s], flags

    def loop(self, s, around):
        number = next(self.numbers)
        own = f"{OWN}break_{number}", f"{OWN}continue_{number}"
        s.body, flags = self.block(s.body, own)
        orelse, more = self.block(s.orelse, around) if s.orelse else ([], set())
        s.orelse = []
        before = [assign(flag, ast.Constant(False)) for flag in own if flag in flags]
        ends = flags - {own[1]}
        if own[1] in flags:
            s.body.insert(0, assign(own[1], ast.Constant(False)))
        goes_on = negated(ends) if ends else ast.Constant(True)
        if isinstance(s, ast.For):
            s.goes_on = goes_on                          # asked before each turn
        elif ends:
            s.test = ast.BoolOp(ast.And(), [goes_on, s.test])
        after = [ast.If(negated(ends), orelse, [])] if ends and orelse else orelse
        return [*before, s, *after], flags - set(own) | more


def own_nodes(node):
    """Return the nodes of a list of statements, without those of functions inside."""
    for part in node if isinstance(node, list) else ast.iter_child_nodes(node):
        if not isinstance(part, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            yield part
            yield from own_nodes(part)
