"""Small changes to a program, one at a time, each with the words for it: "without `/ n` in the line …"."""

import ast
import re
import sys
from copy import copy, deepcopy
from functools import partial

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
    """Change a tree in one place after the other; yield the words for each change while it holds.

    lines   of the tree's source
    """
    nodes = list(ast.walk(tree))
    given = {node.arg for node in nodes if isinstance(node, ast.arg)} - {"self", "ctx"}
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names = sorted(given | stored)
    kept = sorted({node.attr for node in nodes if of_self(node) and isinstance(node.ctx, ast.Store)})
    for owner in nodes:
        for field, block in ast.iter_fields(owner):
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                for words, other in of_block(block, isinstance(owner, ast.For), lines):
                    yield from put([(owner, field, None, other)], words)
    repeated: dict = {}
    for owner, field, place, node in expressions(nodes):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in given:
            continue                                       # a model or a loss that a case leaves without effect
        for words, other in of_expression(node, names, kept, owner, field):
            if words.startswith("without "):
                key = re.sub(r"(\w)\(.*\)", r"\1(…)", words) + ", wherever it stands"
                repeated.setdefault(key, []).append((owner, field, place, other))
            yield from put([(owner, field, place, other)],
                           f"E{RIGHT[1:]} {which_one(node, words, lines)} in the line {line_of(node, lines)}.")
    for words, changes in (*everywhere(nodes, names, given), *exchanged(nodes, given, kept), *repeated.items()):
        if len(changes) > 1:
            yield from put(changes, f"E{RIGHT[1:]} {words}.")


def line_of(node, lines):
    """Return a node's line, whether a block belongs to it, and which of several equal ones it is, in words."""
    texts, at = [line.strip() for line in lines], node.lineno - 1
    block = " and its block" * (isinstance(node, ast.stmt) and node.end_lineno > node.lineno)
    return f"`{texts[at]}`{block}{nth(texts[:at].count(texts[at]), texts.count(texts[at]))}"


def nth(place, count):
    return f" (number {place + 1} of {count})" * (count > 1)


def which_one(node, words, lines):
    """Return the words for a change, with which one a name or number is if its line holds it several times."""
    name, line, at = str(getattr(node, "id", getattr(node, "value", ""))), lines[node.lineno - 1], node.col_offset
    places = [found.start() for found in re.finditer(rf"(?<![\w.]){re.escape(name)}(?![\w.])".encode(), line.encode())]
    return words.replace(f"`{name}`", f"`{name}`{nth(places.index(at), len(places))}", 1) if at in places else words


def expressions(nodes):
    """Yield (owner, field, place in a list or None, expression) for each expression that nodes hold."""
    for owner in nodes:
        for field, value in list(ast.iter_fields(owner)):
            for place, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.expr) and not isinstance(owner, ast.Delete | ast.arguments):
                    yield owner, field, place, node


def put(changes, words):
    """Set parts of nodes, yield the words, and set them back.

    changes   [(owner, field, place in a list or None, what is put there)]
    """
    before = [(*at, getattr(at[0], at[1]) if at[2] is None else getattr(at[0], at[1])[at[2]])
              for *at, _ in changes]
    for held in (changes, before[::-1]):
        for owner, field, place, value in held:
            if place is None:
                setattr(owner, field, value)
            else:
                getattr(owner, field)[place] = value
        if held is changes:
            yield words


def everywhere(nodes, names, given):
    """Yield (words, changes) of an operator, a number or the name of an argument in all its places."""
    found: dict = {}
    for node in nodes:
        if isinstance(node, ast.BinOp):
            found.setdefault(("op", type(node.op)), []).append(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            found.setdefault(("value", node.value, type(node.value)), []).append(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in given:
            found.setdefault(("id", node.id), []).append(node)
    for (field, old, *_), nodes in found.items():
        others = names if field == "id" else other_values(old) if field == "value" else [
            op() for op in SWAPS.get(old, ())]
        said = changed(f"`{sign_of(old()) if field == 'op' else old}`") + ", wherever it stands"
        yield from ((said, [(node, field, None, other) for node in nodes]) for other in others)


def sign_of(operator):
    """Return an operator as it is written."""
    both = ast.Name("a"), ast.Name("b")
    return ast.unparse(ast.Compare(both[0], [operator], [both[1]]) if isinstance(operator, ast.cmpop) else
                       ast.BinOp(both[0], operator, both[1]))[2:-2]


def of_block(block, in_loop, lines):
    """Yield (words, another block): a line left out, two exchanged, one moved into a loop or behind it."""
    line = partial(line_of, lines=lines)
    for place, statement in enumerate(block):
        before, after = block[:place], block[place + 1:]
        if isinstance(statement, ast.For | ast.While):
            yield from of_loop(before, statement, after, line)
        if in_loop and isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Break | ast.Return):
            *inner, last = statement.body
            yield (f"{line(last)} ends the loop: where it goes on with the next one, {RIGHT}.",
                   [*before, with_body(statement, [*inner, ast.Continue()]), *after])
        if before + after and not isinstance(statement, ast.Return | ast.FunctionDef):
            yield f"Without the line {line(statement)} {RIGHT}.", before + after
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name | ast.Subscript):
            yield (f"{line(statement)} writes over what was there before: where it adds, {RIGHT}.",
                   [*before, ast.AugAssign(statement.targets[0], ast.Add(), statement.value), *after])
        if isinstance(statement, ast.AugAssign):
            yield (f"{line(statement)} starts from what was there before: where it replaces that, {RIGHT}.",
                   [*before, ast.Assign([statement.target], statement.value), *after])
        if after and not isinstance(after[0], ast.Return):
            yield (f"E{RIGHT[1:]} if {line(after[0])} stands before {line(statement)}.",
                   [*before, after[0], statement, *after[1:]])


