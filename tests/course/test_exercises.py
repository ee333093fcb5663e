"""Every exercise: a blank scores nothing, the reference and other right ways all, each known mistake its own words."""

import pytest
from course.answers import ANSWERS, RECORDS

import minitorch as mt
from minitorch import learn
from minitorch.author.check_records import answer_of
from minitorch.course import answer_file, restore
from minitorch.course.evidence import judge
from minitorch.course.session import submit

pytestmark = pytest.mark.usefixtures("own_folder")


def every(table):
    return [pytest.param(record, text, id=f"{record.id} {i}") for record in RECORDS
            for i, text in enumerate(getattr(ANSWERS[record.lesson], table).get(record.id, []))]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_a_blank_is_not_attempted_and_scores_nothing(record, capsys):
    def blank(*args, **settings):
        raise NotImplementedError
    as_class = type(record.name, (), {"__init__": blank, "apply": blank})
    verdict = submit(record, as_class if record.kind == "class" else blank).verdict
    assert (verdict.state, verdict.points) == ("not attempted", 0)
    assert learn.check(record.id) == 0
    out, err = capsys.readouterr()
    assert "not attempted" in out and err == ""


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_the_reference_scores_all_the_library_runs_on_it_and_it_is_kept_for_the_next_lesson(record, capsys):
    answer = submit(record, answer_of(record, ANSWERS[record.lesson].REFERENCE[record.id]))
    assert answer.verdict.state == "right", answer.verdict.text
    assert learn.check(record.id) == record.points and capsys.readouterr().err == ""
    if record.piece is not None:
        assert answer.mount is not None and record.piece() in mt.piece.mounted
    assert record.id in answer_file.sections()
    learn.reset()
    assert restore.restore(record.lesson + 1) == [record.id]
    assert learn.check(record.id) == record.points


@pytest.mark.parametrize("record, text", every("OTHERS"))
def test_another_right_way_scores_all(record, text):
    verdict = judge(record, answer_of(record, text))
    assert (verdict.state, verdict.points) == ("right", record.points), verdict.text


@pytest.mark.parametrize("record, name, number", [
    pytest.param(record, known.name, number, id=f"{record.id} {known.name} {number}",
                 marks=[pytest.mark.slow] if number or at % 6 else [])       # a quick run tries every sixth
    for record in RECORDS for at, known in enumerate(record.misconceptions) for number in range(len(known.forms))])
def test_a_known_mistake_is_answered_with_its_own_words(record, name, number):
    verdict = judge(record, answer_of(record, ANSWERS[record.lesson].FORMS[record.id][name][number]))
    assert verdict.state in ("not yet", "crashed") and verdict.points < record.points
    assert verdict.misconception is not None and verdict.misconception.named(name), verdict.text
    told = " ".join(verdict.text.split())
    own = next(known for known in record.misconceptions if known.name == name).message
    assert own in told or "Faulty versions pass: " in told and name in told        # the first two are explained


def test_a_mistake_on_the_class_is_named_in_a_second_check_too():
    record = next(record for record in RECORDS if record.id == "10.6")
    text = ANSWERS[10].FORMS["10.6"]["on the class"][-1]
    assert [judge(record, answer_of(record, text)).misconception.name for _ in range(2)] == ["on the class"] * 2


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_an_exercise_is_complete(record):
    assert len(record.misconceptions) >= 5 and len(record.hints) == 3 and record.difficulty in (1, 2, 3)
    assert len({m.name for m in record.misconceptions}) == len(record.misconceptions)
    assert all(m.forms for m in record.misconceptions) and record.others, "an answer in another style"


def test_no_two_mistakes_share_a_message():
    """But one mistake that several exercises invite: it has one name and one message."""
    mistakes = {(m.name, m.message) for record in RECORDS for m in record.misconceptions}
    assert len({message for _, message in mistakes}) == len(mistakes)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_a_crash_shows_only_the_learners_own_lines(record):
    calls = {"function": f"def {record.name}(*args, **settings):\n    return helper()\n",
             "class": f"class {record.name}:\n    def __init__(self, *args):\n        helper()\n"
                      "    apply = classmethod(lambda cls, *args: helper())\n"}
    verdict = judge(record, answer_of(record, "def helper():\n    return a_missing_name\n" + calls[record.kind]))
    assert verdict.state == "crashed" and "NameError" in verdict.text and "helper" in verdict.text
    assert "evidence.py" not in verdict.text and "minitorch/" not in verdict.text


def test_no_two_exercises_have_one_name():
    names = [record.name for record in RECORDS]
    assert len(set(names)) == len(names)                 # my_minitorch.py and the grader know answers by them
