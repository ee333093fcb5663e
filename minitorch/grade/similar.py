"""Find answers that are alike whatever their names, comments and order: by the parts of their syntax trees.

It says whom to ask, never who copied: points do not depend on it. Measured on right answers that readers wrote without
each other's (tests/grade/test_similar.py).
"""

import ast
from collections import Counter
from contextlib import suppress
from functools import cache
from inspect import getsource
from itertools import combinations
from textwrap import dedent

from .shapes import SILENT, functions, own_names, size, without_words

COMMUTES = ast.Add | ast.Mult | ast.BitOr | ast.BitAnd | ast.BitXor
MIRRORED = {ast.Gt: "Lt", ast.GtE: "LtE"}
SMALL = 2                                # telling parts of an expression that counts by itself
LEAST = 20                               # parts of an answer of its own: a shorter one says nothing
ALIKE = 0.9                              # share of parts in common from which two answers are shown
USUAL = 0.05                             # of a class that writes the same: it may be the plain way to write it
LONGEST = 20_000                         # characters of an answer that is compared
SHOWN = 200                              # pairs on the page


class Pair:
    """Two answers that are alike: a student's, and another's or one that stands somewhere else."""

    def __init__(self, exercise, student, other, share, sources, usual=0):
        self.exercise, self.student, self.other, self.share = exercise, student, other, share
        self.sources, self.usual = sources, usual

    def __repr__(self):
        return f"<{self.exercise} of {self.student}: {100 * self.share:.0f} % as {self.other}>"


def parts(source):
    """Count the parts that an answer is made of; return an empty Counter for what is no Python.

    A part is an expression or the head of a statement: names that the answer binds itself are all the same in it, sums
    and products have no order, and neither have statements.
    """
    nodes = functions(source) if len(source) <= LONGEST else []
    inner = {id(each) for node in nodes for each in ast.walk(node) if each is not node}
    return parts_of([node for node in nodes if id(node) not in inner])


def parts_of(nodes):
    """Count the parts of functions' syntax trees."""
    own, found = set().union(*map(own_names, nodes)), Counter()
    with suppress(RecursionError):                       # deeper than anyone writes
        for node in nodes:
            said(node, own, found)
    return found


def said(part, own, found):
    """Return the text of a part of a tree, and count the parts that matter in `found`."""
    if isinstance(part, list):
        return f"[{' '.join(said(each, own, found) for each in part)}]"
    if isinstance(part, ast.Name):
        return "_" if part.id in own else part.id
    if isinstance(part, ast.arg):
        return "_"
    if not isinstance(part, ast.AST):
        return repr(part)
    if isinstance(part, ast.AugAssign):
        part = ast.Assign([part.target], ast.BinOp(part.target, part.op, part.value))
    fields = []
    for name, value in ast.iter_fields(part):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt | ast.ExceptHandler | ast.match_case):
            for each in without_words(value):
                said(each, own, found)
        elif name not in SILENT and name not in ("name", "names"):     # what it defines; imports are no function's
            fields.append(said(value, own, found))
    text = f"{type(part).__name__}({' '.join(unordered(part, fields))})"
    if isinstance(part, ast.stmt) or isinstance(part, ast.expr) and size(part) >= SMALL:
        found[text] += 1
    return text


def unordered(part, fields):
    """Return the fields of a sum, product or comparison in an order that does not depend on how it was written."""
    if isinstance(part, ast.BinOp) and isinstance(part.op, COMMUTES):
        return [*sorted([fields[0], fields[2]]), fields[1]]
    if isinstance(part, ast.Compare) and len(part.ops) == 1:
        left, right = fields[0], fields[2][1:-1]
        if type(part.ops[0]) in MIRRORED:
            return [right, left, MIRRORED[type(part.ops[0])]]
        if isinstance(part.ops[0], ast.Eq | ast.NotEq):
            return [*sorted([left, right]), fields[1]]
        return [left, right, type(part.ops[0]).__name__]
    return fields


def alike(one, other):
    """Return what share of their parts two answers have in common, 0 to 1."""
    both = (one | other).total()
    return (one & other).total() / both if both else 0.0


