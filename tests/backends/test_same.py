"""One definition, two libraries: what an op gives on CuPy is what it gives on NumPy."""

import numpy as np
import pytest
from backing import BACKENDS, drawn_on_the_cpu
from notation import flat
from samples import every_row

import minitorch as mt

rows_of: dict = {}
for row in every_row():
    if row.draws:
        rows_of.setdefault(row.name, []).append(row)


def answers(row, xp):
    """The outputs of a row and the gradients of their cosines, as NumPy arrays."""
    args = row.tensors(xp)
    outs = row.call(args)
    results = [xp.numpy(out) for out in outs]
    inputs = [x for x in flat(args) if x.requires_grad]
    outs = [out for out in outs if out.requires_grad]
    if inputs and outs:
        grads = mt.runtime.grad(sum(out.cos().sum() for out in outs), inputs, allow_unused=True)
        results += [None if g is None else xp.numpy(g) for g in grads]
    return results


@pytest.mark.parametrize("rows", rows_of.values(), ids=rows_of)
def test_both_libraries_give_the_same_numbers_and_gradients(rows):
    cpu = BACKENDS["numpy"]
    with BACKENDS["cupy"].active() as gpu, drawn_on_the_cpu():
        for row in rows:
            for a, b in zip(answers(row, cpu), answers(row, gpu), strict=True):
                assert (a is None) == (b is None), row
                if a is not None:
                    assert (a.dtype, a.shape) == (b.dtype, b.shape), row
                    np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-13, err_msg=str(row))
