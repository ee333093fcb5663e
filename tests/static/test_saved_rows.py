"""The first rows of every op in the table of samples are saved and give eager's numbers, or are refused by name."""

import numpy as np
import pytest
from laws import first_full
from notation import flat, rows_by_name
from samples import every_row

from minitorch import static
from minitorch.static import run

pytestmark = pytest.mark.host
HELD = """add argmax argmin attend attention_weights avg_pool2d cat clamp conv2d conv_transpose2d cross_entropy cummax
cumsum det diag einsum elu embedding erf exp expand flatten flip gather gelu getitem gru index_fill index_select inv
layer_norm linear log_softmax logical_and logsumexp lstm matmul max max_pool2d mean median mul norm pad permute
quantile relu repeat reshape rnn roll scatter scatter_add sigmoid silu slice_scatter softmax softplus solve sort split
sqrt stack std sum svd tanh topk transpose tril triu unfold var where""".split()
FEW = 3                                # rows of each op
RANDOM = "rand randn randint randperm rand_like randn_like randint_like normal".split()       # a row seeds them inside


def saved(row, xp, path):
    """What a saved program gives, and what eager does; None where it is refused."""
    args = row.tensors(xp, "float32", grad=False)
    given = {id(x.array): x for x in flat(args)}.values()
    wanted = row.call(args)
    try:
        trace = static.trace(lambda *_: list(row.call(args)), *given, optimise=False)
        with open(path, "wb") as file:                       # an open one is not awaited on the disk
            trace.save(file)
    except (static.NotRecorded, static.NotSaved) as refused:
        assert str(refused).strip()
        return None
    return run.Program(path)(*[x.array for x in given]), [x.array for x in {id(x): x for x in wanted}.values()]


def agrees(row, xp, path):
    """Whether a saved row comes to eager's numbers; None where it is refused."""
    found = saved(row, xp, path)
    if found is None:
        return None
    return len(found[0]) == len(found[1]) and all(
        a.dtype == b.dtype and a.shape == b.shape and np.allclose(a, b, rtol=2e-6, atol=2e-6, equal_nan=True)
        for a, b in zip(*found))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rows", **rows_by_name(every_row()))
def test_a_saved_row_gives_eagers_numbers_or_is_refused(rows, xp, tmp_path):
    for row in rows[:FEW] if rows[0].name not in RANDOM else ():
        assert agrees(row, xp, tmp_path / "row") in (True, None), row


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", HELD)
def test_what_networks_are_made_of_is_held(name, xp, tmp_path):
    rows = [row for row in every_row() if row.name == name]
    assert [agrees(row, xp, tmp_path / "row") for row in first_full(rows)] == [True]
