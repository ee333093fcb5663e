"""The source of a function as a syntax tree, held to the code that runs, and code made of such trees."""

import __future__

import ast
import inspect
import linecache
from types import CodeType

from ..names import nested

BY_TEXT = {"locals", "vars", "eval", "exec", "dir"}            # what they see depends on where variables are kept
NOT_SPLIT = (ast.Global, ast.Nonlocal, ast.NamedExpr, ast.Delete, ast.Yield, ast.YieldFrom, ast.Await)
FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
SAME = "co_firstlineno", "co_names", "co_varnames", "co_freevars", "co_cellvars"


def source_of(function):
    """The syntax tree of a function's source, held to its code: ValueError where they are not one."""
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
    if len(found) != 1 or not any(alike(x, code) for x in nested(whole)):
        raise ValueError("its source is not there, or is another now")
    node = found[0]
    node.decorator_list = []
    inner = [*ast.walk(node)]
    names = {getattr(x, "id", getattr(x, "attr", "")) for x in inner}
    if any(isinstance(x, NOT_SPLIT) for x in inner) or BY_TEXT & names or any(
            name.startswith("__") and not name.endswith("__") for name in names):
        raise ValueError("it keeps its variables in another way than in its frame")
    return node


def compiled(nodes, code, also=()):
    """{name: code} of function definitions that stand where a function of this code does.

    also   names of variables around them
    """
    around = [ast.arg(name) for name in dict.fromkeys([*code.co_freevars, *also])]
    outer = ast.FunctionDef("around", ast.arguments([], around, None, [], [], None, []), nodes, [])
    tree = ast.fix_missing_locations(ast.Module([outer], []))
    made = compile(tree, code.co_filename, "exec", code.co_flags & FUTURE, True)
    outer, = (x for x in made.co_consts if type(x) is CodeType)
    return {x.co_name: x for x in outer.co_consts if type(x) is CodeType}


def alike(a, b):
    """Whether two code objects do the same."""
    if type(a) is not CodeType or type(b) is not CodeType:
        return type(a) is type(b) and repr(a) == repr(b)
    return (a.co_code == b.co_code and all(getattr(a, name) == getattr(b, name) for name in SAME)
            and len(a.co_consts) == len(b.co_consts) and all(map(alike, a.co_consts, b.co_consts)))
