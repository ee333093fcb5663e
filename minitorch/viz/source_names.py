"""Find the name of an input that no node saves, in the source line of its op."""

import ast
import linecache

from .dot import value_text

BINARY = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.MatMult: "matmul", ast.Pow: "pow"}
LONG = 16                 # maximum number of characters of a name


def operand_word(node, i):
    """Return the source text of a node's input i: a variable, such as `self.target`, or a number; "" if unknown."""
    found = operands(node)
    word = found[i] if found is not None and len(found) == len(node.edges) else None
    if isinstance(word, ast.Constant) and type(word.value) in (int, float):
        return value_text(word.value)
    text = ast.unparse(word) if isinstance(word, ast.Name | ast.Attribute | ast.Subscript) else ""
    return text if len(text) <= LONG else ""


def operands(node):
    """Return the syntax trees of a node's inputs; None if the expression in the source is not exactly this op."""
    tree = expression(node)
    if isinstance(tree, ast.AugAssign):
        return [tree.target, tree.value] if BINARY.get(type(tree.op)) == node.op.name else None
    tree = getattr(tree, "value", None)
    if isinstance(tree, ast.BinOp):
        return [tree.left, tree.right] if BINARY.get(type(tree.op)) == node.op.name else None
    if not isinstance(tree, ast.Call) or tree.keywords or getattr(
            tree.func, "attr", getattr(tree.func, "id", "")) != node.op.name:
        return None
    given = tree.args
    if len(given) == 1 and isinstance(given[0], ast.List | ast.Tuple):
        given = given[0].elts
    own = [tree.func.value] if isinstance(tree.func, ast.Attribute) and len(given) < len(node.edges) else []
    return own + given


def expression(node):
    """Return the parsed statement or expression that made a node; None if its source is not available."""
    if node.code is None:
        return None
    at = list(node.code.co_positions())[node.at // 2]
    if None in at:
        return None
    first, last, begin, end = at
    lines = [linecache.getline(node.code.co_filename, number).encode() for number in range(first, last + 1)]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][begin:]
    try:
        return ast.parse(b"(" * (last > first) + b"".join(lines) + b")" * (last > first)).body[0]
    except (SyntaxError, ValueError, IndexError):
        return None
