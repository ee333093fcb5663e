"""Random programs of views and writes in place, run in both libraries: values, versions, errors and gradients agree."""

import random

import numpy as np
import pytest
from engine.differences import DIFFERENCES

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")
PROGRAMS, STEPS = 400, 12

VIEWS = [
    lambda x, r: x[r.randrange(len(x))],
    lambda x, r: x[r.randrange(len(x)):],
    lambda x, r: x[:, ::2],
    lambda x, r: x[..., -1],
    lambda x, r: x.t(),
    lambda x, r: x.view(-1),
    lambda x, r: x.reshape(2, -1),
    lambda x, r: x.flatten(),
    lambda x, r: x.unsqueeze(r.randrange(2)),
    lambda x, r: x.squeeze(),
    lambda x, r: x.diagonal(),
    lambda x, r: x.narrow(-1, 1, 2),
    lambda x, r: x.select(-1, 1),
    lambda x, r: x.permute(*reversed(range(x.ndim))),
    lambda x, r: x.detach(),
    lambda x, r: x.data,
]
MAKERS = [
    lambda x, y, r: x * y, lambda x, y, r: x + 1, lambda x, y, r: x.sin(), lambda x, y, r: x * x,
    lambda x, y, r: x.exp(), lambda x, y, r: x.sigmoid(), lambda x, y, r: x.clone(), lambda x, y, r: x - y,
    lambda x, y, r: x.sum(0), lambda x, y, r: x.tanh() * y,
]
WRITES = [
    lambda x, y, r: x.mul_(r.choice([0.5, -1.5])), lambda x, y, r: x.add_(y), lambda x, y, r: x.add_(1.0),
    lambda x, y, r: x.mul_(y), lambda x, y, r: x.sub_(y, alpha=2), lambda x, y, r: x.copy_(y),
    lambda x, y, r: x.zero_(), lambda x, y, r: x.fill_(0.3), lambda x, y, r: x.sin_(), lambda x, y, r: x.sigmoid_(),
    lambda x, y, r: x.exp_(), lambda x, y, r: x.clamp_(-1, 1), lambda x, y, r: x.masked_fill_(x > 0.5, 0.5),
    lambda x, y, r: x.pow_(2), lambda x, y, r: x.div_(2.0), lambda x, y, r: x.__setitem__(0, 0.25),
    lambda x, y, r: x.__setitem__(0, y), lambda x, y, r: x.__setitem__(..., y),
    lambda x, y, r: x.__setitem__(slice(None, 2), x[:2] * 2), lambda x, y, r: x.addcmul_(y, y),
    lambda x, y, r: x.neg_(), lambda x, y, r: x.lerp_(y, 0.5), lambda x, y, r: x.__iadd__(y),
    lambda x, y, r: x.__imul__(2.0), lambda x, y, r: x.relu_(),
]


class Run:
    """One library's side of a program: the tensors so far."""

    def __init__(self, library, seed):
        self.library = library
        array = np.random.default_rng(seed).normal(size=(4, 4))
        leaf = library.from_numpy(array.copy()).requires_grad_()
        self.tensors = [leaf, leaf * 1.0, library.from_numpy(array[::-1].copy())]

    def step(self, choice):
        """Take one step; returns the kind of error, or None."""
        r = random.Random(choice)
        kind = r.choices(["view", "make", "write", "quiet write"], [4, 2, 5, 1])[0]
        x, y = r.choice(self.tensors), r.choice(self.tensors)
        if y is not x and np.shares_memory(x.detach().numpy(), y.detach().numpy()):
            y = y.clone()                                # what PyTorch then writes depends on the order it writes in
        try:
            if kind == "view":
                self.tensors.append(r.choice(VIEWS)(x, r))
            elif kind == "make":
                self.tensors.append(r.choice(MAKERS)(x, y, r))
            elif kind == "write":
                r.choice(WRITES)(x, y, r)
            else:
                with self.library.no_grad():
                    r.choice(WRITES)(x, y, r)
        except Exception as error:
            return error
        return None

    def facts(self):
        return [(tuple(x.shape), x._version, x.requires_grad, x.is_leaf) for x in self.tensors]

    def gradients(self):
        """Backward from everything, or the error it ends in."""
        total = sum((x * x).sum() for x in self.tensors if x.requires_grad)
        leaves = [x for x in self.tensors if x.requires_grad and x.is_leaf]
        try:
            return list(self.library.autograd.grad(total, leaves, allow_unused=True)) if leaves else []
        except Exception as error:
            return error


