"""Which cells answer which exercise: by the id in the source, wherever the cell stands and whatever it has become."""

import ast
import re
from collections import Counter
from warnings import catch_warnings, simplefilter

from ..course.source import versions_in
from .inside.slicing import python

HINT = re.compile(r"""^[ \t]*(?:\w+\.)*hint\(\s*["'](\d+\.\d+)["']""", re.M)
FENCE = re.compile(r"^```\w*\n(.*?)^```", re.M | re.S)
GIVEN = re.compile(r"""\bexercise\(\s{0,9}(?:id\s{0,9}=\s{0,9})?["']\s{0,9}(\d{1,4}\.\d{1,9})\s{0,9}["']"""
                   r"(?:\s{0,9},\s{0,9}(?:version\s{0,9}=\s{0,9})?(\d{1,9})\b)?")
UNSEEN = re.compile(r"\b(?:exec|eval|globals|locals|vars|setattr|global)\b|^%%(?:writefile|file)\b", re.M)
QUOTED = re.compile(r"""(?<!check\()(?<!hint\()(?<!yours\()["'](\d{1,4}\.\d{1,9})["']""")
BOUND = re.compile(r"^[ \t]*(\w+)[ \t]*=(?!=|[ \t]*yours\b)", re.M)
PARSED = 200_000                         # characters of a cell that is looked at as a tree
NAMED = 5                                # cells that are named, where several answer one exercise


class Answer:
    """One definition that answers an exercise.

    number   of its cell, from 0
    source   of the whole cell
    name     of the function or class; None where the cell does not parse
    version  of the exercise it says it answers
    fault    why it is no Python; '' when it is
    blank    whether it is still the stub
    loose    whether it is no definition under its @exercise line: only running the cells tells what it is
    """

    def __init__(self, id, number, source, name=None, version=1, fault="", blank=False, loose=False):
        self.id, self.number, self.source, self.name, self.version = id, number, source, name, version
        self.fault, self.blank, self.loose = fault, blank, loose

    @property
    def rank(self):
        """What counts more: a whole answer, one that is given in another way, a stub, then what does not parse."""
        return 0 if self.fault else 1 if self.blank else 2 if self.loose else 3


def parsed(source):
    """Return (the tree of a cell's source or None, why there is none). Nothing of it runs."""
    if len(source) > PARSED:
        return None, f"its cell has {len(source):,} characters"
    try:
        with catch_warnings():
            simplefilter("ignore")                       # "\d" in a student's string is no matter of ours
            return compile(python(source), "<cell>", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), ""
    except SyntaxError as error:
        return None, f"line {error.lineno}: {error.msg}"
    except (ValueError, RecursionError, MemoryError) as error:
        return None, str(error) or type(error).__name__


def version_of(submission, id, hidden=None):
    """Return (the version of an exercise by which a submission is graded, what is odd about it or '').

    It is the one that the lesson was released with, or else the one that its source names; but the newest where that
    one is not known, or has no hidden tests any more: nobody chooses a version in which less is tried.

    hidden   hidden(id, version) says whether there are hidden tests; None: there are none of any exercise
    """
    from ..course.record import find
    newest, sources = find(id).version, submission.sources.get(id)
    if not sources:
        return newest, ""
    named = versions_in(sources[-1][1]).get(id)
    asked = submission.versions.get(id, named or 1)
    said = named or asked
    odd = f"its source says version {said}, the lesson was handed out with version {asked}" if said != asked else ""
    if asked == newest:
        return newest, odd
    try:
        find(id, asked)
        if hidden is None or hidden(id, asked) or not hidden(id, newest):
            return asked, odd
        why = "which has no hidden tests any more"
    except ValueError:
        why = "which this course does not have"
    return newest, f"it names version {asked}, {why}: graded by version {newest}; look whether that is fair"


def hints_in(sources):
    """Return {exercise id: how many hints a notebook's cells open}, at most three each."""
    counts: dict[str, int] = {}
    for source in sources:
        for id in HINT.findall(source):
            counts[id] = min(counts.get(id, 0) + 1, 3)
    return counts


def blank(node):
    """Whether a definition is still the stub: nothing but words and `raise NotImplementedError`."""
    body = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    if isinstance(node, ast.ClassDef):
        inner = [each for each in body if isinstance(each, ast.FunctionDef)]
        return all(isinstance(each, ast.FunctionDef | ast.Pass) for each in body) and all(map(blank, inner))
    return all(isinstance(each, ast.Pass) or (isinstance(each, ast.Raise) and "NotImplementedError" in
                                              ast.dump(each)) for each in body)


def definitions(tree):
    """Return every function and class of a tree."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]


def marked(node):
    """Yield the exercise ids of a definition's @exercise lines."""
    for line in node.decorator_list:
        if isinstance(line, ast.Call):
            name = getattr(line.func, "attr", getattr(line.func, "id", ""))
            given = [*line.args[:1], *(each.value for each in line.keywords if each.arg == "id")]
            if name == "exercise" and given and isinstance(getattr(given[0], "value", None), str):
                yield given[0].value.strip()


