"""Which variables the statements of a function read and set: what a part of it is given, and what it gives back.

All is on the safe side: a variable counts as read where it may be, and as set only where it must be.
"""

import ast

SCOPES = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda
COMPREHENSIONS = ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp
LOOPS = ast.For, ast.While


def stores(node):
    """The names that a statement, or a list of them, may set in the function's own scope."""
    if isinstance(node, list):
        return {name for part in node for name in stores(part)}
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Store) else set()
    if isinstance(node, SCOPES):
        return set() if isinstance(node, ast.Lambda) else {node.name}
    if isinstance(node, ast.alias):
        return {node.asname or node.name.partition(".")[0]}
    if isinstance(node, COMPREHENSIONS):
        return set()
    named = {node.name} if isinstance(node, ast.ExceptHandler) and node.name else set()
    return named | stores([*ast.iter_child_nodes(node)])


def reads(node):
    """The names that a node, or a list of them, may read, in functions inside too."""
    if isinstance(node, list):
        return {name for part in node for name in reads(part)}
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return {node.target.id} | reads(node.value)
    if isinstance(node, COMPREHENSIONS):
        own = {name for part in node.generators for name in stores(part.target)}
        return reads(node.generators[0].iter) | reads([*ast.iter_child_nodes(node)]) - own
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return reads([*ast.iter_child_nodes(node.args)]) | reads(node.body) - inside(node) | reads(
            getattr(node, "decorator_list", []))
    return reads([*ast.iter_child_nodes(node)])


def inside(function):
    """The names that are a nested function's own."""
    args = function.args
    given = [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]
    return {arg.arg for arg in given} | (stores(function.body) if isinstance(function.body, list) else set())


def captured(node):
    """The names of the function that functions and generators inside it read, at a time nobody knows."""
    found = set()
    for part in ast.walk(node):
        if part is not node and isinstance(part, (*SCOPES, ast.GeneratorExp)):
            found |= reads(part)
    return found


def exposed(statements):
    """The names that a list of statements may read before it has set them."""
    found, done = set(), set()
    for statement in statements:
        found |= exposed_by(statement) - done
        done |= definite(statement)
    return found


def exposed_by(s):
    """The same of one statement."""
    if isinstance(s, ast.If):
        return reads(s.test) | exposed(s.body) | exposed(s.orelse)
    if isinstance(s, ast.While):
        return reads(s.test) | exposed(s.body) | exposed(s.orelse)
    if isinstance(s, ast.For):
        return reads(s.iter) | reads(s.target) | exposed(s.body) - stores(s.target) | exposed(s.orelse)
    if isinstance(s, ast.With):
        return reads(s.items) | exposed(s.body) - stores(s.items)
    return reads(s)


def definite(s):
    """The names that a statement has set where the next one is reached."""
    if isinstance(s, ast.If):
        return together(s.body) & together(s.orelse)
    if isinstance(s, ast.With):
        return stores(s.items) | together(s.body)
    return set() if isinstance(s, (*LOOPS, ast.Try, ast.TryStar, ast.Match)) else stores(s)


def together(statements):
    return {name for statement in statements for name in definite(statement)}


def live_before(s, live, jump):
    """The names that may be read from a statement on.

    live   those that may be read after it; jump: those where `break` and `continue` lead
    """
    return live - definite(s) | exposed_by(s) | (jump if leaves(s) else set())


def leaves(s, loop=False):
    """Whether a statement may leave the block that it stands in: by return, or to a loop around."""
    if isinstance(s, ast.Return) or isinstance(s, ast.Break | ast.Continue) and not loop:
        return True
    if isinstance(s, (*SCOPES, *COMPREHENSIONS)):
        return False
    if isinstance(s, LOOPS):                                 # what stands in its `else` belongs to the loop around
        return any(leaves(part, True) for part in s.body) or any(leaves(part, loop) for part in s.orelse)
    return any(leaves(part, loop) for part in ast.iter_child_nodes(s))
