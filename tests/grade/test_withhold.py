"""Exercises without answers: they judge as the whole ones do, and hold nothing that could be handed in."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from course.answers import RECORDS

from minitorch.author import withhold
from minitorch.author.leaks import RECORDS as FOLDER
from minitorch.course.evidence import judge
from minitorch.course.record import find
from minitorch.course.recorded import decoded, encoded
from minitorch.course.safe_call import Outcome
from minitorch.course.wrong import defined

ROOT = Path(__file__).resolve().parents[2]
IDS = ["1.1", "1.3", "1.6", "1.8"]
JUDGE = """
import json, sys
from types import ModuleType
import minitorch.course.record as record
import minitorch.course.exercises
record.registry.clear()
name = "minitorch.course.exercises.lesson_1"
module = ModuleType(name)
module.__package__ = "minitorch.course.exercises"
import minitorch.course.recorded as recorded
recorded.recorded_in = lambda name: json.load(open("lesson_1.json"))
exec(compile(open("lesson_1.py").read(), "lesson_1.py", "exec"), vars(module))
from minitorch.course.evidence import judge
from minitorch.course.wrong import defined
out = {}
for id, texts in json.load(open("texts.json")).items():
    exercise = record.registry[id]
    verdicts = [judge(exercise, defined(exercise, text)) for text in texts]
    out[id] = [[v.state, v.points, v.misconception and v.misconception.name] for v in verdicts]
json.dump(out, open("out.json", "w"))
"""


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    """Lesson 1's file as students get it, and what is recorded."""
    place = f"{FOLDER}/lesson_1.py"
    lesson, = (ROOT / "lessons").glob("01_*/*.ipynb")
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    out = withhold.withheld({place: (ROOT / place).read_bytes()}, [notebook], ROOT)
    folder = tmp_path_factory.mktemp("given")
    for name, content in out.items():
        (folder / Path(name).name).write_bytes(content)
    return folder


def test_they_judge_as_the_whole_ones_do(given):
    records = [find(id) for id in IDS]                   # the last is a test to write
    texts = {each.id: [*each.right, *(known.texts[0] for known in each.misconceptions[:3])] for each in records}
    (given / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    subprocess.run([sys.executable, "-c", JUDGE], cwd=given, check=True, env={"PYTHONPATH": str(ROOT), "PATH": ""})
    found = json.loads((given / "out.json").read_text(encoding="utf-8"))
    for record in records:
        verdicts = [judge(record, defined(record, text)) for text in texts[record.id]]
        assert found[record.id] == [[each.state, each.points, each.misconception and each.misconception.name]
                                    for each in verdicts]


def test_no_answer_no_twin_and_no_last_hint_is_in_them(given):
    text = (given / "lesson_1.py").read_text(encoding="utf-8")
    for record in (each for each in RECORDS if each.lesson == 1):
        assert record.hints[-1] not in text and repr(record.hints[-1])[1:-1] not in text and record.hints[0] in text
        for body in (text.partition("\n")[2] for text in record.right):
            assert len(body) < 24 or body.strip() not in text, record.id
    assert "others=" not in text and "swap" not in text.replace("swapped", "") and text.count("raise NotImpl") >= 8


@pytest.mark.parametrize("value", [None, True, 3, 0.1, float("inf"), "words", [1, (2.5, None)], np.float32(0.1),
                                   {(1, "a"): [{2, 3}]}, np.arange(6.0).reshape(2, 3),
                                   np.zeros((0, 2), np.int64)], ids=repr)
def test_a_result_comes_back_as_it_was(value):
    back = decoded(json.loads(json.dumps(encoded(value))))
    if isinstance(value, np.ndarray | np.generic):
        assert back.dtype == value.dtype and back.shape == value.shape and bool((back == value).all())
    else:
        assert back == value and type(back) is type(value)


def test_an_error_comes_back_with_its_name_and_words():
    back = decoded(json.loads(json.dumps(encoded(Outcome(None, ZeroDivisionError("by 0"), "", 0.1)))))
    assert type(back.error).__name__ == "ZeroDivisionError" and str(back.error) == "by 0"
    assert isinstance(back.error, ArithmeticError)
    with pytest.raises(ValueError, match="a object is no plain data"):
        encoded(object())
