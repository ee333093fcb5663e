"""NumPy's axis= and keepdims= are taken for dim= and keepdim=, wherever PyTorch takes them."""

import numpy as np
import pytest

import minitorch as mt

REDUCTIONS = ("sum mean max min argmax argmin var std prod amax amin all any logsumexp median nansum nanmean "
              "mode aminmax").split()
ALONG = "cumsum cumprod sort argsort count_nonzero unbind cummax squeeze unsqueeze".split()
JOINING = ["cat", "stack", "concat"]


def values(result):
    """The arrays of a tensor, or of several."""
    if hasattr(result, "detach"):
        return [result.detach().numpy()]
    return [part.detach().numpy() for part in result]


def same(ours, theirs):
    for one, other in zip(values(ours), values(theirs), strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-6)


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("settings", [{"axis": 1}, {"axis": 1, "keepdims": True}, {"dim": 0, "keepdims": False}],
                         ids=str)
def test_reductions(name, settings, torch):
    x = [[3.0, 1.0, 2.0], [6.0, 4.0, 5.0]]
    ours, theirs = (getattr(f.tensor(x), name)(**settings) for f in (mt, torch))
    same(ours, theirs)
    same(getattr(mt, name)(mt.tensor(x), **settings), theirs)


@pytest.mark.parametrize("name", ALONG)
def test_along_an_axis(name, torch):
    x = [[3.0, 1.0, 2.0], [6.0, 4.0, 5.0]]
    same(*(getattr(f.tensor(x), name)(axis=1) for f in (mt, torch)))


@pytest.mark.parametrize("name", JOINING)
def test_joining(name, torch):
    same(*(getattr(f, name)([f.ones(2, 3), f.zeros(2, 3)], axis=1) for f in (mt, torch)))


def test_a_name_that_is_neither_is_still_refused():
    with pytest.raises(TypeError, match="axes"):
        mt.ones(2, 3).sum(axes=1)
    with pytest.raises(TypeError, match="axes"):
        mt.ones(2, 3).prod(axes=1)
