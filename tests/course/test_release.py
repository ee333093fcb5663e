"""release: what a student is given, to the byte; and what is refused, with the place."""

import json
import re
from pathlib import Path

import pytest
from course.small_notebook import ANSWER, CHECK, INSTALL, cell, grading, save, toy

from minitorch.author.release import ReleaseError, release, released
from minitorch.course import hints
from minitorch.course.record import find
from minitorch.grade.course_files import notebooks
from minitorch.tools.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def course(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lesson(name="01_toy"):
    return json.loads(Path("lessons", name, f"{name}.ipynb").read_text(encoding="utf-8"))


def source(notebook, id):
    return "".join(next(cell for cell in notebook["cells"] if cell["id"] == id)["source"])


def tree():
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def test_answers_and_hidden_tests_are_cut_and_the_picture_stays(course):
    save(toy(), course)
    release()
    made = lesson()
    assert source(made, "answer") == ANSWER.partition("    ### BEGIN")[0] + "    raise NotImplementedError"
    assert source(made, "check") == 'check("1.5")'
    assert "──►[relu]" in source(made, "task")
    assert [cell["id"] for cell in made["cells"]] == [cell["id"] for cell in toy()["cells"]]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in made["cells"] if "outputs" in cell)
    held = {cell["id"]: (cell["metadata"].get("deletable"), cell["metadata"].get("editable")) for cell in made["cells"]}
    assert held["answer"] == (False, None) and held["check"] == (False, False) and held["task"] == (None, None)


def test_a_second_release_changes_no_byte(course, capsys):
    save(toy(), course)
    assert main(["release", "--repo", "ada/course", "--ref", "v1"]) == 0
    before = tree()
    assert release() == [] and main(["release"]) == 0 and tree() == before
    assert "Nothing has changed" in capsys.readouterr().out


PAGE = f"""[the site](https://OWNER.github.io/minitorch/),
[a page](https://github.com/OWNER/minitorch/blob/main/lessons/A.md),
[another's](https://github.com/pytorch/pytorch/blob/v0.1.12/README.md)
{INSTALL}
git clone https://github.com/OWNER/minitorch && cd minitorch
git clone https://github.com/pytorch/pytorch
"""


def test_one_setting_brings_badge_and_set_up_to_a_fork(course):
    save(toy(), course)
    Path("README.md").write_text(PAGE, encoding="utf-8")
    release()
    solution = next(Path("solutions").rglob("*.ipynb")).read_bytes()
    release(repo="bob/fork")
    release(repo="ada/course", ref="v1.2")
    release()                                             # the setting is kept
    addressed = Path("README.md").read_text(encoding="utf-8")
    assert "https://ada.github.io/course/" in addressed and "pytorch/pytorch/blob/v0.1.12/README.md" in addressed
    assert "ada/course@v1.2" in addressed and "github.com/ada/course/blob/v1.2/lessons/A.md" in addressed
    assert "git clone https://github.com/ada/course && cd course\n" in addressed and "OWNER" not in addressed
    assert "git clone https://github.com/pytorch/pytorch\n" in addressed
    assert "github/ada/course/blob/v1.2/lessons/01_toy/01_toy.ipynb" in source(lesson(), "title")
    assert '"minitorch @ git+https://github.com/ada/course@v1.2"' in source(lesson(), "setup")
    assert "OWNER" not in json.dumps(lesson())
    assert next(Path("solutions").rglob("*.ipynb")).read_bytes() == solution       # a fork takes later changes


@pytest.mark.parametrize("repo", ["ada", "ada/", "/course", "a/b/c", "https://github.com/ada/course", "ada/my course",
                                  'ada/"course', "ada/course\n"])
def test_a_repository_is_owner_and_name(course, repo, capsys):
    save(toy(), course)
    before = tree()
    assert main(["release", "--repo", repo]) == 1
    assert "--repo is OWNER/NAME as on GitHub" in capsys.readouterr().err and tree() == before


@pytest.mark.parametrize("ref", ["a tag", "v1/", "/v1", 'v"1'])
def test_a_ref_is_a_tag_or_branch(course, ref):
    save(toy(), course)
    with pytest.raises(ReleaseError, match="--ref is a tag or a branch"):
        release(ref=ref)


BEGIN, END = "    ### BEGIN SOLUTION\n", "    ### END SOLUTION"


@pytest.mark.parametrize("answer, check, said", [
    (ANSWER.replace(END, ""), CHECK, "cell 4: a ### BEGIN SOLUTION lacks its ### END SOLUTION"),
    (ANSWER.replace(BEGIN, ""), CHECK, "cell 4: a ### END SOLUTION stands where its other half was due"),
    (ANSWER.replace(BEGIN, BEGIN + BEGIN), CHECK, "cell 4: a ### BEGIN SOLUTION stands where its other half was due"),
    (ANSWER.replace("SOLUTION\n", "X\n").replace(END, BEGIN).replace("### BEGIN X", END), CHECK, "cell 4"),
    ("pass", CHECK, "cell 4: a solution cell without ### BEGIN SOLUTION"),
    (ANSWER, CHECK.replace("### END HIDDEN TESTS", ""), "cell 5: a ### BEGIN HIDDEN TESTS lacks"),
    (ANSWER, CHECK.replace("HIDDEN TESTS", "SOLUTION"), "cell 5: an answer in a cell that is not marked"),
    (ANSWER + "\n### BEGIN HIDDEN TESTS\n### END HIDDEN TESTS", CHECK, "cell 4: hidden tests in a cell that is not"),
], ids=str)
def test_marks_that_do_not_fit_are_refused_with_their_cell(course, answer, check, said):
    save(toy(), course, "01_first")                       # a good one beside it: none is written
    save(toy(answer, check), course, "02_toy")
    with pytest.raises(ReleaseError, match=re.escape(said)) as error:
        release()
    assert "02_toy/02_toy.ipynb" in str(error.value) and not Path("lessons").exists()


