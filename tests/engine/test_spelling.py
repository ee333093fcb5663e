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


OVERLOADS = [                            # a method of (2, 2) and its keywords
    ("clone", (), {"memory_format": None}), ("resize_", (2, 2), {"memory_format": None}),
    ("gather", (0, [[0, 1]]), {"sparse_grad": False}), ("swapaxes", (), {"axis0": 0, "axis1": 1}),
    ("swapaxes_", (), {"axis0": 0, "axis1": 1}), ("hsplit", (), {"sections": 2}), ("vsplit", (), {"indices": [1]}),
    ("tensor_split", (), {"sections": 2, "dim": 1}), ("tensor_split", (), {"indices": (1,), "dim": 1}),
    ("split", (), {"split_size": 1, "dim": 1}), ("new_zeros", (), {"size": (2,)}), ("new_ones", (), {"size": (2,)}),
    ("new_full", (), {"size": (2,), "fill_value": 3.0}), ("new_full", ((2,),), {"fill_value": 3}),
    ("view", (), {"size": (4,)}), ("cpu", (), {"memory_format": "contiguous_format"}),
]


@pytest.mark.parametrize("name, given, settings", OVERLOADS)
def test_keywords_of_single_overloads(name, given, settings, torch):
    def called(framework):
        own = {key: getattr(framework, value) if key == "memory_format" and value else value
               for key, value in settings.items() if key != "memory_format" or value or framework is mt}
        args = [framework.tensor(x) if isinstance(x, list) else x for x in given]
        return getattr(framework.tensor([[1.0, 2.0], [3.0, 4.0]]), name)(*args, **own)
    same(called(mt), called(torch))


def test_keywords_of_functions(torch):
    def called(framework):
        x = framework.tensor([[1.0, 2.0], [3.0, 4.0]])
        yield framework.isin(x, test_element=2.0)
        yield framework.isin(element=2.0, test_elements=x)
        yield framework.arange(end=3)
        yield framework.linalg.svdvals(x, driver=None)
        yield framework.swapaxes(x, axis0=0, axis1=1)
        yield x.view(dtype=framework.int32)
        yield framework.tensor_split(x, tensor_indices_or_sections=framework.tensor(2))
    for ours, theirs in zip(called(mt), called(torch), strict=True):
        same(ours, theirs)
    assert mt.randint(high=3, size=(2,)).shape == mt.randint_like(mt.ones(2), 3, memory_format=None).shape == (2,)


def test_keywords_that_nothing_answers():
    with pytest.raises(RuntimeError, match="cuSOLVER"):
        mt.linalg.svdvals(mt.ones(2, 2), driver="gesvd")
    with pytest.raises(TypeError, match="end"):
        mt.arange()
    with pytest.raises(TypeError, match="no argument 'format'"):
        mt.ones(2).clone(format=None)
