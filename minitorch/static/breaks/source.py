"""Read a function's source as a syntax tree, check it against the function's code, and analyse its variables.

A part of a function takes the variables that its statements read, and returns those that they set. In doubt, a
variable counts as read if it may be read, and as set only if it is always set.
"""

import __future__

import ast
import inspect
import linecache
from types import CodeType

from ..slots import nested_codes

BY_TEXT = {"locals", "vars", "eval", "exec", "dir"}            # functions whose results depend on all local variables
NOT_SPLIT = (ast.Global, ast.Nonlocal, ast.NamedExpr, ast.Delete, ast.Yield, ast.YieldFrom, ast.Await)
FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
SAME = "co_firstlineno", "co_names", "co_varnames", "co_freevars", "co_cellvars"


def source_of(function):
    """Return the syntax tree of a function's source; raise ValueError if it does not match the function's code."""
    code = function.__code__
    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise ValueError("it is a generator")
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        tree = ast.parse(text)
        whole = compile(tree, code.co_filename, "exec", code.co_flags & FUTURE, True)
    except SyntaxError as error:
        raise ValueError("its source cannot be read") from error
    found = [x for x in ast.walk(tree) if isinstance(x, ast.FunctionDef) and x.name == code.co_name
             and min([x.lineno, *[each.lineno for each in x.decorator_list]]) == code.co_firstlineno]
    if len(found) != 1 or not any(is_same_code(x, code) for x in nested_codes(whole)):
        raise ValueError("its source is missing, or has changed")
    node = found[0]
    node.decorator_list = []
    inner = [*ast.walk(node)]
    names = {getattr(x, "id", getattr(x, "attr", "")) for x in inner}
    if any(isinstance(x, NOT_SPLIT) for x in inner) or BY_TEXT & names or any(
            name.startswith("__") and not name.endswith("__") for name in names):
        raise ValueError("it contains global, yield, locals() or other code that cannot be split")
    return node


def compile_nodes(nodes, code, also=()):
    """Compile function definitions so that they see the outer variables of `code`; return {name: code object}.

    also   names of further outer variables
    """
    around = [ast.arg(name) for name in dict.fromkeys([*code.co_freevars, *also])]
    outer = ast.FunctionDef("around", ast.arguments([], around, None, [], [], None, []), nodes, [])
    tree = ast.fix_missing_locations(ast.Module([outer], []))
    made = compile(tree, code.co_filename, "exec", code.co_flags & FUTURE, True)
    outer, = (x for x in made.co_consts if type(x) is CodeType)
    return {x.co_name: x for x in outer.co_consts if type(x) is CodeType}


def is_same_code(a, b):
    """Return whether two code objects have equal bytecode, names and constants."""
    if type(a) is not CodeType or type(b) is not CodeType:
        return type(a) is type(b) and repr(a) == repr(b)
    return (a.co_code == b.co_code and all(getattr(a, name) == getattr(b, name) for name in SAME)
            and len(a.co_consts) == len(b.co_consts) and all(map(is_same_code, a.co_consts, b.co_consts)))


SCOPES = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda
COMPREHENSIONS = ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp
LOOPS = ast.For, ast.While


def stores(node):
    """Return the local variables that a statement, or a list of statements, may set."""
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
    """Return the names that a node, or a list of nodes, may read; also inside nested functions."""
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
        return reads([*ast.iter_child_nodes(node.args)]) | reads(node.body) - names_inside(node) | reads(
            getattr(node, "decorator_list", []))
    return reads([*ast.iter_child_nodes(node)])


def names_inside(function):
    """Return the names that are local to a nested function."""
    args = function.args
    given = [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]
    return {arg.arg for arg in given} | (stores(function.body) if isinstance(function.body, list) else set())


def captured_names(node):
    """Return the outer names that nested functions and generators read, which may run at any later time."""
    found = set()
    for part in ast.walk(node):
        if part is not node and isinstance(part, (*SCOPES, ast.GeneratorExp)):
            found |= reads(part)
    return found


def exposed(statements):
    """Return the names that a list of statements may read before it sets them."""
    found, done = set(), set()
    for statement in statements:
        found |= names_exposed(statement) - done
        done |= names_set_by(statement)
    return found


def names_exposed(s):
    """Return the names that one statement may read before it sets them."""
    if isinstance(s, ast.If):
        return reads(s.test) | exposed(s.body) | exposed(s.orelse)
    if isinstance(s, ast.While):
        return reads(s.test) | exposed(s.body) | exposed(s.orelse)
    if isinstance(s, ast.For):
        return reads(s.iter) | reads(s.target) | exposed(s.body) - stores(s.target) | exposed(s.orelse)
    if isinstance(s, ast.With):
        return reads(s.items) | exposed(s.body) - stores(s.items)
    return reads(s)


def names_set_by(s):
    """Return the names that are certainly set after a statement."""
    if isinstance(s, ast.If):
        return names_set(s.body) & names_set(s.orelse)
    if isinstance(s, ast.With):
        return stores(s.items) | names_set(s.body)
    return set() if isinstance(s, (*LOOPS, ast.Try, ast.TryStar, ast.Match)) else stores(s)


def names_set(statements):
    return {name for statement in statements for name in names_set_by(statement)}


def live_before(s, live, jump):
    """Return the names that this statement or a later one may read.

    live   the names that may be read after the statement; jump: those read after a `break` or `continue`
    """
    return live - names_set_by(s) | names_exposed(s) | (jump if leaves_block(s) else set())


def leaves_block(s, loop=False):
    """Return whether a statement may leave its block, by `return` or by `break` or `continue` of an outer loop."""
    if isinstance(s, ast.Return) or isinstance(s, ast.Break | ast.Continue) and not loop:
        return True
    if isinstance(s, (*SCOPES, *COMPREHENSIONS)):
        return False
    if isinstance(s, LOOPS):                                 # a `break` in the `else` belongs to the outer loop
        return any(leaves_block(part, True) for part in s.body) or any(leaves_block(part, loop) for part in s.orelse)
    return any(leaves_block(part, loop) for part in ast.iter_child_nodes(s))
