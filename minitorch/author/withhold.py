"""Take the answers out of the exercises' files: what came of each case is written down in their place."""

import ast
import json
from pathlib import Path

from .finding import RECORDS
from .leaks import imported
from .release import STUB, ReleaseError

HINTS = 2                                # of three that are given out: the last says nearly all
HEAD = "from ..recorded import recorded_in\nRECORDED = recorded_in(__name__)"
DROPPED = ("FAULTS",)                    # what is for the course's own tests


def is_record(name):
    """Whether a file is one of the exercises' records."""
    return name.startswith(f"{RECORDS}/lesson_") and name.endswith(".py")


def withheld(files, lessons, root):
    """Return the files as students get them: {name: bytes}, the answers removed from each lesson's records.

    files     {name: bytes} of the course
    lessons   notebooks (as dicts) as students get them: an answer's place is taken by the blank that stands there
    root      the course's folder: results are recorded by running its exercises

    Raises ReleaseError where minitorch runs from elsewhere, so that other exercises would be recorded.
    """
    blanks = blanks_in(lessons)
    asked = imported([*("".join(cell["source"]) for notebook in lessons for cell in notebook["cells"]),
                      *(content.decode("utf-8", "replace") for name, content in files.items() if name.endswith(".py"))])
    out = dict(files)
    for name in filter(is_record, files):
        tree = ast.parse(files[name])
        calls = exercises(tree)
        if not calls:
            continue
        records = records_of(name, calls, Path(root) / name)
        strip(tree, records, blanks)
        tree.body[place_of(tree):place_of(tree)] = ast.parse(HEAD).body
        keep(tree, asked.get(Path(name).stem, set()))
        out[name] = (ast.unparse(ast.fix_missing_locations(tree)) + "\n").encode()
        out[name.removesuffix(".py") + ".json"] = written({record.id: recorded(record) for record in records})
    return out


def written(data):
    """Return JSON with one line for each exercise."""
    lines = [f"{json.dumps(id)}: {json.dumps(each, ensure_ascii=False)}" for id, each in data.items()]
    return ("{" + ",\n".join(lines) + "}\n").encode()


def exercises(tree):
    """Return the calls that make an exercise's record, each a statement of its own."""
    return [node.value for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            and getattr(node.value.func, "id", "") == "Exercise"]


def records_of(name, calls, path):
    """Return the records that a file makes, as the running course holds them, in the order of the calls."""
    import sys

    from ..course import exercises  # noqa: F401  (they register themselves)
    from ..course.record import earlier, registry
    module = sys.modules.get(name.removesuffix(".py").replace("/", "."))
    if module is None or Path(module.__file__).read_bytes() != path.read_bytes():
        raise ReleaseError(f"{path} is not the file that this minitorch runs ({getattr(module, '__file__', 'none')}): "
                           "run the command that is installed from the course itself.")
    every = {(each.id, each.line): each for each in [*registry.values(), *earlier.values()]}
    return [every[each.args[0].value, each.lineno] for each in calls]


def recorded(record):
    """Return the results of an exercise's cases: the wanted ones, and those of each form of each mistake."""
    from ..course.compare import plain
    from ..course.other_values import hangs_on_numbers
    from ..course.recorded import encoded
    from ..course.safe_call import call

    def wanted(case):
        outcome = call(lambda: plain(record.wanted(case)))
        if outcome.error is not None:
            raise ReleaseError(f"{record.id}: the right answer fails on “{case.name}”: {outcome.error}")
        return encoded(outcome.value)
    try:
        return {"cases": [wanted(case) for case in record.cases],
                "varied": [hangs_on_numbers(record, case) for case in record.cases],
                "examples": {known.name: wanted(known.case) for known in record.misconceptions
                             if known.case is not None and not isinstance(known.case, str)},
                "wrong": {known.name: [[encoded(record.outcome(rule, case)) for case in record.cases]
                                       for rule in known.rules] for known in record.misconceptions}}
    except ValueError as error:
        raise ReleaseError(f"{record.id}: {error}.") from None


def strip(tree, records, blanks):
    """Take right and wrong answers and last hints out of each exercise, and put its blank in the answer's place."""
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for call, record in zip(exercises(tree), records):
        emptied(defined[call.args[1].id], blanks.get(record.id))
        words = {word.arg: word.value for word in call.keywords}
        words["hints"] = ast.List(words["hints"].elts[:HINTS], ast.Load())
        known = {each.name: each for each in record.misconceptions}
        words["wrong"] = ast.List([mistake(node, list(known.values())[place])
                                   for place, node in enumerate(words["wrong"].elts)], ast.Load())
        words.pop("others", None)
        if not library_is(record):
            words.pop("reference", None)
        if record.piece is not None and record.adapt is None and "reference" not in words:
            words["reference"] = ast.Attribute(words["piece"].body, "library", ast.Load())
        words["recorded"] = ast.parse(f"RECORDED[{record.id!r}]", mode="eval").body
        call.keywords = [ast.keyword(name, value) for name, value in words.items()]


def library_is(record):
    """Whether what blanks run on is the library's own, and no answer of the course."""
    home = getattr(record.reference, "__module__", "") or ""
    return record.reference is not record.answer and not home.startswith("minitorch.course")


def mistake(node, known):
    """Return the call that makes a mistake, without the code of wrong answers: it reveals too much of the right one."""
    if getattr(node.func, "id", "") == "Wrong":
        return ast.Call(node.func, node.args[:2], node.keywords)
    made = f"Wrong({known.name!r}, {known.message!r}, example={known.case!r})"       # of a function that made it
    return ast.parse(made, mode="eval").body


def emptied(node, blank):
    """Leave of an answer's definition what the lesson's blank has: methods that it does not name go."""
    todo = ast.parse(STUB).body
    if isinstance(node, ast.FunctionDef):
        node.body = todo
        return
    given = {each.name: each for each in blank.body if isinstance(each, ast.FunctionDef)} if blank is not None else {}
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name in given]
    for method in methods:
        if STUB in ast.unparse(given[method.name]):
            method.body = todo
    node.body = methods or [ast.Pass()]


def blanks_in(lessons):
    """Return {exercise id: the definition that stands in its cell}."""
    from ..course.source import versions_in
    found = {}
    for notebook in lessons:
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            ids = versions_in(source) if cell["cell_type"] == "code" and STUB in source else ()
            for id in ids:
                node = next((each for each in ast.parse(source).body
                             if isinstance(each, ast.FunctionDef | ast.ClassDef)), None)
                found[id] = node
    return found


def place_of(tree):
    """Return the index of the statement after a file's last import."""
    return max(place for place, node in enumerate(tree.body, 1) if isinstance(node, ast.Import | ast.ImportFrom))


def keep(tree, asked):
    """Drop the definitions that nothing needs any more: what only answers and their mistakes were written with."""
    def names(node):
        return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}

    def makes(node):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return {node.name}
        return names(ast.Tuple(node.targets, ast.Load())) if isinstance(node, ast.Assign) else set()
    made = [node for node in tree.body if makes(node)]
    kept, wanted = set(), set(asked).union(*(names(node) for node in tree.body if not makes(node)))
    while True:
        new = [node for node in made if node not in kept and makes(node) & wanted - set(DROPPED)]
        if not new:
            break
        kept.update(new)
        wanted |= set().union(*map(names, new))
    tree.body = [node for node in tree.body if node in kept or not makes(node)]
