"""Answers in words: found in a notebook, read with a rubric, kept beside the grades, given back on the same page."""

from types import SimpleNamespace

import pytest
from grade.samples import data, filled, packed

from minitorch.grade import exports, feedback, free_text, report
from minitorch.grade.store import Store
from minitorch.grade.submission import collect

RUBRIC = "question,criterion,points\nwhy-sum,names the shared input,1\nwhy-sum,says that changes add up,2\n"
WORDS = "Because a feeds <b>two</b> paths.\x1b[31m\n\nBoth changes add up."


def handed(words):
    """A submission of lesson 1 with a question answered in words."""
    notebook = filled(1, reference=["1.1"])
    notebook["cells"].append({"cell_type": "markdown", "id": "w", "source": words, "metadata": {"nbgrader": {
        "grade_id": "why-sum", "grade": True, "solution": True, "points": 3, "schema_version": 3}}})
    return data(notebook)


def taken(tmp_path, words, store):
    (tmp_path / "all.zip").write_bytes(packed({"ada_1_11_x.ipynb": handed(words), "bob_2_22_x.ipynb": handed(" ")}))
    for each in collect(tmp_path / "all.zip"):
        store.add(each, [])


def test_words_are_read_once_and_given_back_on_the_same_page(tmp_path, capsys):
    (tmp_path / "rubric.csv").write_text(RUBRIC)
    options = SimpleNamespace(rubric=tmp_path / "rubric.csv", db=str(tmp_path / "g.sqlite"), lesson=None)
    said = iter(["7", "2", "Well said; which input?"])
    with Store(options.db) as store:
        taken(tmp_path, WORDS, store)
    free_text.run(options, lambda question: next(said))
    shown = capsys.readouterr().out
    assert "1 of 1  why-sum  ada (1)" in shown and "  2. says that changes add up (2)" in shown and "\x1b" not in shown
    assert "All are read" in shown
    free_text.run(options, lambda question: pytest.fail("it was read before"))
    with Store(options.db) as store:
        (result, points, comment), = store.marks(1)
        assert (result.exercise, points, result.of, comment) == ("why-sum", 2, 3, "Well said; which input?")
        page = feedback.page_of("ada (1)", [(result, points, comment)], {1: store.submissions(1)["ada (1)", 1]})
        for part in ("why-sum", "2 / 3", "Your instructor: Well said; which input?", "says that changes add up",
                     "&lt;b&gt;two&lt;/b&gt;"):
            assert part in page, part
        rows = [(result, points, comment)]
        assert "why-sum" in exports.text_of(rows) and "why-sum" in report.page_of(rows)
        taken(tmp_path, WORDS + " I looked again.", store)                   # another text: to be read again
        assert [row[4] for row in store.texts() if row[0] == "ada (1)"] == [False]
        assert [points for _, points, _ in store.marks(1)] == [2], "until then the old points count"
        store.meet("ada (1)", "Lovelace, Ada")
        assert [result.student for result, _, _ in store.marks()] == ["Lovelace, Ada"]
        store.forget("Lovelace, Ada")
        assert not list(store.marks()) and [row[0] for row in store.texts()] == ["bob (2)"]


def test_one_may_stop_and_go_on(tmp_path, capsys):
    (tmp_path / "rubric.csv").write_text(RUBRIC)
    options = SimpleNamespace(rubric=tmp_path / "rubric.csv", db=str(tmp_path / "g.sqlite"), lesson=1)
    with Store(options.db) as store:
        taken(tmp_path, WORDS, store)
    for answer in ("q", ""):
        free_text.run(options, {"q": lambda question: "q", "": lambda question: ""}[answer])
        assert "1 are still to be read" in capsys.readouterr().out


@pytest.mark.parametrize("text, said", [("question,points\n", "needs the columns question, criterion, points"),
                                        (RUBRIC + "why-sum,,1\n", "line 4"), (RUBRIC + "why-sum,x,many\n", "line 4")])
def test_a_rubric_that_says_nothing_is_refused(tmp_path, text, said):
    (tmp_path / "r.csv").write_text(text)
    with pytest.raises(ValueError, match=said):
        free_text.rubric(tmp_path / "r.csv")
