"""Gradescope: the zip runs as its harness runs it, with its folders and files, and says what it should to whom."""

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from copy import copy

import pytest
from grade.classroom import result
from grade.samples import ROOT, answers, data, filled

from minitorch.grade import gradescope

WRONG = answers(1).WRONG["1.5"]["passes"]
SPY = '''def sum_derivative(grad, out, x, dim, keepdim):
    import glob, json, os
    for place in ("{root}/results/results.json", "/autograder/results/results.json"):
        try:
            open(place, "w").write(json.dumps(dict(score=1000)))
        except OSError:
            pass
    raise ValueError("seen: " + ", ".join(filter(os.path.isfile, glob.glob("{root}/**", recursive=True))))
'''


@pytest.fixture(scope="module")
def zipped():
    file = io.BytesIO()
    gradescope.pack(file, gradescope.autograder(1, root=ROOT))
    return file.getvalue()


@pytest.fixture
def harness(tmp_path, zipped):
    """Unpack as Gradescope does, hand in, run; gives results.json and what was printed.

    /autograder has source/ (the zip), submission/, results/, submission_metadata.json, and run_autograder out of the
    zip, which is run there as a program. Source: Gradescope, Autograder Specifications.
    """
    def run(files):
        for name in ("source", "submission", "results"):
            (tmp_path / name).mkdir()
        with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
            archive.extractall(tmp_path / "source")
            mode = archive.getinfo("run_autograder").external_attr >> 16
        shutil.copy(tmp_path / "source/run_autograder", tmp_path)
        (tmp_path / "run_autograder").chmod(mode)
        for name, content in files.items():
            (tmp_path / "submission" / name).write_bytes(content)
        (tmp_path / "submission_metadata.json").write_text('{"users": [{"name": "Ada"}]}')
        settings = {**os.environ, "AUTOGRADER_ROOT": str(tmp_path), "AUTOGRADER_PYTHON": sys.executable}
        settings.pop("PYTHONPATH", None)
        done = subprocess.run(["./run_autograder"], cwd=tmp_path, env=settings, capture_output=True,
                              text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return json.loads((tmp_path / "results/results.json").read_text(encoding="utf-8")), done.stdout
    return run


def test_what_is_in_the_zip(zipped):
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        names = set(archive.namelist())
        modes = {name: archive.getinfo(name).external_attr >> 16 & 0o777 for name in ("setup.sh", "run_autograder")}
    assert {"setup.sh", "run_autograder", "minitorch/grade/checker.py"} <= names
    assert set(modes.values()) == {0o755}
    assert [name for name in names if name.startswith("solutions")] == ["solutions/01_gradients/01_gradients.ipynb"]
    assert not [name for name in names if name.startswith(("tests", "lessons", "."))]


def test_the_same_course_gives_the_same_bytes(zipped):
    file = io.BytesIO()
    gradescope.pack(file, gradescope.autograder(1, root=ROOT))
    assert file.getvalue() == zipped


def test_a_lesson_that_is_not_there():
    with pytest.raises(ValueError, match="there is no solution notebook of lesson 88"):
        gradescope.autograder(88, root=ROOT)


@pytest.mark.slow
@pytest.mark.needs("bwrap")
def test_the_harness_runs_it(harness, tmp_path):
    notebook = filled(1, reference=["1.1"], text={"1.3": SPY.format(root=tmp_path), "1.5": WRONG})
    made, printed = harness({"my lesson.ipynb": data(notebook)})
    tests = {test["name"]: test for test in made["tests"]}
    assert (tests["1.1 mul_derivative"]["score"], tests["1.1 unseen cases"]["score"]) == (1.6, 0.4)
    assert tests["1.1 unseen cases"]["visibility"] == "after_published" != tests["1.1 mul_derivative"]["visibility"]
    assert tests["1.3 sum_derivative"]["score"] == 0 and "seen: \n" in tests["1.3 sum_derivative"]["output"]
    assert 0 <= tests["1.5 relu_derivative"]["score"] < 1.6 and "✗" in tests["1.5 relu_derivative"]["output"]
    assert made["score"] == pytest.approx(sum(test["score"] for test in made["tests"]), abs=0.01) and made["score"] < 5
    assert sum(test["max_score"] for test in made["tests"]) == pytest.approx(20)
    assert "isolation: bwrap" in printed and "seed" not in json.dumps(made["tests"])
    assert made["stdout_visibility"] == "hidden"


@pytest.mark.parametrize("files, said", [({}, "nothing was handed in"), ({"a.ipynb": b""}, "a.ipynb: it is empty"),
                                         ({"a.pdf": b"%PDF"}, "a.pdf: it is a .pdf file, not a notebook")])
def test_nothing_to_grade_is_a_zero_that_says_why(tmp_path, files, said):
    for name, content in files.items():
        (tmp_path / "submission").mkdir(exist_ok=True)
        (tmp_path / "submission" / name).write_bytes(content)
    (tmp_path / "submission").mkdir(exist_ok=True)
    gradescope.main(tmp_path, 1, "hidden")
    made = json.loads((tmp_path / "results/results.json").read_text())
    assert made["score"] == 0 and said in made["output"]


def test_a_failure_of_ours_is_no_failure_of_theirs(tmp_path, capsys):
    gradescope.main(tmp_path, 1, "hidden")                # there is no submission folder at all
    made = json.loads((tmp_path / "results/results.json").read_text())
    assert "The grader itself failed" in made["output"] and "FileNotFoundError" in made["extra_data"]["note"]
    assert "Traceback" in capsys.readouterr().err


def test_tests_add_up_and_tell_nothing_hidden():
    right = copy(result("a", "1.5", answers(1).REFERENCE["1.5"], 3))
    right.checks = [*right.checks[:-1], ("SECRET x=[3.25]", False, 0.08, True)]
    made = gradescope.report([right, result("a", "1.1"), result("a", "1.3", answers(1).WRONG["1.3"]["mean"])],
                             ["1.5 is answered more than once"], "a note", "hidden")
    assert "SECRET" not in json.dumps(made) and "3 of 5 cases that nobody has seen" in json.dumps(made)
    assert sum(test["max_score"] for test in made["tests"]) == pytest.approx(6)
    assert made["score"] == pytest.approx(right.points + 0 + made["tests"][-2]["score"], abs=1)
    assert made["output"].endswith("1.5 is answered more than once")
    visible = sum(test["score"] for test in made["tests"] if test["visibility"] == "visible")
    assert made["output"].startswith(f"{visible:g} of 4.8 points of the visible cases"), "nothing unseen is in it"
    assert made["score"] != visible and made["tests"][0]["output"].startswith("right\n"), "nor in how the answer stands"
    assert {test["visibility"] for test in made["tests"]} == {"visible", "hidden"}
    assert all(set(test) >= {"name", "score", "max_score", "output", "visibility", "status"} for test in made["tests"])


def test_without_a_sandbox_there_is_no_grade_and_students_read_why():
    made = gradescope.report([result("a", "1.5", answers(1).REFERENCE["1.5"])], [], "a note", "hidden", official=False)
    assert made["score"] == 0 and made["output"].startswith("This is no grade yet")
    assert not [test for test in made["tests"] if "score" in test] and made["tests"][0]["status"] == "passed"


def others_may_run_this_python():
    """Whether root, who may become another user, has a Python here that the other may run."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    return subprocess.run([sys.executable, "-c", "import numpy"], user=65534, group=65534, extra_groups=[], cwd="/",
                          env={"PATH": ""}, capture_output=True).returncode == 0


def readable():
    try:
        return others_may_run_this_python()
    except OSError:
        return False


@pytest.mark.skipif(not readable(), reason="needs root, and a Python that other users may run")
def test_without_bubblewrap_answers_run_as_a_user_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr("minitorch.grade.sandbox.trouble", lambda: "it is not there")
    assert gradescope.isolation()[0] == "user"
    (tmp_path / "submission").mkdir()
    notebook = filled(1, reference=["1.1"], text={"1.3": SPY.format(root=tmp_path)})
    (tmp_path / "submission/a.ipynb").write_bytes(data(notebook))
    os.chmod(tmp_path, 0o700)
    gradescope.main(tmp_path, 1, "hidden")
    made = json.loads((tmp_path / "results/results.json").read_text())
    assert made["tests"][0]["score"] == 2 and made["score"] == 2 and "seen: \n" in made["tests"][2]["output"]
