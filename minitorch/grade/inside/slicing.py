"""Slice a notebook: the lines that one answer needs, which are its own and those that define what it names."""

import ast
import dis
import inspect
import re
import types
from functools import lru_cache

LINE_MAGIC = re.compile(r"^(\s*)(?:([A-Za-z_]\w*(?:\s*,\s*\w+)*)\s*=\s*)?([%!?])(.*)$")
WRITTEN = re.compile(r"%%(?:writefile|file)\s+(-a\s+)?['\"]?([^\s'\"]+)")
RUN = re.compile(r"run\s+(?:-\w+\s+)*['\"]?([^\s'\"]+\.py)\b")
PROMPTS = (re.compile(r"(?:>>>|\.\.\.)(?: |$)"), re.compile(r"(?:In \[\d+\]:|\s*\.{3,}:)(?: |$)"))
PYTHON_CELLS = ("time", "timeit", "capture", "prun")
HELP = re.compile(r"^\s*[\w.]+\?{1,2}\s*$")
AT_ONCE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")       # code of its own that is no function's
SETTERS = re.compile(r"^(set\w*|\w*seed\w*)$")        # sys.setrecursionlimit, np.random.seed, mt.set_default_dtype …
HEAD, INDENT = re.compile(r"(?:[ \t]*\n)*([ \t]*)(.*)"), re.compile(r"\s*")
EXERCISE = "exercise"
NONE: frozenset[str] = frozenset()
parsed = lru_cache(200)(ast.parse)       # each cell is looked at twice
READS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")       # instructions that look a global name up


def bare(source):
    """Return a cell without the prompts before its lines and without a common indent, as IPython reads it."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    head = HEAD.match(source)
    if head[1]:
        source = "\n".join([line.removeprefix(head[1]) for line in source.split("\n")])
    for prompt in PROMPTS:
        if prompt.match(head[2]):
            return "\n".join([prompt.sub("", line, count=1) if prompt.match(line) else line
                              for line in source.split("\n")])
    return source


def python(source):
    """Return a cell as plain Python, without magics and shell lines; `%pip` prints that nothing is installed."""
    source = bare(source)
    above = "\n" * source[:len(source) - len(source.lstrip())].count("\n")
    first = source.lstrip().split("\n", 1)
    if (file := WRITTEN.match(first[0])) is not None:
        folder = f"__import__('os').makedirs({file[2].rpartition('/')[0]!r}, exist_ok=True)\n" * ("/" in file[2])
        return f"{folder}open({file[2]!r}, {'a' if file[1] else 'w'!r}).write({''.join(first[1:])!r})"
    if first[0].startswith("%%"):
        if first[0][2:].split(" ")[0].strip() not in PYTHON_CELLS:
            return ""
        source = above + "\n" + "".join(first[1:])         # as many lines as there were
    try:
        parsed(source)
        return source                                     # it is Python as it stands; % in it may be inside a text
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "\n".join(line_of(line) for line in source.split("\n"))


def line_of(line):
    match = LINE_MAGIC.match(line)
    if match is None:
        return INDENT.match(line)[0] + "pass" if HELP.match(line) else line
    indent, names, kind, rest = match.groups()
    if kind == "%" and names is None and rest.split(" ")[0] in ("time", "timeit") and " " in rest:
        return indent + rest.split(" ", 1)[1]
    if kind == "%" and names is None and (file := RUN.match(rest)):
        return f"{indent}exec(open({file[1]!r}).read())"
    done = "pass" if "pip" not in rest.split(" ")[:2] else (
        "print('nothing is installed while answers are graded; what the lesson names is there')")
    return f"{indent}{done}" if names is None else f"{indent}{names} = None"


def statements(cells):
    """Return [(number of the cell, its text, statement)]; of a broken cell only the statements that parse."""
    found = []
    for number, source in enumerate(cells):
        text = python(source)
        try:
            body = parsed(text).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            body = piecewise(text)
        found += [(number, text, statement) for statement in body]
    return found


def piecewise(text):
    """Return the statements of a cell's blocks that parse, where another block is broken, as by merge conflicts."""
    blocks: list[list[str]] = [[]]
    lines = text.split("\n")
    for line in lines:
        if line and not line[0].isspace() and line[0] not in ")]}" and not (
                blocks[-1] and blocks[-1][-1].startswith("@")):
            blocks.append([])
        blocks[-1].append(line)
    found, at = [], 0
    for block in blocks:
        try:
            found += ast.parse("\n" * at + "\n".join(block)).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
        at += len(block)
    return found


