"""Answers that were right are mounted without being judged again, as long as nothing that made them right changed."""

import pytest
from course.test_answer_file import LINE, MUL, RELU, again
from course.written import answered

import minitorch as mt
from minitorch import learn
from minitorch.course import answer_file, marks, session
from minitorch.course.record import find

WRONG = "return grad * (x > 1)"
IDS = ["1.1", "1.5"]

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.fixture
def judged(monkeypatch):
    """The ids of what is judged, in turn."""
    seen: list[str] = []
    judge = session.judge

    def noted(exercise, function):
        seen.append(exercise.id)
        return judge(exercise, function)
    monkeypatch.setattr(session, "judge", noted)
    return seen


@pytest.fixture
def kept(judged, capsys):
    """A my_minitorch.py of two answers that a later lesson has marked; its text."""
    answered("1.5", RELU)
    answered("1.1", MUL)
    assert "# right" not in answer_file.path().read_text(), "what a lesson keeps has not been judged as it stands there"
    again()
    assert judged == ["1.5", "1.1", "1.1", "1.5"]
    judged.clear()
    capsys.readouterr()
    return answer_file.path().read_text()


def mounted():
    return [id for id in IDS if find(id).piece() in mt.piece.mounted]


def test_what_was_right_is_mounted_without_being_judged(kept, judged, capsys):
    assert kept.count("# right ") == 2
    again()
    assert judged == [] and mounted() == IDS and "running on your own 1.1, 1.5" in capsys.readouterr().out
    assert answer_file.path().read_text() == kept
    lines = repr(learn.progress()).splitlines()
    assert judged == [] and lines[-1].startswith(f"{find('1.1').points + find('1.5').points} of ")
    space: dict = {}
    exec(kept, space)
    assert {"relu_derivative", "mul_derivative"} <= set(space)


def test_points_are_only_for_what_is_judged_here(kept, judged, capsys):
    again()
    assert learn.check("1.5") == find("1.5").points and judged == ["1.5"]
    assert learn.check("1.5") == find("1.5").points and judged == ["1.5"], "once a session"
    assert mounted() == IDS


def forged(text):
    """A wrong answer under the mark that a right one would have."""
    answer_file.path().write_text(text.replace(LINE, WRONG))
    bodies = answer_file.sections()
    version, body = bodies["1.5"]
    answer_file.path().write_text(text.replace(bodies["1.5"][1].splitlines()[0], marks.marked(
        body, marks.marks(bodies)["1.5"]).splitlines()[0]).replace(LINE, WRONG))


@pytest.mark.parametrize("points", [lambda: learn.check("1.5"), lambda: learn.hidden("1.5", lambda rng: {})],
                         ids=["check", "hidden"])
def test_a_forged_mark_mounts_ones_own_code_and_gives_no_points(points, kept, judged, capsys):
    forged(kept)
    again()
    assert judged == [] and mounted() == IDS
    assert points() < find("1.5").points and judged == ["1.5"]
    assert session.answers["1.5"].state == "not yet" and mounted() == ["1.1"]


CHANGES = {
    "the answer": (lambda text: text.replace(LINE, "return (x > 0) * grad"), ["1.5"]),
    "one before it": (lambda text: text.replace("grad * y, grad * x", "y * grad, x * grad"), IDS),
    "its mark": (lambda text: text.replace("# right ", "# right 0", 1), ["1.1"]),
    "a mark that is gone": (lambda text: "".join(line for line in text.splitlines(True) if "# right" not in line), IDS),
    "a mark of another section": (lambda text: text.replace(*[line for line in text.splitlines() if "# right" in line]),
                                  ["1.1"]),
    "the ends of its lines": (lambda text: text.replace("\n", "\r\n"), []),
    "what stands before all": (lambda text: "import os\n" + text, []),
}


@pytest.mark.parametrize("change, anew", CHANGES.values(), ids=CHANGES)
def test_what_changed_is_judged_again_and_what_was_built_on_it(change, anew, kept, judged, capsys):
    answer_file.path().write_bytes(change(kept).encode())
    again()
    assert judged == anew and mounted() == IDS
    judged.clear()
    again()
    assert judged == [] and mounted() == IDS


def test_another_minitorch_judges_again(kept, judged, monkeypatch, capsys):
    monkeypatch.setattr(marks, "library", lambda: b"another")
    again()
    assert judged == IDS and mounted() == IDS


def test_a_changed_answer_that_is_wrong_gives_way(kept, judged, capsys):
    answer_file.path().write_text(kept.replace(LINE, WRONG))
    again()
    assert judged == ["1.5"] and mounted() == ["1.1"] and "your 1.5 relu_derivative does not" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_judged_every_time(judged, monkeypatch, capsys):
    answered("1.5", RELU)

    def full(path):
        raise OSError("No space left on device")
    monkeypatch.setattr(answer_file, "atomic_write", full)
    judged.clear()
    for _ in range(2):
        again()
        assert mounted() == ["1.5"]
    assert judged == ["1.5", "1.5"]


def test_the_page_of_a_portrait_shows_no_marks(kept, capsys):
    again()
    assert "# right" not in learn.portrait("page.html").path.read_text(encoding="utf-8")
