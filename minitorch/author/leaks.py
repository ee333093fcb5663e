"""Search what students are given for answers and hidden tests: files, and a repository's whole history."""

import ast
import re
import subprocess
from pathlib import Path

from ..grade.course_files import notebooks
from ..grade.shapes import functions, outline, size
from ..grade.similar import parts_of
from .finding import RECORDS
from .release import STUB, ReleaseError, cut, opened

BLOCK = re.compile(r"^[ \t]*### BEGIN (SOLUTION|HIDDEN TESTS)[^\n]*\n(.*?)^[ \t]*### END \1", re.M | re.S)
LARGE = 12                               # parts of a function whose form is looked for
INSTRUCTORS = ("course", "author", "grade")      # rooms that hold answers, or are not given out
LEAST = 24                               # letters of a text that is looked for: a shorter one may stand anywhere


def squeezed(text):
    """Return a text without marks, and without what layout or a notebook's JSON puts between its words."""
    return re.sub(r"### (BEGIN|END) (SOLUTION|HIDDEN TESTS)|\\n|[\s\"',\\]", "", text)


def secrets(root="."):
    """Return {squeezed text: where it stands} of every answer and every hidden test of a course.

    From the solution notebooks: answers with their def line, hidden tests, and each of its lines that draws inputs;
    from the exercises' records: what students hand in, right and wrong. An answer that the library says in the same
    words is none: the library's source is what the course is about; nor is a wrong one that a lesson shows openly.
    """
    root, found, shown = Path(root), {}, []
    for path, source in solution_cells(root):
        shown.append(source)
        for kind, block in BLOCK.findall(source):
            place = f"{kind.lower()} in {path.name}"
            texts = [whole_answer(source)] if kind == "SOLUTION" else [block, *drawn(block)]
            found.update({squeezed(text): place for text in texts})
    asked = imported(shown)
    for path in records(root):
        found.update({squeezed(text): f"an answer in {RECORDS}/{path.name}"
                      for text in answers_in(path, asked.get(path.stem, ()))})
    found = {text: place for text, place in found.items() if len(text) >= LEAST}
    public = {text for _, text in leaked(library(root), {text: text for text in found})}
    return {text: place for text, place in found.items() if place.startswith("hidden") or text not in public}


def solution_cells(root):
    """Yield (notebook's path, source) of each code cell of the solutions."""
    for path in notebooks(Path(root) / "solutions"):
        yield from ((path, "".join(cell["source"])) for cell in opened(path)["cells"] if cell["cell_type"] == "code")


def library(root):
    """Return {name: bytes} of the library's modules that students may read."""
    home = Path(root) / "minitorch"
    return {path.as_posix(): path.read_bytes() for path in home.rglob("*.py")
            if path.relative_to(home).parts[0] not in INSTRUCTORS}


def records(root):
    """Return the files of the exercises' records."""
    return sorted((Path(root) / RECORDS).glob("lesson_*.py"))


def imported(texts):
    """Return {module: names} that texts import from the files of exercises."""
    found: dict[str, set] = {}
    for text in texts:
        for module, names in re.findall(r"from [\w.]*exercises\.(lesson_\d+) import \(?([^)\n]*)", text):
            found.setdefault(module, set()).update(re.findall(r"\w+", names))
    return found


def answers_in(path, shown=()):
    """Return the answers that a file of records holds: functions and classes given to Exercise, and code of Wrong.

    shown   names that a lesson shows openly; so are faulty versions that a test to write has to find
    """
    text = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(text), text.split("\n")
    versions = [word.value for word in ast.walk(tree) if isinstance(word, ast.keyword) and word.arg == "accepts"]
    shown = {*shown, *(node.id for version in versions for node in ast.walk(version) if isinstance(node, ast.Name))}
    named = {node.name: segment(lines, node) for node in tree.body
             if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    named |= {getattr(node.targets[0], "id", ""): node.value.value for node in tree.body
              if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)}
    found = []
    for node in (inner for part in handed_over(tree) for inner in whole(part)):
        name = node.id if isinstance(node, ast.Name) else None
        code = getattr(node, "value", None) if name is None else named.get(name) if name not in shown else None
        if isinstance(code, str) and re.search(r"^ *(def|class|return|for|if|with|\w+ =) ?", code, re.M):
            found.append(code)
    return found


def handed_over(tree):
    """Yield what a file of records hands to Exercise as an answer, and to Wrong as code."""
    for call in ast.walk(tree):
        kind = getattr(call.func, "id", "") if isinstance(call, ast.Call) else ""
        if kind == "Wrong":
            yield from call.args[2:]
        elif kind == "Exercise":
            yield call.args[1]
            yield from (word.value for word in call.keywords if word.arg == "others")


