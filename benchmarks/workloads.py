"""Training steps to measure, written once with PyTorch's names, so that minitorch and torch run the same lines.

`build(t)`, with t minitorch or torch, builds a workload: a `step()` to time, and the loss and gradients of its first
step as arrays, which must agree before anything is timed. NumPy draws all numbers from a seed, so that both libraries
start with the same ones. Everything is float32.
"""

import numpy as np

CHAIN = 300                            # number of ops in a chain of small ops
LONG = 100_000


class Workload:
    """A step to time, and the tolerance of the comparison before.

    tolerance   largest difference of a gradient, relative to its largest element
    ops         number of operations in a step, for workloads that measure the time of one operation
    """

    def __init__(self, build, title, tolerance=1e-3, ops=1, repeats=7):
        self.build, self.title, self.tolerance, self.ops, self.repeats = build, title, tolerance, ops, repeats


class Built:
    def __init__(self, step, first):
        self.step, self.first = step, first


def numbers(seed):
    return np.random.default_rng(seed)


def floats(rng, *shape):
    return rng.standard_normal(shape).astype(np.float32)


def alike(t, model, seed=0, scale=None):
    """Give a model the same parameters in both libraries, of the size that its own initialisation has."""
    rng = numbers(seed)
    with t.no_grad():
        for name, p in model.named_parameters():
            fan_in = p.shape[-1] if p.ndim == 2 else int(np.prod(tuple(p.shape)[1:])) if p.ndim > 1 else 0
            if fan_in:
                p.copy_(t.tensor(floats(rng, *p.shape) * np.float32(scale or fan_in ** -0.5)))
            elif "bias" in name:
                p.zero_()
    return model


def training(t, model, optimizer, loss_of):
    """Return the step of an ordinary training loop, loss and gradients of its first run, and the loss after it."""
    def step():
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        optimizer.step()
        return loss

    loss = step()
    first = [np.asarray(loss.detach())] + [np.array(p.grad) for p in model.parameters()]
    return Built(step, [*first, np.asarray(step().detach())])


def two_layer(t):
    """The lectures' network: 64 × 1000 × 100 × 10, squared error summed, weights updated without optimizer."""
    rng = numbers(1)
    x, y = t.tensor(floats(rng, 64, 1000)), t.tensor(floats(rng, 64, 10))
    w1 = t.tensor(floats(rng, 1000, 100) * np.float32(0.03), requires_grad=True)
    w2 = t.tensor(floats(rng, 100, 10) * np.float32(0.1), requires_grad=True)

    def step(lr=1e-6):
        loss = (x.mm(w1).clamp(min=0).mm(w2) - y).pow(2).sum()
        loss.backward()
        with t.no_grad():
            w1.sub_(lr * w1.grad)
            w2.sub_(lr * w2.grad)
        w1.grad = w2.grad = None
        return loss

    loss = (x.mm(w1).clamp(min=0).mm(w2) - y).pow(2).sum()
    loss.backward()
    first = [np.asarray(loss.detach()), np.array(w1.grad), np.array(w2.grad)]
    w1.grad = w2.grad = None
    return Built(step, first)


def mlp(t):
    """784-256-128-10, batch of 128, cross-entropy, Adam."""
    rng = numbers(2)
    x, y = t.tensor(floats(rng, 128, 784)), t.tensor(rng.integers(0, 10, 128))
    model = alike(t, t.nn.Sequential(t.nn.Linear(784, 256), t.nn.ReLU(), t.nn.Linear(256, 128), t.nn.ReLU(),
                                     t.nn.Linear(128, 10)))
    loss_of = t.nn.CrossEntropyLoss()
    return training(t, model, t.optim.Adam(model.parameters(), lr=1e-3), lambda: loss_of(model(x), y))


def lenet(t):
    """LeNet on 3×32×32, batch of 64, SGD with momentum."""
    nn, rng = t.nn, numbers(3)
    x, y = t.tensor(floats(rng, 64, 3, 32, 32)), t.tensor(rng.integers(0, 10, 64))
    model = alike(t, nn.Sequential(
        nn.Conv2d(3, 6, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10)))
    loss_of = nn.CrossEntropyLoss()
    return training(t, model, t.optim.SGD(model.parameters(), lr=0.01, momentum=0.9), lambda: loss_of(model(x), y))


def deep_conv(t):
    """Eight layers (3×3 convolution of 64 channels, batch norm, relu) on 32×32 images, batch of 32."""
    nn, rng = t.nn, numbers(4)
    x = t.tensor(floats(rng, 32, 64, 32, 32))
    layers = [layer for _ in range(8) for layer in (nn.Conv2d(64, 64, 3, padding=1, bias=False), nn.BatchNorm2d(64),
                                                     nn.ReLU())]
    model = alike(t, nn.Sequential(*layers))
    return training(t, model, t.optim.SGD(model.parameters(), lr=0.01), lambda: model(x).pow(2).mean())


