"""Hints open one at a time, then the solution; both say what they are, and what was opened stays here."""

import json
import re
from pathlib import Path

import pytest
from course.small_notebook import save, toy

from minitorch import learn
from minitorch.course import hints, session
from minitorch.course.evidence import not_attempted
from minitorch.course.record import find, registry

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A folder without solutions, as in Colab."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hints, "HOME", tmp_path)
    yield tmp_path
    learn.reset()


def said(capsys):
    return capsys.readouterr().out


def test_hints_open_one_at_a_time(capsys):
    words = find("1.5").hints
    for count in (1, 2, 3, 3):
        learn.hint("1.5")
        out = said(capsys)
        assert [hint in out for hint in words] == [True] * count + [False] * (3 - count)
        assert ("That was the last" in out) == (count == 3) and f"hint {count} of 3" in out
    assert session.opened == {"1.5": 3}


def test_the_solution_waits_for_the_hints(elsewhere, capsys):
    save(toy(), elsewhere)
    learn.solution("1.5")
    assert "1.5 relu_derivative has 3 hints still closed" in said(capsys)
    learn.hint("1.5"), learn.hint("1.5"), said(capsys)
    learn.solution("1.5")
    assert "has 1 hint still closed" in said(capsys)
    learn.hint("1.5"), said(capsys)
    learn.solution("1.5")
    out = said(capsys)
    assert "return grad * (x > 0)" in out and "###" not in out
    assert "The library's own version: minitorch/ops/elementwise/activation.py, relu_derivative." in out
    assert learn.check("1.5") == 0, "it does not score"


@pytest.mark.parametrize("id", sorted(registry))
def test_every_solution_says_where_to_look(id, capsys):
    """Nowhere within reach: withheld, and no piece of the library is made up."""
    session.opened[id] = 3
    learn.solution(id)
    out = said(capsys)
    assert f"The solution of {id} {find(id).name} is withheld" in out and "lambda" not in out
    assert ("The library's own version" in out) == (find(id).piece is not None)
    for file, name in re.findall(r"(minitorch/\S+\.py), (\w+)", out):
        assert re.search(rf"^(def|class) {name}\b", (ROOT / file).read_text(), re.M)


def test_an_answer_to_two_pieces_is_told_of_both():
    assert hints.where(find("4.3")) == "minitorch/optim/adagrad.py, adagrad; minitorch/optim/rmsprop.py, rmsprop"


@pytest.mark.parametrize("id, whose", [("4.8", "course's"), ("2.7", "course's"), ("2.4", "library's")])
def test_what_runs_in_the_place_of_a_blank_is_named(id, whose):
    """A test to write, a program to mend: the library has no version of its own."""
    assert f"The {whose} own runs in its place." in not_attempted(find(id)).text


@pytest.mark.parametrize("origin, address", [
    ({"url": "https://github.com/ada/course.git", "vcs_info": {"vcs": "git", "requested_revision": "v1"}},
     "https://github.com/ada/course/tree/v1/solutions"),
    ({"url": "https://github.com/ada/course", "vcs_info": {"vcs": "git"}},
     "https://github.com/ada/course/tree/HEAD/solutions"),
    ({"url": "file:///somewhere/course", "dir_info": {"editable": True}}, None), ({}, None)], ids=str)
def test_in_colab_it_says_which_repository_holds_it(origin, address, monkeypatch, capsys):
    import importlib.metadata
    installed = type("installed", (), {"read_text": lambda self, name: json.dumps(origin)})()
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: installed)
    session.opened["1.5"] = 3
    learn.solution("1.5")
    assert (f"stands in solutions/01_… of the repository: {address}" if address else "is withheld") in said(capsys)


@pytest.mark.parametrize("ask", [learn.hint, learn.solution])
def test_help_for_what_is_no_exercise(ask):
    with pytest.raises(ValueError, match=r"there is no exercise '9\.9'; there are 1\.1"):
        ask("9.9")
