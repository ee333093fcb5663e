"""What lesson 11 makes small and quick: a network for digits, copies of it with less in them, and how they compare."""

from copy import deepcopy
from itertools import cycle

import numpy as np

from .. import nn
from ..compress import size_of
from ..display.text import counted, table, time_text
from ..engine import no_grad
from ..engine.piece import mounted
from ..inspect import profile_view
from ..inspect.profile import profile
from ..random import manual_seed
from ..tensors import tensor
from ..viz.curves import plot
from ..viz.picture import Picture
from .compare import plain
from .convnets import fit, share_read
from .timed import TimedTable, quickest, quickest_of

LETTERS = "0123456789abcde"              # of a weight of 4 bits: −7 to 7
kept: dict = {}                          # the trained network, by the pieces that trained it


def mlp(*sizes):
    """Make linear layers of these sizes with relu between them, the same weights each time: mlp(64, 8, 10)."""
    manual_seed(0)
    layers = [layer for pair in zip(sizes, sizes[1:]) for layer in (nn.Linear(*pair), nn.ReLU())]
    return nn.Sequential(*layers[:-1]).double()


def trained(x, y):
    """Return a copy of a network 64-256-256-10, trained on x and y once for the pieces that it runs on."""
    key = x.numpy().tobytes(), frozenset(mount for piece, mount in mounted.items() if "compress" not in piece.name)
    if key not in kept:
        kept[key] = mlp(64, 256, 256, 10)
        fit(kept[key], x, y, epochs=12, lr=0.005)
    return deepcopy(kept[key])


def linears(net):
    """Return the linear layers of a network, first to last."""
    return [layer for layer in net.modules() if isinstance(layer, nn.Linear)]


@no_grad()
def with_weights(net, change):
    """Return a copy of a network in which the weight of each linear layer is change(weight)."""
    net = deepcopy(net)
    for layer in linears(net):
        layer.weight.copy_(change(layer.weight.detach()))
    return net


def in_bits(quantize_weight, bits, per_channel):
    """Return, for `with_weights`, each weight as it comes back from integers; quantize_weight as in exercise 11.2."""
    def change(weight):
        integers, scale = quantize_weight(weight, bits, per_channel)
        return tensor(np.asarray(plain(integers), float)) * tensor(np.asarray(plain(scale), float))
    return change


def pruned(mask_of, share):
    """Return, for `with_weights`, each weight with the zeros of a mask; mask_of(weight, share) as in exercise 11.4."""
    return lambda weight: weight * tensor(np.asarray(plain(mask_of(weight, share)), float))


@no_grad()
def louder(net, unit, times):
    """Return a copy in which one unit of the first layer is so many times as loud, and its weights after it smaller.

    relu(times · x) is times · relu(x), so it computes what the network computes.
    """
    net = deepcopy(net)
    first, second = linears(net)[:2]
    first.weight[unit] *= times
    first.bias[unit] *= times
    second.weight[:, unit] /= times
    return net


@no_grad()
def narrower(net, remove, keep):
    """Return a smaller network with `keep` units in each hidden layer.

    remove   remove(w1, b1, w2, keep), as remove_units of exercise 11.5
    """
    layers = [(layer.weight.detach(), layer.bias.detach()) for layer in linears(net)]
    for i in range(len(layers) - 1):
        (w1, b1), (w2, b2) = layers[i:i + 2]
        w1, b1, w2 = remove(w1, b1, w2, keep)
        layers[i:i + 2] = [(w1, b1), (w2, b2)]
    small = mlp(layers[0][0].shape[1], *(len(w) for w, _ in layers))
    for layer, (weight, bias) in zip(linears(small), layers):
        layer.weight.copy_(weight)
        layer.bias.copy_(bias)
    return small


def as_text(net, quantize_weight):
    """Return a network as text: a letter for each weight, of 4 bits, a line a unit, then its scale and its bias."""
    lines = []
    for layer in linears(net):
        integers, scale = quantize_weight(layer.weight.detach(), 4, True)
        rows = np.asarray(plain(integers), int), np.asarray(plain(scale), float).ravel(), plain(layer.bias)
        lines += [f"{''.join(LETTERS[i + 7] for i in row)} {factor:.2g} {bias:.2g}" for row, factor, bias in zip(*rows)]
    return "\n".join(lines)