def answers(statement):
    """Return the id of the exercise that a statement answers, or None."""
    for decorator in getattr(statement, "decorator_list", ()):
        if isinstance(decorator, ast.Call) and decorator.args and isinstance(decorator.args[0], ast.Constant):
            name = decorator.func
            if getattr(name, "attr", getattr(name, "id", None)) == EXERCISE:
                return str(decorator.args[0].value)
    return None


def touched(statement):
    """Return the names that a statement at the top of a cell binds or changes."""
    names = set()
    todo = [statement]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            names.add(node.id)
        elif isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            names |= root_of(node)
        elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.MatchMapping):
            names |= {getattr(node, "rest" if isinstance(node, ast.MatchMapping) else "name")} - {None}
        elif isinstance(node, ast.Lambda):
            continue
        todo.extend(ast.iter_child_nodes(node))
    return names


def root_of(node):
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


@lru_cache(10_000)
def named(statement):
    """Return (global names that a statement reads as it runs, those that its functions read, those that they bind)."""
    try:
        todo = [compile(ast.Module([statement], []), "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return NONE, NONE, NONE
    now, later, bound = set(), set(), set()
    while todo:
        code = todo.pop()
        found = later if code.co_flags & inspect.CO_NEWLOCALS and code.co_name not in AT_ONCE else now
        for step in dis.get_instructions(code):
            if step.opname in READS:
                found.add(step.argval)
            elif step.opname == "STORE_GLOBAL":
                bound.add(step.argval)
        todo += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return frozenset(now), frozenset(later), frozenset(bound)


def looked_up(statement):
    """Return all global names that a statement looks up, as it runs or in its functions."""
    return NONE.union(*named(statement)[:2])


def sets_something(statement):
    """Whether it is a lone call such as np.random.seed(0): it changes what later lines do, and names no result."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        return isinstance(function, ast.Attribute) and bool(SETTERS.match(function.attr)) and bool(root_of(function))
    return False


def place_of(everything, target, id, name):
    """Return the number of the statement that is the answer; None if no statement defines it by itself.

    target   the number of the cell that holds it
    """
    own = [i for i, (number, _, statement) in enumerate(everything)
           if number == target and (answers(statement) == id or getattr(statement, "name", None) == name)]
    marked = [i for i in own if answers(everything[i][2]) == id]
    elsewhere = [i for i, (_, _, statement) in enumerate(everything) if answers(statement) == id]
    return (marked or own or elsewhere or [None])[-1]


def needed(everything, target, id, name):
    """Return (the numbers of the statements to run for one answer, the number of the answer's own or None).

    The lines above an answer in its cell are all run, unless other answers stand there too. Of the others those are
    run that bind what is named, back to the one that binds it whatever was there before.
    """
    place = place_of(everything, target, id, name)
    if place is None:
        return [], None
    target = everything[place][0]
    alone = all(answers(statement) in (None, id) for number, _, statement in everything if number == target)
    chosen = {place, *(i for i, (number, _, statement) in enumerate(everything[:place]) if alone and number == target
                       and answers(statement) is None or sets_something(statement) or star(statement))}
    binders: dict = {}
    for i, (_, _, statement) in enumerate(everything):
        for word in touched(statement) if not other_answer(statement, id) else ():
            binders.setdefault(word, []).append(i)
    todo, asked = list(chosen), set()
    while todo:
        i = todo.pop()
        now, later, _ = named(everything[i][2])
        for word, before in {*((word, i) for word in now), *((word, at) for word in later for at in (i + 1, place))}:
            if word != name and (word, before) not in asked:
                asked.add((word, before))
                found = bound_by(everything, binders.get(word, ()), word, before)
                todo += found - chosen
                chosen |= found
    return sorted(chosen), place


def bound_by(everything, places, word, before):
    """Return those of some statements that give a name its value before a place; if none do, all later ones."""
    found = set()
    for i in sorted((i for i in places if i < before), reverse=True):
        found.add(i)
        if binds_anew(everything[i][2], word):
            break
    return found or {i for i in places if i > before}


def binds_anew(statement, word):
    """Whether after a statement a name is what this one says, whatever it was before."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.For):
        targets = [statement.target]
    elif isinstance(statement, ast.With):
        targets = [item.optional_vars for item in statement.items if item.optional_vars is not None]
    else:
        kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
        return isinstance(statement, kinds)
    return any(isinstance(node, ast.Name) and node.id == word and isinstance(node.ctx, ast.Store)
               for target in targets for node in ast.walk(target))


def star(statement):
    """Whether it is `from … import *`, or `from __future__ import …`: it tells of no name what it does to it."""
    return isinstance(statement, ast.ImportFrom) and (
        statement.module == "__future__" or any(alias.name == "*" for alias in statement.names))


def other_answer(statement, id):
    """Whether it is the answer to another exercise: that one's own reference stands in its place."""
    return answers(statement) not in (None, id)
