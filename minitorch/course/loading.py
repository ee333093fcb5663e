"""What lesson 5 loads: digits as image files, a network that takes bytes, and a clock that shows who waits."""

from pathlib import Path

import numpy as np

from ..nn import Module
from ..tensors import tensor
from ..viz.strips import strips


def write_pgm(path, pixels):
    """Write a (rows, columns) array of bytes as a PGM file: a line "P5 columns rows 255", then the pixels."""
    rows, columns = pixels.shape
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(f"P5 {columns} {rows} 255\n".encode() + pixels.tobytes())


def read_pgm(path):
    """Return the (rows, columns) bytes of a PGM file."""
    head, pixels = Path(path).read_bytes().split(b"\n", 1)
    columns, rows = map(int, head.split()[1:3])
    return np.frombuffer(pixels, np.uint8).reshape(rows, columns)


def write_folder(root, digits):
    """Write images as `root/7/0011.pgm` and so on, one folder for each class; 0 to 16 becomes 0 to 240."""
    for number, (pixels, label) in enumerate(zip(digits.data.numpy(), digits.targets.tolist())):
        write_pgm(Path(root, str(label), f"{number:04}.pgm"), pixels * np.uint8(15))


class Reader(Module):
    """A network with its scaling in front: (N, rows, columns) bytes in, scores out."""

    def __init__(self, net, normalise):
        super().__init__()
        self.net, self.normalise = net, normalise

    def forward(self, images):
        return self.net(tensor(self.normalise(images.numpy()).reshape(len(images), -1)))


def clock(load, work, ahead, disks=1, batches=5):
    """Draw the batch that each disk and the network hold at each tick.

    load    ticks that a disk needs for a batch
    work    ticks that the network needs for it
    ahead   how many batches may be read before the network asks for them
    """
    free, begun, over, reading = [0] * disks, [], [0], []
    for batch in range(batches):
        disk = free.index(min(free))
        room = over[-1] if not ahead else begun[batch - ahead] if batch >= ahead else 0
        start = max(free[disk], room)             # there must be room for what is read
        free[disk] = start + load
        reading.append((f"disk {disk + 1}", start, start + load))
        begun.append(max(free[disk], over[-1]))   # read, and the network has time
        over.append(begun[-1] + work)
    rows = {name: [None] * over[-1] for name in [*sorted({r[0] for r in reading}), "network"]}
    for batch in range(batches):
        for name, start, stop in (reading[batch], ("network", begun[batch], over[batch + 1])):
            rows[name][start:stop] = [batch + 1] * (stop - start)
    print(f"{over[-1]} ticks; the network waits for {over[-1] - batches * work} of them")
    return strips({"each number is a batch": rows}, join=True, across="tick")