def kind_of(error):
    return next((kind for kind in (IndexError, TypeError, RuntimeError, ValueError) if isinstance(error, kind)), error)


@pytest.mark.parametrize("start", range(0, PROGRAMS, 20))
def test_programs_of_views_and_writes(start, torch):
    for seed in range(start, start + 20):
        ours, others = Run(mt, seed), Run(torch, seed)
        for step in range(STEPS):
            choice = seed * 1000 + step
            mine, theirs = ours.step(choice), others.step(choice)
            met = f"program {seed}, step {step}:\nhere: {mine!r}\nthere: {theirs!r}"
            assert kind_of(mine) is kind_of(theirs), met
            assert ours.facts() == others.facts(), met
            for a, b in zip(ours.tensors, others.tensors):
                np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-9, atol=1e-9, err_msg=met)
        a, b = ours.gradients(), others.gradients()
        met = f"program {seed}:\nhere: {a!r}\nthere: {b!r}"
        assert isinstance(a, Exception) == isinstance(b, Exception), met
        if isinstance(a, Exception):
            assert kind_of(a) is kind_of(b), met
            assert ("modified by an inplace" in str(a)) == ("modified by an inplace" in str(b)), met
            continue
        for x, y in zip(a, b, strict=True):
            assert (x is None) == (y is None), met
            if x is not None:
                np.testing.assert_allclose(x.numpy(), y.numpy(), rtol=1e-7, atol=1e-7, err_msg=met)


REFUSED = [
    lambda L: L.ones(2, 3, requires_grad=True).mul(1).split(1)[0].mul_(2),
    lambda L: L.ones(2, 3, requires_grad=True).mul(1).chunk(2)[0].zero_(),
    lambda L: L.ones(2, 3, requires_grad=True).mul(1).unbind()[0].add_(1), lambda L: L.ones(2, 3).split(1)[0].mul_(2),
    lambda L: L.ones(3).expand(2, 3).mul_(2), lambda L: L.ones(3).expand(2, 3).copy_(L.zeros(2, 3)),
    lambda L: L.ones(3).expand(2, 3).fill_(2), lambda L: L.ones(3).expand(2, 3).masked_fill_(L.tensor(True), 2.0),
    lambda L: L.ones(3).expand(2, 3).__setitem__(0, 2.0), lambda L: L.ones(3).expand(2, 3).__setitem__(0, L.zeros(3)),
    lambda L: L.ones(2, 3, requires_grad=True)[0].mul_(2), lambda L: L.ones(2, 3, requires_grad=True).t_(),
    lambda L: L.ones(2, 3, requires_grad=True).unsqueeze_(0), lambda L: L.ones(1, 3, requires_grad=True).squeeze_(0),
    lambda L: L.ones(2, 3, requires_grad=True)[0].detach_(), lambda L: L.ones(2, 3).t_().unsqueeze_(0).squeeze_(),
    lambda L: L.ones(2, 3, requires_grad=True).mul(1).t_().transpose_(0, 1), lambda L: L.ones(2, 3)[0].unsqueeze_(0),
    lambda L: L.ones(2).requires_grad_().detach_().add_(1), lambda L: L.ones(2).add_(L.ones(2, requires_grad=True)),
    lambda L: L.ones(2, dtype=L.int64).add_(1.5), lambda L: L.ones(2, dtype=L.int64).div_(2),
    lambda L: L.ones(2, 1).add_(L.ones(2, 3)), lambda L: L.ones(2, dtype=L.bool).add_(True),
]