def test_a_mark_outside_code_is_refused(course):
    save(toy(more=[cell("markdown", "### BEGIN SOLUTION\nx\n### END SOLUTION", "text")]), course)
    with pytest.raises(ReleaseError, match="cell 6: a mark for answers or tests in a cell that is not code"):
        release()


@pytest.mark.parametrize("id", ["exercise-1.5", "", None, "check-1-5", "Übung"])
def test_a_grade_id_that_nbgrader_refuses_is_refused(course, id):
    notebook = toy()
    notebook["cells"][3]["metadata"]["nbgrader"]["grade_id"] = id
    save(notebook, course)
    with pytest.raises(ReleaseError, match="cell 4: a grade_id is letters"):
        release()


@pytest.mark.parametrize("text, said", [("", "is no notebook"), ("{", "is no notebook"), ("[]", "no list of cells"),
                                        ('{"cells": [{}]}', "no list of cells"), ('{"worksheets": []}', "nbformat 4")])
def test_a_file_that_is_no_notebook_is_named(course, text, said, capsys):
    path = save(toy(), course)
    path.write_text(text)
    assert main(["release"]) == 1
    told = capsys.readouterr().err
    assert said in told and "01_toy.ipynb" in told


def test_no_notebooks_and_nothing_at_all(course, capsys):
    assert main(["release"]) == 1 and "there is no solution notebook in solutions/" in capsys.readouterr().err
    assert tree() == {}


@pytest.mark.parametrize("text, said", [("{", "is no JSON"), ('{"rpo": 1}', "may say repo, ref"), ("[1]", "may say")])
def test_damaged_settings_are_named(course, text, said):
    save(toy(), course)
    Path("solutions/course.json").write_text(text)
    with pytest.raises(ReleaseError, match=said):
        release()


def test_a_byte_order_mark_and_other_alphabets(course):
    save(toy(more=[cell("markdown", "Σ ∂L/∂w — 勾配 — градиент 🧮", "text")]), course, before=b"\xef\xbb\xbf")
    release()
    assert source(lesson(), "text") == "Σ ∂L/∂w — 勾配 — градиент 🧮" and release() == []
    assert all(not data.startswith(b"\xef\xbb\xbf") for data in tree().values())


def test_a_huge_notebook(course):
    answer = ANSWER.replace("    return grad", "    # a long line\n" * 20_000 + "    return grad")
    many = [cell("code", f"x = {i}", f"more-{i}") for i in range(3000)]
    save(toy(answer, more=[*many, cell("code", ANSWER, "again", grading("exercise-1-6"))]), course)
    release()
    assert "a long line" not in json.dumps(lesson()) and len(lesson()["cells"]) == 3006 and release() == []


def test_a_lesson_whose_solution_is_gone_is_pointed_at(course, capsys):
    save(toy(), course, "01_toy")
    save(toy(), course, "02_toy")
    main(["release"])
    Path("solutions/02_toy/02_toy.ipynb").unlink()
    assert main(["release"]) == 0 and "left over: lessons/02_toy/02_toy.ipynb" in capsys.readouterr().out


def test_a_graded_course_holds_its_solutions_back(course, capsys, monkeypatch):
    save(toy(), course)
    monkeypatch.setitem(hints.opened, "1.5", 3)
    release()
    hints.solution("1.5")
    assert "return grad * (x > 0)" in capsys.readouterr().out
    assert main(["release", "--no-solutions"]) == 0 and release() == []
    capsys.readouterr()
    hints.solution("1.5")
    told = capsys.readouterr().out
    assert "withheld in this course" in told and "x > 0" not in told
    assert main(["release", "--solutions"]) == 0 and hints.worked(find("1.5"))


OURS = [path for path in notebooks(ROOT / "solutions") if path.parent.name[:2].isdigit()
        and int(path.parent.name[:2])]           # in 00_before, the examples and the milestones is no answer


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_no_answer_and_no_hidden_test_is_in_what_is_released(path):
    """Each answer's lines, and each hidden test, looked for in the lesson made from it and in the stored one."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    place = path.relative_to(ROOT / "solutions")
    made = [released(notebook, place.as_posix(), "a/b", "c")]
    if (ROOT / "lessons" / place).is_file():
        made.append(json.loads((ROOT / "lessons" / place).read_text(encoding="utf-8")))
    secrets = [found for each in notebook["cells"] for found in
               re.findall(r"### BEGIN (?:SOLUTION|HIDDEN TESTS)\n(.*?)\n *### END", "".join(each["source"]), re.S)]
    assert secrets and len({"".join(c["source"]) for m in made for c in m["cells"]}) > 10
    text = "\n".join("".join(each["source"]) for lesson in made for each in lesson["cells"])
    assert not [secret for secret in secrets if secret in text]
    assert "### BEGIN" not in text and "hidden(" not in text
