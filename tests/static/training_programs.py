"""Random training steps: the source of a model, an optimizer and a step."""

import linecache

import numpy as np
from static import named_in_programs, state_in_programs

WIDTH = 4
LAYERS = """nn.Linear(4, 4)
nn.Linear(4, 4, bias=False)
nn.ReLU()
nn.GELU()
nn.Tanh()
nn.SiLU()
nn.Softmax(-1)
nn.LayerNorm(4)
nn.Dropout(0.1)
nn.Dropout(0.5)
Norm()
Counted()
Recurrent('GRU')
Recurrent('LSTM')
Attend()
Conv()""".split("\n")
OPTIMIZERS = """SGD(model.parameters(), lr=0.1)
SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=0.01)
SGD([{'params': [*model[:-1].parameters()]}, {'params': [*model[-1].parameters()], 'lr': 0.01}], lr=0.1)
Adam(model.parameters(), lr=0.01)
Adam(model.parameters(), lr=0.01, amsgrad=True)
AdamW(model.parameters(), lr=0.02)
RMSprop(model.parameters(), lr=0.01)
Adagrad(model.parameters(), lr=0.05)
NAdam(model.parameters(), lr=0.01)""".split("\n")
SCHEDULERS = """StepLR(optimizer, 2, 0.5)
CosineAnnealingLR(optimizer, 10)
ExponentialLR(optimizer, 0.9)
LambdaLR(optimizer, lambda n: 1 / (n + 1))
OneCycleLR(optimizer, 0.1, total_steps=60, cycle_momentum=False)""".split("\n")
CHANGES = """h = h + mt.randn_like(h) * CONFIG['noise']
h = h * mt.rand(4, dtype=h.dtype)
h = h * (1 + mt.bernoulli(mt.full((4,), 0.5, dtype=h.dtype)))
h = h[mt.randperm(h.shape[0])]
h = F.dropout(h, 0.2, model.training)
h = helper(h)
h = use(h)
h = h * SCALE
h = h.clone(); h[..., 0] *= 2
h = h.clone(); v = h[..., 1:3]; v.add_(0.5)
a, c = h.chunk(2, -1); h = mt.cat([c, a * 0.5], -1)
h = mt.stack(h.unbind(-1)[::-1], -1)
h = h.transpose(0, -1).contiguous().transpose(0, -1)
h = h + state['h']
h = h.sigmoid() if CONFIG['on'] else h
h = h * (h.detach() > 0)
h = h.where(h > 0, h * 0.1)
h = h - h.mean(0, keepdim=True)
h = h / (h.norm() + 1)
h = mt.einsum('...i,...i->...i', h, h)
h = h.cumsum(0) / h.shape[0]
h = h.masked_fill(h > 1, 1.0)
h = h.to(mt.float32).to(x.dtype)
h = h.expand(2, *h.shape).sum(0)
h = h.sort(-1)[0]
with mt.no_grad(): h = h + h.mean()""".split("\n")
LOSSES = """F.mse_loss(out, y)
(out - y).abs().sum() / out.numel()
F.smooth_l1_loss(out, y)
F.cross_entropy(out.reshape(-1, 4), t)
F.nll_loss(F.log_softmax(out.reshape(-1, 4), 1), t)
inner(out, y)""".split("\n")
GRADIENTS = """norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
nn.utils.clip_grad_value_(model.parameters(), 0.05)
[p.grad.mul_(0.5) for p in model.parameters() if p.grad is not None]
log.append(sum(p.grad.abs().sum().item() for p in model.parameters() if p.grad is not None))""".split("\n")
AVERAGE = """with mt.no_grad():
    for e, p in zip(averages, model.parameters()):
        e.mul_(0.9).add_(p, alpha=0.1)"""
ACCUMULATED = """state['n'] = state.get('n', 0) + 1
if state['n'] % 2 == 0:
    optimizer.step()
    optimizer.zero_grad()"""
