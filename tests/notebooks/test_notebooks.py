"""The lessons: solutions give what is stored in them, untouched lessons run and score nothing, and say no answer."""

import json
import re
import shutil

import pytest
from notebooks.running import EXAMPLES, LESSONS, ROOT, SOLUTIONS, code_cells, compare, label, source, text_of

from minitorch.course.record import find
from minitorch.grade import notebook as author
from minitorch.grade.release import STUB, release

MOST_BYTES, MOST_LINES, SETUP_LINES = 500_000, 25, 6
IGNORED = {"progress()": 1, "importlib.import_module": 1}     # cells whose output may differ: what for, how many
every = pytest.mark.parametrize("path", SOLUTIONS, ids=label)
lessons = pytest.mark.parametrize("path", LESSONS, ids=label)
examples = pytest.mark.parametrize("path", EXAMPLES, ids=label)


def lesson_of(path):
    return ROOT / "lessons" / path.relative_to(ROOT / "solutions")


def author_view(path):
    return json.loads(path.read_text(encoding="utf-8"))


def exercises(notebook):
    """(id, cell, the cell after it) for each exercise."""
    cells = code_cells(notebook)
    for cell, after in zip(cells, [*cells[1:], None]):
        for id in re.findall(r'^@exercise\("([\d.]+)"\)', source(cell), re.M):
            yield id, cell, after


def test_there_are_lessons_and_an_example():
    assert [path.stem for path in LESSONS][:2] == ["01_gradients", "02_autograd"]
    assert [path.stem for path in EXAMPLES] == ["mnist"]


@every
@pytest.mark.needs("nbval", "dot")
def test_a_solution_gives_what_is_stored(path, tmp_path):
    passed, failed, said = compare({path.stem: json.loads(path.read_text("utf-8"))}, tmp_path)
    assert not failed and passed == len(code_cells(author_view(path))), said


@every
def test_every_cell_was_run_in_order_and_is_compared(path):
    cells = code_cells(author_view(path))
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    ignored = [cell for cell in cells if "nbval-ignore-output" in cell["metadata"].get("tags", [])]
    assert not [cell for cell in cells for tag in cell["metadata"].get("tags", []) if tag != "nbval-ignore-output"]
    for cell in ignored:
        assert sum(words in source(cell) for words in IGNORED) == 1, f"why is this not compared?\n{source(cell)}"
    assert len(ignored) <= len(IGNORED)
    assert sum(bool(cell["outputs"]) for cell in cells if cell not in ignored) >= 0.8 * len(cells)


@every
def test_a_lesson_is_paced(path):
    cells = code_cells(author_view(path))
    assert path.stat().st_size < MOST_BYTES
    assert len(source(cells[0]).splitlines()) <= SETUP_LINES and "minitorch @ git+https" in source(cells[0])
    assert "setup(lesson=" in source(cells[0]) or path in EXAMPLES
    for cell in cells:
        assert len(source(cell).splitlines()) <= MOST_LINES, source(cell)
        assert not re.search(r"\b(widgets\.)?(Output\(|interact\(|interactive\()", source(cell)), source(cell)
    for place in range(len(cells) - 2):
        assert any(cell["outputs"] for cell in cells[place:place + 3]), source(cells[place])
    pictures = [out for cell in cells for out in cell["outputs"] if "image/svg+xml" in out.get("data", {})]
    assert len(pictures) >= (4 if path in LESSONS else 3)
    assert sum("question(" in source(cell) for cell in cells) <= 3


@every
def test_stored_outputs_hold_nothing_of_one_run(path):
    notebook = author_view(path)
    assert author.normal(notebook) == notebook, "run: python -m minitorch.grade.notebook, which stores it in its form"
    for cell in code_cells(notebook):
        for out in cell["outputs"]:
            assert out.get("name") != "stderr" and out["output_type"] != "error", text_of(out)
            assert not re.search(r"\bIn \[\d|Cell In|0x[0-9a-f]{6}|/tmp/|model_id", text_of(out)), text_of(out)


@lessons
def test_exercises_stand_in_order_each_before_its_check(path):
    notebook = author_view(path)
    found = list(exercises(notebook))
    assert [id for id, _, _ in found] == sorted((id for id, _, _ in found), key=lambda id: [*map(int, id.split("."))])
    for id, cell, after in found:
        grading, checking = cell["metadata"]["nbgrader"], after["metadata"]["nbgrader"]
        assert (grading["grade_id"], checking["grade_id"]) == (
            f"exercise-{id.replace('.', '-')}", f"check-{id.replace('.', '-')}")
        assert grading["solution"] and not grading["grade"] and not grading["locked"]
        assert checking["grade"] and checking["locked"] and checking["points"] == find(id).points
        assert f'check("{id}")' in source(after) and f'hidden("{id}"' in source(after)
        assert text_of(after["outputs"][-1]) == str(find(id).points), "the solution scores all"


@lessons
def test_an_untouched_lesson_runs_and_scores_nothing(path):
    pytest.importorskip("nbclient", reason="needs nbclient")
    ran = author.run(json.loads(lesson_of(path).read_text(encoding="utf-8")))
    checks = [cell for cell in code_cells(ran) if cell["metadata"].get("nbgrader", {}).get("grade")]
    assert [text_of(cell["outputs"][-1]) for cell in checks] == ["0"] * len(list(exercises(author_view(path))))
    said = [text_of(out) for cell in code_cells(ran) for out in cell["outputs"]]
    assert any("runs on the library's own until yours is right" in text for text in said)
    assert not [out for cell in code_cells(ran) for out in cell["outputs"] if out.get("name") == "stderr"]


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


@examples
def test_an_example_is_given_out_whole_without_its_outputs(path):
    given, own = json.loads(lesson_of(path).read_text(encoding="utf-8")), author_view(path)
    assert [source(cell) for cell in given["cells"]] == [source(cell) for cell in own["cells"]]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code_cells(given))
    assert not list(exercises(own)) and not any("nbgrader" in cell["metadata"] for cell in own["cells"])


@pytest.mark.slow
@every
@pytest.mark.needs("nbval", "dot")
def test_a_changed_output_is_noticed(path, tmp_path):
    """Each stored output is corrupted in turn: at least half of all code cells turn red."""
    notebook = author_view(path)
    cells = code_cells(notebook)
    changed = {}
    for turn in range(max(len(cell["outputs"]) for cell in cells)):      # one output of every cell at once:
        changed[f"{path.stem}_{turn}"] = spoiled(notebook, turn)         # cells are compared one by one
    _, failed, said = compare(changed, tmp_path)
    red = {cell for _, cell in failed}
    assert len(red) >= len(cells) / 2, said
    compared = {place for place, cell in enumerate(cells) if cell["outputs"] and not cell["metadata"].get("tags")}
    assert red == compared, said


def spoiled(notebook, turn):
    """A copy in which output number `turn` of every cell says something else."""
    copy = json.loads(json.dumps(notebook))
    for cell in code_cells(copy):
        for out in cell["outputs"][turn:turn + 1]:
            lines = out["text"] if out["output_type"] == "stream" else out["data"]["text/plain"]
            lines[0] = "?" + lines[0]
    return copy
