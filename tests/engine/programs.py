"""Random programs: views, writes in place, indices that repeat, several outputs, hooks, walks and walks of walks.

A program is a number. Each of its steps is a number too, from which everything about the step follows, so that the
same program runs in minitorch and in PyTorch.
"""

import random

import numpy as np

VIEWS = [
    lambda x, r: x[r.randrange(len(x))], lambda x, r: x[r.randrange(len(x)):], lambda x, r: x[:, ::2],
    lambda x, r: x[..., -1], lambda x, r: x.t(), lambda x, r: x.view(-1), lambda x, r: x.reshape(2, -1),
    lambda x, r: x.flatten(), lambda x, r: x.unsqueeze(r.randrange(2)), lambda x, r: x.squeeze(),
    lambda x, r: x.diagonal(), lambda x, r: x.narrow(-1, 1, 2), lambda x, r: x.select(-1, 1),
    lambda x, r: x.permute(*reversed(range(x.ndim))), lambda x, r: x[None], lambda x, r: x[...],
    lambda x, r: x.unflatten(-1, (2, -1)), lambda x, r: x.expand(3, *x.shape), lambda x, r: x.view_as(x),
    lambda x, r: x[-2:, r.randrange(2)], lambda x, r: x.transpose(0, -1), lambda x, r: x.movedim(0, -1),
]
PIECES = [lambda x, r: x.split(2), lambda x, r: x.unbind(r.choice([0, -1])), lambda x, r: x.chunk(2, -1),
          lambda x, r: tuple(x.max(r.choice([0, -1])))[:1], lambda x, r: x.tensor_split(2)]
