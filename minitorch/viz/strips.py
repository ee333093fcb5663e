"""Strips of tiles: batches with the class of each sample, or who is busy with what at each tick of a clock."""

from html import escape

import numpy as np

from .colours import readable
from .picture import Picture, svg_page, svg_text

# after Okabe and Ito, with two more
PAINT = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#56b4e9", "#d55e00", "#999999", "#332288", "#ddcc77"]
SIDE, HIGH, GAP, TOGETHER, APART = 18, 18, 5, 640, 26     # pixels; a long strip has narrower tiles
WAITS = "·"


class Strips(Picture):
    """What `strips` returns: a picture in a notebook, rows of numbers everywhere else."""

    def text(self):
        left = max((len(name) for name in self.rows), default=0)
        marks = {name: [WAITS if value is None else str(value) for value in row] for name, row in self.rows.items()}
        wide = max((len(mark) for row in marks.values() for mark in row), default=1)
        gap = " " if wide > 1 else ""
        return "\n".join(f"{name:<{left}}  " + gap.join(f"{mark:>{wide}}" for mark in row)
                         for name, row in marks.items())

    def svg(self):
        left = 14 + max((6.5 * len(name) for name in [*self.rows, self.across]), default=0)
        longest = max((len(row) for row in self.rows.values()), default=1)
        side = min(SIDE, (TOGETHER - left) / max(longest, 1))
        parts = []
        for place, (name, row) in enumerate(self.rows.items()):
            y = place * (HIGH + GAP)
            parts.append(svg_text(left - 8, y + 13, name, anchor="end"))
            parts += [tile(left + side * start, y, side * length, value, told(name, self.across, start, length, value))
                      for start, length, value in runs(row, self.join)]
        rows = len(self.rows)
        if self.across:
            parts += axis(self.across, left, rows * (HIGH + GAP), side, longest)
            rows += 1
        return svg_page(parts, left + side * longest + (10 if self.across else 2), rows * (HIGH + GAP), self.text())


def axis(name, left, y, side, longest):
    """Numbers beneath the tiles, each where its tile begins, as many as have room."""
    step = next(step for zeros in range(9) for step in (10 ** zeros, 2 * 10 ** zeros, 5 * 10 ** zeros)
                if step * side >= APART)
    return [svg_text(left - 8, y + 15, name, anchor="end"), *(
        f'<path d="M{left + side * at:g} {y - 3}v4" stroke="#808080"/>'
        + svg_text(left + side * at, y + 15, at, anchor="middle") for at in range(0, longest + 1, step))]


def runs(row, join):
    """(start, length, value) of each tile; with `join`, neighbours of one value are one tile."""
    found: list[list] = []
    for place, value in enumerate(row):
        if join and found and found[-1][2] == value:
            found[-1][1] += 1
        else:
            found.append([place, 1, value])
    return found


def told(name, across, start, length, value):
    """What a tile says where it is pointed at: the row, its places there, counted from 0, and the number."""
    places = f"{across} {start}".strip() + (f"–{start + length - 1}" if length > 1 else "")
    return f"{name}, {places}: {'nothing' if value is None else value}"


def tile(x, y, width, value, words):
    """One tile, its number in it where there is room; a dashed line where nothing is done. `words` are its tooltip."""
    if value is None:
        return (f'<path d="M{x:g} {y + HIGH / 2:g}h{width:g}" stroke="#808080" stroke-dasharray="2 3" fill="none" '
                f'pointer-events="all"><title>{escape(words)}</title></path>')
    fill = PAINT[value % len(PAINT)]
    said = svg_text(x + width / 2, y + 13, value, readable(fill), 10, "middle") if width >= 7 * len(str(value)) else ""
    return (f'<g><title>{escape(words)}</title><rect x="{x + 0.5:g}" y="{y}" width="{width - 1:g}" height="{HIGH}" '
            f'rx="2" fill="{fill}"/>{said}</g>')


def strips(rows, join=False, across=""):
    """Rows of tiles, one colour a number.

    rows     {name: whole numbers; None where there is nothing}, else ValueError
    join     neighbours with one number become one tile: a timeline
    across   what a place in a row is, such as "tick": it is counted beneath the tiles
    returns  Strips: displays itself, `.svg()`

    >>> strips({"disk": [1, 1, 2, 2, None], "network": [None, None, 1, None, 2]}, join=True)
    disk     1122·
    network  ··1·2
    """
    kept = {}
    for name, row in rows.items():
        kept[str(name)] = values = [None if value is None else int(value) for value in row]
        if any(value is not None and value != given for value, given in zip(values, row)):
            raise ValueError(f"strips() draws whole numbers; {name} holds {np.asarray(row, float).tolist()[:5]}.")
    return Strips(rows=kept, join=join, across=across)