def char_lstm(t):
    """An LSTM of 128 units on 65 characters: 64 steps, batch of 32, Adam."""
    nn, rng = t.nn, numbers(5)
    x, y = (t.tensor(rng.integers(0, 65, (32, 64))) for _ in range(2))
    model = nn.ModuleDict({"embed": nn.Embedding(65, 128), "lstm": nn.LSTM(128, 128, batch_first=True),
                           "head": nn.Linear(128, 65)})
    alike(t, model, scale=0.08)
    loss_of = nn.CrossEntropyLoss()

    def loss():
        hidden, _ = model["lstm"](model["embed"](x))
        return loss_of(model["head"](hidden).reshape(-1, 65), y.reshape(-1))
    return training(t, model, t.optim.Adam(model.parameters(), lr=1e-3), loss)


def gpt(t, layers=4, heads=4, width=128, context=64, batch=16, vocabulary=65):
    """A small GPT: 4 layers, 4 heads, width 128, 64 characters, batch of 16, AdamW."""
    nn, F, rng = t.nn, t.nn.functional, numbers(6)
    x, y = (t.tensor(rng.integers(0, vocabulary, (batch, context))) for _ in range(2))
    places = t.arange(context)

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x):
            q, k, v = (part.view(batch, context, heads, width // heads).transpose(1, 2)
                       for part in self.qkv(self.before(x)).split(width, dim=2))
            seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(seen.transpose(1, 2).reshape(batch, context, width))
            return x + self.down(F.gelu(self.up(self.after(x))))

    class GPT(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
            self.blocks = nn.Sequential(*[Block() for _ in range(layers)])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

        def forward(self, x):
            return self.head(self.norm(self.blocks(self.tokens(x) + self.places(places))))

    model = alike(t, GPT(), scale=0.05)
    optimizer = t.optim.AdamW(model.parameters(), lr=3e-4)
    return training(t, model, optimizer, lambda: F.cross_entropy(model(x).view(-1, vocabulary), y.view(-1)))


def small_ops(size):
    """y = y·a + b repeatedly, on arrays so small that nearly all time is autograd's overhead."""
    def build(t):
        a = t.full((size,), 0.999, requires_grad=True)
        b = t.full((size,), 0.001, requires_grad=True)
        start = t.ones(size)

        def step():
            y = start
            for _ in range(CHAIN // 2):
                y = y * a + b
            a.grad = b.grad = None
            y.sum().backward()
            return y

        y = step()
        return Built(step, [np.asarray(y.detach()), np.array(a.grad), np.array(b.grad)])
    return build


def long_chain(t):
    """A chain of 100,000 additions, forward and backward."""
    x, one = t.tensor(1.0, requires_grad=True), t.tensor(1.0)

    def step():
        x.grad = None
        y = x
        for _ in range(LONG):
            y = y + one
        y.backward()
        return y

    y = step()
    return Built(step, [np.asarray(y.detach()), np.array(x.grad)])


def one_op(apply):
    """One op on (64, 128, 512), forward and backward."""
    def build(t):
        rng = numbers(8)
        x = t.tensor(floats(rng, 64, 128, 512), requires_grad=True)
        weight, bias = (t.tensor(floats(rng, 512), requires_grad=True) for _ in range(2))
        grad = t.tensor(floats(rng, 64, 128, 512))
        leaves = (x, weight, bias)

        def step():
            for leaf in leaves:
                leaf.grad = None
            y = apply(t.nn.functional, x, weight, bias)
            y.backward(grad)
            return y

        y = step()
        return Built(step, [np.asarray(y.detach())] + [np.array(p.grad) for p in leaves if p.grad is not None])
    return build


WORKLOADS = {
    "W1": Workload(two_layer, "two-layer net by hand", repeats=31),
    "W2": Workload(mlp, "MLP 784-256-128-10, Adam", repeats=21),
    "W3": Workload(lenet, "LeNet, batch 64", repeats=15),
    "W3b": Workload(deep_conv, "8 × (conv 64, BN, relu)", tolerance=4e-2, repeats=3),
    "W4": Workload(char_lstm, "char LSTM 128", repeats=9),
    "W5": Workload(gpt, "GPT, 4 layers", repeats=7),
    "W6": Workload(small_ops(1), "chain of 1-element ops", ops=CHAIN, repeats=21),
    "W6-16": Workload(small_ops(16), "chain of 16-element ops", ops=CHAIN, repeats=21),
    "W7": Workload(long_chain, "chain of 100,000 adds", ops=LONG, repeats=5),
    "gelu": Workload(one_op(lambda F, x, w, b: F.gelu(x, approximate="tanh")), "gelu by tanh, (64, 128, 512)",
                     repeats=9),
    "gelu-erf": Workload(one_op(lambda F, x, w, b: F.gelu(x)), "gelu by erf, the default", repeats=9),
    "softmax": Workload(one_op(lambda F, x, w, b: F.softmax(x, dim=-1)), "softmax, (64, 128, 512)", repeats=9),
    "layernorm": Workload(one_op(lambda F, x, w, b: F.layer_norm(x, (512,), w, b)), "layer norm, (64, 128, 512)",
                          repeats=9),
}
