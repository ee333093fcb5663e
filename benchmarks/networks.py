"""Training steps of eight networks that students write, compiled in two ways, next to the same steps uncompiled.

    python -m benchmarks.networks [MLP LSTM …] [--form step|module] [--rounds 5]

`step` compiles the whole training step, `module` only the networks. A figure is the median over the rounds of compiled
time divided by eager time; in a round, eager, "numpy" and "c" run by turns. The last columns are the milliseconds of
the first two calls in new processes: the second call is the first that runs a program.
"""

import argparse
import subprocess
import sys
from statistics import median
from time import process_time

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F

from .measure import settle, times


def batch_of(*shape):
    return mt.rand(*shape, generator=mt.Generator().manual_seed(1))


def classes_of(count, *shape):
    return mt.randint(count, shape, generator=mt.Generator().manual_seed(2))


def training(net, loss_of, *given, optimizer=mt.optim.Adam):
    """Return an ordinary training step."""
    optimizer = optimizer(net.parameters(), lr=1e-3)

    def step():
        optimizer.zero_grad()
        loss = loss_of(net, *given)
        loss.backward()
        optimizer.step()
        return loss.detach()
    return step


def classification(net, x, y):
    return F.cross_entropy(net(x), y)


def next_characters(net, x, y):
    return F.cross_entropy(net(x).flatten(0, 1), y.flatten())


def mlp(prepare):
    net = prepare(nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)))
    return training(net, classification, batch_of(64, 784), classes_of(10, 64))


def cnn(prepare):
    net = prepare(nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(784, 10)))
    return training(net, classification, batch_of(32, 1, 28, 28), classes_of(10, 32))


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.embed, self.cells, self.head = nn.Embedding(65, 32), kind(32, 64, batch_first=True), nn.Linear(64, 65)

    def forward(self, x):
        hidden, _ = self.cells(self.embed(x))
        return self.head(hidden)


def lstm(prepare):
    return training(prepare(Recurrent(nn.LSTM)), next_characters, classes_of(65, 16, 20), classes_of(65, 16, 20))


def gru(prepare):
    return training(prepare(Recurrent(nn.GRU)), next_characters, classes_of(65, 16, 20), classes_of(65, 16, 20))