@no_grad()
def from_text(text, *sizes):
    """Return the network of these sizes that `as_text` wrote."""
    net, lines = mlp(*sizes), iter(text.split("\n"))
    for layer in linears(net):
        for unit in range(len(layer.weight)):
            row, scale, bias = next(lines).split()
            layer.weight[unit] = tensor([float(scale) * (LETTERS.index(letter) - 7) for letter in row])
            layer.bias[unit] = float(bias)
    return net


class Operations(Picture):
    """What `operations` returns: how often each operation ran, in words; the picture also says for how long."""

    def __init__(self, found):
        self.found = found

    def text(self):
        rows = [[name, f"{e.calls}", f"{e.products:,}"] for name, e in self.found.by("op").items()]
        return table(["operation", "calls", "multiply-adds"], rows)

    def svg(self):
        return profile_view.svg(self.found, memory=False)


def operations(prof):
    """Draw what a `minitorch.profiler.profile` has seen: its words hold counts only, the same on every run."""
    return Operations(prof.found)


class Roofline(Picture):
    """What `roofline` returns: operations for each byte, in words; the picture also says how quickly they ran here."""

    def text(self):
        return "\n".join(f"{counted(rows, 'row'):<9} {x:6.2f} operations a byte" for rows, x in zip(self.rows, self.x))

    def svg(self):
        lines = {"measured here": self.speed, "the roof": self.roof}
        curves = plot(self.x, {name: [each / 1e9 for each in line] for name, line in lines.items()},
                      "operations a byte", log="xy", title="billions of operations a second")
        curves.marked = [(self.x[i], self.speed[i] / 1e9, counted(self.rows[i], "row")) for i in (0, -1)]
        return curves.svg()


def roofline(cost, rows=(1, 2, 4, 8, 16, 32, 64, 128, 256), size=2048):
    """Measure how quickly this machine computes a linear layer of size × size in float32, for more and more rows.

    cost   cost(rows, inputs, outputs, size) gives operations and bytes, as linear_cost of exercise 11.1
    Each product reads another weight than the one before, so that it comes from memory and not from a cache.
    The roof is what memory allows (the most bytes a second that were seen, in a copy or in a product, times
    operations a byte), and above that the largest speed that was measured. Source: Williams et al., Roofline (2009).
    """
    rng = np.random.default_rng(0)
    weights = cycle([rng.random((size, size), np.float32) for _ in range(5)])
    there = np.ones(1 << 23, np.float32)
    back = np.empty_like(there)
    images = [rng.random((count, size), np.float32) for count in rows]
    copied, *seconds = quickest_of([lambda: np.copyto(back, there),
                                    *[lambda each=each: each @ next(weights).T for each in images]])
    work = [cost(count, size, size, 4) for count in rows]
    x = [operations / moved for operations, moved in work]
    speed = [operations / took for (operations, _), took in zip(work, seconds)]
    bandwidth = max(2 * there.nbytes / copied, *(each / at for each, at in zip(speed, x)))
    return Roofline(rows=rows, x=x, speed=speed, roof=[min(max(speed), bandwidth * each) for each in x])


@no_grad()
def compared(nets, x, y):
    """Compare networks: bytes as stored (a float takes 4), multiply-adds an image, and the share of x they read.

    nets   {name: network}
    The time is that of all images of x at once, the quickest of three runs.
    """
    rows = []
    for name, net in nets.items():
        share = share_read(net, x, y)
        with profile() as counted:
            net(x[:1])
        products = sum(entry.products for entry in counted.entries)
        seconds = quickest(lambda net=net: net(x))
        rows.append([name, f"{size_of(deepcopy(net).float()):,}", f"{products:,}", f"{share:.1%}", time_text(seconds)])
    return TimedTable(head=["network", "bytes", "multiply-adds", "read right", "time here"], found=rows)
