"""What is built stays built: a right answer runs on after a blank or a wrong one, until another right one comes."""

import numpy as np
import pytest
from course.written import answered

import minitorch as mt
from minitorch import learn
from minitorch.course import answer_file, session
from minitorch.course.record import find

RELU = "def relu_derivative(grad, out, x):\n    return grad * (x > 0)\n"
OTHER = RELU.replace("grad * (x > 0)", "np.where(x > 0, grad, 0)")
BLANK = RELU.replace("return grad * (x > 0)", "raise NotImplementedError")
WRONG = RELU.replace("grad *", "1.0 *")
CRASHED = RELU.replace("grad *", "gard *")
SLOW = RELU.replace("    return", "    import time\n    end = time.thread_time() + 0.025\n"
                    "    while time.thread_time() < end: pass\n    return")

pytestmark = pytest.mark.usefixtures("own_folder")


def runs_on():
    return mt.piece.mounted.get(find("1.5").piece())


@pytest.mark.parametrize("then, state", [(BLANK, "not attempted"), (WRONG, "not yet"), (CRASHED, "crashed"),
                                         (SLOW, "right but slow")], ids=["blank", "wrong", "crashed", "slow"])
def test_the_last_right_answer_goes_on_running_and_is_told_of(then, state, capsys):
    first = answered("1.5", RELU)
    for _ in range(2):
        session.told.clear()
        later = answered("1.5", then)
        assert later.state == state and runs_on() is first.mount and learn.yours("1.5") is first.function
        assert session.STAYS in later.verdict.text and "own runs in its place" not in later.verdict.text
        assert f"runs on your last right answer: what its cell holds now is {state}" in capsys.readouterr().out
    assert "return grad * (x > 0)" in answer_file.sections()["1.5"][1] and "1.5 relu_derivative          right" in repr(
        learn.progress())
    assert learn.check("1.5") == later.verdict.points
    second = answered("1.5", OTHER)
    assert runs_on() is second.mount and "np.where" in answer_file.sections()["1.5"][1]
    learn.reset()
    assert runs_on() is None


def test_it_goes_on_after_a_restart_and_a_run_of_all_cells(capsys):
    """Opened anew, the notebook's cell is blank again; the file is what counts."""
    answered("1.5", RELU)
    learn.reset()
    learn.setup(1)
    blank = answered("1.5", BLANK)
    assert runs_on() is blank.right.mount and session.STAYS in blank.verdict.text


def test_the_name_of_a_blank_stands_for_the_last_right_answer(capsys):
    space: dict = {"np": np}
    for text in (RELU, BLANK):
        exec(text, space)
        given = session.exercise("1.5")(space["relu_derivative"])
    assert given(np.ones(1), None, np.ones(1)).tolist() == [1] and session.STAYS in capsys.readouterr().out


def test_a_check_that_is_interrupted_leaves_it_running(monkeypatch):
    first = answered("1.5", RELU)

    def interrupted(exercise, function):
        raise KeyboardInterrupt
    monkeypatch.setattr(session, "judge", interrupted)
    with pytest.raises(KeyboardInterrupt):
        answered("1.5", WRONG)
    assert runs_on() is first.mount


def test_one_that_has_proved_too_slow_does_not_come_back(capsys):
    first = answered("1.5", RELU)
    first.mount.remove()
    assert answered("1.5", WRONG).right is None and runs_on() is None