def segment(lines, node):
    """Return the text of a node that begins a line; ast.get_source_segment splits the whole text for each node."""
    *first, last = lines[node.lineno - 1:node.end_lineno]
    return "\n".join([*first, last.encode()[:node.end_col_offset].decode()])


def whole(node):
    """Yield a node and all nodes in it, except those in dicts, which hold parts of answers."""
    if not isinstance(node, ast.Dict):
        yield node
        for inner in ast.iter_child_nodes(node):
            yield from whole(inner)


def whole_answer(source):
    """Return an exercise's cell without its marks, from its def line on."""
    lines = [line for line in source.split("\n") if "### " not in line]
    starts = [number for number, line in enumerate(lines) if re.match(r"\s*(def|class)\b", line)]
    return "\n".join(lines[starts[0]:] if starts else lines)


def drawn(block):
    """Return the lines of a hidden test that draw its inputs."""
    return [line for line in block.split("\n") if "rng" in line]


def leaked(files, hidden):
    """Return [(name, what it holds)] of {name: bytes}, for texts that `secrets` gave."""
    starts: dict[str, list] = {}
    for secret in hidden:
        starts.setdefault(secret[:LEAST], []).append(secret)
    out = []
    for name, content in files.items():
        text = squeezed(content.decode("utf-8", "replace"))
        near = {start for place in range(len(text) - LEAST + 1) if (start := text[place:place + LEAST]) in starts}
        out += [(name, hidden[secret]) for start in near for secret in starts[start] if secret in text]
    return out


def answer_forms(root):
    """Return {form: where it stands} of the right answers' functions, without those of blanks and the library."""
    found, given = {}, library(root)
    for path, source in solution_cells(root):
        if "### BEGIN SOLUTION" in source:
            found |= {form(node): f"an answer in {path.name}, renamed" for node in functions(whole_answer(source))
                      if size(node) >= LARGE}
            name = f"{path.name}, {len(given)}.py"
            given[name] = cut(source, path.name, {"solution": True, "grade": True}).encode()
    for _, known in with_form(given, {each: each for each in found}):
        found.pop(known, None)
    return found


def form(node):
    """Return what two functions have in common that differ in names, words and the order of sums only."""
    return outline(node), frozenset(parts_of([node]).items())


def with_form(files, forms):
    """Return [(name, what it holds)] of {name: bytes}, for the forms that `answer_forms` gave."""
    out, outlines = [], {kinds for kinds, _ in forms}
    for name, content in files.items():
        if name.endswith(".py"):
            for node in functions(content.decode("utf-8", "replace")):
                if outline(node) in outlines and size(node) >= LARGE and (own := form(node)) in forms:
                    out.append((name, forms[own]))
    return out


def open_cells(lesson, solution):
    """Return [what a lesson shows that only its solution may]: cells without a stub, marks, outputs."""
    given = ["".join(cell["source"]) for cell in lesson["cells"]]
    out = [f"a mark in “{text[:40]}…”" for text in given if re.search(r"### (BEGIN|END) |\bhidden\(", text)]
    for cell in solution["cells"]:
        source = "".join(cell["source"])
        if "### BEGIN SOLUTION" in source:
            head = source.partition("### BEGIN SOLUTION")[0].rstrip()
            if not any(text.startswith(head) and STUB in text for text in given):
                out.append(f"no stub for “{head.strip().splitlines()[-1][:60]}”")
    out += ["outputs of cells"] * any(cell.get("outputs") for cell in lesson["cells"])
    return out


def objects(repository):
    """Return {name: bytes} of all that a git repository keeps: files of all commits, messages, unreachable objects."""
    def git(*words, **more):
        return subprocess.run(["git", "-C", str(repository), *words], capture_output=True, check=True, **more).stdout
    names = [line.split() for line in git("cat-file", "--batch-all-objects", "--batch-check").decode().splitlines()]
    wanted = [name for name, kind, _ in names if kind != "tree"]
    stream, place, found = git("cat-file", "--batch", input="\n".join(wanted).encode()), 0, {}
    for _ in wanted:
        end = stream.index(b"\n", place)
        name, kind, size = stream[place:end].decode().split()
        found[f"{kind} {name[:10]}"] = stream[end + 1:end + 1 + int(size)]
        place = end + 2 + int(size)
    return found


def refuse(found, where):
    """Raise ReleaseError if a search found something."""
    if found:
        lines = "".join(f"\n    {name}: {place}" for name, place in found[:10])
        more = f"\n    and {len(found) - 10} more" if len(found) > 10 else ""
        raise ReleaseError(f"{where} what students may not see, so nothing is given out:{lines}{more}")
