"""Strips of tiles: batches with the class of each sample, or timelines with the work of each worker at each time."""

import textwrap
from html import escape

import numpy as np

from .colours import readable
from .picture import TOGETHER, Picture, svg_text, together

# The colours of Okabe and Ito, and two more
PAINT = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#56b4e9", "#d55e00", "#999999", "#7766cc", "#ddcc77"]
SIDE, HIGH, GAP, FOLDED, APART = 18, 18, 5, 308, 26        # sizes in pixels; a long strip has narrower tiles
TICK = 16                                   # pixels for a position of a timeline; fewer if the positions do not all fit
WAITS = "·"


class Strips(Picture):
    """The result of `strips`: a picture in a notebook, rows of numbers everywhere else.

    note   a sentence below the picture, such as what a number is
    """

    note = ""

    @property
    def rows(self):
        """Return {name: row} of the rows that are in no group."""
        return self.groups.get("", {})

    @property
    def legend(self):
        """Return {word: the numbers that it names and that a row contains}."""
        found: dict = {}
        for group, rows in self.groups.items():
            values = {value for row in rows.values() for value in row}
            for value, word in self.words_of(group).items():
                if value in values and value not in found.setdefault(word, []):
                    found[word].append(value)
        return {word: values for word, values in found.items() if values}

    def words_of(self, group):
        """Return {number: word} of a group of rows."""
        return self.words.get(group, self.words)

    def same(self, word, *groups):
        """Return the numbers that a word names in these groups, or in all."""
        return list(dict.fromkeys(value for group in groups or self.groups
                                  for value, other in self.words_of(group).items() if other == word))

    def text(self):
        named = [(name, row) for rows in self.groups.values() for name, row in rows.items()]
        left = max((len(name) for name, _ in named), default=0)
        wide = max((len(mark(value)) for _, row in named for value in row), default=1)
        gap = " " if wide > 1 else ""
        lines = []
        for group, rows in self.groups.items():
            lines += [group] * bool(group)
            lines += [f"{name:<{left}}  " + gap.join(f"{mark(value):>{wide}}" for value in row)
                      for name, row in rows.items()]
        if self.legend:
            lines.append(", ".join(" ".join([*map(str, values), word]) for word, values in self.legend.items()))
        return "\n".join(lines)

    def svg(self):
        """Return the rows in one part if they are a timeline, else in parts as wide as a phone.

        A wide page puts two parts next to each other. Timelines of similar length have the same scale.
        """
        names = [name for rows in self.groups.values() for name in rows]
        left = 14 + 8 * bool(self.across) + max((6.5 * len(name) for name in [*names, self.across]), default=0)
        longest = max([1, *(len(row) for rows in self.groups.values() for row in rows.values())])
        wide = max((TOGETHER if self.join else FOLDED) - left, 4 * SIDE)    # width of the tiles, even after a long name
        if self.join:
            most, side = longest, TICK
            while side * longest > wide:
                side -= 4 if side > 4 else side / 2
        else:
            room = int(wide / (SIDE * 0.75))                            # maximum number of tiles in one part
            most = -(-longest // -(-longest // room))        # number of tiles in each part, so that all parts are equal
            side = min(SIDE, wide / most)
        return together([self.part(start, min(start + most, longest), left, side, most < longest)
                         for start in range(0, longest, most)], self.text(), across=2.2 * FOLDED)

    def part(self, first, last, left, side, folded):
        """Draw the positions `first` to `last` − 1, a heading if `folded`; return SVG, width, height and name."""
        parts: list[str] = []
        places = f"{self.across or 'places'} {first}–{last - 1}"
        y, width = 0, left + side * (last - first) + (10 if self.across else 2)
        for group, rows in self.groups.items():
            words = self.words_of(group)
            heading = ", ".join(filter(None, [group, places * folded]))
            if heading:
                y += 2 * GAP * (y > 0)
                parts.append(svg_text(left, y + 13, heading))
                y, width = y + HIGH, max(width, left + 6.5 * len(heading))
            for name, row in rows.items():
                parts.append(svg_text(left - 8, y + 13, name, anchor="end"))
                for start, length, value in tiles_of(row, self.join):
                    here, there = max(start, first), min(start + length, last)
                    if here < there:
                        shown = words.get(0, value) if value == 0 else value            # 0 is the number of no work
                        parts.append(tile(left + side * (here - first), y, side * (there - here), shown,
                                          tooltip(name, self.across, start, length, words.get(value, value)),
                                          self.same(words[value], group)[0] if value in words else value))
                y += HIGH + GAP
        if self.across and not folded:
            parts += axis(self.across, left, y, side, first, last)
            y += HIGH + GAP
        x = left
        for word in self.legend:
            first, *others = self.same(word)
            parts += [tile(x, y + GAP, SIDE, "" if others else first or "", word, first),
                      svg_text(x + SIDE + 5, y + GAP + 13, word)]
            x += SIDE + 25 + 6.5 * len(word)
        y += (HIGH + 2 * GAP) * (x > left)
        for line in textwrap.wrap(self.note, (FOLDED - 2) // 6):
            parts, y, width = [*parts, svg_text(2, y + 13, line)], y + HIGH, max(width, 6 * len(line) + 2)
        return "".join(parts), max(width, x), y, places


def mark(value):
    """Return a position as text."""
    return WAITS if value is None else str(value)


def axis(name, left, y, side, first, last):
    """Return the SVG of an axis below the tiles; each number is at the start of its tile, if there is space."""
    step = next(step for zeros in range(9) for step in (10 ** zeros, 2 * 10 ** zeros, 5 * 10 ** zeros)
                if step * side >= APART)
    return [svg_text(left - 14, y + 15, name, anchor="end"), *(
        f'<path d="M{left + side * (at - first):g} {y - 3}v4" stroke="#808080"/>'
        + svg_text(left + side * (at - first), y + 15, at, anchor="middle")
        for at in range(-(-first // step) * step, last + 1, step))]


def tiles_of(row, join):
    """Return (start, length, value) of each tile; with `join`, equal values that follow each other are one tile."""
    found: list[list] = []
    for place, value in enumerate(row):
        if join and found and found[-1][2] == value:
            found[-1][1] += 1
        else:
            found.append([place, 1, value])
    return found


def tooltip(name, across, start, length, value):
    """Return a tile's tooltip: its row, where it begins and ends in the row, counted from 0, and its number."""
    places = f"{across} {start}".strip() + (f"–{start + length - 1}" if length > 1 else "")
    return f"{name}, {places}: {'nothing' if value is None else value}"


def tile(x, y, width, value, words, paint):
    """Return one tile with its number, if there is space; for None a dashed line. `words`: its tooltip; `paint`: the
    number that gives its colour.
    """
    if value is None:
        return (f'<path d="M{x:g} {y + HIGH / 2:g}h{width:g}" stroke="#808080" stroke-dasharray="2 3" fill="none" '
                f'pointer-events="all"><title>{escape(words)}</title></path>')
    value = abs(value) if isinstance(value, int) else value
    fill = PAINT[paint % len(PAINT)]
    said = svg_text(x + width / 2, y + 13, value, readable(fill), 11, "middle") * (width >= 6.2 * len(str(value)) + 3)
    return (f'<g><title>{escape(words)}</title><rect x="{x + 0.5:g}" y="{y}" width="{width - 1:g}" height="{HIGH}" '
            f'rx="2" fill="{fill}"/>{said}</g>')


def strips(rows, join=False, across="", words=None):
    """Draw rows of tiles with one colour for each number.

    rows     {name: list of integers, or None for an empty position}; ValueError for other numbers;
             or groups of rows: {the group's heading: {name: list}}
    join     draw equal numbers that follow each other as one tile, as in a timeline
    across   the name of the axis, such as "time"; without it the tiles have no axis
    words    {number: its meaning}: draw a legend; numbers with the same meaning have the same colour; −2 is shown as 2.
             For groups also {heading: {number: its meaning}}
    returns  Strips: displays itself, `.svg()`

    >>> strips({"disk": [1, 1, 2, 2, None], "network": [None, None, 1, None, 2]}, join=True)
    disk     1122·
    network  ··1·2
    """
    grouped = bool(rows) and all(isinstance(row, dict) for row in rows.values())
    groups = {str(group): {str(name): whole_numbers(name, row) for name, row in inside.items()}
              for group, inside in (rows if grouped else {"": rows}).items()}
    return Strips(groups=groups, join=join, across=across, words=words or {})


def whole_numbers(name, row):
    """Return a row as a list of ints and None; raise ValueError for other numbers."""
    values = [None if value is None else int(value) for value in row]
    if any(value is not None and value != given for value, given in zip(values, row)):
        raise ValueError(f"strips() draws whole numbers; {name} holds {np.asarray(row, float).tolist()[:5]}.")
    return values
