"""What is written to after it was used: backward gives the gradient of what was computed, or says that it cannot."""

import numpy as np
import pytest
from laws import Laws, scalar
from notation import flat

import minitorch as mt

law = Laws()
TOLD = "modified by an inplace operation", "single memory location"


def edit(x):
    """Write other values over a tensor, of the same kind; places stay places."""
    with mt.no_grad():
        if x.dtype is mt.bool:
            x.logical_not_()
        elif x.dtype.is_floating_point:
            x.mul_(1.7).add_(0.3)
        else:
            x.copy_(x.flip(0) if x.ndim and len(x) > 1 else x * 0)


def edited(row, xp, order, which=None):
    """The row's gradients of the first or second order, walked after the tensor number `which` was written to.

    returns   (gradients or None, how many tensors there are to write to: inputs, outputs, first gradients)
    """
    args = row.tensors(xp)
    leaves, outs, first = [x for x in flat(args) if x.requires_grad], row.call(args), []
    loss = scalar(outs)
    if order == 2 and getattr(loss, "requires_grad", False):
        first = [g for g in mt.runtime.grad(loss, leaves, create_graph=True, allow_unused=True) if g is not None]
        loss = scalar(first)
    if not getattr(loss, "requires_grad", False):
        return None, 0
    outs = outs[:1] if row.op is not None and row.op.residual else outs    # statistics, which the op's function keeps
    tensors = [x for x in [*flat(args), *outs, *first] if x.numel()]
    if which is not None:
        edit(tensors[which])
    return mt.runtime.grad(loss, leaves, allow_unused=True), len(tensors)


def same(found, expected):
    """Whether gradients are equal; where none came, zeros may have come."""
    return all(np.allclose(*[0 if g is None else g.numpy(force=True) for g in pair], rtol=1e-9, atol=1e-12,
                           equal_nan=True) for pair in zip(found, expected, strict=True))


def noticed_or_harmless(row, xp, order):
    expected, count = edited(row, xp, order)
    for which in range(count):
        try:
            found, _ = edited(row, xp, order, which)
        except RuntimeError as error:
            if any(words in str(error) for words in TOLD):
                continue
            raise
        assert same(found, expected), f"tensor {which}, written to before the walk of order {order}"


@law(lambda row: row.differentiable, dear=True)
def an_edit_before_backward_is_noticed_or_does_no_harm(row, xp):
    noticed_or_harmless(row, xp, 1)


@law(lambda row: row.differentiable, dear=True)
def an_edit_between_first_and_second_derivative_is_noticed_or_does_no_harm(row, xp):
    noticed_or_harmless(row, xp, 2)


test_every_law_holds = law.tests()


def test_an_edit_between_first_and_second_derivative_names_both_lines():
    a = mt.tensor(2.0, requires_grad=True)
    slope, = mt.runtime.grad(a ** 3, a, create_graph=True)
    with mt.no_grad():
        a.mul_(10)
    with pytest.raises(RuntimeError, match=r"`slope, = .*test_laws_of_edits.py.*and `a.mul_\(10\)`"):
        slope.backward()


def test_what_a_function_saved_counts_as_the_tensor_it_was():
    class Cube(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x ** 3

        @staticmethod
        def backward(ctx, grad):
            x, = ctx.saved_tensors
            return grad * 3 * x * x
    x = mt.tensor(2.0, requires_grad=True)
    slope, = mt.runtime.grad(Cube.apply(x), x, create_graph=True)
    with mt.no_grad():
        x.mul_(10)
    with pytest.raises(RuntimeError, match=TOLD[0]):
        slope.backward()


MASKED = {
    "index": lambda x, mask: x[mask], "select": lambda x, mask: x.masked_select(mask),
    "fill": lambda x, mask: x.masked_fill(mask, 2.0), "fill_": lambda x, mask: (x * 1).masked_fill_(mask, 2.0),
    "scatter": lambda x, mask: x.masked_scatter(mask, x * 2), "where": lambda x, mask: mt.where(mask, x, x * 2),
    "put": lambda x, mask: x.index_put((mask,), mt.tensor(3.0)),
    "put more": lambda x, mask: x.index_put((mask,), x[:1] * 2, accumulate=True),
}


@pytest.mark.parametrize("name", MASKED)
@pytest.mark.parametrize("change", (mt.Tensor.logical_not_, lambda mask: mask.fill_(True)), ids=("places", "count"))
def test_a_mask_that_was_written_to_after_it_was_used_is_noticed(name, change):
    x, mask = mt.randn(4).requires_grad_(), mt.tensor([True, False, True, True])
    y = MASKED[name](x, mask)
    change(mask)
    with pytest.raises(RuntimeError, match=TOLD[0]):
        y.sum().backward()
