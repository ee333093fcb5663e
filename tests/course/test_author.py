"""`minitorch author check`: each thing that is missing in a lesson is said, with the file and the line where."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from notebooks.running import LESSONS, ROOT

from minitorch.author import check as author, check_records, faults, templates
from minitorch.author.check_notebook import answered, executed, paced
from minitorch.author.filling import filled
from minitorch.author.finding import RECORDS, Place
from minitorch.course import record as records
from minitorch.course.cases import Case
from minitorch.course.record import Exercise
from minitorch.course.wrong import Wrong
from minitorch.tools.cli import main

FIRST = LESSONS[0]


def double_and_add(x, y):
    return 2 * x + y


def record(**changed):
    """An exercise as the template has it, with something changed."""
    wrong = [Wrong("factor lost", "x counts twice.", {"2 * x": "x"}), Wrong("y lost", "y is lost.", "return 2 * x"),
             Wrong("both", "y counts once.", "return 2 * (x + y)"), Wrong("sign", "y is added.", {"+ y": "- y"}),
             Wrong("swapped", "x is doubled.", "return x + 2 * y")]
    given = {"id": "1.98", "answer": double_and_add, "difficulty": 1, "points": 2, "hints": ["a", "b", "c"],
             "cases": [Case("one pair", x=3.0, y=1.0), Case("a zero", x=-2.0, y=0.0)], "wrong": wrong,
             "others": ["return x + x + y"], **changed}
    return Exercise(given.pop("id"), given.pop("answer"), **given)


@pytest.fixture(autouse=True)
def own_registry(monkeypatch):
    monkeypatch.setattr(records, "registry", {})
    monkeypatch.setattr(check_records, "of_lesson", lambda lesson: list(records.registry.values()))


def said(findings):
    return "\n".join(map(str, findings))


def test_nothing_is_missing_in_what_is_complete():
    whole = record()
    assert not [*check_records.complete(1), *check_records.of_right(whole)]
    assert not [text for known in whole.misconceptions for text in check_records.of_wrong(whole, known)]


ADDED = Wrong("more", "1 too much.", "return 2 * x + y + 1")


@pytest.mark.parametrize("changed, words", [
    ({"wrong": [ADDED]}, "1 wrong answer; 5 are the least"), ({"hints": ["a"]}, "1 hint, not 3"),
    ({"difficulty": 4}, "difficulty is 1, 2 or 3, not 4"), ({"others": []}, "no right answer in another style"),
    ({"wrong": [Wrong("none", "No code.")]}, "'none' has no code"),
    ({"wrong": [Wrong("a", "A.", "return x"), Wrong("a", "B.", "return y")]}, "two wrong answers are called 'a'"),
    ({"wrong": [Wrong("a", "A.", "return x"), Wrong("b", "A.", "return y")]}, "'a' has the words of 1.98 'b'"),
    ({"wrong": [Wrong("a", "Words.", "return x", example="nowhere")]}, "names the case 'nowhere', which is none"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_a_record_lacks_is_said_with_its_line(changed, words):
    made = record(**changed)
    lines = said(check_records.complete(1)).split("\n")
    found = [line for line in lines if words in line]
    assert found and re.match(r"minitorch/course/exercises/lesson_1\.py:\d+: 1\.98 double_and_add: ", found[0]), lines
    assert f":{made.line}:" in found[0] or f":{made.misconceptions[0].line}:" in found[0]


@pytest.mark.parametrize("changed, words", [
    ({"cases": []}, "the answer fails on a case: there is none"),
    ({"cases": [Case("text", x="a", y=1)]}, "the answer fails on a case: TypeError"),
    ({"others": ["return x + y"]}, "right answer 1 in another style is judged: 1.98 double_and_add: not yet"),
    ({"others": ["return FIRST + x"]}, "names FIRST, which stands in the exercise's file and in no notebook"),
    ({"others": [{"absent": "x"}]}, "replaces 'absent', which the answer does not have"),
    ({"others": ["def double_and_add(:"]}, "SyntaxError"),
])
def test_a_right_answer_that_is_not_judged_right(changed, words):
    assert words in said(check_records.of_right(record(**changed)))


@pytest.mark.parametrize("wrong, words", [
    ([Wrong("no mistake", "None.", "return y + 2 * x")], "is judged right: add a case that tells it"),
    ([Wrong("a", "A.", "return x"), Wrong("b", "B.", "return 1 * x")], "is taken for 'a', which stands above it"),
    ([Wrong("a", "A.", "return 7 * x + 3 * y", probe=lambda answer: False)], "'a' is not recognised: "),
    ([Wrong("a", "A.", "return x", "retrun x")], "'a', form 2, does not run in a notebook: SyntaxError"),
    ([Wrong("a", "A.", {"absent": ""})], "replaces 'absent', which the answer does not have"),
])
def test_a_wrong_answer_that_is_not_called_by_its_name(wrong, words):
    record(wrong=wrong)
    assert words in said(check_records.judged(1))


def notebook():
    return json.loads(FIRST.read_text(encoding="utf-8"))


def cell_of(cells, words):
    return next(cell for cell in cells if words in "".join(cell["source"]))


def repeat(cells):
    cells.append(cell_of(cells, '@exercise("1.1")'))


def keep_one_picture(cells):
    for out in [out for cell in cells for out in cell.get("outputs", []) if "image/svg+xml" in out.get("data", {})][1:]:
        del out["data"]["image/svg+xml"]


DAMAGE = {                               # what is done to a lesson's cells, and what is said of it
    "a long cell": (lambda cells: cell_of(cells, "import drag").update(source=["x = 1\n"] * 30), "it has 30 lines, of"),
    "a long set-up": (lambda cells: cell_of(cells, "setup(lesson=")["source"].extend(["\n#"] * 9), "sets up, in 6"),
    "no output": (lambda cells: [cell.update(outputs=[]) for cell in cells if cell["cell_type"] == "code"],
                  "three code cells in a row show nothing"),
    "one picture": (keep_one_picture, "it has 1 stored picture, of 4 at least"),
    "a widget": (lambda cells: cell_of(cells, "import drag").update(source=["interact(f)"]), "cannot be compared"),
    "another order": (lambda cells: cell_of(cells, "import drag").update(execution_count=9), "not from a run of the"),
    "a warning": (lambda cells: cell_of(cells, "import drag").update(outputs=[
        {"output_type": "stream", "name": "stderr", "text": ["careful"]}]), "it warns or fails: careful"),
    "an address": (lambda cells: cell_of(cells, "import drag").update(outputs=[
        {"output_type": "stream", "name": "stdout", "text": ["at 0x7fabcdef"]}]), "differs from run to run: 0x7fabcd"),
    "an exercise twice": (repeat, "1.1 stands here a second time"),
    "no hidden tests": (lambda cells: cell_of(cells, 'check("1.1")').update(source=['check("1.1")']),
                        'the check of 1.1 holds hidden("1.1"'),
    "points lost": (lambda cells: cell_of(cells, 'check("1.1")').update(outputs=[]), "does not score all 2 points"),
    "not marked": (lambda cells: cell_of(cells, '@exercise("1.1")').update(metadata={}), "nbgrader's solution cell"),
    "no check": (lambda cells: cells.remove(cell_of(cells, 'check("1.1")')), "the next code cell is its check"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_a_notebook_lacks_is_said_with_its_line(damage, tmp_path, monkeypatch):
    monkeypatch.undo()
    change, words = DAMAGE[damage]
    made = notebook()
    change(made["cells"])
    path = tmp_path / FIRST.name
    path.write_text(json.dumps(made, indent=1, sort_keys=True), encoding="utf-8")
    found = [str(each) for look in (paced, executed, answered) for each in look(path, tmp_path) if words in each.text]
    assert found, damage
    name, line, _ = found[0].split(":", 2)
    assert name == FIRST.name and (int(line) == 1 or '"id": ' in path.read_text("utf-8").split("\n")[int(line) - 1])


def test_a_notebook_says_what_the_records_say(monkeypatch):
    monkeypatch.undo()
    made = notebook()
    cells = made["cells"]
    cell_of(cells, '@exercise("1.1")')["source"] = ['@exercise("1.1")\n', "def mul_derivative(grad, out, x, y):\n",
                                                    "    ### BEGIN SOLUTION\n", "    ...\n", "    ### END SOLUTION"]
    cell_of(cells, 'check("1.1")')["metadata"]["nbgrader"]["points"] = 7
    task = cell_of(cells, "**Exercise 1.2 ••**")
    task["source"] = ["".join(task["source"]).replace("**Exercise 1.2 ••**", "**Exercise 1.2**")]
    again = filled(made)["cells"]
    assert "    return grad * y, grad * x\n" in cell_of(again, '@exercise("1.1")')["source"]
    assert cell_of(again, 'check("1.1")')["metadata"]["nbgrader"]["points"] == 2
    assert "**Exercise 1.2 ••**" in "".join(cell_of(again, "**Exercise 1.2")["source"])


def test_faults_that_are_too_few_or_have_no_cell_are_said(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(faults, "faults", lambda lesson: {"relu leaks": (("words of no cell",), "")})
    text = said(faults.planted(1, FIRST))
    assert "lesson 1 knows 1 fault (FAULTS); 5 are the least" in text and ":1:" not in text.split("\n")[0]
    assert "the words 'words of no cell' stand in 0 code cells of the lesson, not in one" in text


def test_a_fault_that_nothing_shows_and_one_that_cannot_be_planted_are_said(monkeypatch):
    monkeypatch.undo()
    words = ("import drag, draw, plot, show", "x, y, z = (mt.tensor([v]")
    planted = {"no fault": (words, "pass"), "no piece": (words, "plant_mistake('1.6', 'sign')"),
               "alone": (words[1:], "pass")}
    monkeypatch.setattr(faults, "faults", lambda lesson: planted)
    text = said(faults.noticed(1, FIRST))
    assert "'no fault': the cell 'x, y, z = (mt.tensor([v]' shows the same with it" in text
    assert "'no piece': what plants it fails itself: ValueError: 1.6 two_layer_gradients has no piece" in text
    assert "'alone': its cells differ without it too" in text and "yours(…) takes. NameError" in text


def test_a_line_that_is_too_long_is_said(tmp_path):
    place = tmp_path / "minitorch/course/exercises/lesson_1.py"
    place.parent.mkdir(parents=True)
    place.write_text('"""Short."""\n' + "x" * 121, encoding="utf-8")
    assert said(check_records.laid_out(1, tmp_path)) == (
        "minitorch/course/exercises/lesson_1.py:2: 121 characters; 120 are the most.")


def test_a_file_of_records_that_does_not_load_is_said_with_the_line(monkeypatch):
    def broken(name):
        raise SyntaxError("invalid syntax", (f"/a/clone/{RECORDS}/lesson_1.py", 12, 1, "", 12, 2))
    monkeypatch.setattr(author, "import_module", broken)
    assert "minitorch/course/exercises/lesson_1.py:12: SyntaxError: invalid syntax" in said(author.loaded(1))


def test_the_command_says_what_is_missing_and_stops_where_the_rest_cannot_be_tried(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    made = Place(FIRST, notebook(), ROOT)
    late = ("late", lambda: pytest.fail("it was tried"))
    monkeypatch.setattr(author, "steps", lambda *given: [("its notebook runs", lambda: [made.of(None, "no")]), late])
    assert main(["author", "check", "1"]) == 1
    told = capsys.readouterr().out
    assert "01_gradients.ipynb:1: no\n" in told and "1 to mend so far." in told
    monkeypatch.setattr(author, "steps", lambda *given: [("all is well", list)])
    assert main(["author", "check", "1"]) == 0 and "Lesson 1 is complete." in capsys.readouterr().out
    assert main(["author", "check", "77"]) == 1
    assert "lesson_77.py:1: there is no such file" in capsys.readouterr().out


SLIPS = {"a syntax error": ("def weigh(x, y):", "def weigh(x, y:", "SyntaxError"),
         "a misspelt word": ("    hints=[", "    hint=[", "unexpected keyword argument 'hint'"),
         "a name that a case gets wrong": ('Case("with a zero", x=', 'Case("with a zero", z=', "fails on a case")}


@pytest.mark.slow
@pytest.mark.parametrize("right, wrong, words", SLIPS.values(), ids=SLIPS)
def test_a_bug_in_a_record_is_a_finding(tmp_path, right, wrong, words):
    """In a copy of the project, since a broken file of records would break the others."""
    for name in ("minitorch", "solutions"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))

    def run(*command):
        return subprocess.run([sys.executable, "-m", "minitorch", *command], cwd=tmp_path, capture_output=True,
                              text=True, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert run("new-lesson", "98", "sequences").returncode == run("new-exercise", "98.1", "weigh").returncode == 0
    path = tmp_path / RECORDS / "lesson_98.py"
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    done = run("author", "check", "98")
    assert done.returncode == 1 and done.stderr == "" and words in done.stdout
    assert re.search(r"lesson_98\.py:\d+: ", done.stdout)


def test_what_is_left_of_a_template_is_said():
    for words in templates.LEFT:
        assert any(words in text for text in vars(templates).values() if isinstance(text, str | tuple) and text is not
                   templates.LEFT for text in ([text] if isinstance(text, str) else text)), words


def test_words_of_one_cell_run_it_once():
    notebook = json.loads(FIRST.read_text(encoding="utf-8"))
    cells = faults.only(notebook, ("import drag, draw, plot, show", "drag, draw, plot"))["cells"]
    assert len(cells) == 3 and len({cell["id"] for cell in cells}) == 3
