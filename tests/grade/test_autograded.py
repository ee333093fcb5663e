"""The same notebook gets the same points from its own checks, as nbgrader counts them, and from `minitorch grade`."""

from copy import deepcopy

import pytest
from grade.autograded import autograded
from grade.handed import ANSWERS, checker
from grade.samples import data, ids_of, index_of, lesson, marked

from minitorch.grade.submission import collect

pytestmark = [pytest.mark.needs("bwrap"), pytest.mark.slow]
NUMBER = 12
IDS = ids_of(NUMBER)


def handed_in():
    """Lesson 12 as it may be handed in, its exercises and their checks alone: right, half right, wrong, …"""
    notebook, known = deepcopy(lesson(NUMBER)), ANSWERS[NUMBER]
    for place, id in enumerate(IDS):
        half = known.WRONG["12.2"]["not fetched"] if id == "12.2" else known.OTHERS[id][0]
        forms = known.REFERENCE[id], half, next(iter(known.WRONG[id].values()))
        notebook["cells"][index_of(notebook, id)]["source"] = marked(id, forms[place % 3]).splitlines(True)
    setup = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    notebook["cells"] = [setup, *[cell for cell in notebook["cells"] if "nbgrader" in cell["metadata"]]]
    return notebook


def each(change):
    """A form in which all cells are changed."""
    def changed(notebook):
        for cell in notebook["cells"]:
            change(cell)
    return changed


def one_text(cell):
    cell["source"] = "".join(cell["source"])


def windows(cell):
    cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")


def colab(cell):
    cell.pop("id")
    cell["metadata"] |= {"id": "x", "executionInfo": {"status": "ok"}, "outputId": "y"}


def vs_code(cell):
    cell["metadata"]["vscode"] = {"languageId": "python"}


def more(notebook, at, source):
    """Put a cell of the student's own somewhere."""
    notebook["cells"].insert(at, {"cell_type": "code", "id": f"mine-{len(notebook['cells'])}", "metadata": {},
                                  "outputs": [], "execution_count": None, "source": source})


def twice(notebook):
    """A wrong answer above the one that counts, and that one once more below."""
    for id in IDS[:2]:
        at = index_of(notebook, id)
        more(notebook, at + 1, notebook["cells"][at]["source"])
        more(notebook, at, marked(id, next(iter(ANSWERS[NUMBER].WRONG[id].values()))))


def lines_lost(notebook):
    for id in IDS[:3]:
        cell = notebook["cells"][index_of(notebook, id)]
        cell["source"] = "\n".join(line for line in "".join(cell["source"]).split("\n")
                                   if not line.startswith("@exercise"))


def merged(notebook):
    """Two answers in one cell; the first one's check comes later."""
    first, second = (index_of(notebook, id) for id in IDS[:2])
    one, other = notebook["cells"][first], notebook["cells"][second]
    other["source"] = f"{''.join(one['source'])}\n\n{''.join(other['source'])}"
    notebook["cells"].append(notebook["cells"].pop(first + 1))
    notebook["cells"].remove(one)


def turned_round(notebook):
    setup, *rest = notebook["cells"]
    notebook["cells"] = [setup, *[cell for at in range(len(rest) - 2, -1, -2) for cell in rest[at:at + 2]]]


def loud(notebook):
    """A cell that fails above, magics over an answer, and one that writes to stderr and warns when it is called."""
    more(notebook, 1, "import sys; print('x', file=sys.stderr); 1 / 0")
    cell = notebook["cells"][index_of(notebook, IDS[0])]
    head, line, body = "".join(cell["source"]).partition(":\n")
    noise = "    import sys, warnings; print('!', file=sys.stderr); warnings.warn('!')\n"
    cell["source"] = f"%%time\n{head}{line}{noise}{body}"


FORMS = {"as it is": lambda notebook: None, "one text": each(one_text), "lines as on Windows": each(windows),
         "from Colab": each(colab), "from VS Code": each(vs_code), "answers twice": twice, "lines lost": lines_lost,
         "cells merged": merged, "the other way round": turned_round, "loud": loud}


@pytest.mark.parametrize("change", FORMS.values(), ids=FORMS)
@pytest.mark.filterwarnings("ignore:Cell is missing an id")
def test_both_give_the_same(change, tmp_path):
    notebook = handed_in()
    change(notebook)
    (tmp_path / "ada.ipynb").write_bytes(data(notebook))
    submission, = collect(tmp_path, lesson=NUMBER)
    found = {result.exercise: result.points for result in checker().grade(submission, IDS)}
    told = autograded(notebook, NUMBER)
    assert told == pytest.approx(found, abs=0.01) and 0 < sum(found.values())
