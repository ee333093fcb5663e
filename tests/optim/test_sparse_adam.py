"""SparseAdam moves the rows that were used, as PyTorch's does with sparse gradients, and no other."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.static import trace

BATCHES = [[0, 2, 2], [4], [2, 4, 1], [0]]


def trained(library, **options):
    """(table, state of the optimiser) after a step for each batch of looked up rows."""
    table = library.nn.Embedding(6, 3, sparse=True).double()
    with library.no_grad():
        table.weight.copy_(library.from_numpy(np.linspace(-1, 2, 18).reshape(6, 3)))
    optimizer = library.optim.SparseAdam(table.parameters(), **options)
    for rows in BATCHES:
        optimizer.zero_grad()
        table(library.tensor(rows)).sin().sum().backward()
        optimizer.step()
    return table.weight.detach().numpy(), optimizer.state[table.weight]


@pytest.mark.parametrize("options", [
    {}, {"lr": 0.1, "maximize": True}, {"betas": (0.5, 0.7), "eps": 1e-3}], ids=str)
@pytest.mark.host
def test_the_numbers_are_pytorchs(options, torch):
    (ours, kept), (theirs, wanted) = (trained(library, **options) for library in (mt, torch))
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    for name in ("exp_avg", "exp_avg_sq"):
        np.testing.assert_allclose(kept[name].numpy(), wanted[name].numpy(), rtol=1e-12)
    assert kept["step"] == wanted["step"] == len(BATCHES)


@pytest.mark.parametrize("kind, moves", [("SparseAdam", False), ("Adam", True)])
def test_a_row_that_is_not_used_keeps_its_numbers(kind, moves):
    weight = mt.ones(4, 2, requires_grad=True)
    optimizer = getattr(mt.optim, kind)([weight], lr=0.1)
    rows = []
    for used in (0, 1):
        weight.grad = mt.zeros(4, 2)
        weight.grad[used] = 1.0
        optimizer.step()
        rows.append(weight[0].tolist())
    assert (rows[0] != rows[1]) == moves                                           # Adam's mean slope carries it on


@pytest.mark.parametrize("shape", [(), (3,), (2, 3, 2), (0,), (3, 0)], ids=str)
def test_any_shape_takes_a_step(shape):
    x = mt.ones(*shape, requires_grad=True) if shape else mt.tensor(1.0, requires_grad=True)
    x.grad = mt.ones_like(x)
    mt.optim.SparseAdam([x], lr=0.5).step()
    assert mt.allclose(x.detach(), mt.full(shape, 0.5), atol=1e-6)


def test_complex_parameters_are_refused():
    with pytest.raises(ValueError, match="SparseAdam does not support complex parameters, and number 1 of the group"):
        mt.optim.SparseAdam([mt.ones(2), mt.tensor([1 + 1j])])


@pytest.mark.host
def test_a_recorded_step_finds_the_rows_of_each_batch():
    def trained_by(record):
        mt.manual_seed(0)
        table = mt.nn.Embedding(6, 3, sparse=True)
        optimizer = mt.optim.SparseAdam(table.parameters(), lr=0.1)

        def step(rows):
            optimizer.zero_grad()
            loss = table(rows).sin().sum()
            loss.backward()
            optimizer.step()
            return loss
        run = step
        for rows in map(mt.tensor, ([0, 1], [2, 3], [4, 5], [0, 2])):
            run = trace(step, rows) if record and run is step else run             # which takes the first step itself
            if not record or rows.tolist() != [0, 1]:
                run(rows)
        return table.weight.tolist()
    assert trained_by(True) == trained_by(False)
