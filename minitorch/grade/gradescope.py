"""Gradescope: a lesson's autograder as the zip that it takes, and the run that its harness asks for."""

import json
import os
from pathlib import Path

from ..display.text import counted
from .course_files import HOME, notebooks, tracked
from .feedback import SAID, said
from .html_page import number

FILES = ("minitorch/", "pyproject.toml", "LICENSE", "README.md")         # of the course, what the autograder needs
SETUP = """#!/usr/bin/env bash
# Run once, when Gradescope builds the autograder.
set -e
apt-get update -qq
apt-get install -y -qq python3 python3-venv bubblewrap
python3 -m venv /autograder/python
/autograder/python/bin/pip install -q "numpy>=2.0"
"""
UNOFFICIAL = ("This is no grade yet: the machine has no sandbox, so nothing that was run here counts. Your instructor "
              "sees this too, and grades what you handed in elsewhere. What came of your cases:")
RUN = """#!/usr/bin/env bash
# Run for each submission: grades what lies in submission/, and leaves results/results.json.
root="${{AUTOGRADER_ROOT:-/autograder}}"
python="${{AUTOGRADER_PYTHON:-$root/python/bin/python}}"
chmod -R a+rX "$root/source/minitorch"             # for the sandbox, which sees the library
chmod go-rwx "$root/source" "$root/results"        # an answer may see neither
cd "$root/results"
export OPENBLAS_NUM_THREADS=1
"$python" -I "$root/source/minitorch/grade/start.py" "" minitorch.grade.gradescope "$root" {lesson} {unseen}
"""


def run(options):
    """Run `minitorch gradescope`."""
    path = Path(options.out or f"autograder_{options.lesson:02d}.zip")
    root = HOME if (HOME / "solutions").is_dir() else Path()
    files = autograder(options.lesson, options.unseen, root)
    pack(path, files)
    print(f"written: {path}, from the course {'that minitorch runs from' * (root == HOME) or 'in this folder'}. "
          "It holds hidden tests: give it to Gradescope only.\n"
          "In the assignment: Configure Autograder, upload the zip, Ubuntu 24.04 or newer (Python 3.11 or newer).")
    return 0


def autograder(lesson, unseen="after_published", root="."):
    """Return {name: bytes} of the zip: setup.sh, run_autograder, the library with the grader, the lesson's hidden
    tests.

    unseen   when students see how many unseen cases held: one of Gradescope's four visibilities

    Raises ValueError for a lesson that is not there.
    """
    root = Path(root)
    solutions = [path for path in notebooks(root / "solutions") if path.name.startswith(f"{lesson:02d}_")]
    if not solutions:
        raise ValueError(f"there is no solution notebook of lesson {lesson} in {root / 'solutions'}.")
    files = {name: (root / name).read_bytes() for name in tracked(root) if name.startswith(FILES)
             and (root / name).is_file()}
    files |= {path.relative_to(root).as_posix(): path.read_bytes() for path in solutions}
    files["setup.sh"] = SETUP.encode()
    files["run_autograder"] = RUN.format(lesson=lesson, unseen=unseen).encode()
    return files


