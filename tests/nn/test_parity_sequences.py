"""PyTorch beside us: every row of the table for sequences gives its numbers, first and second derivatives, state."""

import pytest
from layers import Run, agree
from sequence_table import TABLE

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore:::torch")             # PyTorch's own


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("row", TABLE, ids=repr)
def test_pytorch_agrees(row, dtype, torch):
    theirs = Run(row, torch, dtype)
    ours = Run(row, mt, dtype, theirs.start if row.is_module else None)
    for a, b in zip(ours.outs, theirs.outs, strict=True):
        assert (tuple(a.shape), a.dtype.name, a.requires_grad) == (tuple(b.shape), str(b.dtype)[6:], b.requires_grad)
        agree(ours.numbers(a), theirs.numbers(b), dtype)
    if row.is_module:
        assert list(ours.state) == list(theirs.state)
        for name, value in theirs.state.items():                      # rows of an embedding that were shortened
            agree(ours.state[name], value, dtype)
        assert repr(ours.module) == repr(theirs.module)
    for found, expected in zip(ours.gradients(), theirs.gradients(), strict=True):
        for a, b in zip(found, found if expected is None else expected, strict=True):
            agree(a, b, dtype)
