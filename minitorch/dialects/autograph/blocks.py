"""A function's tree with functions in place of the blocks of `if`, `while` and `for`.

    if x > 0:                       def then(y): y = x; return (y,)
        y = x                       def otherwise(y): y = -x; return (y,)
    else:                           (y,) = ag__.if_stmt(x > 0, then, otherwise, (y,), ("y",))
        y = -x
"""

import ast
from collections import Counter
from itertools import count

from ...static.breaks.source import exposed, reads, stores
from .jumps import OWN, Jumps, assign, call, delayed, name


class Functional(ast.NodeTransformer):
    """Writes blocks as functions of the variables that they set."""

    def __init__(self, function):
        self.numbers, self.scopes, self.uses = count(1), [], uses(function)

    def carried(self, s, also=()):
        """Return the names that a statement sets and that are read in it before, or elsewhere; a function's results."""
        inside = uses(s)
        elsewhere = {each for each, times in self.uses.items() if times > inside[each]}
        early = exposed([s]) | set(also)
        found = sorted(each for each in stores(s) if each in elsewhere | early)
        self.scopes[-1].update(found)
        return found

    def block(self, label, statements, names, first=()):
        """Return a function of variables, that gives them back."""
        title = f"{OWN}{label}_{next(self.numbers)}"
        args = ast.arguments([], [ast.arg(each) for each in (*[f"{OWN}item"] * bool(first), *names)], None, [], [],
                             None, [])
        body = [*first, *statements, ast.Return(ast.Tuple([name(each) for each in names], ast.Load()))]
        return title, ast.FunctionDef(title, args, body, [], None)

    def given(self, names, found):
        """Return the statement that takes what a helper found; and the variables that it is given."""
        if not names:
            return ast.Expr(found)
        return ast.Assign([ast.Tuple([name(each, ast.Store) for each in names], ast.Store())], found)

    def visit_If(self, s):
        names = self.carried(s)
        s.test = self.visit(s.test)
        s.body, s.orelse = self.bodies(s.body, names), self.bodies(s.orelse, names)
        (one, then), (other, otherwise) = (self.block(label, body, names) for label, body in
                                           (("then", s.body), ("otherwise", s.orelse)))
        return placed(s, [then, otherwise, self.given(names, call(
            "if_stmt", s.test, name(one), name(other), values(names), texts(names)))])

    def visit_While(self, s):
        names = self.carried(s, reads(s.test) | exposed(s.body))
        test = self.visit(s.test)
        s.body = self.bodies(s.body, names)
        one, holds = self.block("test", [], names)
        holds.body = [ast.Return(test)]
        other, body = self.block("body", s.body, names)
        return placed(s, [holds, body, self.given(names, call(
            "while_stmt", name(one), name(other), values(names), texts(names)))])

    def visit_For(self, s):
        names = self.carried(s, exposed(s.body) - stores(s.target) | reads(s.goes_on))
        iterated, goes_on = self.visit(s.iter), self.visit(s.goes_on)
        s.body = self.bodies(s.body, names)
        one, goes = self.block("goes_on", [], names)
        goes.body = [ast.Return(goes_on)]
        first = [ast.Assign([s.target], name(f"{OWN}item"))]
        other, body = self.block("body", s.body, names, first)
        return placed(s, [goes, body, self.given(names, call(
            "for_stmt", iterated, name(one), name(other), values(names), texts(names)))])

    def bodies(self, statements, given):
        """Return statements of a function with these variables; those that its blocks set have no value at first."""
        self.scopes.append(set())
        found: list = []
        for s in statements:
            new = self.visit(s)
            found += new if isinstance(new, list) else [new]
        return [*[assign(each, call("undefined", ast.Constant(each))) for each in sorted(
            self.scopes.pop() - set(given))], *found]

    def visit_BoolOp(self, e):
        self.generic_visit(e)
        found, helper = e.values[-1], "and_" if isinstance(e.op, ast.And) else "or_"
        for part in reversed(e.values[:-1]):
            found = call(helper, delayed(part), delayed(found))
        return ast.copy_location(found, e)

    def visit_UnaryOp(self, e):
        self.generic_visit(e)
        return ast.copy_location(call("not_", e.operand), e) if isinstance(e.op, ast.Not) else e

    def visit_IfExp(self, e):
        self.generic_visit(e)
        return ast.copy_location(call("if_exp", e.test, delayed(e.body), delayed(e.orelse)), e)

    def visit_Compare(self, e):
        self.generic_visit(e)
        if len(e.ops) != 1 or not isinstance(e.ops[0], ast.Eq | ast.NotEq):
            return e
        helper = "equal" if isinstance(e.ops[0], ast.Eq) else "not_equal"
        return ast.copy_location(call(helper, e.left, e.comparators[0]), e)

    def visit_Call(self, e):
        self.generic_visit(e)
        e.func = ast.copy_location(call("converted", e.func), e.func)
        return e

    def visit_FunctionDef(self, node):
        convert(node)
        return node

    def visit_Lambda(self, node):
        return node

    visit_ClassDef = visit_AsyncFunctionDef = visit_Lambda


def values(names):
    return ast.Tuple([name(each) for each in names], ast.Load())


def texts(names):
    return ast.Tuple([ast.Constant(each) for each in names], ast.Load())


def placed(s, statements):
    """Return statements at the line of the one that they stand for."""
    return [ast.fix_missing_locations(ast.copy_location(each, s)) for each in statements]


def uses(node):
    """Return {name: how often it is read}, in functions inside too."""
    found: Counter = Counter()
    for x in ast.walk(node):
        if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load):
            found[x.id] += 1
        elif isinstance(x, ast.AugAssign) and isinstance(x.target, ast.Name):
            found[x.target.id] += 1
        elif isinstance(x, ast.For):
            found.update(reads(getattr(x, "goes_on", [])))
    return found


def convert(node):
    """Convert the tree of a function's definition, in place."""
    args = node.args
    given = {arg.arg for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs,
                                 *filter(None, (args.vararg, args.kwarg))]}
    node.body = Jumps().function(node)
    ast.fix_missing_locations(node)
    node.body = Functional(node).bodies(node.body, given)
    ast.fix_missing_locations(node)
