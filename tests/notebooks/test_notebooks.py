"""The lessons: solutions give what is stored in them, untouched lessons run and score nothing, and say no answer."""

import json
import re
import shutil

import pytest
from notebooks.running import EXAMPLES, LESSONS, MILESTONES, ROOT, SOLUTIONS, compare, label, spoiled

from minitorch.author import notebook as author
from minitorch.author.check_notebook import answered, code_cells, executed, exercises, paced, source, untouched
from minitorch.author.check_records import in_notebook
from minitorch.author.filling import filled
from minitorch.author.release import STUB, release

every = pytest.mark.parametrize("path", SOLUTIONS, ids=label)
lessons = pytest.mark.parametrize("path", LESSONS, ids=label)
SERVED = [pytest.mark.needs("onnx", "serve", "tensorboard")]        # what the notebook about one's own pictures uses
examples = pytest.mark.parametrize("path", [
    pytest.param(path, id=label(path), marks=SERVED * (path.stem == "your_pictures")) for path in EXAMPLES])
whole = pytest.mark.parametrize("path", EXAMPLES + MILESTONES, ids=label)
FIRST = [*EXAMPLES[:1], *LESSONS[:2]]      # that a quick run of the tests runs too


def lesson_of(path):
    return ROOT / "lessons" / path.relative_to(ROOT / "solutions")


def author_view(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_there_are_lessons_and_examples():
    assert [path.stem for path in LESSONS][:2] == ["01_gradients", "02_autograd"]
    assert [path.stem for path in EXAMPLES] == ["00_before", "mnist", "mnist_tensorflow", "your_pictures", "your_text"]


def marks_of(path):
    """Slow, but for a few; a C compiler where the notebook shows its own C; what one's own pictures need."""
    in_c = 'backend=\\"c\\"' in path.read_text(encoding="utf-8")
    served = SERVED * (path.stem == "your_pictures")
    return [pytest.mark.slow] * (path not in FIRST) + [pytest.mark.needs("cc")] * in_c + served


@pytest.mark.parametrize("path", [pytest.param(path, id=label(path), marks=marks_of(path))
                                  for path in LESSONS + EXAMPLES])
@pytest.mark.needs("nbval", "dot")
def test_a_solution_gives_what_is_stored(path, tmp_path):
    passed, failed, said = compare({path.stem: author_view(path)}, tmp_path)
    assert not failed and passed == len(code_cells(author_view(path))), said


@pytest.mark.slow
@pytest.mark.needs("nbval", "dot")
def test_milestones_give_what_is_stored(tmp_path):
    views = {path.stem: author_view(path) for path in MILESTONES}
    passed, failed, said = compare(views, tmp_path)
    assert not failed and passed == sum(len(code_cells(view)) for view in views.values()), said


@every
def test_every_cell_was_run_in_order_is_compared_and_holds_nothing_of_one_run(path):
    assert not list(map(str, executed(path)))


@every
def test_a_lesson_is_paced(path):
    kind = "lesson" if path in LESSONS else "milestone" if path in MILESTONES else "example"
    assert not list(map(str, paced(path, kind=kind)))


@every
def test_it_is_stored_in_its_form_with_what_the_records_of_its_exercises_say(path):
    notebook = author_view(path)
    assert author.normal(filled(notebook)) == notebook, "run: minitorch author check, which stores it in its form"


@lessons
def test_each_exercise_stands_once_before_its_check(path):
    assert not list(map(str, answered(path))) and not list(map(str, in_notebook(int(path.stem[:2]), path)))
    assert list(exercises(author_view(path)))


@pytest.mark.slow
@lessons
def test_an_untouched_lesson_runs_and_scores_nothing(path):
    pytest.importorskip("nbclient", reason="needs nbclient")
    if path != LESSONS[0] and shutil.which("chromedriver"):
        pytest.skip("the same is asked of what runs in the browser: test_browser.py")
    assert not list(map(str, untouched(lesson_of(path))))


def test_lessons_are_what_release_makes_of_the_solutions(tmp_path):
    shutil.copytree(ROOT / "solutions", tmp_path / "solutions")
    release(tmp_path / "solutions", tmp_path / "lessons")
    for path in SOLUTIONS:
        name = path.relative_to(ROOT / "solutions")
        for made, kept in ((tmp_path / "lessons" / name, lesson_of(path)), (tmp_path / "solutions" / name, path)):
            assert made.read_bytes() == kept.read_bytes(), f"run: minitorch release ({name})"


@lessons
def test_no_answer_stands_in_a_lesson(path):
    lesson = json.loads(lesson_of(path).read_text(encoding="utf-8"))
    text = "\n".join(source(cell) for cell in lesson["cells"])
    assert not re.search(r"(BEGIN|END) (SOLUTION|HIDDEN)|\bhidden\(", text)
    assert text.count(STUB) >= len(list(exercises(lesson))) > 0
    everything = "\n".join(source(cell) for cell in author_view(path)["cells"])
    secrets = re.findall(r"### BEGIN (?:SOLUTION|HIDDEN TESTS)\n(.*?)### END", everything, re.S)
    assert len(secrets) >= 2 * len(list(exercises(lesson)))
    assert not [secret for secret in secrets if secret.strip() in text]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code_cells(lesson))


@whole
def test_an_example_is_given_out_whole_without_its_outputs(path):
    given, own = json.loads(lesson_of(path).read_text(encoding="utf-8")), author_view(path)
    assert [source(cell) for cell in given["cells"]] == [source(cell) for cell in own["cells"]]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code_cells(given))
    assert not list(exercises(own)) and not any("nbgrader" in cell["metadata"] for cell in own["cells"])


def told(notebook):
    """The numbers of the code cells whose outputs nbval compares."""
    return {place for place, cell in enumerate(code_cells(notebook)) if cell["outputs"] and not cell["metadata"].get(
        "tags")}


@pytest.mark.needs("nbval")
def test_a_change_in_any_stored_output_would_be_noticed(tmp_path):
    """Each stored output is changed in turn, and compared as nbval compares: at least half of all code cells are."""
    views = {path.stem: author_view(path) for path in SOLUTIONS}
    assert all(len(told(view)) >= len(code_cells(view)) / 2 for view in views.values())
    passed, failed, said = compare(views, tmp_path, plugin="notebooks.spoiled")
    assert not failed and passed == sum(len(told(view)) for view in views.values()), said


@pytest.mark.slow
@examples
@pytest.mark.needs("nbval", "dot")
def test_a_changed_output_is_noticed_when_it_runs(path, tmp_path):
    notebook = author_view(path)
    changed = [spoiled(cell) if cell["cell_type"] == "code" else cell for cell in notebook["cells"]]
    _, failed, said = compare({path.stem: {**notebook, "cells": changed}}, tmp_path)
    assert {cell for _, cell in failed} == told(notebook), said
