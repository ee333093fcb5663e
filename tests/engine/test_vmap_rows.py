"""vmap gives what the loop gives, for one row of samples of every operation; or it names the one it cannot batch."""

import numpy as np
import pytest
from samples import every_row

import minitorch as mt
from minitorch.rare.autograd.tree import leaves

ROWS = list({row.name: row for row in reversed(every_row(lambda row: row.draws and row.before is None))}.values())
# No tensor, or as many elements as the data say.
CANNOT = set("""allclose argwhere equal is_complex is_conj is_floating_point is_neg is_nonzero is_same_size numel
    result_type unique unique_consecutive nonzero masked_select tolist""".split())


def samples(row):
    """The tensors of two calls of a row, stacked, and the calls' arguments."""
    calls = [row.fill(lambda draw, place, i=i: mt.tensor(draw.array(place + 50 * i))) for i in range(2)]
    batches = [mt.stack(pair) for pair in zip(*[[x for x in leaves(call) if isinstance(x, mt.Tensor)]
                                                for call in calls])]
    return batches, calls


def refilled(row, tensors):
    """The arguments of a row with these tensors in the places of its draws."""
    given = iter(tensors)
    return row.fill(lambda draw, place: next(given))


def test_vmap_equals_the_loop_or_names_what_it_cannot_batch():
    refused, wrong = set(), []
    for row in ROWS:
        batches, calls = samples(row)

        def one(*tensors, row=row):
            return row.function(*refilled(row, tensors), **row.settings)
        one.__name__ = row.name
        mt.manual_seed(0)
        loop = [leaves(row.function(*call, **row.settings)) for call in calls]
        mt.manual_seed(0)
        try:
            found = leaves(mt.vmap(one)(*batches))
        except ValueError as error:
            assert f"vmap: {row.name} cannot be batched" in str(error)
            refused.add(row.name)
            continue
        for x, parts in zip(found, zip(*loop), strict=True):
            if not all(np.array_equal(own.numpy(), part.numpy(), equal_nan=own.is_floating_point())
                       for own, part in zip(x, parts, strict=True)):
                wrong.append(row.name)
    assert len(ROWS) > 350
    assert not wrong
    assert refused <= CANNOT


def test_the_error_says_what_could_not_be_stacked():
    with pytest.raises(ValueError, match="vmap: nonzero cannot be batched.*stack"):
        mt.vmap(mt.nonzero)(mt.tensor([[0, 1], [1, 1]]))
