"""The class report: where the class fails, which mistake how often, who has no grade."""

from collections import Counter
from copy import copy

import pytest
from grade.classroom import classroom
from grade.samples import ids_of
from grade.test_feedback import EVIL, Checked

from minitorch.grade import report
from minitorch.grade.inert import write
from minitorch.grade.look import look, text
from minitorch.grade.result import Unreadable
from minitorch.grade.store import final

ALL = classroom(1, 12)
ROWS = list(final(ALL, {}))


def test_every_answer_is_counted_once():
    found = report.standings(ROWS)
    assert list(found) == ids_of(1)
    for id, each in found.items():
        theirs = [result for result in ALL if result.exercise == id]
        assert sum(each.counts.values()) == len(theirs) == 12
        assert each.counts["right"] == sum(result.points == result.of for result in theirs)
        assert each.counts["none"] == sum(result.state == "not attempted" for result in theirs)
        assert each.share == pytest.approx(sum(result.points for result in theirs) / (12 * theirs[0].of))


def test_the_usual_mistakes_come_first():
    counted = Counter((result.exercise, result.misconception) for result in ALL if result.misconception)
    found = report.mistakes(report.standings(ROWS))
    assert {(id, name): len(students) for id, name, _, students in found} == counted and len(found) > 5
    assert [len(students) for *_, students in found] == sorted(counted.values(), reverse=True)
    assert all(message for _, _, message, _ in found)


def test_exercises_stand_in_the_order_of_the_lesson():
    rows = [(copy(ROWS[0][0]), 1, "") for _ in range(3)]
    for row, id in zip(rows, ("1.10", "1.9", "1.2")):
        row[0].exercise = id
    assert list(report.standings(rows)) == ["1.2", "1.9", "1.10"]


def test_the_page_names_the_hardest_and_shows_all():
    nobody = look(ROWS, {}, [Unreadable("eve", "in/eve.ipynb", "it is empty")])
    made = report.page_of(ROWS, title="Lesson 1", look=nobody, missing=["Grace"], hints=[{"1.4": 3}, {"1.4": 2}])
    found = Checked(made)
    hardest = min(report.standings(ROWS).values(), key=lambda each: each.share)
    assert f"finds {report.called(hardest.exercise)} hardest" in found.text
    assert "eve : damaged, eve.ipynb: it is empty" in found.text and "Grace" in found.text and "2.5" in found.text
    assert all(each.student in found.text for each in ALL)
    assert found.tags.count("svg") == 2 and sum(name == "aria-label" for name, _ in found.attributes) == 2


def test_those_to_look_at_come_first():
    rows = [(copy(result), points, reason) for result, points, reason in ROWS[:4]]
    for row, state in zip(rows, ("right", "stopped", "the library's own", "not graded")):
        row[0].state, row[0].student = state, state
    rows = [(result, points, "seen" * (result.state == "not graded")) for result, points, _ in rows]
    odd = {("late", 1): "handed in late: Canvas marks it so", ("zoe", 1): "zoe (7) is not on the roster",
           ("right", 1): "1.5 has lost its @exercise line; it was found by its name, relu_derivative",
           ("torn", 1): "the file is damaged: 3 that are whole were read"}
    found = look(rows, {key: {"oddities": [words]} for key, words in odd.items()},
                 [Unreadable("eve", "in/eve.ipynb", "it is empty")], [("late", "1.5 as zoe's")])
    assert [(student, [kind for kind, _ in kinds]) for student, kinds in found.items()] == [
        ("eve", ["damaged"]), ("torn", ["damaged"]), ("stopped", ["stopped"]),
        ("the library's own", ["the library's own"]), ("zoe", ["whose it is"]), ("late", ["alike", "late"])]
    assert text(found).startswith("look at these 6:\n  eve: damaged (eve.ipynb: it is empty)") and text({}) == ""
    assert "and 4 more" in text(found, 2)


def test_nothing_of_a_student_runs_in_it():
    evil = copy(ALL[0])
    evil.student, evil.misconception, evil.exercise = EVIL, EVIL, "1.5"
    made = report.page_of([(evil, 1, EVIL)], title=EVIL, look={EVIL: [(EVIL, EVIL)]}, missing=[EVIL])
    found = Checked(made)
    assert not {"script", "img"} & set(found.tags) and not any(mark in made for mark in "\x00\x1b\u202e")


def test_points_set_by_hand_count():
    by_hand = {("student 00", "1.6"): (4.0, "spoken about it")}
    before, after = (report.standings(list(final(ALL, each)))["1.6"].share for each in ({}, by_hand))
    assert after > before


def test_a_class_of_none_and_of_one():
    assert "Nobody has been graded yet" in report.page_of([]) and "Nobody" in report.text([])
    one = [row for row in ROWS if row[0].student == "student 00"]
    assert "1 student , middle total" in Checked(report.page_of(one)).text


def test_the_same_in_a_terminal():
    said = report.text(ROWS)
    assert said.startswith("12 students, middle total") and "usual mistakes" in said
    assert all(f"\n{id} " in said for id in ids_of(1))


def test_it_is_written_whole_and_half_characters_are_replaced(tmp_path):
    text = report.page_of(ROWS, title="Lesson 1 \ud83d")
    write(tmp_path / "class.html", text)
    assert (tmp_path / "class.html").read_text(encoding="utf-8") == text.replace("\ud83d", "?")