@pytest.mark.parametrize("write", REFUSED, ids=range(len(REFUSED)))
def test_a_write_is_refused_or_not_as_pytorch_does(write, torch):
    ends = []
    for library in (mt, torch):
        try:
            x = write(library)
            ends.append(x if x is None else (tuple(x.shape), x._version, x.requires_grad, x.is_leaf, x.tolist()))
        except Exception as error:
            ends.append(kind_of(error))
    assert ends[0] == ends[1]


LATE = [
    lambda L, x: x.exp_().mul_(2), lambda L, x: x.sin_().mul_(2), lambda L, x: x.mul_(x),
    lambda L, x: x.mul_(2).add_(x), lambda L, x: (x * 2, x.add_(1))[0], lambda L, x: (x * x, x.add_(1))[0],
    lambda L, x: (x.exp(), x.add_(1))[0], lambda L, x: (x.relu(), x.add_(1))[0], lambda L, x: x.relu().add_(1),
    lambda L, x: x.relu_().add_(1), lambda L, x: x.exp().add_(1), lambda L, x: x.sigmoid().mul_(2),
    lambda L, x: (x ** 2).mul_(2), lambda L, x: (x.pow(2), x.add_(1))[0], lambda L, x: (x / 2, x.add_(1))[0],
    lambda L, x: (x @ L.ones(3, 2), x.add_(1))[0], lambda L, x: (x @ x.t(), x.add_(1))[0],
    lambda L, x: x.sum().add_(1), lambda L, x: (x.amax(), x.add_(1))[0], lambda L, x: (x.softmax(1), x.add_(1))[0],
    lambda L, x: x.softmax(1).add_(1), lambda L, x: (x[0] * x[1], x[2].add_(1))[0],
    lambda L, x: (x.clamp(0, 1), x.add_(1))[0], lambda L, x: x.sqrt().add_(1), lambda L, x: (x.mean(), x.add_(1))[0],
    lambda L, x: (x.std(), x.add_(1))[0], lambda L, x: (x.abs(), x.add_(1))[0],
    lambda L, x: (L.cat([x, x]), x.add_(1))[0], lambda L, x: (L.where(x > 0, x, 2 * x), x.add_(1))[0],
    lambda L, x: (x.norm(), x.add_(1))[0], lambda L, x: (x.cumprod(0), x.add_(1))[0], lambda L, x: x.tanh_().mul_(2),
    lambda L, x: (x.max(1).values, x.add_(1))[0], lambda L, x: (x.sort().values, x.add_(1))[0],
    lambda L, x: x.log_().add_(1), lambda L, x: (x.logsumexp(1), x.add_(1))[0], lambda L, x: (x.var(), x.add_(1))[0],
    lambda L, x: (x.prod(), x.add_(1))[0], lambda L, x: (x.atan(), x.add_(1))[0],
]


OTHERWISE = {("div", "2 / x, x written after"): lambda L, x: (2 / x, x.add_(1))[0],
             ("gather", "x written after"): lambda L, x: (x.gather(0, L.tensor([[0, 1, 2]])), x.add_(1))[0]}


def end_of(write, library):
    """The gradient in the end, or "noticed"."""
    leaf = library.tensor([[1.0, 2.0, 3.0], [2.0, 5.0, 4.0], [7.0, 1.5, 2.5]], requires_grad=True)
    try:
        out = write(library, leaf * 1)
        return [round(float(g), 4) for g in library.autograd.grad(out.sum(), leaf)[0].reshape(-1)]
    except RuntimeError as error:
        assert "modified by an inplace operation" in str(error)
        return "noticed"


@pytest.mark.parametrize("write", LATE, ids=range(len(LATE)))
def test_a_write_on_what_backward_needs_is_noticed_as_pytorch_does(write, torch):
    assert end_of(write, mt) == end_of(write, torch)


@pytest.mark.parametrize("key", OTHERWISE, ids=str)
def test_differences_are_there_and_meant(key, torch):
    found = end_of(OTHERWISE[key], mt)
    DIFFERENCES[key][1](found)
    assert found != end_of(OTHERWISE[key], torch)
