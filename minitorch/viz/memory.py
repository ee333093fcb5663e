"""Pictures of strides and views: the numbers in memory as one row, and the order in which each view reads them."""

import numpy as np

from ..backend.memory import address
from ..tensors import Tensor
from .arrays import CELL, bare, tile, with_names
from .colours import VALUE
from .picture import Picture, svg_page, svg_text

MOST = 24                                  # maximum number of elements of a memory block that can be drawn
PLACE = "#005a8c"                          # colour of the positions, which are written on pale cells


class Seen:
    """One tensor, and the position of each of its elements in memory."""

    def __init__(self, name, array):
        self.name = name
        self.array = self.owner = array
        while isinstance(self.owner.base, np.ndarray):
            self.owner = self.owner.base
        self.size = array.itemsize
        self.start = (address(array) - address(self.owner)) // self.size
        self.strides = tuple(stride // self.size for stride in array.strides)
        steps = [stride * index for stride, index in zip(self.strides, np.indices(array.shape))]
        self.places = sum(steps, np.full(array.shape, self.start))

    def text(self):
        start = f", from {self.start}" if self.start else ""
        return f"shape {self.array.shape}, strides {self.strides}{start}: reads {rows(self.places)}"


class Memory(Picture):
    """The result of `memory`: a row for each block of memory, and below it the tensors that use it (`seen`)."""

    def __init__(self, seen):
        owners = {id(view.owner): view.owner for view in seen}
        self.rows = [(owner, [view for view in seen if view.owner is owner]) for owner in owners.values()]

    def text(self):
        width = max(len("memory 0"), *(len(view.name) for _, views in self.rows for view in views))
        lines = []
        for count, (owner, views) in enumerate(self.rows):
            lines.append(f"{self.called(count):<{width}}  {' '.join(f'{x + 0:.3g}' for x in flat(owner))}")
            lines += [f"{view.name:<{width}}  {view.text()}" for view in views]
        return "\n".join(lines)

    def called(self, count):
        return "memory" if len(self.rows) == 1 else f"memory {count + 1}"

    def svg(self):
        parts, y, width = [], 0, 0
        for count, (owner, views) in enumerate(self.rows):
            values = flat(owner)
            parts += [f'<g transform="translate(1 {y})">{tile(self.called(count), values[None], numbers=True)[0]}</g>',
                      *[svg_text(1 + CELL * (i + 0.5), y + 16 + CELL + 11, i, anchor="middle")
                        for i in range(len(values))]]
            y, width = y + 16 + CELL + 26, max(width, CELL * len(values))
            for view in views:
                drawn, wide, high = self.view(view, values)
                parts.append(f'<g transform="translate(1 {y})">{drawn}</g>')
                y, width = y + high + 12, max(width, wide)
            y += 10
        parts.append(svg_text(1, y, "in each cell: its number; in blue its place in memory"))
        return svg_page(parts, max(width, 270) + 3, y + 6, self.text())

    def view(self, view, values):
        """Draw one tensor: a bar for each position in memory that it reads, and its elements with their positions."""
        said = f"{view.name}: shape {view.array.shape}, strides {view.strides}"
        grid = np.atleast_2d(view.places)
        grid = grid.reshape(-1, grid.shape[-1])
        parts, used = [svg_text(0, 11, said)], np.bincount(view.places.ravel(), minlength=len(values))
        for i, times in enumerate(used):
            parts.append(f'<rect x="{CELL * i + 2}" y="18" width="{CELL - 4}" height="7" rx="2" fill="{VALUE}" '
                         f'fill-opacity="{1 if times else 0.12}"/>')
            if times > 1:
                parts.append(svg_text(CELL * (i + 0.5), 36, f"{times}×", anchor="middle"))
        top = 40
        for i, row in enumerate(grid):
            for j, place in enumerate(row):
                x, y = CELL * j, top + CELL * i
                parts += [f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#f7f7f7" stroke="#808080"/>',
                          svg_text(x + CELL / 2, y + 13, f"{values[place] + 0:.3g}", "#1a1a1a", 11, "middle"),
                          svg_text(x + CELL / 2, y + 26, place, PLACE, 11, "middle")]
        return "".join(parts), max(CELL * len(grid[0]), 6.2 * len(said)), top + CELL * len(grid)


def memory(*tensors, names=None, **named):
    """Draw tensors over the memory that they use: which tensors share it, and with which strides each reads it.

    tensors   Tensors on the CPU or arrays, of up to 24 elements in memory; a keyword is its tensor's name
    names     names of the tensors that are given by position; default a, b, c …
    returns   Memory: displays itself, `.text()`

    Raises ValueError without tensors, for an empty tensor, and for more than 24 elements in memory.

    >>> x = arange(6).reshape(2, 3)
    >>> memory(x=x, turned=x.T)
    memory    0 1 2 3 4 5
    x         shape (2, 3), strides (3, 1): reads 0 1 2 | 3 4 5
    turned    shape (3, 2), strides (1, 3): reads 0 3 | 1 4 | 2 5
    """
    seen = [Seen(name, x.array if isinstance(x, Tensor) and isinstance(x.array, np.ndarray) else bare(x))
            for name, x in with_names("memory", "tensors", tensors, names, named)]
    for view in seen:
        if not 0 < view.owner.size <= MOST or not view.array.size:
            raise ValueError(f"memory() needs tensors with at least 1 element, in a memory block of at most {MOST}: "
                             f"{view.name} has {view.array.size} elements, in a block of {view.owner.size}.")
    if not seen:
        raise ValueError("memory() needs at least one tensor.")
    return Memory(seen)


def flat(owner):
    """Return the elements in the order in which they are stored in memory."""
    return owner.ravel(order="K")


def rows(places):
    """Return positions in memory as text, with bars between rows."""
    grid = places.reshape(-1, places.shape[-1]) if places.ndim else places.reshape(1, 1)
    return " | ".join(" ".join(map(str, row)) for row in grid)