def pack(path, files):
    """Write a zip whose scripts are executable; the same files give the same bytes."""
    import zipfile

    from ..serialization.atomic import atomic_write
    with atomic_write(path) as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.external_attr = (0o755 if name in ("setup.sh", "run_autograder") else 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


def isolation():
    """Return the best isolation that this machine allows, and what to tell the instructor about it."""
    from .sandbox import Lost, Sandbox, trouble
    reason = trouble()
    if not reason:
        return "bwrap", "isolation: bwrap"
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        try:
            Sandbox("user").close()
            return "user", f"isolation: a user of its own, with limits; bubblewrap cannot be used here ({reason})"
        except Lost:
            pass                                         # a Python that other users may not run
    return "rlimits", f"isolation: limits only, which is no sandbox; bubblewrap cannot be used here ({reason})"


def graded(folder, solutions, lesson):
    """Grade what was handed in; return (results, oddities, what to tell the instructor)."""
    from .checker import Checker
    from .hidden import Hidden
    from .result import Submission
    from .runner import exercises_of
    from .submission import collect
    found = list(collect(folder, lesson=lesson, pattern="(?P<student>^)"))
    handed = [each for each in found if isinstance(each, Submission)]
    if not handed:
        return [], [f"{each.path.rpartition('/')[2]}: {each.reason}" for each in found] or ["nothing was handed in"], ""
    kind, note = isolation()
    seed = int.from_bytes(os.urandom(7), "big")
    checker = Checker(Hidden(solutions, [lesson]), seed, kind, hide=[Path(folder).resolve(), Path(solutions).resolve()])
    return checker.grade(handed[0], exercises_of(lesson, handed[0].sources)), handed[0].oddities, f"{note}; seed {seed}"


def report(results, oddities, note, unseen, official=True):
    """Return Gradescope's results.json, as a dict: for each exercise a visible test, and one for its unseen cases.

    Of unseen cases nothing is said but in their own tests, which have their own visibility: while one of those is not
    visible, Gradescope keeps the total back too.

    official   False where there was no sandbox: then there are no points, and students are told why
    """
    tests = []
    for result in results:
        for hidden in (False, True):
            checks = [check for check in result.checks if bool(check[3]) == hidden]
            of = sum(points for _, _, points, _ in checks)
            if hidden and not checks:
                continue
            if not checks:
                of = result.of
            got = sum(points for _, passed, points, _ in checks if passed)
            tests.append({
                "number": result.exercise, "name": f"{result.exercise} unseen cases" if hidden else title(result),
                **({"score": round(got, 4)} if official else {}), "max_score": round(of, 4),
                "status": "passed" if got >= of - 1e-9 else "failed",
                "output": unseen_words(checks) if hidden else words(result), "output_format": "text",
                "visibility": unseen if hidden else "visible"})
    seen = [check for result in results for check in result.checks if not check[3]]
    got, of = sum(points for _, passed, points, _ in seen if passed), sum(points for _, _, points, _ in seen)
    head = f"{number(got)} of {counted(round(of, 2), 'point')} of the visible cases" if official else UNOFFICIAL
    score = sum(result.points for result in results) if official else 0
    return {"score": round(score, 4), "output": "\n".join([head, *oddities]), "output_format": "text",
            "visibility": "visible", "stdout_visibility": "hidden", "tests": tests, "extra_data": {"note": note}}


def title(result):
    return result.text.partition("\n")[0].partition(":")[0] or result.exercise


def words(result):
    """Return what a student reads about one exercise: its state, each visible check, the mistake, the evidence."""
    right = result.state in ("right", "nearly")
    lines = [SAID["right" if right else result.state]]
    lines += [f"{'✓' if passed else '✗'} {name}: {number(points if passed else 0)} of {number(points)}"
              for name, passed, points, hidden in result.checks if not hidden]
    body = "" if right else result.text.partition("\n")[2]
    message = "" if right else said(result)
    return "\n".join([*lines, *([body] if body else [message] if message else [])])[:20_000]


def unseen_words(checks):
    return f"{sum(bool(passed) for _, passed, _, _ in checks)} of {len(checks)} cases that nobody has seen"


def main(root, lesson, unseen):
    """Grade one submission for run_autograder and write results.json, also if the grader fails."""
    root = Path(root)
    try:
        results, oddities, note = graded(root / "submission", root / "source" / "solutions", int(lesson))
        made = report(results, oddities, note, unseen, "rlimits" not in {result.isolation for result in results})
        if not results:
            made |= {"score": 0.0, "output": "Nothing could be graded: " + "; ".join(oddities)}
    except Exception as error:
        import traceback
        traceback.print_exc()                            # standard output is for the instructor alone
        made = {"score": 0.0, "output": "The grader itself failed. Your instructor has been told; nothing is lost.",
                "tests": [], "stdout_visibility": "hidden", "extra_data": {"note": f"{type(error).__name__}: {error}"}}
    print(made["extra_data"]["note"])
    (root / "results").mkdir(exist_ok=True)
    (root / "results" / "results.json").write_text(json.dumps(made, indent=1, ensure_ascii=False), encoding="utf-8")