MAKERS = [
    lambda x, y, e, r: x * y, lambda x, y, e, r: x + 1, lambda x, y, e, r: x.sin(), lambda x, y, e, r: x * x,
    lambda x, y, e, r: x.exp(), lambda x, y, e, r: x.sigmoid(), lambda x, y, e, r: x.clone(), lambda x, y, e, r: x - y,
    lambda x, y, e, r: x.sum(0), lambda x, y, e, r: x.tanh() * y, lambda x, y, e, r: x.mm(y),
    lambda x, y, e, r: x.mean(), lambda x, y, e, r: x ** 2, lambda x, y, e, r: x ** 3,
    lambda x, y, e, r: x / (y * y + 1),
    lambda x, y, e, r: x[e.index], lambda x, y, e, r: x[e.mask], lambda x, y, e, r: x[:, e.index],
    lambda x, y, e, r: x[e.index, e.index.flip(0)], lambda x, y, e, r: x.index_select(0, e.index),
    lambda x, y, e, r: x.masked_fill(e.mask, 0.5), lambda x, y, e, r: e.library.where(e.mask, x, y),
    lambda x, y, e, r: x.masked_select(e.mask), lambda x, y, e, r: x.index_add(0, e.index, x[:4] * 2),
    lambda x, y, e, r: x.index_put((e.index,), y[:4], accumulate=True), lambda x, y, e, r: x.cumsum(0),
    lambda x, y, e, r: e.library.cat([x, y]), lambda x, y, e, r: e.library.stack([x, x * 2]),
    lambda x, y, e, r: x.softmax(-1), lambda x, y, e, r: x.logsumexp(0), lambda x, y, e, r: x.prod(),
    lambda x, y, e, r: x.clamp(-0.9, 0.9), lambda x, y, e, r: x.flip(0), lambda x, y, e, r: x.roll(1, 0),
    lambda x, y, e, r: x.repeat(2, 1), lambda x, y, e, r: x.double(), lambda x, y, e, r: x.var(0),
    lambda x, y, e, r: x.relu(), lambda x, y, e, r: x.abs(), lambda x, y, e, r: x.norm(), lambda x, y, e, r: x.tril(),
    lambda x, y, e, r: e.library.addcmul(x, y, y), lambda x, y, e, r: e.library.einsum("ij,kj->ik", x, y),
    lambda x, y, e, r: x.contiguous(), lambda x, y, e, r: x.outer(y), lambda x, y, e, r: x.cumprod(0),
    lambda x, y, e, r: e.library.nn.functional.gelu(x), lambda x, y, e, r: e.library.nn.functional.softplus(x),
    lambda x, y, e, r: e.library.nn.functional.layer_norm(x, x.shape[-1:]),
    lambda x, y, e, r: e.library.nn.functional.linear(x, y), lambda x, y, e, r: x.log_softmax(0),
]
WRITES = [
    lambda x, y, e, r: x.mul_(r.choice([0.5, -1.5])), lambda x, y, e, r: x.add_(y), lambda x, y, e, r: x.add_(1.0),
    lambda x, y, e, r: x.mul_(y), lambda x, y, e, r: x.sub_(y, alpha=2), lambda x, y, e, r: x.copy_(y),
    lambda x, y, e, r: x.zero_(), lambda x, y, e, r: x.fill_(0.3), lambda x, y, e, r: x.sin_(),
    lambda x, y, e, r: x.sigmoid_(), lambda x, y, e, r: x.clamp_(-1, 1), lambda x, y, e, r: x.pow_(2),
    lambda x, y, e, r: x.masked_fill_(x > 0.5, 0.5), lambda x, y, e, r: x.masked_fill_(e.mask, 0.1),
    lambda x, y, e, r: x.div_(2.0), lambda x, y, e, r: x.__setitem__(0, 0.25), lambda x, y, e, r: x.__setitem__(0, y),
    lambda x, y, e, r: x.__setitem__(..., y), lambda x, y, e, r: x.__setitem__(slice(None, 2), x[:2] * 2),
    lambda x, y, e, r: x.__setitem__(e.mask, 0.4), lambda x, y, e, r: x.__setitem__(e.mask, y[e.mask]),
    lambda x, y, e, r: x.__setitem__(e.index, 0.2), lambda x, y, e, r: x.addcmul_(y, y), lambda x, y, e, r: x.neg_(),
    lambda x, y, e, r: x.lerp_(y, 0.5), lambda x, y, e, r: x.__iadd__(y), lambda x, y, e, r: x.__imul__(2.0),
    lambda x, y, e, r: x.relu_(), lambda x, y, e, r: x.tanh_(), lambda x, y, e, r: x.exp_(),
    lambda x, y, e, r: x.index_fill_(0, e.index, 0.7),
    lambda x, y, e, r: x.index_put_((e.index,), y[:4], accumulate=True),
    lambda x, y, e, r: x.index_add_(0, e.index, y[:4]), lambda x, y, e, r: x.masked_scatter_(e.mask, y),
    lambda x, y, e, r: x.index_copy_(0, e.index[:2], y[:2]),
    lambda x, y, e, r: x.add_(x), lambda x, y, e, r: x.mul_(x),
]
TURNS = [lambda x, r: x.t_(), lambda x, r: x.unsqueeze_(0), lambda x, r: x.squeeze_(), lambda x, r: x.transpose_(0, -1)]
APART = [lambda x, r: x.detach(), lambda x, r: x.detach().clone().requires_grad_(), lambda x, r: x.clone().detach()]
KINDS = ["view", "pieces", "make", "write", "quiet write", "apart", "hook", "retain", "backward", "slope", "index",
         "grad write", "turn"]
WEIGHTS = [5, 1, 5, 5, 1, 0.7, 0.7, 0.5, 0.7, 0.7, 0.3, 0.3, 0]
HONEST = [5, 1, 5, 6, 0, 0, 0, 0, 0, 0, 0.2, 0, 0.5]       # no step whose effect on values a gradient does not tell
LARGEST = 400                                            # elements, of what steps go on from