def pairs(submissions, earlier=()):
    """Return [Pair] of answers that are alike, of students and of other sources; the most alike first.

    submissions   {(student, lesson): {"sources", …}} as the store gives them
    earlier       Submissions of other years
    """
    answers: dict[str, dict] = {}
    for (student, _), kept in submissions.items():
        for id, found in kept["sources"].items():
            if found:
                answers.setdefault(id, {})[student] = found[-1][1]
    out = []
    for id, theirs in sorted(answers.items()):
        elsewhere = {**known(id), **{f"{each.student}, earlier ({each.path})": each.sources[id][-1][1]
                                     for each in earlier if each.sources.get(id)}}
        out += of_exercise(id, theirs, elsewhere)
    return sorted(out, key=lambda pair: (pair.usual, -pair.share, pair.student, pair.exercise))


def words(found, students):
    """Return [(student, whose answers theirs are like)], without what many write."""
    said: dict[tuple, list] = {}
    for pair in found:
        for one, other in ((pair.student, pair.other), (pair.other, pair.student)):
            if one in students and not pair.usual:
                said.setdefault((one, other), []).append(pair.exercise)
    return [(student, f"as {other}: {', '.join(sorted(ids))}")
            for (student, other), ids in sorted(said.items(), key=lambda item: -len(item[1]))]


def of_exercise(id, theirs, elsewhere):
    """Yield the pairs of one exercise, from {student: source} and {where: source}."""
    forms: dict[frozenset, list] = {}                    # what is the same but for names is compared once
    counted = {}
    for who, source in [*theirs.items(), *elsewhere.items()]:
        own = parts(source) - blank(id)
        if own.total() >= LEAST:
            key = frozenset(own.items())
            forms.setdefault(key, []).append(who)
            counted[key] = own
    close = [(one, other, share) for one, other in combinations(forms, 2)
             if min(counted[one].total(), counted[other].total()) >= ALIKE * max(counted[one].total(),
                                                                                counted[other].total())
             and (share := alike(counted[one], counted[other])) >= ALIKE]
    close += [(key, key, 1.0) for key, several in forms.items() if len(several) > 1]
    for one, other, share in close:
        both = dict.fromkeys([*forms[one], *forms[other]])
        count = sum(who in theirs for who in both)
        usual = count if count > max(3, USUAL * len(theirs)) else 0
        found = combinations(forms[one], 2) if one == other else ((a, b) for a in forms[one] for b in forms[other])
        for a, b in found:
            if a in theirs or b in theirs:
                first, second = (a, b) if a in theirs else (b, a)
                texts = theirs | elsewhere
                yield Pair(id, first, second, share, (texts[first], texts[second]), usual)
                if usual:
                    break                                # one example of what many wrote


@cache
def blank(id):
    """Return the parts that the lesson's own cell gives."""
    import json

    from .course_files import HOME, notebooks
    for path in notebooks(HOME / "lessons"):
        if path.name.startswith(f"{int(id.partition('.')[0]):02d}_"):
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
                if f'@exercise("{id}")' in (source := "".join(cell["source"])):
                    return parts(source)
    return Counter()


@cache
def known(id):
    """Return {where: source} of right answers by nobody in the class: the course's in each style, the library's."""
    from ..course.record import find
    try:
        record = find(id)
    except ValueError:
        return {}
    found = {f"the course's answer{f', style {number}' if number else ''}": text
             for number, text in enumerate(record.right)}
    if record.piece is not None:
        with suppress(OSError, TypeError):               # a piece without source of its own
            found["the library"] = dedent(getsource(getattr(record.piece(), "library", record.piece())))
    return found


def page_of(found, nav=""):
    """Return the pairs side by side, as HTML; nav: links to other pages."""
    from .html_page import page, safe
    parts = [nav, "<h1>Answers that are alike</h1>", "<p>Names, comments and the order of lines do not count; "
             f"answers of fewer than {LEAST} parts are left out. Two may be alike because there is one plain way to "
             "write it, or because a third was shared: ask both. Nothing here changes points.</p>"]
    for pair in found[:SHOWN]:
        said = f", as {pair.usual} write it: it may be the plain way" if pair.usual else ""
        cells = "".join('<td style="white-space: normal; text-align: left; vertical-align: top"><strong>'
                        f"{safe(who, 200)}</strong><pre>{safe(text, LONGEST)}</pre></td>"
                        for who, text in zip((pair.student, pair.other), pair.sources))
        parts.append(f"<h2>{safe(pair.exercise)}: {100 * pair.share:.0f} %{said}</h2>"
                     f'<div class="wide"><table><tr>{cells}</tr></table></div>')
    if len(found) > SHOWN:
        parts.append(f"<p>And {len(found) - SHOWN} pairs more.</p>")
    return page("Answers that are alike", *parts, style="body { max-width: 76rem; } pre { white-space: pre-wrap; }")
