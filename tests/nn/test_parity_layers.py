"""PyTorch beside us: every row of the table of layers gives its numbers, their derivatives, its state and name."""

import pytest
from draws import normal
from layer_table import TABLE
from layers import Run, agree, layer
from loss_table import LOSSES
from ours import OURS

import minitorch as mt
from minitorch.rare.autograd.gradcheck import gradcheck, gradgradcheck

pytestmark = pytest.mark.filterwarnings("ignore:::torch")             # PyTorch's own
ROWS = [row for row in (*TABLE, *LOSSES) if row.name not in OURS.get("nn" if row.is_module else "nn.functional", ())]
OWN = [*(row for row in (*TABLE, *LOSSES) if row not in ROWS), layer("Linear", 5, 3).on(normal(2, 5))]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("row", ROWS, ids=repr)
def test_pytorch_agrees(row, dtype, torch):
    theirs = Run(row, torch, dtype)
    ours = Run(row, mt, dtype, theirs.start if row.is_module else None)
    for a, b in zip(ours.outs, theirs.outs, strict=True):
        assert (tuple(a.shape), a.dtype.name, a.requires_grad) == (tuple(b.shape), str(b.dtype)[6:], b.requires_grad)
        agree(ours.numbers(a), theirs.numbers(b), dtype)
    if row.is_module:
        for name, value in theirs.state.items():                      # running statistics
            agree(ours.state[name], value, dtype)
    for found, expected in zip(ours.gradients(), theirs.gradients(), strict=True):
        for a, b in zip(found, expected or found, strict=True):
            agree(a, b, dtype)
        if expected is None and dtype == "float64":                   # PyTorch knows no second derivative
            assert gradgradcheck(lambda *inputs: ours.call(*inputs), ours.inputs, atol=1e-4, fast_mode=True)


@pytest.mark.parametrize("row", OWN, ids=repr)
def test_derivatives_of_what_pytorch_lacks_are_those_of_differences(row):
    """By inputs and parameters, to second order; of Linear too, so that there is a row."""
    run = Run(row, mt, "float64")
    for holds in (gradcheck, gradgradcheck):
        assert holds(lambda *_: run.call(*run.inputs), tuple(run.wanted()), atol=1e-4, fast_mode=True)
