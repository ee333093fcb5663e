"""Answers that are alike: found under other names, comments and orders; independent ones are not, short ones never."""

import ast
import runpy
from itertools import combinations

import pytest
from course.answers import ANSWERS
from grade.samples import ROOT

from minitorch.grade import similar
from minitorch.grade.result import Submission
from minitorch.grade.shapes import own_names
from minitorch.grade.similar import ALIKE, LEAST, alike, pairs, parts

ONE = '''
def order(root, key=0):
    """The nodes, last first."""
    seen, out, todo = set(), [], [root]
    while len(todo) > 0:
        node = todo.pop()
        if node is None or node in seen:
            continue
        count = count_of(node) + key * 2
        weight = 0
        weight += count
        seen.add(node)
        out.append((node, weight))
        for edge in node.edges:
            todo.append(edge.next)
    return out[::-1]
'''
DISGUISED = '''
def order(start, k=0):
    # my own idea: a stack
    stack, result, visited = [start], [], set()
    while 0 < len(stack):
        n = stack.pop()
        if n is None or n in visited:
            continue
        w = 0
        c = 2 * k + count_of(n)
        w = w + c
        result.append((n, w))   # keep it
        visited.add(n)
        for e in n.edges:
            stack.append(e.next)
    return result[::-1]
'''
OTHER = '''
def order(root, key=0):
    users, out = {}, []
    def visit(node):
        for edge in node.edges:
            users[edge.next] = users.get(edge.next, 0) + 1
            if users[edge.next] == 1:
                visit(edge.next)
    visit(root)
    ready = [root]
    while ready:
        node = ready.pop()
        out.append((node, count_of(node) + 2 * key))
        for edge in node.edges:
            users[edge.next] -= 1
            if not users[edge.next]:
                ready.append(edge.next)
    return out
'''


class Renamed(ast.NodeTransformer):
    """Every name that an answer binds itself, changed."""

    def __init__(self, own):
        self.own = own

    def visit_Name(self, node):
        node.id += "_2" * (node.id in self.own)
        return node

    def visit_arg(self, node):
        node.arg += "_2" * (node.arg in self.own)
        return node


def test_a_copy_is_found_under_other_names_comments_and_order():
    assert alike(parts(ONE), parts(DISGUISED)) >= ALIKE and alike(parts(ONE), parts(OTHER)) < 0.4


def test_each_of_the_courses_answers_is_found_when_it_is_renamed():
    texts = {id: text for known in ANSWERS.values() for id, text in known.REFERENCE.items()
             if parts(text).total() >= LEAST}
    assert len(texts) > 25
    for id, text in texts.items():
        tree = ast.parse(text)
        for node in tree.body:
            defined = {getattr(each, "name", None) for each in ast.walk(node)}
            Renamed(own_names(node) - defined).visit(node)
        assert alike(parts(text), parts(ast.unparse(tree))) == pytest.approx(1, abs=0.05), id


def test_what_readers_wrote_without_each_other_is_hardly_ever_alike():
    found, compared = [], 0
    for path in sorted((ROOT / "tests/course/readers").glob("lesson_*.py")):
        theirs: dict[str, dict] = {}
        for number, (id, kind, _, text, *_) in enumerate(runpy.run_path(str(path))["ANSWERS"]):
            if kind == "right":
                theirs.setdefault(id, {})[f"reader {number}"] = text
        for id, texts in theirs.items():
            enough = [who for who, text in texts.items() if (parts(text) - similar.blank(id)).total() >= LEAST]
            compared += len(list(combinations(enough, 2)))
            found += similar.of_exercise(id, texts, similar.known(id))
    assert compared > 150
    assert {pair.exercise for pair in found} <= {"2.7"} and len(found) <= 3, "2.7 has one plain way to write it"


def kept(texts, id="9.99"):
    return {(student, 9): {"sources": {id: [[0, text]]}} for student, text in texts.items()}


def test_pairs_of_a_class_and_of_earlier_years():
    last_year = [Submission("zoe", 9, "2025/zoe.ipynb", "d", [], {"9.99": [(3, DISGUISED)]})]
    first, second = pairs(kept({"ada": ONE, "bob": OTHER, "cleo": DISGUISED}), last_year)[:2]
    assert {first.student, first.other} == {"cleo", "zoe, earlier (2025/zoe.ipynb)"} and first.share == 1
    assert {second.student, second.other} >= {"ada"} and first.sources == (DISGUISED, DISGUISED)
    said = similar.words([first, second], {"ada", "bob", "cleo"})
    assert said[0] == ("cleo", "as zoe, earlier (2025/zoe.ipynb): 9.99")
    short = "def double(x):\n    return x + x\n"
    assert pairs(kept({"ada": short, "bob": short, "cleo": "def (", "dan": "x = [" * 5000})) == []


def test_what_many_write_is_said_once():
    many = pairs(kept({f"student {number}": ONE for number in range(10)}))
    assert [(pair.usual, pair.share) for pair in many] == [(10, 1.0)]
    made = similar.page_of(many)
    assert "as 10 write it: it may be the plain way" in made and made.count("<pre>") == 2


def test_the_page_is_inert():
    evil = ONE.replace("seen", "seen_script").replace("The nodes", "<script>alert(1)</script>\x1b[31m")
    made = similar.page_of(pairs(kept({"<b>ada": evil, "bob": evil})))
    assert "<script" not in made and "<b>" not in made and "\x1b" not in made and "&lt;script" in made
