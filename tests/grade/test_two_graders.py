"""Two graders at one store share the work: each submission is graded once, and what a dead one began is taken over."""

import re
import subprocess
import sys

import pytest
from grade.samples import canvas, data, filled
from grade.test_runner import Here, one

from minitorch.grade.runner import Run
from minitorch.grade.store import Store, owner


@pytest.fixture
def store(tmp_path):
    Here.asked = []
    with Store(tmp_path / "g.sqlite") as store:
        yield store


class Half(Here):
    """While it grades, another grader at the same store takes what is left."""

    other = None

    def submit(self, function, submission, ids):
        if Half.other is not None:
            begin, Half.other = Half.other, None
            begin()
        return super().submit(function, submission, ids)


def test_two_graders_share_the_work(store):
    """The one that begins while the other grades takes the rest; the first then finds all of it graded."""
    class_of = [one(name) for name in ("ada", "bob", "cleo")]
    done = []

    def other():
        with Store(store.path) as theirs:
            work = Run(theirs, None, executor=Here, isolation="none", jobs=1)
            work.begin = lambda submission, ids: submission.student != "ada" and Run.begin(work, submission, ids)
            done.append(work)
            work.over(class_of)
    Half.other = other
    first = Run(store, None, executor=Half, isolation="none", jobs=1).over(class_of)
    assert (first.graded, first.kept, done[0].graded) == (1, 2, 2)
    assert sorted(Here.asked) == ["ada", "bob", "cleo"]


def test_a_claim_ends_with_its_process(store):
    ada = one("ada")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        store.base.execute("insert into claims values ('ada', 1, ?)", (owner(other.pid),))
        store.base.commit()
        assert not store.claim(ada)
        other.communicate(b"\n")
    assert store.claim(ada)                              # whoever began is gone
    assert store.claim(ada)                              # our own
    store.release()
    assert store.base.execute("select count(*) from claims").fetchone() == (0,)


@pytest.mark.needs("bwrap")
def test_two_commands_at_once_grade_each_submission_once(tmp_path):
    files = {(f"name{number}", number): data(filled(1, reference=["1.1"])) for number in range(101, 109)}
    (tmp_path / "all.zip").write_bytes(canvas(files))
    command = [sys.executable, "-P", "-m", "minitorch", "grade", "all.zip", "--lesson", "1", "--jobs", "1"]
    both = [subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for _ in range(2)]
    said = [process.communicate(timeout=300)[0] for process in both]
    counts = [[int(number) for number in re.search(r"(\d+) graded, (\d+) as they", text).groups()]
              for text in said]
    with Store(tmp_path / "grades.sqlite") as grades:
        assert grades.base.execute("select count(*) from submissions").fetchone() == (8,)
    assert sum(graded for graded, _ in counts) == 8 and all(sum(pair) == 8 for pair in counts)


def test_forgetting_a_student_forgets_that_grading_had_begun(store):
    assert store.claim(one("ada"))                       # a grader that was killed leaves this
    store.forget("ada")
    assert store.base.execute("select count(*) from claims").fetchone() == (0,)
