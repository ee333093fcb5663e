"""The laws of writing in place: a twin with an underscore does what its op does."""


import numpy as np
import pytest
from draws import Draw
from laws import Laws, gradients, scalar, written_over
from notation import flat

import minitorch as mt
from minitorch.runtime import functions

law = Laws()


@law(written_over)
def in_place_twin_does_what_the_op_does(row, xp):
    args, twins = row.tensors(xp), row.tensors(xp)
    expected, = row.call(args)
    x = twins[0].clone()
    memory = x.data_ptr()
    write = getattr(x, f"{row.op.name}_")
    if expected.shape != x.shape or expected.dtype.rank > x.dtype.rank:
        with pytest.raises(RuntimeError, match="doesn't match the broadcast shape|can't be cast to the desired output"):
            write(*twins[1:], **row.settings)
        return
    assert write(*twins[1:], **row.settings) is x
    assert (x.data_ptr(), x.dtype, x._version) == (memory, twins[0].dtype, 1)
    np.testing.assert_allclose(xp.numpy(x), xp.numpy(expected).astype(x.dtype.numpy), rtol=1e-12, atol=1e-14)
    if row.differentiable and expected.requires_grad:
        inputs = [t for t in flat(twins) if t.requires_grad]
        found = mt.runtime.grad(scalar([x]), inputs, allow_unused=True)
        for a, b in zip(gradients(row, args), found, strict=True):
            assert a is b is None or np.allclose(xp.numpy(a), xp.numpy(b), rtol=1e-12, atol=1e-14)


def has_twin(row):
    return (f"{row.name}_" in functions and row.draws and type(row.args[0]) is Draw and row.before is None
            and row.name not in ("transpose", "squeeze", "unsqueeze", "t", "normal", "bernoulli"))   # others


@law(has_twin)
def functions_in_place_do_what_the_function_does(row, xp):
    args, twins = row.tensors(xp), row.tensors(xp)
    expected = row.call(args)[0]
    x = twins[0].clone()
    if expected.shape == x.shape and expected.dtype.rank <= x.dtype.rank:
        assert functions[f"{row.name}_"](x, *twins[1:], **row.settings) is x
        assert x._version > 0
        np.testing.assert_allclose(xp.numpy(x), xp.numpy(expected), rtol=1e-12, atol=1e-14)
        if row.differentiable and expected.requires_grad:
            found = mt.runtime.grad(scalar([x]), [t for t in flat(twins) if t.requires_grad], allow_unused=True)
            for a, b in zip(gradients(row, args), found, strict=True):
                assert a is b is None or np.allclose(xp.numpy(a), xp.numpy(b), rtol=1e-12, atol=1e-14)


test_every_law_holds = law.tests()
