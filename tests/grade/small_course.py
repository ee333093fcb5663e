"""A course of one exercise, for tests of what is given out to students."""

import subprocess

from course.small_notebook import save, toy

LIBRARY = "minitorch/ops/relu.py"


def git(folder, *words, **more):
    return subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=True, **more).stdout


def course_of_one(tmp_path):
    """A course of one exercise, and where to give it out."""
    root = tmp_path / "course"
    save(toy(), root)
    for name, text in {"minitorch/course/exercises/lesson_1.py": "LINES = 1\n", "LICENSE": "free\n",
                       "minitorch/grade/checker.py": '"""The grader."""\n', LIBRARY: "def relu(x): ...\n",
                       "tests/test_all.py": "assert 1\n", "README.md": "for the instructor\n"}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root, tmp_path / "students"