AGAIN = """slope, = mt.autograd.grad(out.pow(2).sum(), [next(model.parameters())], create_graph=True)
loss = loss + slope.pow(2).mean() * 0.1"""
RESULTS = """loss
loss.item()
(loss.detach(), out)
{'loss': loss, 'out': out.detach(), 'state': state['h']}
(loss, out[..., :2])
(h, out)""".split("\n")
PRELUDE = """
import types

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F

SCALE, CONFIG, log = 1.5, {"noise": 0.1, "on": True}, []


class Residual(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner, self.alpha, self.calls = inner, 0.5, 0

    def forward(self, x):
        self.calls += 1
        return x + self.inner(x) * self.alpha


class Counted(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", mt.zeros(()))
        self.scale = nn.Parameter(mt.ones(4))

    def forward(self, x):
        if self.training:
            self.seen += 1
        return x * self.scale + self.seen * 0.01


class Sequences(nn.Module):
    def forward(self, x):
        found = self.run(x if x.ndim == 3 else x.unsqueeze(1))
        return found if x.ndim == 3 else found[:, -1]


class Recurrent(Sequences):
    def __init__(self, kind):
        super().__init__()
        self.cell = getattr(nn, kind)(4, 4, batch_first=True)

    def run(self, x):
        return self.cell(x)[0]


class Attend(Sequences):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(4, 2, batch_first=True)

    def run(self, x):
        return self.attention(x, x, x)[0]


class Conv(Sequences):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(4, 4, 3, padding=1)

    def run(self, x):
        return self.conv(x.transpose(1, 2)).transpose(1, 2)


class Norm(Sequences):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def run(self, x):
        return self.norm(x.reshape(-1, 4)).reshape(x.shape)


def helper(x):
    return (x * 2).tanh() + SCALE * 0.1


def factory(factor):
    def use(x):
        return x * factor

    def change(to):
        nonlocal factor
        factor = to
    return use, change


use, change = factory(0.7)


@wrap
def inner(x, y):
    return (x - y).abs().mean() + helper(x).mean()


"""


class Writer:
    """Writes the source of a model, an optimizer and a training step."""

    def __init__(self, seed):
        self.rng, self.lines = np.random.default_rng(seed), []
        self.sequences, self.more = self.chance(0.4), seed % 2               # even seeds write what they always wrote

    def chance(self, p):
        return self.rng.random() < p

    def one(self, given):
        return given[int(self.rng.integers(len(given)))]

    def layer(self, depth=0):
        return f"Residual({self.layer(depth + 1)})" if depth < 2 and self.chance(0.15) else self.one(
            LAYERS + state_in_programs.LAYERS * self.more)

    def put(self, text, p=1.0):
        if self.chance(p):
            self.lines += ["    " + line for line in text.split("\n")]

    def text(self):
        layers = ", ".join(self.layer() for _ in range(self.rng.integers(1, 4)))
        outside = [f"model = nn.Sequential({layers}, nn.Linear(4, 4))", f"optimizer = mt.optim.{self.one(OPTIMIZERS)}",
                   f"scheduler = mt.optim.lr_scheduler.{self.one(SCHEDULERS)}",
                   "averages, state = [p.detach().clone() for p in model.parameters()], {'h': mt.zeros(4)}"]
        trains = self.chance(0.85)
        self.put(self.one(["optimizer.zero_grad()", "optimizer.zero_grad(set_to_none=False)", "model.zero_grad()"]),
                 0.8 * trains)
        self.put("h = x")
        for _ in range(self.rng.integers(0, 3)):
            self.put(self.one([*CHANGES, *named_in_programs.CHANGES, *state_in_programs.CHANGES * self.more]))
        self.put("out = model(h)")
        self.put(f"loss = {self.one(LOSSES)}")
        self.put("loss = loss + 0.01 * sum(p.pow(2).sum() for p in model.parameters())", 0.2)
        self.put(AGAIN, 0.1)
        if trains:
            twice = "(loss / 2).backward(retain_graph=True)\n(loss / 2).backward()"
            self.put(twice if self.chance(0.2) else "loss.backward()")
            self.put(self.one(GRADIENTS), 0.4)
            self.put(ACCUMULATED if self.chance(0.2) else "optimizer.step()")
            self.put("scheduler.step()", 0.3)
            self.put(AVERAGE, 0.25)
        self.put("state['h'] = out.detach().reshape(-1, 4).mean(0)", 0.15)
        self.put("log.append(loss.item())", 0.15)
        self.put("print(round(float(loss.detach()), 6))", 0.1)
        self.put("if loss.item() > 0.5:\n    out = out * 2", 0.1)
        self.put("x.mul_(0.5)", 0.05)
        self.put(f"return {self.one(RESULTS + state_in_programs.RESULTS * self.more)}")
        return PRELUDE + named_in_programs.PRELUDE + state_in_programs.PRELUDE * self.more + "\n".join(
            [*outside, "", "", "def step(x, y, t, w):", *self.lines]) + "\n"


def defined(text, name, space):
    """What a source defines, with its lines where Python looks for them."""
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    exec(compile(text, name, "exec"), space)
    return space
