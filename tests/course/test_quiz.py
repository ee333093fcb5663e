"""Questions: as text everywhere, as buttons on ipywidgets 7.7 and 8."""

import pytest

from minitorch.course import choose, question
from minitorch.course.quiz import questions

CHOICES = {"a": ("x < y", "less is not more & never was"), "b": ("x > y", "more is more"), "c": ("both", "no")}


@pytest.fixture(autouse=True)
def asked():
    yield question("9.a", "Is <b> bold & x < y?", CHOICES, right="b")
    questions.pop("9.a", None)


def test_a_question_reads_as_text(asked):
    lines = repr(asked).splitlines()
    assert lines[0] == "9.a  Is <b> bold & x < y?" and lines[1].strip() == "a) x < y"
    assert lines[-1] == 'Answer with choose("9.a", "a").'


@pytest.mark.parametrize("letter, said", [("a", "a: not so. less is not more"), ("b", "b: right. more is more"),
                                          ("d", "'d' is none of a, b, c"), (None, "None is none of")])
def test_to_choose_in_text_explains_each_choice(letter, said, capsys):
    choose("9.a", letter)
    out, err = capsys.readouterr()
    assert said in out and err == ""


def test_to_choose_in_a_question_that_was_not_asked(capsys):
    choose("9.z", "a")
    assert "There is no question '9.z' yet; there are" in capsys.readouterr().out


def test_a_question_needs_a_right_choice():
    with pytest.raises(ValueError, match="question 9.b: 'e' is none of a, b, c"):
        question("9.b", "?", CHOICES, right="e")
    assert "9.b" not in questions


@pytest.mark.filterwarnings("error")
def test_a_questions_buttons_say_what_the_text_says(asked):
    widgets = pytest.importorskip("ipywidgets", reason="needs ipywidgets")
    assert widgets.__version__.startswith(("7.7", "8"))
    box = asked.widget()
    title, *buttons, told = box.children
    assert title.value.endswith("</style><b>Is &lt;b&gt; bold &amp; x &lt; y?</b>") and told.value == ""
    assert [button.description for button in buttons] == ["a) x < y", "b) x > y", "c) both"]
    buttons[0].click()
    assert told.value == "a: not so. less is not more &amp; never was"
    buttons[1].click()
    assert told.value == "b: right. more is more"


def test_a_question_in_a_page_shows_buttons_and_keeps_its_text(asked):
    pytest.importorskip("ipywidgets", reason="needs ipywidgets")
    shown = asked._repr_mimebundle_()
    assert shown["text/plain"] == repr(asked)
    assert shown["application/vnd.jupyter.widget-view+json"]["model_id"] == asked.box.model_id


def test_a_question_without_widgets_is_its_text(asked, monkeypatch):
    monkeypatch.setattr(asked, "widget", lambda: (_ for _ in ()).throw(ImportError("no ipywidgets")))
    assert asked._repr_mimebundle_() == {"text/plain": repr(asked)}
