"""The shape of code: its syntax tree without what renaming, comments, annotations and layout change."""

import ast

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
SILENT = ("ctx", "annotation", "returns", "decorator_list", "type_comment", "type_params", "kind")      # do not run
TELLING = ast.Name | ast.Constant | ast.Attribute | ast.operator | ast.cmpop | ast.Call


def own_names(node):
    """Return the names that a function or class binds itself, with its own name."""
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.arg):
            found.add(each.arg)
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            found.add(each.id)
        elif isinstance(each, FUNCTIONS):
            found.add(each.name)
    return found


def outline(node):
    """Return the kinds of a function's statements, which is quick to compare."""
    return " ".join(type(each).__name__ for each in without_words(node.body))


def without_words(body):
    """Return the statements without docstrings and other texts that stand alone."""
    return [node for node in body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]


def size(node):
    """Return how many parts of a tree carry meaning: names, numbers, operators, calls."""
    return sum(isinstance(each, TELLING) for each in ast.walk(node))


def functions(source):
    """Return every function of a source, methods and inner ones too; [] if it is no Python."""
    try:
        waiting = [ast.parse(source)]                    # statements alone: no expression holds a function with a name
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    for node in waiting:
        waiting += [inner for field in ("body", "handlers", "orelse", "finalbody", "cases")
                    for inner in getattr(node, field, ())]
    return [node for node in waiting if isinstance(node, FUNCTIONS)]