def of_loop(before, loop, after, line):
    """Yield (words, another block) with the last line of a loop behind it, and with the line behind it inside."""
    *inner, last = loop.body
    if inner and not isinstance(last, ast.For | ast.While | ast.If):
        ends = "therefore ends in its first round" if isinstance(last, ast.Return) else "runs it in every round"
        yield (f"{line(last)} stands inside the loop, which {ends}: behind the loop, {RIGHT}.",
               [*before, with_body(loop, inner), last, *after])
    if after and not isinstance(after[0], ast.Return):
        yield (f"{line(after[0])} stands behind the loop: inside it, {RIGHT}.",
               [*before, with_body(loop, [*loop.body, after[0]]), *after[1:]])


def with_body(statement, body):
    """Return a copy of a statement with another body."""
    other = copy(statement)
    other.body = body
    return other


def of_self(node):
    """Return True for `self.name`."""
    return isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self"


def of_expression(node, names, kept, owner, field):
    """Yield (words, another node) for the small changes of one expression; kept: what the class assigns to `self`."""
    if isinstance(node, ast.BinOp):
        yield from of_operation(node)
        yield from one_off(node) if isinstance(node.op, ast.FloorDiv) else ()
    yield from ((f"if `{ast.unparse(node)}` is `{ast.unparse(other)}`", other) for other in regrouped(node))
    if isinstance(node, ast.BinOp | ast.Call) and not isinstance(owner, ast.Expr | ast.Compare):
        yield changed(f"the sign of `{ast.unparse(node)}`"), ast.UnaryOp(ast.USub(), node)
    yield from of_condition(node, field)
    yield from of_value(node, names, kept, owner)
    if isinstance(owner, ast.Slice) or field == "args" and getattr(getattr(owner, "func", None), "id", "") == "range":
        yield from one_off(node)
    if isinstance(node, ast.Slice):
        yield from of_slice(node)
    if isinstance(node, ast.Call):
        yield from of_call(node)


def changed(what):
    return f"if only {what} changes"


def of_operation(node):
    """Yield (words, another node) for the small changes of an operation with two sides."""
    left, right, sign = part(node.left, node), part(node.right, node), sign_of(node.op)
    yield from ((changed(f"the operator `{sign}`"), ast.BinOp(node.left, op(), node.right))
                for op in SWAPS.get(type(node.op), ()))
    if isinstance(node.op, ORDERED):
        yield changed(f"the order around `{sign}`"), ast.BinOp(node.right, node.op, node.left)
    if isinstance(node.op, ast.MatMult):
        yield f"if `{left}` is transposed", ast.BinOp(ast.Attribute(node.left, "T", ast.Load()), node.op, node.right)
        yield f"if `{right}` is transposed", ast.BinOp(node.left, node.op, ast.Attribute(node.right, "T", ast.Load()))
    yield f"without `{sign} {right}`", node.left
    yield f"without `{left} {sign}`", node.right


