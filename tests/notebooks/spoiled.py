"""A plugin for nbval: runs no cell, and asks nbval whether it notices when a stored output says something else.

What is stored stands for what a run gives (another test runs it): each cell is compared with copies of itself, of
which one output each is changed. A cell that is compared and would not notice is a failure; others are skipped.
"""

import nbformat
import pytest
from nbval.plugin import IPyNbCell, IPyNbFile
from notebooks.running import spoiled


def unrun(file):
    """Start no kernel."""
    file.setup_sanitize_files()


def compared(item):
    stored = item.cell.outputs
    if not stored or not item.options["check"]:
        pytest.skip("nothing is compared")
    assert item.compare_outputs(stored, stored), "it differs from itself"
    for turn in range(len(stored)):
        changed = nbformat.from_dict(spoiled(item.cell, turn)["outputs"])
        assert not item.compare_outputs(stored, changed), f"output {turn} may say anything"


def pytest_configure():
    IPyNbFile.setup, IPyNbCell.runtest = unrun, compared
