"""How much a function branches: one that a reader can hold in the head has few ways through it."""

import ast

import pytest
from house.test_arrows import CORE, FILES, HOME, layer_of, of_file

MOST, MOST_IN_CORE = 25, 18
FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
DEFINED = *FUNCTIONS, ast.ClassDef
ROOMS = {name for layer in CORE for name in ([layer] if isinstance(layer, str) else layer)}


def inside(block):
    """Return the nodes of a block, and the functions and classes in it without what is in them."""
    nodes = list(ast.iter_child_nodes(block))
    for node in nodes:                                # which grows while it is read
        if not isinstance(node, DEFINED):
            nodes += ast.iter_child_nodes(node)
    return nodes


def branches(function):
    """Return how many ways part in the body of a function, and 1: McCabe's number, as radon counts it."""
    return 1 + sum(map(ways, inside(function)))


def ways(node):
    """Return how many ways a node of a syntax tree adds."""
    match node:
        case ast.If() | ast.IfExp() | ast.Assert():
            return 1
        case ast.For() | ast.AsyncFor() | ast.While():
            return 1 + bool(node.orelse)
        case ast.Try() | ast.TryStar():
            return len(node.handlers) + bool(node.orelse)
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.Match():
            return len(node.cases) - 1
    return 0


def functions(path, source=None):
    """Yield (name, branches) for each function of a file, with the classes and functions around it in its name."""
    blocks = [("", ast.parse(path.read_text(encoding="utf-8") if source is None else source))]
    for before, block in blocks:                      # which grows while it is read
        for node in inside(block):
            if isinstance(node, DEFINED):
                blocks.append((f"{before}{node.name}.", node))
            if isinstance(node, FUNCTIONS):
                yield before + node.name, branches(node)


def over(most, layers):
    """{file:function: branches} of what branches more in these layers of the package."""
    return {f"{path.relative_to(HOME).as_posix()}:{name}": count for path in FILES if layer_of(path) in layers
            for name, count in of_file(functions, path) if count > most}


WINGS = set(map(layer_of, FILES)) - ROOMS


@pytest.mark.parametrize("most, layers", [(MOST, WINGS), (MOST_IN_CORE, ROOMS)], ids=["wings", "core"])
def test_no_function_branches_more_than_a_reader_can_follow(most, layers):
    assert not over(most, layers), "divide it where its subject divides, each part with a name that says what it does"


@pytest.mark.parametrize("body, count", [
    ("return x", 1), ("if x:\n  pass\n elif y and z or x:\n  pass", 5), ("return [a for a in x if a if y]", 4),
    ("for a in x:\n  pass\n else:\n  pass", 3), ("while x:\n  assert y", 3), ("return x if y else z", 2),
    ("try:\n  pass\n except OSError:\n  pass\n except ValueError:\n  pass\n else:\n  pass", 4), ("with x:\n  pass", 1),
    ("return lambda: x and y", 2),
    ("match x:\n  case 1:\n   pass\n  case 2:\n   pass\n  case _:\n   pass", 3)])
def test_branches_are_counted(body, count):
    source = f"def f(x, y, z):\n {body}\nclass A:\n if True:\n  def g(self):\n   def h(): return 1 or 2"
    assert dict(functions(None, source)) == {"f": count, "A.g": 1, "A.g.h": 2}
