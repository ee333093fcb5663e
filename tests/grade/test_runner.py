"""Many submissions at once: nothing is lost by Ctrl-C, a crash or kill -9, and nothing unchanged is graded again."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool

import pytest
from grade.handed import ANSWERS, HOME, handed

from minitorch.course.record import find
from minitorch.grade import runner
from minitorch.grade.checker import Checker
from minitorch.grade.hidden import Hidden
from minitorch.grade.result import Result, Unreadable
from minitorch.grade.runner import Bar, Run
from minitorch.grade.store import Store
from minitorch.tools.cli import main

needs_bwrap = pytest.mark.needs("bwrap")
RIGHT = ANSWERS[1].REFERENCE


class Here(Executor):
    """Grades without any sandbox: every answer is right. Stands for another executor, and for one that breaks."""

    asked: list = []

    def __init__(self, jobs, settings):
        self.settings, self.hidden = settings, Hidden()

    def submit(self, function, submission, ids):
        self.asked.append(submission.student)
        future = Future()
        if submission.student == "the bomb" or submission.student == "in 1.5" and "1.5" in ids:
            future.set_exception(BrokenProcessPool())
        elif submission.student == "Ctrl-C":
            raise KeyboardInterrupt
        else:
            seed, isolation = self.settings["seed"], self.settings["isolation"]
            future.set_result([Result(submission.student, 1, id, find(id).version, 2, 2, "right", seed=seed,
                                      isolation=isolation, digest=submission.digest,
                                      basis=self.hidden.basis(id, find(id).version)) for id in ids])
        return future

    kill = Executor.shutdown


@pytest.fixture
def store(tmp_path):
    Here.asked = []
    with Store(tmp_path / "g.sqlite") as store:
        yield store


def one(student, **changed):
    return handed({**RIGHT, **changed}, student=student)


def run(store, *submissions, **more):
    return Run(store, executor=Here, jobs=2, **more).over(submissions)


def test_only_what_is_new_or_has_changed_is_graded_again(store):
    assert run(store, one("ada"), one("bob"), Unreadable("eve", "eve.txt", "no notebook")).graded == 2
    again = run(store, one("ada"), one("bob", **{"1.1": ANSWERS[1].OTHERS["1.1"][0]}), one("cy"))
    assert (again.graded, again.kept, Here.asked) == (2, 1, ["ada", "bob", "bob", "cy"])
    assert len(list(store.results())) == 24 and len(list(store.results(history=True))) == 32


def test_another_seed_a_new_version_or_regrade_grade_again_and_keep_history(store, monkeypatch):
    run(store, one("ada"), seed=1)
    assert run(store, one("ada"), seed=1).kept == 1
    assert run(store, one("ada"), seed=2).graded == 1
    assert run(store, one("ada"), seed=2, regrade=True).graded == 1
    monkeypatch.setattr(find("1.3"), "version", 2)
    assert run(store, one("ada"), seed=2).graded == 1
    assert len(list(store.results(history=True))) == 4 * 8


def test_what_an_exercise_was_before_it_changed_is_graded_again_and_said(store, monkeypatch):
    run(store, one("ada"), one("bob"), seed=11)
    assert run(store, one("ada"), seed=11).left_stale() == {}
    monkeypatch.setattr(find("1.3"), "points", 7)
    work = run(store, one("ada"), seed=11)
    assert (work.graded, work.stale) == (1, 1) and work.left_stale() == {"1.3": 1}
    assert run(store, one("ada"), one("bob"), seed=11).kept == 1
    monkeypatch.undo()
    assert run(store, one("ada"), seed=11).left_stale() == {"1.3": 1}


def test_a_digest_changes_with_hidden_tests_and_with_what_they_name(tmp_path):
    def digests(helper, low):
        block = (f"### BEGIN HIDDEN TESTS\nhidden('1.1', lambda rng: {{'x': most(rng, {low})}})\n"
                 "hidden('1.2', lambda rng: {'x': 1.0})\n### END HIDDEN TESTS\n")
        cells = [{"cell_type": "code", "source": text} for text in (f"def most(rng, low):\n    return {helper}", block)]
        (tmp_path / "01_gradients").mkdir(exist_ok=True)
        (tmp_path / "01_gradients/01_gradients.ipynb").write_text(json.dumps({"cells": cells}))
        return Hidden(tmp_path).basis("1.1", 1)
    first = digests("low", 1)
    assert digests("low  # as it is", 1) == first and len({first, digests("low", 2), digests("low + 1", 1)}) == 3


def test_the_seed_is_secret_and_stays_with_the_grades(store, tmp_path):
    first = run(store, one("ada"))
    assert run(store, one("ada")).kept == 1 and first.seed == run(store).seed
    with Store(tmp_path / "other.sqlite") as other:
        assert run(other).seed != first.seed


def test_ctrl_c_keeps_what_was_graded(store):
    with pytest.raises(KeyboardInterrupt):
        run(store, *[one(f"s{i}") for i in range(9)], one("Ctrl-C"))
    kept = {result.student for result in store.results()}
    assert kept and "Ctrl-C" not in kept
    Here.asked = []
    run(store, *[one(f"s{i}") for i in range(9)])
    assert not kept & set(Here.asked) and len(list(store.results())) == 9 * 8


def test_a_submission_over_which_a_checker_dies_costs_itself_only(store):
    run(store, *[one(f"s{i}") for i in range(9)], one("the bomb"), *[one(f"t{i}") for i in range(9)])
    states = {result.student: result.state for result in store.results()}
    assert states.pop("the bomb") == "not graded"
    assert set(states.values()) == {"right"} and len(states) == 18


def test_an_exercise_over_which_a_checker_dies_costs_itself_only(store):
    run(store, one("s1"), one("in 1.5"), one("s2"))
    states = {(result.student, result.exercise): result.state for result in store.results()}
    assert [key for key, state in states.items() if state != "right"] == [("in 1.5", "1.5")] and len(states) == 24
    assert states["in 1.5", "1.5"] == "not graded"


def test_an_exercise_over_which_the_checker_fails_is_not_graded_and_the_others_are(monkeypatch):
    real = Checker.one

    def one_of_them_fails(self, submission, id, sandbox):
        if id == "1.2":
            raise ZeroDivisionError("a slip of ours")
        return real(self, submission, id, sandbox)
    monkeypatch.setattr(Checker, "one", one_of_them_fails)
    results = Checker(isolation="rlimits").grade(one("ada"), ["1.1", "1.2"])
    assert [result.state for result in results] == ["right", "not graded"]
    assert results[1].oddities == ["The grader failed: ZeroDivisionError: a slip of ours"]


def test_the_bar_says_how_far_and_what_is_slow(monkeypatch):
    from io import StringIO
    out, clock = StringIO(), [0.0]
    out.isatty = lambda: True
    monkeypatch.setattr(runner, "monotonic", lambda: clock[0])
    bar = Bar(out)
    clock[0] = 20.0
    bar(5, 10, [(1.0, "ada"), (15.0, "bob")], 0)
    assert out.getvalue().strip() == "[██████████··········] 5/10, 20 s to go; slow: ada (19 s)"
    log = StringIO()
    bar = Bar(log)
    for done in range(11):
        bar(done, 10, [], 0)
    assert log.getvalue().split("\n")[0] == "1 of 10 submissions graded" and log.getvalue().count("\n") == 10


def notebook(path, answers):
    cells = [{"cell_type": "code", "source": text, "metadata": {}, "outputs": [], "execution_count": None}
             for text in handed(answers).cells]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))


def students(folder, count):
    """Right, partly right and wrong, by turns."""
    for i in range(count):
        answers = dict(RIGHT)
        if i % 3:
            answers["1.4"] = list(ANSWERS[1].WRONG["1.4"].values())[i % 5]
        if i % 3 == 2:
            answers["1.6"] = "def two_layer_gradients(x, y, w1, w2):\n    raise NotImplementedError\n"
        notebook(folder / f"s{i:02d}" / "01_gradients.ipynb", answers)


@needs_bwrap
def test_the_command_grades_writes_and_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    students(tmp_path / "in", 3)
    (tmp_path / "overrides.csv").write_text("student,exercise,points,reason\ns02,1.6,4,on paper\n")
    told = ["grade", "in", "--seed", "1", "--jobs", "1", "--solutions", str(HOME / "solutions"), "--official",
            "--feedback", "back", "--csv", "grades.csv"]
    assert main(told) == 0
    out = capsys.readouterr().out
    assert "isolation: bwrap" in out and "3 graded, 0 as they were" in out
    lines = [line.split(",") for line in (tmp_path / "grades.csv").read_text().splitlines()]
    points = {line[0]: [float(cell) for cell in line[1:9]] for line in lines[1:]}
    assert points["s00"] == [2, 3, 2, 3, 2, 4, 2, 2]
    assert points["s01"][3] < 3 and points["s01"][5] == 4 and points["s02"][5] == 4      # 4 by hand
    assert len(list((tmp_path / "back").glob("*.html"))) == 5           # three students, class.html and copies.html
    assert main(told) == 0 and "0 graded, 3 as they were" in capsys.readouterr().out
    page, = (path for path in (tmp_path / "back").glob("*.html") if "s01" in path.name)
    assert "wanted" in page.read_text()
    assert main([*told, "--show", "points"]) == 0 and "wanted" not in page.read_text()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is killed by the signals of Unix")
def test_kill_9_at_twenty_moments_loses_nothing_that_was_kept(tmp_path):
    """Between any two lines, or within what the database does: submissions are there whole, and the rest is graded."""
    done = subprocess.run([sys.executable, "-m", "grade.killed", str(tmp_path), "20"], cwd=HOME / "tests",
                          env={**os.environ, "PYTHONPATH": str(HOME)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    moments = [json.loads(line) for line in done.stdout.splitlines()]
    for each in moments:
        assert each["said"] <= each["kept"] <= 8 and each["as_whole"], each
        assert len(each["again"]) == 8 - each["kept"] and each["at_the_end"], each
    assert len(moments) == 20 and len({each["kept"] for each in moments}) >= 5, "at all stages"
    assert any(each["torn"] for each in moments), "also while something is written"


@needs_bwrap
@pytest.mark.slow
def test_kill_9_in_the_middle_and_again_gives_the_same_grades(tmp_path):
    students(tmp_path / "in", 9)

    def command(db):
        return [sys.executable, "-m", "minitorch", "grade", str(tmp_path / "in"), "--seed", "7", "--jobs", "2", "--db",
                str(tmp_path / db), "--solutions", str(HOME / "solutions")]

    def grades(db):
        with Store(tmp_path / db) as store:
            return [result.graded() for result in store.results()]
    settings = {"cwd": tmp_path, "env": {**os.environ, "PYTHONPATH": str(HOME)}, "stdout": subprocess.DEVNULL,
                "stderr": subprocess.DEVNULL}
    assert subprocess.run(command("whole"), **settings).returncode == 0
    broken = subprocess.Popen(command("broken"), **settings)
    until = time.monotonic() + 300
    while time.monotonic() < until and not ((tmp_path / "broken").is_file() and len(grades("broken")) >= 16):
        time.sleep(0.05)
    broken.send_signal(signal.SIGKILL)
    broken.wait()
    part = grades("broken")
    assert 16 <= len(part) < 72 and len(part) % 8 == 0              # whole submissions, not all of them
    time.sleep(2.0)
    assert grades("broken") == part                                 # its processes died with it
    assert subprocess.run(command("broken"), **settings).returncode == 0
    assert grades("broken") == grades("whole") and len(grades("whole")) == 72
