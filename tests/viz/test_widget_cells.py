"""Widget cells in a kernel, warnings of minitorch's being errors: here, and by stack.py on Colab's packages."""

import os

import pytest
from notebooks.running import ROOT
from viz.moving import CELLS, DRIVEN, PLACES, notebook

STRICT = "import warnings\nwarnings.filterwarnings('error', module='minitorch')"
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    """The cells and those that drive them, run."""
    pytest.importorskip("ipywidgets")
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    texts = [STRICT, *CELLS.values(), *(DRIVEN[name][0] for name in CELLS)]
    book = nbformat.from_dict(notebook(texts))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1",
                   "IPYTHONDIR": str(tmp_path_factory.mktemp("ipython"))}
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path_factory.mktemp("cells"))}}
                            ).execute(env=environment)
    return book.cells[1:]


@pytest.mark.slow
@pytest.mark.parametrize("name", CELLS)
def test_a_widget_cell_shows_itself_and_can_be_moved(cells, name):
    place = PLACES[name]
    shown = [out["data"] for out in cells[place].outputs if out["output_type"] in ("display_data", "execute_result")]
    assert any(VIEW in data and data["text/plain"] for data in shown)
    printed = "".join(out.get("text", "") for out in cells[len(CELLS) + place].outputs)
    assert printed.rstrip().endswith(DRIVEN[name][1])
    assert not [out for cell in (cells[place], cells[len(CELLS) + place]) for out in cell.outputs
                if out["output_type"] == "error" or out.get("name") == "stderr"]