def answers_in(number, source):
    """Return the answers in a cell's source that have an @exercise line."""
    versions = versions_in(source)
    if not versions:
        return []
    tree, fault = parsed(source)
    if tree is None:
        return [Answer(id, number, source, None, version, fault) for id, version in versions.items()]
    return [Answer(id, number, source, node.name, versions.get(id, 1), "", blank(node))
            for node in definitions(tree) for id in marked(node)]


def given_in(number, source, names):
    """Return the answers that a cell may give in another way: exercise(id)(…), in an exec, by globals(), by a name.

    names   {function: exercise id} of those that are given in no plainer way
    """
    found = {match[1]: int(match[2] or 1) for match in GIVEN.finditer(source)}
    words = set(re.findall(r"\w+", source) if UNSEEN.search(source) else BOUND.findall(source))
    quoted = set(QUOTED.findall(source))
    found |= {id: 1 for name, id in names.items() if (name in words or id in quoted) and id not in found}
    return [Answer(id, number, source, None, version, loose=True) for id, version in found.items()]


def named_in(number, source, names):
    """Return the answers that a cell gives only by the names of functions; names: {function: exercise id}."""
    if not any(name in source for name in names):
        return []
    tree, _ = parsed(source)
    return [Answer(names[node.name], number, source, node.name, 1, "", blank(node)) for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in names] if tree is not None else []


def retyped(cell):
    """Return the code in a text cell if it answers an exercise: all of the cell, or its fenced parts; else None."""
    for text in (cell.source, "\n".join(FENCE.findall(cell.source))):
        if any(not answer.fault for answer in answers_in(0, text)):
            return text
    return None


def matched(cells, names):
    """Return code cells, {exercise id: its answers, the one that counts last}, and what was odd.

    cells   those of the notebook, of every kind
    names   {function: exercise id}, to find answers that lost their @exercise line
    """
    sources, answers, oddities = marked_answers(cells)
    counts = Counter(id.partition(".")[0] for id in answers)
    lesson = max(counts, key=lambda each: counts[each]) if counts else None      # another's name may stand in it too
    theirs = {name: id for name, id in names.items() if lesson in (None, id.partition(".")[0])}
    oddities += answers_by_name(sources, answers, {name: id for name, id in theirs.items() if id not in answers})
    left = {name: id for name, id in theirs.items() if all(each.blank for each in answers.get(id, ()))}
    places = {(id, answer.number) for id, found in answers.items() for answer in found}
    for number, text in enumerate(sources):
        for answer in given_in(number, text, left):
            if (answer.id, number) not in places:
                answers.setdefault(answer.id, []).append(answer)
    for found in answers.values():
        found.sort(key=lambda answer: (answer.rank, answer.number))
    return sources, answers, oddities + [line for found in answers.values() for line in strange(found, names)]


def marked_answers(cells):
    """Return code cells, {exercise id: answers under its @exercise line}, and what was odd.

    A cell that is no code cell any more counts where there is no answer in one.
    """
    sources, answers, also, oddities = [], {}, {}, []
    for cell in cells:
        text = cell.source if cell.kind == "code" else retyped(cell)
        if text is None:
            continue
        sources.append(text)
        for answer in answers_in(len(sources) - 1, text):
            answer.version = cell.versions.get(answer.id, answer.version)
            (answers if cell.kind == "code" else also).setdefault(answer.id, []).append(answer)
    for id, found in also.items():
        if all(each.rank < 3 for each in answers.get(id, ())):
            answers.setdefault(id, []).extend(found)
            oddities.append(f"{id} stands in a cell that is no code cell any more; it was read as code")
    return sources, answers, oddities


def answers_by_name(sources, answers, lost):
    """Add answers that lost their @exercise line to `answers`; returns what was odd. lost: {function: exercise id}."""
    for number, text in enumerate(sources):
        for answer in named_in(number, text, lost):
            answers.setdefault(answer.id, []).append(answer)
    return [f"{id} has lost its @exercise line; it was found by its name, {name}" for name, id in lost.items()
            if id in answers]


def strange(found, names):
    """Yield what is odd about the answers to one exercise, of which the last one counts."""
    last = found[-1]
    wanted = {id: name for name, id in names.items()}.get(last.id)
    if len(found) > 1 and any(each.rank for each in found[:-1] if not (each.loose or each.blank and last.loose)):
        numbers = sorted({each.number + 1 for each in found})
        more = [f"{len(numbers) - NAMED:,} more"] * (len(numbers) > NAMED)
        places = " and ".join([*map(str, numbers[:NAMED]), *more])
        yield f"{last.id} is answered more than once, in code cells {places}: the one in {last.number + 1} counts"
    for each in found:
        if each.fault:
            yield f"{each.id} in code cell {each.number + 1} is no Python: {each.fault}"
    if wanted and last.name and last.name != wanted:
        yield f"{last.id} marks {last.name}, where {wanted} was asked for"
