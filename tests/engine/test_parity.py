"""PyTorch beside us: forward, dtype, shape and gradient agree for every row whose name exists there."""

import numpy as np
import pytest
import samples
from backing import BACKENDS
from notation import flat
from samples import every_row

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore:(?s).*Triggered internally:UserWarning")     # PyTorch's own
RANDOM = {"empty", "empty_like", "rand", "randn", "randint", "randperm", "rand_like", "randn_like", "bernoulli",
          "multinomial", "normal"}
NO_GRADIENT_THERE = {"floor_divide"}
TENSORS_ONLY_THERE = {"maximum", "minimum"}


def named_there(name, torch):
    """PyTorch's function of that name, wherever it lives."""
    for home in (torch, torch.nn.functional, torch.linalg):
        if hasattr(home, name):
            return getattr(home, name)
    return None


def theirs(value, torch):
    """A setting in PyTorch's terms."""
    if isinstance(value, mt.dtypes.dtype):
        return getattr(torch, value.name)
    return [theirs(v, torch) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize("row", every_row(lambda row: row.name not in RANDOM and row.torch is True), ids=repr)
def test_pytorch_agrees(row, torch):
    xp = BACKENDS["numpy"]                               # the laws hold the other backend to this one
    function = named_there(row.name, torch)
    if function is None or row.op is not None and row.op.hidden and row.name not in mt.graph.functions:
        pytest.skip("PyTorch has no such function")
    if row.name in TENSORS_ONLY_THERE and any(type(arg) in (int, float) for arg in row.args):
        pytest.skip("PyTorch's takes tensors only")
    ours = row.tensors(xp)
    other = row.fill(lambda draw, place: torch.from_numpy(draw.array(place)).requires_grad_(draw.floating))
    settings = {name: theirs(value, torch) for name, value in row.settings.items()}
    outs = row.call(ours)
    given = other if row.before is None else row.before(torch, *other)
    try:
        answer = function(*given, **settings)
    except TypeError:                                    # sizes one by one: only its method takes them
        answer = getattr(given[0], row.name)(*given[1:], **settings)
    answer = tuple(answer) if isinstance(answer, tuple | list) else (answer,)
    answer = tuple(a if isinstance(a, torch.Tensor) else torch.tensor(a) for a in answer)
    for a, b in zip(outs, answer, strict=True):
        assert (tuple(a.shape), a.dtype.name) == (tuple(b.shape), str(b.dtype)[6:])
        np.testing.assert_allclose(xp.numpy(a), b.detach().numpy(), rtol=1e-6, atol=1e-9)
        assert a.requires_grad == b.requires_grad
    if row.name not in NO_GRADIENT_THERE:
        compare_gradients(row, ours, other, outs, answer, torch)


def compare_gradients(row, ours, other, outs, answer, torch):
    pairs = [(a, b) for a, b in zip(outs, answer) if a.requires_grad and a.numel()]
    if not pairs:
        return
    weights = [np.asarray(np.cos(np.arange(a.numel()) + 1.0).reshape(a.shape)) for a, _ in pairs]
    mine = [x for x in flat(ours) if x.requires_grad]
    yours = [x for x in flat_torch(other, torch) if x.requires_grad]
    a = mt.graph.grad([a for a, _ in pairs], mine, [mt.from_numpy(w).to(p.dtype) for w, (p, _) in zip(weights, pairs)],
                      allow_unused=True)
    b = torch.autograd.grad([b for _, b in pairs], yours,
                            [torch.from_numpy(w).to(p.dtype) for w, (_, p) in zip(weights, pairs)], allow_unused=True)
    for x, y in zip(a, b, strict=True):
        zero = np.zeros(())
        np.testing.assert_allclose(zero if x is None else x.numpy(), zero if y is None else y.numpy(), rtol=1e-6,
                                   atol=1e-8)


def flat_torch(args, torch):
    return [t for arg in args for t in (flat_torch(arg, torch) if type(arg) in (list, tuple) else [arg])
            if isinstance(t, torch.Tensor)]


def test_the_exceptions_are_few():
    assert len([row for row in every_row() if row.torch is not True]) < len(samples.TABLE) / 20
