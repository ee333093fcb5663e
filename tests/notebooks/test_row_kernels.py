"""Notebooks print the same with row kernels in C: they print rounded numbers, so that last digits do not matter."""

from pathlib import Path

import pytest
from notebooks.running import EXAMPLES, LESSONS, compare, label
from notebooks.test_notebooks import author_view, code_cells

IN_C = Path(__file__).parent / "in_c"


@pytest.mark.slow
@pytest.mark.needs("nbval", "dot", "cc")
@pytest.mark.parametrize("path", LESSONS + EXAMPLES, ids=label)
def test_a_solution_prints_the_same_in_c(path, tmp_path):
    passed, failed, said = compare({path.stem: author_view(path)}, tmp_path, first=IN_C)
    assert not failed and passed == len(code_cells(author_view(path))), said
