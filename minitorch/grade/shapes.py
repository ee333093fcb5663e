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


def shape(node):
    """Return a text that is the same for two functions, methods or classes which differ in names and words only.

    Names that it binds itself count by the order in which they appear; those of others, and attributes, as they are.
    It begins with the outline and a colon.
    """
    own, seen = own_names(node), {}

    def name(text):
        return seen.setdefault(text, f"_{len(seen)}") if text in own else text

    def said(part):
        if isinstance(part, list):
            return f"[{' '.join(map(said, part))}]"
        if isinstance(part, ast.Name):
            return name(part.id)
        if isinstance(part, ast.arg):
            return name(part.arg)
        if not isinstance(part, ast.AST):
            return repr(part)
        fields = []
        for field, value in ast.iter_fields(part):
            if field in SILENT:
                continue
            if field == "body" and isinstance(value, list):
                value = without_words(value)
            fields.append(name(value) if field == "name" and isinstance(value, str) else said(value))
        return f"{type(part).__name__}({' '.join(fields)})"
    return f"{outline(node)}: {said(node)}"


def outline(node):
    """Return the kinds of a function's statements, a part of its shape that is quick to compute."""
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
