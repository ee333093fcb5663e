"""Small changes to a program, one at a time, each with the words for it: "without `/ n` in the line …"."""

import ast
import re
import sys
from copy import deepcopy

from .regroup import exchanged, regrouped

SWAPS = {ast.Add: (ast.Sub, ast.Mult), ast.Sub: (ast.Add,), ast.Mult: (ast.Div, ast.MatMult, ast.Add, ast.Pow),
         ast.Div: (ast.Mult, ast.Sub), ast.FloorDiv: (ast.Div,), ast.MatMult: (ast.Mult,), ast.Pow: (ast.Mult,),
         ast.BitXor: (ast.Pow,),
         ast.Lt: (ast.Gt, ast.LtE, ast.GtE), ast.Gt: (ast.Lt, ast.GtE, ast.LtE), ast.LtE: (ast.GtE, ast.Lt, ast.Gt),
         ast.GtE: (ast.LtE, ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,),
         ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.And: (ast.Or,), ast.Or: (ast.And,)}
CALLED = [("sum", "mean", "max", "min", "amax", "prod"), ("std", "var"), ("argmax", "argmin"), ("zeros", "ones"),
          ("zeros_like", "ones_like"), ("append", "extend"), ("floor", "ceil"), ("maximum", "minimum"), ("sin", "cos")]
REDUCTIONS = {"sum", "mean", "max", "min", "amax", "amin", "std", "var"}
ORDERED = ast.Sub, ast.Div, ast.MatMult, ast.Pow
RIGHT = "every case comes out right"


def mutations(tree, lines):
    """Change a tree in one place after the other; yields the words for each change while it holds.

    lines   of the tree's source
    """
    nodes = list(ast.walk(tree))
    given = {node.arg for node in nodes if isinstance(node, ast.arg)} - {"self", "ctx"}
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names = sorted(given | stored)
    kept = sorted({node.attr for node in nodes if of_self(node) and isinstance(node.ctx, ast.Store)})
    for owner in nodes:
        for field, value in ast.iter_fields(owner):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from of_block(owner, field, value, lines)
    repeated: dict = {}
    for owner, field, place, node in expressions(nodes):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in given:
            continue                                       # a model or a loss that a case leaves without effect
        for words, other in of_expression(node, names, kept, owner, field):
            if words.startswith("without "):
                key = re.sub(r"(\w)\(.*\)", r"\1(…)", words)
                repeated.setdefault(key, []).append((owner, field, place, node, other))
            put(owner, field, place, other)
            yield f"E{RIGHT[1:]} {words} in the line `{lines[node.lineno - 1].strip()}`."
            put(owner, field, place, node)
    yield from everywhere(nodes, names, given)
    for one, other in exchanged(nodes, given, kept):
        yield f"E{RIGHT[1:]} if `{one}` and `{other}` are exchanged, wherever they stand."
    for words, found in repeated.items():
        if len(found) > 1:
            for owner, field, place, _, other in found:
                put(owner, field, place, other)
            yield f"E{RIGHT[1:]} {words}, wherever it stands."
            for owner, field, place, node, _ in reversed(found):
                put(owner, field, place, node)


def expressions(nodes):
    """(owner, field, place in a list or None, expression) for each expression that nodes hold."""
    for owner in nodes:
        for field, value in list(ast.iter_fields(owner)):
            for place, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.expr) and not isinstance(owner, ast.Delete | ast.arguments):
                    yield owner, field, place, node


def put(owner, field, place, node):
    """Set a part of a node, or an element of one."""
    if place is None:
        setattr(owner, field, node)
    else:
        getattr(owner, field)[place] = node