def of_condition(node, field):
    """Yield (words, another node) for the small changes of what is true or false, or chooses by that."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from ((changed(f"the comparison `{sign_of(node.ops[0])}`"), ast.Compare(
            node.left, [op()], node.comparators)) for op in SWAPS.get(type(node.ops[0]), ()))
    if isinstance(node, ast.BoolOp):
        yield changed("`and` or `or`"), ast.BoolOp(SWAPS[type(node.op)][0](), node.values)
    if isinstance(node, ast.UnaryOp):
        yield f"without the `{'not' if isinstance(node.op, ast.Not) else '-'}`", node.operand
    if isinstance(node, ast.IfExp):
        yield changed("which of the two stands before `if`"), ast.IfExp(node.test, node.orelse, node.body)
        yield from ((f"with `{ast.unparse(each)}` always, without `if`,", each) for each in (node.orelse, node.body))
    if field == "test":
        yield f"if the condition `{ast.unparse(node)}` is turned round", ast.UnaryOp(ast.Not(), node)


def of_value(node, names, kept, owner):
    """Yield (words, another node) for a number, a name or what is kept on `self`: another one, or not transposed."""
    if isinstance(node, ast.Constant):
        others = [ast.Constant(other) for other in other_values(node.value)]
        others += [ast.Name(other, ast.Load()) for other in names if type(node.value) is int
                   and isinstance(owner, ast.Call)]
        yield from ((changed(f"`{node.value}`"), other) for other in others)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
        yield from ((changed(f"the name `{node.id}`"), ast.Name(other, ast.Load()))
                    for other in names if other != node.id)
    elif of_self(node) and isinstance(node.ctx, ast.Load) and node.attr in kept:
        yield from ((changed(f"the name `{node.attr}`"), ast.Attribute(node.value, other, ast.Load()))
                    for other in kept if other != node.attr)
    if isinstance(node, ast.Attribute) and node.attr == "T":
        yield f"if `{ast.unparse(node.value)}` is not transposed", node.value


def part(side, node):
    """Return one side of an operation as it is written."""
    text = ast.unparse(side)
    return f"({text})" if isinstance(side, ast.BinOp) and not isinstance(node.op, ast.Add | ast.Sub) else text


def one_off(node):
    """Yield (words, another node) for a count, or an end of a range or slice, that is one too small or too large."""
    if not isinstance(node, ast.Constant):                 # other values of a number are tried as such
        text = ast.unparse(node)
        yield f"with `{text} + 1` in place of `{text}`", ast.BinOp(node, ast.Add(), ast.Constant(1))
        yield f"with `{text} - 1` in place of `{text}`", ast.BinOp(node, ast.Sub(), ast.Constant(1))


def of_slice(node):
    """Yield (words, another node) for a slice `[-k:]` or `[:-k]` that counts from the end where k is 0 too."""
    for side, end in (("lower", sys.maxsize), ("upper", None)):
        at = getattr(node, side)
        if isinstance(at, ast.UnaryOp) and isinstance(at.op, ast.USub) and not isinstance(at.operand, ast.Constant):
            ends = {"lower": node.lower, "upper": node.upper, side: ast.IfExp(at.operand, at, ast.Constant(end))}
            yield (f"if `{ast.unparse(at)}` counts from the end for 0 too (-0 is 0, the beginning)",
                   ast.Slice(**ends, step=node.step))


def of_call(node):
    """Yield (words, another node) for the small changes of one call."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    for other in (other for group in CALLED if name in group for other in group if other != name):
        func = deepcopy(node.func)
        setattr(func, "attr" if isinstance(func, ast.Attribute) else "id", other)
        yield changed(f"`{name}`"), ast.Call(func, node.args, node.keywords)
    words = {keyword.arg for keyword in node.keywords}

    def given(word, value):
        return ast.Call(node.func, node.args, [*node.keywords, ast.keyword(word, ast.Constant(value))])
    if name in REDUCTIONS and not words & {"keepdim", "keepdims"}:
        yield from ((f"with {word}=True for `{name}`", given(word, True)) for word in ("keepdim", "keepdims"))
    if name in REDUCTIONS and not words & {"dim", "axis"}:
        yield from ((f"if `{name}` goes along one dimension", given("axis", axis)) for axis in (0, 1))
    for place, keyword in enumerate(node.keywords):
        yield f"without `{ast.unparse(keyword)}`", ast.Call(
            node.func, node.args, node.keywords[:place] + node.keywords[place + 1:])
    if isinstance(node.func, ast.Attribute) and not node.args:
        yield f"without `.{name}({', '.join(map(ast.unparse, node.keywords))})`", node.func.value
    if node.args:
        first = ast.unparse(node.args[0])
        yield f"if only `{first}` is left of `{name}(…)`" if node.args[1:] else f"without `{name}`", node.args[0]
    for place in range(min(len(node.args) - 1, 4)):
        args = [*node.args[:place], node.args[place + 1], node.args[place], *node.args[place + 2:]]
        yield changed(f"the order of what `{name}` is given"), ast.Call(node.func, args, node.keywords)


def other_values(value):
    """Return the numbers that may have been meant instead of a number."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [other for other in (value + 1, value - 1, -value, 0, 1, 2, 0.5) if other != value]
    return []
