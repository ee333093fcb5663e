"""On device "meta" every row of the table of samples gives the shapes and dtypes that eager gives, there and back."""

import pytest
from laws import Laws
from notation import flat
from samples import differentiable

import minitorch as mt
from minitorch.meta import NoDataError

pytestmark = pytest.mark.host

law = Laws()
NAMED = "nonzero argwhere masked_select unique unique_consecutive bincount histogram histogramdd allclose equal".split()

PLAIN = {"numel", "is_complex", "is_conj", "is_neg"}                # what they give is no tensor


def depends_on_data(row):
    """Whether the shape of the result, or the result, which is no tensor, depends on numbers."""
    return (row.name in NAMED or row.name == "getitem" and by_mask(row) or row.name == "where" and len(row.args) == 1
            or row.name == "repeat_interleave" and len(row.draws) > 1
            or row.name == "move" and row.settings["device"] == "cpu")


def by_mask(row):
    return any(draw.array().dtype == bool for draw in row.draws)


def on_meta(args):
    """The arguments on the meta device; those that want a gradient still do."""
    if isinstance(args, mt.Tensor):
        return args.detach().to("meta").requires_grad_(args.requires_grad)
    return type(args)(map(on_meta, args)) if type(args) in (list, tuple) else args


def forms(tensors):
    return [None if x is None else (tuple(x.shape), x.dtype, x.requires_grad) for x in tensors]


def order(x):
    """The strides of the dimensions along which there are several elements."""
    return [step for step, size in zip(x.stride(), x.shape) if size > 1] if x.numel() else []


def derivatives(row, args):
    outs = [x.sum() for x in row.call(args) if x.requires_grad]
    return mt.runtime.grad(sum(outs), [x for x in flat(args) if x.requires_grad], allow_unused=True)


@law(lambda row: not depends_on_data(row))
def results_have_the_form_that_eager_gives(row, xp):
    for dtype in ("float32", "float16"):
        args = row.tensors(xp, dtype)
        try:
            wanted = row.call(args)
        except (RuntimeError, TypeError, NotImplementedError) as error:
            with pytest.raises(type(error)):
                row.call(on_meta(args))
            continue
        found = row.call(on_meta(args))
        assert forms(found) == forms(wanted)
        if row.draws and row.name not in PLAIN:
            assert all(x.device.type == "meta" for x in found)
        if all(x.is_contiguous() for x in flat(args)):
            assert list(map(order, found)) == list(map(order, wanted))


@law(differentiable, lambda row: not (depends_on_data(row) or row.name == "setitem" and by_mask(row)))
def gradients_have_the_form_that_eager_gives(row, xp):
    args = row.tensors(xp, "float32")
    assert forms(derivatives(row, on_meta(args))) == forms(derivatives(row, args))


@law(depends_on_data)
def what_depends_on_data_is_refused_by_name(row, xp):
    with pytest.raises(NoDataError, match=row.name):
        row.call(on_meta(row.tensors(xp)))


test_every_law_holds = law.tests()
