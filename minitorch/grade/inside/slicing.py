"""Slice a notebook: the lines that one answer needs, which are its own and those that define what it names."""

import ast
import dis
import re
import types

LINE_MAGIC = re.compile(r"^(\s*)(?:([A-Za-z_]\w*(?:\s*,\s*\w+)*)\s*=\s*)?([%!?])(.*)$")
PYTHON_CELLS = ("time", "timeit", "capture", "prun")
HELP = re.compile(r"^\s*[\w.]+\?{1,2}\s*$")
SETTERS = re.compile(r"^(set\w*|\w*seed\w*)$")        # sys.setrecursionlimit, np.random.seed, mt.set_default_dtype …
EXERCISE = "exercise"
READS = ("LOAD_GLOBAL", "LOAD_NAME")                  # instructions that look a global name up


def python(source):
    """A cell as plain Python: magics and shell lines become nothing, and `%pip` is refused in words."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    first = source.lstrip().split("\n", 1)
    if first[0].startswith("%%"):
        if first[0][2:].split(" ")[0].strip() not in PYTHON_CELLS:
            return ""
        source = first[1] if len(first) > 1 else ""
    try:
        ast.parse(source)
        return source                                     # it is Python as it stands; % in it may be inside a text
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "\n".join(line_of(line) for line in source.split("\n"))


def line_of(line):
    match = LINE_MAGIC.match(line)
    if match is None:
        return re.match(r"\s*", line)[0] + "pass" if HELP.match(line) else line
    indent, names, kind, rest = match.groups()
    if kind == "%" and names is None and rest.split(" ")[0] in ("time", "timeit") and " " in rest:
        return indent + rest.split(" ", 1)[1]
    done = "pass" if "pip" not in rest.split(" ")[:2] else (
        "print('nothing is installed while answers are graded; what the lesson names is there')")
    return f"{indent}{done}" if names is None else f"{indent}{names} = None"


def statements(cells):
    """[(number of the cell, statement)] of every cell that can be read; a broken cell costs itself only."""
    found = []
    for number, source in enumerate(cells):
        text = python(source)
        try:
            body = ast.parse(text).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            body = piecewise(text)
        found += [(number, text, statement) for statement in body]
    return found


def piecewise(text):
    """The definitions of a cell of which another part is broken (merge conflicts, half a line)."""
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
    """The exercise id that a statement is the answer to, or None."""
    for decorator in getattr(statement, "decorator_list", ()):
        if isinstance(decorator, ast.Call) and decorator.args and isinstance(decorator.args[0], ast.Constant):
            name = decorator.func
            if getattr(name, "attr", getattr(name, "id", None)) == EXERCISE:
                return str(decorator.args[0].value)
    return None


def touched(statement):
    """Names that a statement at the top of a cell binds or changes."""
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
        elif isinstance(node, ast.Lambda):
            continue
        todo.extend(ast.iter_child_nodes(node))
    return names


def root_of(node):
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def named(statement):
    """Global names that a statement looks up, at any depth."""
    try:
        todo = [compile(ast.Module([statement], []), "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names = set()
    while todo:
        code = todo.pop()
        names |= {step.argval for step in dis.get_instructions(code) if step.opname in READS}
        todo += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return names


def sets_something(statement):
    """Whether it is a lone call such as np.random.seed(0): it changes what later lines do, and names no result."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        return isinstance(function, ast.Attribute) and bool(SETTERS.match(function.attr)) and bool(root_of(function))
    return False


def needed(cells, target, id, name):
    """[(cell, source, statement)] to run for one answer, in order, and the answer's own place in that list.

    target   the number of the cell that holds the answer; its lines up to the answer are all run, unless other
             answers stand in it too
    """
    everything = statements(cells)
    own = [i for i, (number, _, statement) in enumerate(everything)
           if number == target and (answers(statement) == id or getattr(statement, "name", None) == name)]
    marked = [i for i in own if answers(everything[i][2]) == id]
    if not own:
        own = marked = [i for i, (_, _, statement) in enumerate(everything) if answers(statement) == id]
    if not own:
        return [], None
    place = (marked or own)[-1]
    chosen, todo, asked = {place}, [], set()
    alone = all(answers(statement) in (None, id) for number, _, statement in everything if number == target)
    for i, (number, _, statement) in enumerate(everything[:place]):
        if alone and number == target and answers(statement) is None or sets_something(statement) or star(statement):
            chosen.add(i)
    todo = [name for i in chosen for name in named(everything[i][2])]
    binders: dict = {}
    for i, (_, _, statement) in enumerate(everything):
        for word in touched(statement):
            binders.setdefault(word, []).append(i)
    while todo:
        word = todo.pop()
        if word in asked:
            continue
        asked.add(word)
        before = [i for i in binders.get(word, ()) if i < place and not other_answer(everything[i][2], id)]
        later = [i for i in binders.get(word, ()) if i > place and not other_answer(everything[i][2], id)]
        for i in (before or later):
            if i not in chosen:
                chosen.add(i)
                todo += named(everything[i][2])
    order = sorted(chosen)
    return [everything[i] for i in order], order.index(place)


def star(statement):
    """Whether it is `from … import *`."""
    return isinstance(statement, ast.ImportFrom) and any(alias.name == "*" for alias in statement.names)


def other_answer(statement, id):
    """Whether it is the answer to another exercise: that one's own reference stands in its place."""
    return answers(statement) not in (None, id)