class Block(nn.Module):
    """A transformer block with the attention of nanoGPT's lectures."""

    def __init__(self, width, heads, context):
        super().__init__()
        self.heads, self.before, self.after = heads, nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.register_buffer("mask", mt.tril(mt.ones(context, context)))

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = [part.view(B, T, self.heads, C // self.heads).transpose(1, 2)
                   for part in self.qkv(self.before(x)).split(C, dim=2)]
        scores = q @ k.transpose(-2, -1) * (C // self.heads) ** -0.5
        weights = scores.masked_fill(self.mask[:T, :T] == 0, float("-inf")).softmax(dim=-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(B, T, C))
        return x + self.mlp(self.after(x))


class GPT(nn.Module):
    def __init__(self, width=64, heads=4, context=32, layers=2):
        super().__init__()
        self.tokens, self.places = nn.Embedding(65, width), nn.Embedding(context, width)
        self.blocks = nn.Sequential(*[Block(width, heads, context) for _ in range(layers)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 65)

    def forward(self, x):
        x = self.tokens(x) + self.places(mt.arange(x.shape[1]))
        return self.head(self.norm(self.blocks(x)))


def gpt(prepare):
    return training(prepare(GPT()), next_characters, classes_of(65, 8, 32), classes_of(65, 8, 32),
                    optimizer=mt.optim.AdamW)


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.inside, self.mean, self.log_variance = nn.Linear(784, 128), nn.Linear(128, 16), nn.Linear(128, 16)
        self.outside = nn.Sequential(nn.Linear(16, 128), nn.ReLU(), nn.Linear(128, 784), nn.Sigmoid())

    def forward(self, x):
        h = self.inside(x).relu()
        mean, log_variance = self.mean(h), self.log_variance(h)
        return self.outside(mean + mt.randn_like(mean) * (log_variance / 2).exp()), mean, log_variance


def evidence(net, x):
    found, mean, log_variance = net(x)
    divergence = -0.5 * (1 + log_variance - mean ** 2 - log_variance.exp()).sum()
    return F.binary_cross_entropy(found, x, reduction="sum") + divergence


def vae(prepare):
    return training(prepare(VAE()), evidence, batch_of(64, 784))


def gan(prepare):
    maker = prepare(nn.Sequential(nn.Linear(32, 128), nn.LeakyReLU(0.2), nn.Linear(128, 784), nn.Tanh()))
    judge = prepare(nn.Sequential(nn.Linear(784, 128), nn.LeakyReLU(0.2), nn.Linear(128, 1)))
    makes, judges = [mt.optim.Adam(net.parameters(), lr=2e-4, betas=(0.5, 0.999)) for net in (maker, judge)]
    loss_of, real, one, zero = nn.BCEWithLogitsLoss(), batch_of(64, 784), mt.ones(64, 1), mt.zeros(64, 1)

    def step():
        fake = maker(mt.randn(64, 32))
        judges.zero_grad()
        loss = loss_of(judge(real), one) + loss_of(judge(fake.detach()), zero)
        loss.backward()
        judges.step()
        makes.zero_grad()
        other = loss_of(judge(fake), one)
        other.backward()
        makes.step()
        return loss.detach() + other.detach()
    return step


class Residual(nn.Module):
    def __init__(self, inside, outside, stride):
        super().__init__()
        self.first, self.second = nn.Conv2d(inside, outside, 3, stride, 1), nn.Conv2d(outside, outside, 3, 1, 1)
        self.norms = nn.ModuleList([nn.BatchNorm2d(outside) for _ in range(2)])
        self.short = nn.Conv2d(inside, outside, 1, stride) if inside != outside else nn.Identity()

    def forward(self, x):
        y = self.norms[0](self.first(x)).relu()
        return (self.norms[1](self.second(y)) + self.short(x)).relu()


def resnet(prepare):
    net = prepare(nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), Residual(16, 16, 1), Residual(16, 32, 2),
        Residual(32, 64, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10)))
    return training(net, classification, batch_of(16, 3, 32, 32), classes_of(10, 16),
                    optimizer=lambda params, lr: mt.optim.SGD(params, lr=lr, momentum=0.9))


NETWORKS = {"MLP": mlp, "CNN": cnn, "LSTM": lstm, "GRU": gru, "GPT": gpt, "VAE": vae, "GAN": gan, "ResNet": resnet}


def step_of(name, form, backend):
    """Return a network's training step; compiled by a backend, as a whole or only its modules, or None: uncompiled."""
    mt.manual_seed(0)
    if backend is None:
        return NETWORKS[name](lambda net: net)
    if form == "module":
        return NETWORKS[name](lambda net: mt.compile(net, backend=backend))
    return mt.compile(NETWORKS[name](lambda net: net), backend=backend)


def ratios(name, form, rounds):
    """Return (milliseconds of an eager step, {backend: median of its time divided by the eager time})."""
    steps = {backend: step_of(name, form, backend) for backend in (None, "numpy", "c")}
    seconds = max(settle(step, 0.2) for step in steps.values())
    runs, found = max(3, int(0.15 / seconds)), {backend: [] for backend in steps}
    for _ in range(rounds):
        for backend, step in steps.items():
            found[backend].append(times(step, runs))
    return median(found[None]) * 1e3, {backend: median([own / eager for own, eager in zip(found[backend], found[None])])
                                       for backend in ("numpy", "c")}


def first_calls(name, form, rounds):
    """Return {backend: median milliseconds of the first two calls in a new process}; C libraries are already stored."""
    found = {backend: [] for backend in (None, "numpy", "c")}
    for _ in range(rounds):
        for backend in found:
            command = [sys.executable, "-m", "benchmarks.networks", name, "--form", form, "--first", str(backend)]
            found[backend].append(float(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    return {backend: median(each) for backend, each in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("networks", nargs="*", default=list(NETWORKS))
    parser.add_argument("--form", choices=["step", "module"], default="step")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--first", choices=["None", "numpy", "c"], help="time only the first two calls, with a backend")
    given = parser.parse_args()
    mt.set_num_threads(1)
    if given.first:
        step = step_of(given.networks[0], given.form, None if given.first == "None" else given.first)
        start = process_time()
        step()
        step()
        print((process_time() - start) * 1e3)
        return
    print(f"{given.form:<8}{'eager, ms':>10}{'numpy':>8}{'c':>8}   first two calls, ms:"
          f"{'eager':>8}{'numpy':>8}{'c':>8}")
    for name in given.networks:
        eager, found = ratios(name, given.form, given.rounds)
        first = first_calls(name, given.form, given.rounds)
        print(f"{name:<8}{eager:>10.2f}{found['numpy']:>8.2f}{found['c']:>8.2f}{'':<24}" + "".join(
            f"{each:>8.1f}" for each in first.values()), flush=True)


if __name__ == "__main__":
    main()