def everywhere(nodes, names, given):
    """Changes that are the same in several places: of an operator, a number, the name of an argument."""
    found: dict = {}
    for node in nodes:
        if isinstance(node, ast.BinOp):
            found.setdefault(("op", type(node.op)), []).append(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            found.setdefault(("value", node.value, type(node.value)), []).append(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in given:
            found.setdefault(("id", node.id), []).append(node)
    for (field, old, *_), nodes in found.items():
        others = names if field == "id" else other_values(old) if field == "value" else SWAPS.get(old, ())
        for other in others if len(nodes) > 1 else ():
            kept = [getattr(node, field) for node in nodes]
            for node in nodes:
                setattr(node, field, other() if field == "op" else other)
            said = sign_of(kept[0]) if field == "op" else old
            yield f"E{RIGHT[1:]} if only `{said}` changes, wherever it stands."
            for node, was in zip(nodes, kept):
                setattr(node, field, was)


def sign_of(operator):
    """An operator as it is written."""
    both = ast.Name("a"), ast.Name("b")
    return ast.unparse(ast.Compare(both[0], [operator], [both[1]]) if isinstance(operator, ast.cmpop) else
                       ast.BinOp(both[0], operator, both[1]))[2:-2]


def of_block(owner, field, block, lines):
    """Changes to the statements of one block: a line left out, two in another order, one inside a loop or behind it."""
    def line(statement):
        return f"`{lines[statement.lineno - 1].strip()}`"
    for place, statement in enumerate(block):
        before, after = block[:place], block[place + 1:]
        if isinstance(statement, ast.For | ast.While):
            yield from of_loop(owner, field, block, place, line)
        if isinstance(statement, ast.If) and isinstance(owner, ast.For) and isinstance(
                statement.body[-1], ast.Break | ast.Return):
            last = statement.body[-1]
            statement.body[-1] = ast.copy_location(ast.Continue(), last)
            yield f"{line(last)} ends the loop: where it goes on with the next one, {RIGHT}."
            statement.body[-1] = last
        if before + after and not isinstance(statement, ast.Return | ast.FunctionDef):
            setattr(owner, field, before + after)
            yield f"Without the line {line(statement)} {RIGHT}."
        setattr(owner, field, block)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name | ast.Subscript):
            other = ast.copy_location(ast.AugAssign(statement.targets[0], ast.Add(), statement.value), statement)
            setattr(owner, field, [*before, other, *after])
            yield f"{line(statement)} writes over what was there before: where it adds, {RIGHT}."
        if isinstance(statement, ast.AugAssign):
            other = ast.copy_location(ast.Assign([statement.target], statement.value), statement)
            setattr(owner, field, [*before, other, *after])
            yield f"{line(statement)} starts from what was there before: where it replaces that, {RIGHT}."
        if after and not isinstance(after[0], ast.Return):
            setattr(owner, field, [*before, after[0], statement, *after[1:]])
            yield f"E{RIGHT[1:]} if {line(after[0])} stands before {line(statement)}."
        setattr(owner, field, block)


def of_loop(owner, field, block, place, line):
    """Changes of what stands in a loop: its last line behind it, the line behind it inside."""
    loop, before, after = block[place], block[:place + 1], block[place + 1:]
    *inner, last = loop.body
    if inner and not isinstance(last, ast.For | ast.While | ast.If):
        whole, loop.body = loop.body, inner
        setattr(owner, field, [*before, last, *after])
        ends = "therefore ends in its first round" if isinstance(last, ast.Return) else "runs it in every round"
        yield f"{line(last)} stands inside the loop, which {ends}: behind the loop, {RIGHT}."
        loop.body = whole
    if after and not isinstance(after[0], ast.Return):
        loop.body.append(after[0])
        setattr(owner, field, before + after[1:])
        yield f"{line(after[0])} stands behind the loop: inside it, {RIGHT}."
        loop.body.pop()
    setattr(owner, field, block)


def of_self(node):
    """Return True for `self.name`."""
    return isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self"


def of_expression(node, names, kept, owner, field):
    """(words, another node) for the small changes of one expression; kept: what the class assigns to `self`."""
    def like(other):
        return ast.copy_location(other, node)

    def changed(what):
        return f"if only {what} changes"
    if isinstance(node, ast.BinOp):
        left, right, sign = part(node.left, node), part(node.right, node), sign_of(node.op)
        yield from ((changed(f"the operator `{sign}`"), like(ast.BinOp(node.left, op(), node.right)))
                    for op in SWAPS.get(type(node.op), ()))
        if isinstance(node.op, ORDERED):
            yield changed(f"the order around `{sign}`"), like(ast.BinOp(node.right, node.op, node.left))
        if isinstance(node.op, ast.MatMult):
            yield f"if `{left}` is transposed", like(ast.BinOp(turned(node.left), node.op, node.right))
            yield f"if `{right}` is transposed", like(ast.BinOp(node.left, node.op, turned(node.right)))
        yield f"without `{sign} {right}`", node.left
        yield f"without `{left} {sign}`", node.right
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        yield from one_off(node, like)
    yield from ((f"if `{ast.unparse(node)}` is `{ast.unparse(other)}`", like(other)) for other in regrouped(node))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from ((changed(f"the comparison `{sign_of(node.ops[0])}`"),
                     like(ast.Compare(node.left, [op()], node.comparators))) for op in SWAPS.get(type(node.ops[0]), ()))
    if isinstance(node, ast.BoolOp):
        yield changed("`and` or `or`"), like(ast.BoolOp(SWAPS[type(node.op)][0](), node.values))
    if isinstance(node, ast.UnaryOp):
        yield f"without the `{'not' if isinstance(node.op, ast.Not) else '-'}`", node.operand
    if isinstance(node, ast.BinOp | ast.Call) and not isinstance(owner, ast.Expr):
        yield changed(f"the sign of `{ast.unparse(node)}`"), like(ast.UnaryOp(ast.USub(), node))
    if isinstance(node, ast.IfExp):
        yield changed("which of the two stands before `if`"), like(ast.IfExp(node.test, node.orelse, node.body))
    if field == "test":
        yield f"if the condition `{ast.unparse(node)}` is turned round", like(ast.UnaryOp(ast.Not(), node))
    if isinstance(node, ast.Constant):
        yield from ((changed(f"`{node.value}`"), like(ast.Constant(other))) for other in other_values(node.value))
        yield from ((changed(f"`{node.value}`"), like(ast.Name(other, ast.Load())))
                    for other in names if type(node.value) is int and isinstance(owner, ast.Call))
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
        yield from ((changed(f"the name `{node.id}`"), like(ast.Name(other, ast.Load())))
                    for other in names if other != node.id)
    if of_self(node) and isinstance(node.ctx, ast.Load) and node.attr in kept:
        yield from ((changed(f"the name `{node.attr}`"), like(ast.Attribute(node.value, other, ast.Load())))
                    for other in kept if other != node.attr)
    if isinstance(node, ast.Attribute) and node.attr == "T":
        yield f"if `{ast.unparse(node.value)}` is not transposed", node.value
    if isinstance(owner, ast.Slice) or field == "args" and getattr(getattr(owner, "func", None), "id", "") == "range":
        yield from one_off(node, like)
    if isinstance(node, ast.Slice):
        yield from of_slice(node, like)
    if isinstance(node, ast.Call):
        yield from of_call(node, like, changed)


def part(side, node):
    """One side of an operation as it is written."""
    text = ast.unparse(side)
    return f"({text})" if isinstance(side, ast.BinOp) and not isinstance(node.op, ast.Add | ast.Sub) else text


def turned(node):
    return ast.Attribute(node, "T", ast.Load())


def one_off(node, like):
    """(words, another node) for a count, or an end of a range or slice, that is one too small or too large."""
    if not isinstance(node, ast.Constant):                 # other values of a number are tried as such
        text = ast.unparse(node)
        yield f"with `{text} + 1` in place of `{text}`", like(ast.BinOp(node, ast.Add(), ast.Constant(1)))
        yield f"with `{text} - 1` in place of `{text}`", like(ast.BinOp(node, ast.Sub(), ast.Constant(1)))


def of_slice(node, like):
    """(words, another node) for a slice `[-k:]` or `[:-k]` that counts from the end where k is 0 too."""
    for side, end in (("lower", sys.maxsize), ("upper", None)):
        at = getattr(node, side)
        if isinstance(at, ast.UnaryOp) and isinstance(at.op, ast.USub) and not isinstance(at.operand, ast.Constant):
            ends = {"lower": node.lower, "upper": node.upper, side: ast.IfExp(at.operand, at, ast.Constant(end))}
            yield (f"if `{ast.unparse(at)}` counts from the end for 0 too (-0 is 0, the beginning)",
                   like(ast.Slice(**ends, step=node.step)))


def of_call(node, like, changed):
    """(words, another node) for the small changes of one call."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    for other in (other for group in CALLED if name in group for other in group if other != name):
        func = deepcopy(node.func)
        setattr(func, "attr" if isinstance(func, ast.Attribute) else "id", other)
        yield changed(f"`{name}`"), like(ast.Call(func, node.args, node.keywords))
    words = {keyword.arg for keyword in node.keywords}
    if name in REDUCTIONS and not words & {"keepdim", "keepdims"}:
        for word in ("keepdim", "keepdims"):
            yield f"with {word}=True for `{name}`", like(ast.Call(node.func, node.args, [
                *node.keywords, ast.keyword(word, ast.Constant(True))]))
    if name in REDUCTIONS and not words & {"dim", "axis"}:
        for axis in (0, 1):
            yield f"if `{name}` goes along one dimension", like(ast.Call(node.func, node.args, [
                *node.keywords, ast.keyword("axis", ast.Constant(axis))]))
    for place, keyword in enumerate(node.keywords):
        yield f"without `{ast.unparse(keyword)}`", like(
            ast.Call(node.func, node.args, node.keywords[:place] + node.keywords[place + 1:]))
    if isinstance(node.func, ast.Attribute) and not node.args:
        yield f"without `.{name}({', '.join(map(ast.unparse, node.keywords))})`", node.func.value
    if node.args:
        yield f"without `{name}`", node.args[0]
    if name in ("matmul", "dot") and len(node.args) == 2:
        one, other = node.args
        for args in ([turned(one), other], [one, turned(other)]):
            yield f"if another factor of `{name}` is transposed", like(ast.Call(node.func, args, node.keywords))
    for place in range(min(len(node.args) - 1, 4)):
        args = [*node.args[:place], node.args[place + 1], node.args[place], *node.args[place + 2:]]
        yield changed(f"the order of what `{name}` is given"), like(ast.Call(node.func, args, node.keywords))


def other_values(value):
    """Numbers that might have been meant by one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [other for other in (value + 1, value - 1, -value, 0, 1, 2, 0.5) if other != value]
    return []