class Run:
    """One library's side of a program: the tensors so far."""

    def __init__(self, library, seed, start=None, weights=WEIGHTS):
        self.library, self.weights = library, weights
        array = np.random.default_rng(seed).normal(size=(4, 4))
        leaf = library.from_numpy((array if start is None else start).copy()).requires_grad_()
        self.tensors = [leaf, leaf * 1.0, library.from_numpy(array[::-1].copy())]
        self.index = library.tensor([1, 3, 1, 0])
        self.mask = library.from_numpy(array > 0)
        self.born = [0, 0, 0]                            # their versions when they were new
        self.seen = []                                   # what hooks saw

    def step(self, choice):
        """Take one step; returns the error it ended in, or None."""
        r = random.Random(choice)
        kind = r.choices(KINDS, self.weights)[0]
        x, y = r.choice(self.tensors), r.choice(self.tensors)
        try:
            if kind.endswith("write") and overlap(x, y):
                y = y.clone()                            # what PyTorch then writes depends on the order it writes in
            self.take(kind, x, y, r)
        except Exception as error:
            return error
        return None

    def take(self, kind, x, y, r):
        grown = ()
        if kind == "view":
            grown = r.choice(VIEWS)(x, r),
        elif kind == "pieces":
            grown = r.choice(PIECES)(x, r)
        elif kind == "make":
            x, y = x.contiguous(), y.contiguous()        # how results lie in memory else is each library's own
            grown = r.choice(MAKERS)(x, y, self, r).contiguous(),
        elif kind == "write":
            r.choice(WRITES)(x, y, self, r)
        elif kind == "quiet write":
            with self.library.no_grad():
                r.choice(WRITES)(x, y, self, r)
        elif kind == "quiet view":
            with self.library.no_grad():
                grown = r.choice(VIEWS)(x, r),
        elif kind == "apart":
            grown = r.choice(APART)(x, r),
        elif kind == "turn":
            r.choice(TURNS)(x, r)
        elif kind == "hook":
            factor = r.choice([0, 1, 2])
            x = r.choice(self.tensors[:2])               # PyTorch forgets hooks of views that are written to
            x.register_hook(lambda g: self.seen.append(g.detach().clone()) or (g * factor if factor else None))
        elif kind == "retain":
            x.retain_grad()
        elif kind == "backward":
            (x * y).sum().backward(retain_graph=r.random() < 0.8, create_graph=r.random() < 0.3)
        elif kind == "slope":
            slope, = self.library.autograd.grad((x * x).sum(), y, create_graph=r.random() < 0.8, retain_graph=True)
            grown = slope + y,                           # whether a slope of 0 has a graph is each library's own
        elif kind == "index":
            r.choice([lambda: self.mask.logical_not_(), lambda: self.mask.fill_(True),
                      lambda: self.index.copy_(self.index.flip(0))])()
        elif x.grad is not None:
            r.choice([lambda: x.grad.mul_(2), lambda: x.grad.zero_(), lambda: setattr(x, "grad", None)])()
        grown = [new for new in grown if new.numel() <= LARGEST]
        self.tensors += grown
        self.born += [new._version for new in grown]

    def facts(self):
        """What is known of every tensor: shape, how often it was written to, whether it wants a gradient."""
        return [(tuple(x.shape), x._version - born, x.requires_grad, x.is_leaf)
                for x, born in zip(self.tensors, self.born)]

    def values(self):
        """The numbers of every tensor, of every .grad, and those that hooks saw."""
        return [*self.tensors, *[x.grad for x in self.tensors], *self.seen]

    def total(self):
        return sum((x * x).sum() for x in self.tensors if x.requires_grad)

    def gradients(self):
        """The gradients of everything, or the error it ends in."""
        try:
            leaves = [x for x in self.tensors if x.requires_grad and x.is_leaf]
            return list(self.library.autograd.grad(self.total(), leaves, allow_unused=True)) if leaves else []
        except Exception as error:
            return error


def overlap(x, y):
    return np.shares_memory(x.detach().numpy(), y.detach().numpy())


def numbers(x):
    return None if x is None else x.detach().numpy()


def kind_of(error):
    return next((kind for kind in (IndexError, TypeError, RuntimeError, ValueError) if isinstance(error, kind)), error)
