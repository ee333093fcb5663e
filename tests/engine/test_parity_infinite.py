"""PyTorch beside us where numbers end: 0, −0, inf, −inf and nan in, and what comes out, with its gradient."""

from itertools import product

import numpy as np
import pytest
from beside import both, compare, compare_gradients, named_there
from draws import Draw
from engine.differences import DIFFERENCES
from engine.test_parity import comparable
from engine.test_parity_errors import gradients_there
from notation import rows_by_name
from samples import every_row

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")
ENDS = [0.0, -0.0, float("inf"), -float("inf"), float("nan"), 1.0, -1.0, 0.5, 3.0, -2.5]


def pointwise(row):
    """Whether each place of the output is made of that place of the inputs."""
    shapes = {draw.shape for draw in row.draws}
    return (row.args and all(type(arg) is Draw and arg.floating for arg in row.args) and shapes == {(3, 4)}
            and not row.settings and row.before is None and row.op is not None)


@pytest.mark.parametrize("rows", **rows_by_name(every_row(comparable, pointwise)))
def test_ends_agree(rows, torch):
    row = rows[0]
    if named_there(row.name, torch) is None:
        pytest.skip("PyTorch has no such function")
    pairs = np.array(list(product(*[ENDS] * len(row.draws)))).T
    if (row.name, "the slope at -1") in DIFFERENCES:
        pairs = pairs[:, pairs[0] != -1]
    if row.name == "logit":                              # PyTorch's slope at -0 is inf or -inf, as the processor goes
        pairs = pairs[:, ~((pairs[0] == 0) & np.signbit(pairs[0]))]
    calls = both(row, torch, fill=lambda draw, place: pairs[place].copy())
    compare(*calls, 1e-6)
    wanted = None if calls[0].error else gradients_there(calls[1])
    if wanted is not None:
        compare_gradients(calls[0].gradients(), wanted, 1e-6)


def test_the_slope_of_digamma_at_a_pole_differs_and_is_meant(torch):
    found = []
    for library in (mt, torch):
        x = library.tensor(-1.0, requires_grad=True)
        x.digamma().backward()
        found.append(x.grad.item())
    DIFFERENCES["digamma", "the slope at -1"][1](found[0])
    assert found[0] != found[1]
