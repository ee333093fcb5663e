"""What lesson 6 runs where there is no GPU: a clock with two lanes, one for Python and one for the GPU.

It computes right results and counts launches, waits and copies. Its ticks are no measured times.
"""

import os
import shutil
import subprocess
import timeit

import numpy as np

from .. import cuda
from ..nn import Linear, ReLU, Sequential, functional
from ..optim import SGD
from ..random import manual_seed
from ..viz.strips import WAITS, Strips

PRODUCT, OTHER, COPY = 4, 1, 2            # ticks of a matrix product, any other work, a copy
KINDS = {-10: "copy there", -9: "kernel", -8: "copy back", -7: "wait", -6: "own work"}  # colours, below pieces' numbers
LETTERS = {"copy there": "t", "kernel": "k", "copy back": "b", "wait": "w", "own work": "o"}     # of a tick in words
WAIT = 0                                  # the number of all waits
UNREAD = 4                                # copies: two that stay, a batch in use and the next one


class Gpu:
    """A GPU as a clock. Python needs one tick to enqueue a piece of work and goes on; the pieces run one by one.

    room             the most bytes that one copy may have, where also no more than UNREAD copies may lie there that
                     nothing has read yet; None for any
    weights          what a product multiplies its inner index by: numbers that no CPU knows; None for a true product
    python, stream   the tick at which Python is, and the one at which all enqueued work is done
    waits            how often Python waited for the stream
    to_gpu, to_cpu   how many copies were made
    products         how many matrix products were enqueued
    copied           the array that was copied to the CPU last
    """

    def __init__(self, room=None, weights=None):
        self.room, self.weights, self.python, self.stream, self.copied = room, weights, 0, 0, None
        self.waits = self.to_gpu = self.to_cpu = self.products = self.launched = 0
        self.unread = []                  # copies that nothing has read yet
        self.pieces = []                  # (lane, number, first tick, tick after the last)
        self.kinds = {**KINDS, WAIT: "wait"}      # {number: kind of work}

    def launch(self, work=OTHER, kind="kernel"):
        """Enqueue a piece of work of so many ticks."""
        self.compute(1, kind)
        start = max(self.python, self.stream)
        self.stream = start + work
        self.pieces.append(("GPU", self.launched, start, self.stream))

    def compute(self, ticks, kind="own work"):
        """Let Python work so many ticks, such as to read a batch, without the GPU."""
        self.launched += 1
        self.kinds[self.launched] = kind
        self.pieces.append(("Python", self.launched, self.python, self.python + ticks))
        self.python += ticks

    def synchronize(self):
        """Wait until all that was enqueued is done."""
        self.waits += 1
        if self.stream > self.python:
            self.pieces.append(("Python", WAIT, self.python, self.stream))
            self.python = self.stream

    def clock(self):
        """Return the tick at which Python is."""
        return self.python

    def put(self, array):
        """Copy an array from the CPU to the GPU. MemoryError where there is no room for it."""
        array = np.array(array, float)
        if self.room is not None and array.nbytes > self.room:
            raise MemoryError(f"out of memory on the GPU: {array.nbytes:,} bytes asked for, {self.room:,} free")
        if self.room is not None and len(self.unread) == UNREAD:
            raise MemoryError(f"out of memory on the GPU: {UNREAD} copies lie there that nothing has read yet")
        self.to_gpu += 1
        self.launch(COPY, "copy there")
        self.unread.append(OnGpu(self, array))
        return self.unread[-1]

    def read(self, array):
        """Note that work reads an array that lies here."""
        self.unread = [each for each in self.unread if each is not array]

    @property
    def ticks(self):
        """Return the tick at which both are done."""
        return max(self.python, self.stream)

    def rows(self):
        """Return {lane: at each tick the number of the piece that is worked on there, or None}."""
        rows = {name: [None] * self.ticks for name in ("Python", "GPU")}
        for name, number, start, stop in self.pieces:
            rows[name][start:stop] = [number] * (stop - start)
        return rows

    def lanes(self):
        """Return what Python and the GPU do at each tick: the numbers of the pieces."""
        return Lanes(groups={"": self.rows()}, words={"": self.kinds}, join=True, across="tick")


class Lanes(Strips):
    """Timelines of one Gpu or several, on one scale. In words a tick is a letter, in turn small and large by piece."""

    note = "A number is a piece of work: Python starts it, the GPU does it later."

    def text(self):
        lines = []
        for group, rows in self.groups.items():
            lines += [group] * bool(group)
            for name, row in rows.items():
                letters = [WAITS if n is None else LETTERS[self.words[group][n]] for n in row]
                lines.append(f"{name:<8}" + "".join(x.upper() if n and n % 2 else x for n, x in zip(row, letters)))
        return "\n".join([*lines, ", ".join(f"{LETTERS[word]} {word}" for word in self.legend)])


