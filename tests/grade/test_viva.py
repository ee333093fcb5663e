"""Three questions on a student's own code: always there, never the same kind twice, the same on every day."""

import pytest
from grade.samples import answers, ids_of, marked

from minitorch.grade import viva
from minitorch.grade.result import Result, Submission
from minitorch.grade.store import Store
from minitorch.tools.cli import main

LESSONS = (1, 2)
SHELF = {lesson: {id: marked(id, text) for id, text in answers(lesson).REFERENCE.items()} for lesson in LESSONS}
EVERY = [(id, text) for lesson in LESSONS for id in ids_of(lesson)
         for text in (answers(lesson).REFERENCE[id], *answers(lesson).OTHERS[id], *answers(lesson).WRONG[id].values())]


@pytest.mark.parametrize("lesson", LESSONS)
def test_three_on_three_exercises_of_three_kinds(lesson):
    asked = viva.questions(SHELF[lesson])
    assert len(asked) == len({each.exercise for each in asked}) == len({each.kind for each in asked}) == 3
    for each in asked:
        assert each.line in SHELF[lesson][each.exercise] and each.text.endswith((".", "?")) and each.listen
        assert "{" not in each.text.replace("{}", "") or "{" in SHELF[lesson][each.exercise]


def test_the_same_code_is_asked_the_same_whatever_the_order():
    other = dict(reversed(SHELF[1].items()))
    assert viva.shown("Ada", viva.questions(SHELF[1])) == viva.shown("Ada", viva.questions(other))


def test_other_code_is_asked_other_questions():
    styles = {id: marked(id, texts[0]) for id, texts in answers(1).OTHERS.items()}
    assert viva.shown("Ada", viva.questions(SHELF[1])) != viva.shown("Ada", viva.questions(styles))


def test_any_answer_gives_a_question():
    short = [id for id, text in EVERY if not viva.of_source(id, marked(id, text))]
    assert not short and len(EVERY) > 80


@pytest.mark.parametrize("source", ["", "def f(:", '@exercise("1.5")\ndef relu_derivative(grad, out, x):\n    raise '
                                    "NotImplementedError", "x = 1", "%%bash\nls", "(" * 9000])
def test_nothing_of_ones_own_is_nothing_to_ask(source):
    assert viva.questions({"1.5": source}) == [] and "nothing of their own" in viva.shown("Ada", [])


def test_one_answer_alone_is_asked_about_in_several_ways():
    asked = viva.questions({"1.4": SHELF[1]["1.4"]})
    assert len(asked) == 3 and {each.kind for each in asked} >= {"spare", "transpose"}


def test_a_question_points_at_the_line():
    source = '%time 1\n\n@exercise("1.5")\ndef relu_derivative(grad, out, x):\n    return grad * (x > 0)'
    kinds = {each.kind: each for each in viva.of_source("1.5", source)}
    assert kinds["compare"].line == "return grad * (x > 0)" and "`x > 0`" in kinds["compare"].text
    assert "`out`" in kinds["spare"].text and "times" in kinds


def test_a_terminal_is_not_obeyed():
    evil = '@exercise("1.5")\ndef relu_derivative(grad, out, x):\n    return x["\x1b[2J\x9b"]'
    shown = viva.shown("eve\x1b[2J", viva.questions({"1.5": evil}))
    assert not any(mark in shown for mark in "\x1b\x9b")


@pytest.fixture
def grades(tmp_path):
    path = tmp_path / "grades.sqlite"
    with Store(path) as store:
        for student in ("Ada Lovelace", "Ada Byron"):
            result = Result(student, 1, "1.4", 1, 3, 3, "right")
            store.add(Submission(student, 1, "x.ipynb", "d", [], {"1.4": [(0, SHELF[1]["1.4"])]}), [result])
    return str(path)


def test_the_command(grades, capsys):
    assert main(["viva", "lovelace", "--db", grades]) == 0
    assert "Three questions for Ada Lovelace" in capsys.readouterr().out


@pytest.mark.parametrize("name, said", [("ada", "'ada' is more than one of the students: Ada Byron, Ada Lovelace"),
                                        ("eve", "'eve' is none of the students; there are Ada Byron")])
def test_a_name_that_does_not_say_who(grades, capsys, name, said):
    assert main(["viva", name, "--db", grades]) == 1 and said in capsys.readouterr().err


def test_no_grades_yet(tmp_path, capsys):
    assert main(["viva", "ada", "--db", str(tmp_path / "none.sqlite")]) == 1
    assert "there are no grades at" in capsys.readouterr().err and not list(tmp_path.iterdir())
