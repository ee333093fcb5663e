"""Large inputs: what the dtype can hold is not inf or nan because a step on the way there was."""

import numpy as np
import pytest
from draws import Draw
from laws import Laws, public

import minitorch as mt

law = Laws()
LARGE = (("float16", 300.0), ("float32", 1e4))             # whose square, or eˣ, is beyond the dtype
SIGNS = np.array([[1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]])


def elementwise(row):
    """Whether its inputs are tensors of one shape, any values of which will do."""
    return all(type(arg) is Draw and arg.floating and arg.shape == (3, 4) for arg in row.args) and row.before is None


def results(row, xp, size, dtype):
    """The outputs, and the gradients of their sum, at inputs of this size and all signs."""
    args = row.fill(lambda draw, place: xp.tensor(np.tile(SIGNS[place] * size, (3, 1)).astype(dtype), True))
    outs = row.call(args)
    grads = [mt.autograd.grad(outs[0].sum(), x, retain_graph=True, materialize_grads=True)
             for x in args if outs[0].requires_grad]
    return [xp.numpy(x) for x in (*outs, *[grad for grad, in grads])]


@law(public, elementwise)
def what_a_dtype_can_hold_is_finite(row, xp):
    for dtype, size in LARGE:
        for wide, narrow in zip(results(row, xp, size, "float64"), results(row, xp, size, dtype), strict=True):
            held = np.abs(wide) < np.finfo(dtype).max / 2
            assert np.isfinite(narrow[held]).all(), f"{dtype}: {narrow[held]} for {wide[held]}"


test_every_law_holds = pytest.mark.filterwarnings("ignore")(law.tests())
