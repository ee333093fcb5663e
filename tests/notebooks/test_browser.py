"""Each lesson as a new student meets it: opened in JupyterLab in a browser, run, one exercise wrong, then right.

One server and one browser are for all: each notebook has a folder and a kernel of its own.
"""

import json
import shutil
from pathlib import Path

import pytest
from course.answers import of
from notebooks.lab import lab, wait
from notebooks.running import EXAMPLES, LESSONS, ROOT, label

from minitorch.author.check_notebook import nothing_earned, source
from minitorch.author.check_records import answer_of
from minitorch.course.evidence import judge
from minitorch.course.record import find

TRIED = {1: ("1.5", "passes"), 2: ("2.2", "overwrites"),        # an exercise and a mistake; else the first known
         3: ("3.2", "untransposed"), 4: ("4.2", "forgotten"), 5: ("5.2", "tail lost")}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A folder that a JupyterLab serves, and what opens a notebook of it."""
    folder = tmp_path_factory.mktemp("lab")
    with lab(folder) as open:
        yield folder, open


@pytest.fixture
def page(request, served):
    folder, open = served
    path = request.param.relative_to(ROOT / "solutions")
    own = Path(path.stem, path)                          # notebooks side by side would share what was answered
    shutil.copytree(ROOT / "lessons" / path.parent, (folder / own).parent)
    with open(own.as_posix()) as page:
        yield page, path.stem


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("page", EXAMPLES, ids=label, indirect=True)
def test_an_example_in_the_browser(page):
    run_all(*page)


def run_all(page, name):
    """Run every cell; none fails or complains. Returns the cells."""
    page.shot(f"{name}-opened")
    page.command("notebook:run-all-cells")
    cells = page.cells()
    assert all(cell["execution_count"] for cell in cells if cell["cell_type"] == "code")
    outputs = [out for cell in cells for out in cell.get("outputs", [])]
    assert outputs and not [out for out in outputs if out["output_type"] == "error" or out.get("name") == "stderr"]
    for place in range(0, len(cells), 6):
        page.select(place)
        page.shot(f"{name}-run-{place:02d}")
    return cells


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("page", LESSONS, ids=label, indirect=True)
def test_a_lesson_in_the_browser(page):
    page, name = page
    cells = run_all(page, name)
    assert not list(map(str, nothing_earned(ROOT / "lessons" / name / f"{name}.ipynb", {"cells": cells})))
    answers = of(int(name[:2]))
    id, mistake = TRIED.get(int(name[:2])) or next(
        (id, mistake) for id, wrong in answers.WRONG.items() for mistake, text in wrong.items()
        if judge(find(id), answer_of(find(id), text)).state == "not yet")
    place, = [i for i, cell in enumerate(cells) if source(cell).startswith(f'@exercise("{id}")')]
    said = page.run(place, f'@exercise("{id}")\n' + answers.WRONG[id][mistake].strip())
    assert f"{id} " in said and ": not yet" in said and "wanted" in said and f'hint("{id}") has 3 hints' in said
    page.shot(f"{name}-wrong")
    page.command("notebook:insert-cell-below")
    said = page.run(place + 1, f'hint("{id}")')
    assert "hint 1 of 3: " in said and "hint 2" not in said
    page.shot(f"{name}-hint")
    said = page.run(place, f'@exercise("{id}")\n' + answers.REFERENCE[id].strip())
    assert ": right, " in said
    assert ": right, " in page.run(place + 2)
    page.shot(f"{name}-right")
    last = max(place for place, cell in enumerate(page.cells()) if "progress()" in source(cell))
    page.run(last)
    assert "■" in str(page.cells()[last]["outputs"]), "progress() is lit"


PHONE = [("code", "from minitorch.course import question, setup\nfrom minitorch.viz import drag\nsetup(lesson=5)"),
         ("markdown", "```\n" + "a diagram in text " * 8 + "\n```"),
         ("code", 'question("5.z", "?", {"a": ("an answer that is longer than a phone is wide", "")}, right="a")'),
         ("code", 'drag(lambda x: x * x, -1, 1, "x")')]
BOX = "const box = panel.content.widgets[arguments[0]].node.querySelector(arguments[1]); "


@pytest.mark.slow
@pytest.mark.browser
def test_on_a_phone_diagrams_scroll_and_answers_wrap(served):
    cells = [{"cell_type": kind, "metadata": {}, "source": text, "id": f"cell{i}"}
             | ({"outputs": [], "execution_count": None} if kind == "code" else {})
             for i, (kind, text) in enumerate(PHONE)]
    folder, open = served
    (folder / "phone.ipynb").write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {
        "name": "python3", "display_name": "Python 3", "language": "python"}}, "cells": cells}), encoding="utf-8")
    with open("phone.ipynb") as page:
        for place in range(len(PHONE)):
            page.run(place)
        page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 390, "height": 1200, "deviceScaleFactor": 1, "mobile": False})
        page.tell("jupyterapp.shell.collapseLeft()")
        wide, tall = wait(lambda: page.tell(BOX + "return box && [box.scrollWidth - box.clientWidth, "
                                                  "box.clientHeight]", 1, ".jp-RenderedMarkdown pre"), "no diagram")
        assert wide > 100 and tall < 45                          # one line, and a scrollbar
        assert page.tell(BOX + "return box.scrollWidth - box.clientWidth", 2, "button.jupyter-button") <= 1
        assert page.tell(BOX + "return box.clientHeight", 2, "button.jupyter-button") > 30
        assert page.tell(BOX + "return box.scrollWidth - box.clientWidth", 3, ".jp-OutputArea-output") == 0