def compare_lanes(gpus):
    """Draw the timelines of several Gpus beneath each other, on one scale: {heading: Gpu}."""
    return Lanes(groups={f"{name}: {gpu.ticks} ticks": gpu.rows() for name, gpu in gpus.items()}, join=True,
                 words={f"{name}: {gpu.ticks} ticks": gpu.kinds for name, gpu in gpus.items()}, across="tick")


class OnGpu:
    """An array or a number in a GPU's memory. Arithmetic enqueues; to look at a number waits."""

    __array_ufunc__ = None                # NumPy leaves arithmetic with it to the methods below

    def __init__(self, gpu, array):
        self.gpu, self.array = gpu, np.asarray(array)
        self.shape = self.array.shape

    def made(self, array, work=OTHER):
        self.gpu.read(self)
        self.gpu.launch(work)
        return OnGpu(self.gpu, array)

    def sum(self):
        return self.made(self.array.sum())

    def mean(self):
        return self.made(self.array.mean())

    def detach(self):
        return self

    def get(self):
        """Wait, and copy to the CPU: a NumPy array."""
        self.gpu.read(self)
        self.gpu.to_cpu += 1
        self.gpu.launch(COPY, "copy back")
        self.gpu.synchronize()
        self.gpu.copied = self.array
        return self.array.copy()

    cpu = numpy = get

    def item(self):
        """Wait, and copy one number to the CPU."""
        return self.get().item()

    def __float__(self):
        return float(self.item())

    def __bool__(self):
        return bool(self.item())

    def __repr__(self):
        return repr(self.get().tolist())

    def __format__(self, how):
        return format(self.item(), how)

    def __len__(self):
        return len(self.array)

    def __getitem__(self, index):
        return self.made(self.array[index])

    def __matmul__(self, other):
        self.gpu.products += 1
        weighted = self.array if self.gpu.weights is None else self.array * self.gpu.weights
        return self.made(weighted @ on_gpu(other), PRODUCT)


def on_gpu(value):
    """Return the numbers of what is on the GPU, or one plain number. TypeError for an array of the CPU."""
    if isinstance(value, OnGpu):
        value.gpu.read(value)
        return value.array
    if np.ndim(value):
        raise TypeError("one array is on the GPU, the other on the CPU. Copy it with gpu.put first.")
    return value


def operator(name):
    def applied(self, other):
        return self.made(getattr(self.array, name)(on_gpu(other)))
    applied.__name__ = name
    return applied


ARITHMETIC = "add radd sub rsub mul rmul truediv rtruediv pow lt le gt ge".split()
for name in ARITHMETIC:
    setattr(OnGpu, f"__{name}__", operator(f"__{name}__"))


def trained_network(x, y):
    """Train a network of 64, 32 and 10 units for five epochs; return it, and its loss at every 40th step."""
    manual_seed(0)
    net = Sequential(Linear(64, 32), ReLU(), Linear(32, 10)).double()
    sgd, losses = SGD(net.parameters(), lr=0.2), []
    for start in list(range(0, 1408, 32)) * 5:
        loss = functional.cross_entropy(net(x[start:start + 32]), y[start:start + 32])
        sgd.zero_grad()
        loss.backward()
        sgd.step()
        losses.append(loss.detach())
    return net, [round(loss.item(), 6) for loss in losses[::40]]


def machine(measure=False):
    """Print what this machine has: its GPU, or what to click; nvidia-smi and nvcc in their words; its CPU, measured."""
    if measure:
        a = np.ones((1024, 1024), np.float32)
        seconds = min(timeit.repeat(lambda: a @ a, number=1, repeat=3))
        print(f"CPU: {os.cpu_count()} cores, {2 * 1024 ** 3 / seconds / 1e9:.0f} GFLOPS in a float32 product")
    if not cuda.is_available():
        print("GPU: none that can be used. All of the lesson runs without one, on a simulated GPU, and says so.")
        print('     In Colab: menu Runtime, "Change runtime type", T4 GPU. Elsewhere: minitorch doctor tells why.')
        return
    print(f"GPU: {cuda.get_device_name()}, {cuda.mem_get_info()[1] / 2 ** 30:.0f} GiB")
    for command in (["nvidia-smi"], ["nvcc", "--version"]):
        if shutil.which(command[0]):
            print(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
