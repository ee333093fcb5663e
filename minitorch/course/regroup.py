"""Changes of what belongs together in an expression: brackets elsewhere, a method called on the whole of it."""

import ast
from itertools import combinations, permutations

OPPOSITE = [("max", "min"), ("amax", "amin"), ("argmax", "argmin"), ("maximum", "minimum")]


def regrouped(node):
    """Yield what may have been meant by an operation of an operation or a call, or by a tuple."""
    if isinstance(node, ast.BinOp):
        left, right = node.left, node.right
        if isinstance(right, ast.BinOp):
            yield ast.BinOp(ast.BinOp(left, node.op, right.left), right.op, right.right)
        if isinstance(left, ast.BinOp):
            yield ast.BinOp(left.left, left.op, ast.BinOp(left.right, node.op, right))
        for side, whole in ((left, lambda part: ast.BinOp(part, node.op, right)),
                            (right, lambda part: ast.BinOp(left, node.op, part))):
            if isinstance(side, ast.Call) and called_on(side) is not None:
                yield with_inside(side, whole(called_on(side)))
    if isinstance(node, ast.Call) and isinstance(called_on(node), ast.BinOp):
        inside = called_on(node)
        yield ast.BinOp(with_inside(node, inside.left), inside.op, inside.right)
        yield ast.BinOp(inside.left, inside.op, with_inside(node, inside.right))
    if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and 1 < len(node.elts) < 5:
        yield from (ast.Tuple(list(parts), ast.Load()) for parts in list(permutations(node.elts))[1:])


def called_on(call):
    """Return what a call takes: the object of a method without arguments, or the only argument; else None."""
    if isinstance(call.func, ast.Attribute) and not call.args:
        return call.func.value
    return call.args[0] if len(call.args) == 1 else None


def with_inside(call, inside):
    """Return the same call of something else."""
    if call.args:
        return ast.Call(call.func, [inside], call.keywords)
    return ast.Call(ast.Attribute(inside, call.func.attr, ast.Load()), [], call.keywords)


def exchanged(nodes, given, kept):
    """Yield (words, changes) that exchange two names wherever they are read.

    The names are of opposite functions, of arguments (`given`), or of what a class assigns to `self` (`kept`).
    """
    found: dict = {}
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            field = "id" if isinstance(node, ast.Name) else "attr"
            found.setdefault(getattr(node, field), []).append((node, field, None))
    for one, other in (*OPPOSITE, *combinations(sorted(given), 2), *combinations(kept, 2)):
        if one in found and other in found:
            yield f"if `{one}` and `{other}` are exchanged, wherever they stand", [
                *((*at, other) for at in found[one]), *((*at, one) for at in found[other])]
