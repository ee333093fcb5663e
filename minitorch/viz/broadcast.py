"""Pictures of broadcasting: shapes aligned at the right, and which axes are repeated to match the others."""

from textwrap import wrap

import numpy as np

from ..display.page import SAID, WORDS
from .arrays import bare, tile, with_names
from .picture import Picture, svg_page, svg_text

STRETCHED, WRONG, PLAIN = "#d55e00", "#cc79a7", "#808080"      # colours of frames; SAID has the colours of texts
COLUMN, ROW, GAP = 62, 22, 18


class Broadcast(Picture):
    """`broadcast` returns this; named: [(name, array)]. `.shape` is the common shape; None if the shapes do not fit."""

    def __init__(self, named):
        self.named = named
        self.rank = max(array.ndim for _, array in named)
        self.padded = {name: (1,) * (self.rank - array.ndim) + array.shape for name, array in named}
        self.clash = next((axis for axis in range(self.rank)
                           if len({shape[axis] for shape in self.padded.values()} - {1}) > 1), None)
        self.shape = None if self.clash is not None else tuple(
            next((shape[axis] for shape in self.padded.values() if shape[axis] != 1), 1) for axis in range(self.rank))

    def cell(self, name, axis):
        """Return the text and the colour for one axis of one array: unchanged, repeated, new or wrong."""
        size, new = self.padded[name][axis], axis < self.rank - dict(self.named)[name].ndim
        if self.shape is None:
            return ("" if new else f"{size}"), WRONG if axis == self.clash else PLAIN
        if new or size != self.shape[axis]:
            return f"{'new' if new else '1'} → {self.shape[axis]}", STRETCHED
        return f"{size}", PLAIN

    def summed_axes(self, name):
        """Return the axes over which backward sums the result's gradient to give this array's."""
        new = self.rank - dict(self.named)[name].ndim
        return [axis for axis in range(self.rank) if axis < new or self.padded[name][axis] != self.shape[axis]]

    def text(self):
        table = [(name, [self.cell(name, axis)[0] for axis in range(self.rank)]) for name, _ in self.named]
        if self.shape is not None:
            table.append(("result", [str(size) for size in self.shape]))
        wide = max(len(name) for name, _ in table)
        widths = [max(len(cells[axis]) for _, cells in table) for axis in range(self.rank)]
        return "\n".join(["  ".join([f"{name:<{wide}}", *(f"{c:>{w}}" for c, w in zip(cells, widths))]).rstrip()
                          for name, cells in table] + self.said())

    def said(self):
        """Return lines that explain the picture: why shapes do not fit, or over which axes backward sums."""
        if self.shape is None:
            sizes = [f"{self.padded[name][self.clash]} in {name}" for name, _ in self.named
                     if self.padded[name][self.clash] != 1]
            return [f"They do not fit: axis {self.clash - self.rank} is {' and '.join(sizes)}, and neither is 1."]
        return [f"Backward sums {name}'s gradient over {'axis' if len(axes) == 1 else 'axes'} "
                f"{', '.join(map(str, axes))}: {name} was copied along there."
                for name, _ in self.named for axes in [self.summed_axes(name)] if axes]

    def svg(self):
        names = [name for name, _ in self.named] + (["result"] if self.shape is not None else [])
        left = 7 * max(map(len, names)) + 14
        parts, y = [], ROW
        for name in names:
            parts.append(svg_text(0, y, name, size=12))
            for axis in range(self.rank):
                text, colour = (str(self.shape[axis]), PLAIN) if name == "result" else self.cell(name, axis)
                x = left + COLUMN * axis
                if text:
                    parts += [f'<rect x="{x}" y="{y - 15}" width="{COLUMN - 6}" height="{ROW - 2}" rx="3" fill="none" '
                              f'stroke="{colour}" stroke-width="{1 if colour == PLAIN else 2}"/>',
                              svg_text(x + COLUMN / 2 - 3, y, text, SAID.get(colour, WORDS), 12, "middle")]
            y += ROW + 4
        width = left + COLUMN * self.rank
        for line in (part for said in self.said() for part in wrap(said, 48)):
            parts.append(svg_text(0, y, line))
            y, width = y + ROW - 4, max(width, 6.2 * len(line))
        if self.shape is not None and self.rank <= 2 and max(self.shape, default=1) <= 8:
            drawn, wide, high = self.stretched()
            parts.append(f'<g transform="translate(1 {y})">{drawn}</g>')
            y, width = y + high + GAP, max(width, wide)
        return svg_page(parts, width + 2, y, self.text())

    def stretched(self):
        """Return SVG text with every array in the common shape: its own cells, and paler cells for their copies."""
        parts, x, high = [], 0, 0
        for name, array in self.named:
            own, summed = np.zeros(self.shape, bool), self.summed_axes(name)
            own[tuple(slice(0, 1) if axis in summed else slice(None) for axis in range(self.rank))] = True
            text, wide, tall = tile(name, np.broadcast_to(array, self.shape), numbers=True, faded=~own)
            parts.append(f'<g transform="translate({x} 0)">{text}</g>')
            x, high = x + wide + GAP, max(high, tall)
        return "".join(parts), x, high


def broadcast(*arrays, names=None, **named):
    """Draw how arrays of different shapes are broadcast: which axes are repeated, which are new.

    arrays   Tensors, arrays, numbers, or shapes as tuples; a keyword is its array's name. ValueError without arrays
    names    names of the arrays that are given by position; default a, b, c …
    returns  Broadcast: displays itself, `.shape`, `.text()`; shapes that do not fit are drawn too, with the reason

    >>> broadcast(x=(2, 1), y=(3,))
    x           2  1 → 3
    y       new → 2      3
    result      2      3
    Backward sums x's gradient over axis 1: x was copied along there.
    Backward sums y's gradient over axis 0: y was copied along there.
    """
    found = [(name, array_of_shape(x)) for name, x in with_names("broadcast", "arrays", arrays, names, named)]
    if not found:
        raise ValueError("broadcast() needs at least one array or shape.")
    return Broadcast(found)


def array_of_shape(x):
    """Return x as an array; for a shape, an array of this shape with the numbers 0, 1, 2 …, or 0s if it is large."""
    if type(x) is tuple and all(type(size) is int for size in x):
        return np.broadcast_to(np.float32(0), x) if np.prod(x) > 64 else np.arange(np.prod(x)).reshape(x)
    return bare(x)
