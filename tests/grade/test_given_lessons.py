"""Which lessons and files students of a graded course get: by stages, by a list, and nothing of the instructor's."""

import shutil
import subprocess
from pathlib import Path

import pytest
from course.small_notebook import save, toy
from grade.small_course import course_of_one, git

from minitorch.author.given_lessons import numbers
from minitorch.author.release import ReleaseError
from minitorch.author.student_repository import KINDS, LEFT, TAKEN, give_out
from minitorch.grade.course_files import tracked

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
small = pytest.fixture(course_of_one)


def test_lessons_come_by_stages_into_clones_that_keep_their_work(small):
    root, target = small
    save(toy(), root, "02_toy")
    save(toy(), root, "03_toy")
    give_out(target, "ada/course", "v1", root, lessons={1})
    assert [path.name for path in (target / "lessons").iterdir()] == ["01_toy"]
    clone, who = target.parent / "clone", ["-c", "user.name=x", "-c", "user.email=x@x.org"]
    subprocess.run(["git", "clone", "-q", target, clone], check=True)
    mine = clone / "lessons/01_toy/01_toy.ipynb"
    mine.write_text(mine.read_text(encoding="utf-8").replace("raise NotImplementedError", "return 7"), encoding="utf-8")
    git(clone, *who, "commit", "-qam", "mine")
    save(toy(more=[{"cell_type": "markdown", "id": "z", "metadata": {}, "source": ["later"]}]), root)
    (target / "syllabus.md").write_text("on Mondays", encoding="utf-8")
    give_out(target, root=root, lessons={2})
    assert (target / "syllabus.md").is_file() and "later" not in (target / "lessons/01_toy/01_toy.ipynb").read_text()
    git(clone, *who, "pull", "-q", "--no-rebase", "--no-edit")
    assert "return 7" in mine.read_text(encoding="utf-8") and (clone / "lessons/02_toy/02_toy.ipynb").is_file()
    assert not (clone / "lessons/03_toy").exists()
    give_out(target, root=root, lessons={1}, again=True)
    assert "later" in (target / "lessons/01_toy/01_toy.ipynb").read_text()
    with pytest.raises(ReleaseError, match="there is no lesson 9"):
        give_out(target, root=root, lessons={9})


@pytest.mark.parametrize("text, found", [("3", {3}), ("1-2, 5", {1, 2, 5}), ("2-1", None), ("all", None)])
def test_lessons_by_their_numbers(text, found):
    if found is None:
        with pytest.raises(ValueError, match="--lessons takes numbers such as"):
            numbers(text)
    else:
        assert numbers(text) == found


def test_a_file_that_git_does_not_know_is_not_given_out(small):
    root, target = small
    git(root, "init", "-q")
    git(root, "add", "-A")
    (root / "minitorch/grades.txt").write_text("ada: 3", encoding="utf-8")
    with pytest.raises(ReleaseError, match=r"git does not know these files[\s\S]*minitorch/grades\.txt"):
        give_out(target, "ada/course", "v1", root)
    (root / "minitorch/grades.txt").rename(root / "minitorch/grades.xlsx")
    git(root, "add", "-A")
    with pytest.raises(ReleaseError, match=r"minitorch/grades\.xlsx is of a kind that is not given out"):
        give_out(target, "ada/course", "v1", root)


def test_nothing_of_the_instructors_is_in_a_lesson(small):
    root, target = small
    notebook = toy(more=[{"cell_type": "markdown", "id": "z", "metadata": {"tags": ["instructor"]},
                          "source": ["ask Bob"]}])
    notebook["metadata"]["authors"] = notebook["cells"][0]["metadata"]["executionInfo"] = "ada@x.org"
    save(notebook, root)
    give_out(target, "ada/course", "v1", root)
    lesson = (target / "lessons/01_toy/01_toy.ipynb").read_text(encoding="utf-8")
    assert "ask Bob" not in lesson and "ada@x.org" not in lesson and "grade_id" in lesson


def test_a_renamed_answer_is_found(small):
    root, target = small
    cells = toy()
    source = ('@exercise("1.5")\ndef f(grad, out, x):\n    ### BEGIN SOLUTION\n    mask = (x > 0) * 1.0\n'
              "    return grad * mask + 0 * (out - out)\n    ### END SOLUTION")
    cells["cells"][3]["source"] = source.splitlines(True)
    save(cells, root)
    (root / "minitorch/course/other.py").write_text('def g(a, b, c):\n    """What?"""\n    d = (c > 0) * 1.0  # so\n'
                                                    "    return a * d + 0 * (b - b)\n", encoding="utf-8")
    with pytest.raises(ReleaseError, match=r"minitorch/course/other\.py: an answer in 01_toy\.ipynb, renamed"):
        give_out(target, "ada/course", "v1", root)


def test_answers_that_an_earlier_version_folded_are_found_in_the_history(small):
    root, target = small
    give_out(target, "ada/course", "v1", root)
    (target / "minitorch/old.py").write_text('unfold(__name__, """abc""")', encoding="utf-8")
    git(target, "add", "-A")
    git(target, "-c", "user.name=x", "-c", "user.email=x@x.org", "commit", "-qm", "folded")
    with pytest.raises(ReleaseError, match="folded: begin a repository anew"):
        give_out(target, root=root)


def test_every_file_of_this_course_is_of_a_kind_that_is_given_out():
    names = [name for name in tracked(Path(__file__).resolve().parents[2]) if name.startswith(TAKEN)]
    assert not [name for name in names if not name.startswith(LEFT) and not name.endswith((*KINDS, ".ipynb"))]
