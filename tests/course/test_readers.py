"""Answers of readers who saw nothing of the checks: right ones score all, wrong ones not, each told what it is.

readers/lesson_N.py holds, for each: the exercise, "right" or the name of the mistake that it is taken for ("" for one
without a name), what was done, the text or the lines below its `def`, and "slow" where judging it takes seconds; of
the others a quick run of the tests judges every 27th.
"""

import runpy
from pathlib import Path

import pytest

from minitorch.author.answers import handed_in
from minitorch.author.check_records import answer_of
from minitorch.course.evidence import judge
from minitorch.course.record import find
from minitorch.course.wrong import written

pytestmark = pytest.mark.usefixtures("own_folder")

FILES = sorted((Path(__file__).parent / "readers").glob("lesson_*.py"))
GIVEN = [pytest.param(id, kind, words, text, id=f"{id} {words}", marks=[pytest.mark.slow] if slow or i % 27 else [])
         for file in FILES for i, (id, kind, words, text, *slow) in enumerate(runpy.run_path(str(file))["ANSWERS"])]


@pytest.mark.parametrize("id, kind, words, text", GIVEN)
def test_an_answer_is_taken_for_what_it_is(id, kind, words, text):
    record = find(id)
    verdict = judge(record, answer_of(record, handed_in(record, written(record, text, words))))
    if kind == "right":
        assert (verdict.state.partition(" ")[0], verdict.points) == ("right", record.points), verdict.text
        return
    assert verdict.state in ("not yet", "crashed", "not attempted") and verdict.points < record.points, verdict.text
    assert (verdict.misconception.name if verdict.misconception is not None else "") == kind, verdict.text


def test_every_exercise_was_answered_rightly_and_wrongly():
    for file in FILES:
        answers = runpy.run_path(str(file))["ANSWERS"]
        rightly = {id for id, kind, *_ in answers if kind == "right"}
        assert rightly == {id for id, kind, *_ in answers if kind != "right"}
