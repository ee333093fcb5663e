"""Each lesson as a new student meets it: opened in JupyterLab in a browser, run, one exercise wrong, then right."""

import shutil

import pytest
from course.answers import of
from notebooks.lab import Page, printed, serving
from notebooks.running import EXAMPLES, LESSONS, ROOT, label

from minitorch.grade.author_notebook import source

TRIED = {1: ("1.5", "passes"), 2: ("2.2", "overwrites"),        # an exercise and a mistake of it; else the first
         3: ("3.2", "untransposed"), 4: ("4.2", "forgotten"), 5: ("5.2", "tail lost")}


@pytest.fixture
def page(request, tmp_path):
    path = request.param.relative_to(ROOT / "solutions")
    shutil.copytree(ROOT / "lessons" / path.parent, tmp_path / path.parent)
    with serving(tmp_path) as address:
        page = Page(address, path.as_posix())
        try:
            yield page, path.stem
        finally:
            page.close()


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
    answers = of(int(name[:2]))
    id, mistake = TRIED.get(int(name[:2])) or next((id, next(iter(wrong))) for id, wrong in answers.WRONG.items())
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
    page.command("notebook:run-all-below")
    assert not [out for cell in page.cells() for out in cell.get("outputs", []) if out["output_type"] == "error"]
    assert any("■" in printed(cell) or "■" in str(cell.get("outputs")) for cell in page.cells()), "progress() is lit"
