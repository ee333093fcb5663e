"""Arrays as heat maps side by side, with numbers in cells that are large enough, and as text with the same content;
and images inside a drawing: each grey or coloured pixel is a sharp square.
"""

from base64 import b64encode
from html import escape

import numpy as np

from ..display.page import WORDS
from ..tensors import Tensor
from ..vision.utils import png
from .colours import readable
from .picture import Picture, outline, svg_text, together

LEVELS = 16                                # number of shades for numbers below 0, and for numbers above 0
FEW, MANY = 10, 40                         # maximum columns and elements of an array drawn with its numbers
POINTED = 400                              # in arrays with at most this many cells, each cell has its own tooltip
CELL = 28                                  # pixels: size of a cell with a number
USUAL_HEIGHT, MAX_WIDTH = 84, 310          # pixels: size of an array drawn without its numbers
SHARP = 'shape-rendering="crispEdges"'     # without it, the page is visible between two cells
BELOW, ZERO, ABOVE = (0, 114, 178), (247, 247, 247), (213, 94, 0)  # colours of Okabe and Ito, also for the colour-blind


class Arrays(Picture):
    """The result of `show`: a picture in a notebook, numbers everywhere else.

    named   [(name, array)]; most, the number with the strongest colour; None: each array's largest number
    """

    def svg(self, pointed=MANY):
        """Return the heat maps as SVG text, with the legend of their colours."""
        parts = []
        for name, array in self.named:
            drawn, wide, high = tile(name, array, most=self.most, fits=True, pointed=pointed, ticks=self.ticks,
                                     framed=self.framed.get(name))
            more = 1 + 3 * (name in self.framed)                                    # 3 pixels more for the frame's line
            parts.append((drawn, wide + more, high + more, f"{name} {array.shape}"))
        if self.most or not all(with_numbers(np.atleast_2d(array)) for _, array in self.named):
            arrays = [array for _, array in self.named]
            bar, wide = legend(0, 1, arrays, largest(arrays[0]) if len(arrays) == 1 else self.most)
            parts += [None, (bar, wide, 14, "what the colours stand for")]
        label = "Arrays: " + ", ".join(f"{name} {array.shape}" for name, array in self.named)
        return together(parts, label)

    def inline(self):
        return self.svg(POINTED)

    def text(self):
        width = max([len(name) for name, _ in self.named], default=0)
        lines = []
        for name, array in self.named:
            first, *rest = in_words(array).split("\n")
            lines += [f"{name:<{width}}  {first}", *(" " * (width + 2) + line for line in rest)]
        return "\n".join(lines)


def show(*arrays, names=None, shared=False, ticks=None, framed=None, **named):
    """Draw heat maps side by side: blue below zero, white at zero, orange above, each scaled by its largest number.

    arrays   Tensors, arrays or numbers of up to two dimensions; raises ValueError for more
    names    a name for each array that is given by position; a keyword is its array's name
    shared   one scale for all arrays: the same colour means the same number in each
    ticks    (names of the rows, names of the columns) of every array; either may be empty
    framed   {name: (rows, columns)}, two slices, or a list of such pairs: draw a black frame around these cells
    returns  Arrays: displays itself, `.svg()`

    >>> show(x=[-1.0, 2.0])
    x  [-1.  2.]
    """
    names = [""] * len(arrays) if names is None else names
    found = [(name, bare(array)) for name, array in with_names("show", "arrays", arrays, names, named)]
    for name, array in found:
        if array.ndim > 2:
            raise ValueError(f"show() draws arrays of up to two dimensions; {name or 'one array'} has shape "
                             f"{array.shape}. Take slices: show(*stack).")
    return Arrays(named=found, ticks=ticks or ((), ()), framed=framed or {},
                  most=max([largest(array) for _, array in found], default=0) if shared else None)


def with_names(function, what, values, names, named):
    """Return [(name, value)] of positional and keyword values; without `names`, positional ones are named a, b, c …"""
    names = [chr(ord("a") + i) for i in range(len(values))] if names is None else [str(name) for name in names]
    if len(names) != len(values):
        raise ValueError(f"{function}() was given {len(values)} {what} and {len(names)} names.")
    return [*zip(names, values), *named.items()]


def bare(array):
    """Return a NumPy array of a Tensor, a list or a number."""
    return np.asarray(array.detach().cpu().numpy() if isinstance(array, Tensor) else array)


def largest(array):
    """Return the largest absolute value of an array; nan and infinity do not count."""
    return float(np.abs(array[np.isfinite(array)].astype(float)).max(initial=0)) if array.size else 0.0


def in_words(array):
    """Return an array's numbers as text; for a large array its shape, smallest number, largest number and mean."""
    if with_numbers(array) or not array.size:
        return np.array2string(array, precision=3, suppress_small=True, floatmode="maxprec")
    return f"{array.shape} from {array.min():.3g} to {array.max():.3g}, mean {array.mean():.3g}"


def with_numbers(array):
    """Return True if an array is small enough for its numbers to be read."""
    return max(array.shape, default=1) <= FEW and array.size <= MANY


def short(value):
    """Return a number as text with three digits, as short as possible."""
    return f"{value + 0.0:.3g}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")


def legend(x, y, arrays, most):
    """Return the legend of arrays, as scale_bar does: from 0 if no number is negative; most=None: each has its own."""
    signed = any((array < 0).any() for array in arrays)
    low, high = ("−max", "max of each") if most is None else (short(-most), short(most))
    bar, end = scale_bar(x + 72, y, low if signed else "0", high, -signed)
    return svg_text(x, y + 9, "numbers from") + bar, end


def scale_bar(x, y, low, high, least=-1.0, paint=None):
    """Return a legend of shares from `least` (−1 or 0) to 1, coloured by `paint` or `colour`: SVG text, right end."""
    start = x + 7 * len(low) + 4
    cells = [f'<rect x="{start + 5 * i}" y="{y}" width="5.2" height="9" fill="{(paint or colour)(share)}"/>'
             for i, share in enumerate(np.linspace(least, 1, 17))]
    frame = f'<rect x="{start}" y="{y}" width="85" height="9" fill="none" stroke="#808080" stroke-width="0.5"/>'
    return (svg_text(start - 4, y + 9, low, anchor="end") + "".join(cells) + frame + svg_text(start + 89, y + 9, high),
            start + 91 + 7 * len(high))


def tile(name, array, most=None, numbers=None, hidden=None, faded=None, fits=False, pointed=MANY, size=CELL,
         ticks=((), ()), framed=None):
    """Return one heat map with its name above: SVG text, width and height.

    most      the number with the strongest colour; default: the array's largest absolute value
    numbers   whether the numbers are written into the cells; default: only if there are few
    fits      make cells as wide as the longest number needs; else cells are square
    pointed   up to this many cells, each cell has a tooltip with its number; with more, each colour has one
    hidden    a mask: True for cells that stay empty; faded, a mask of cells to draw paler
    size      pixels of a cell with a number
    ticks     the names of the rows and of the columns
    framed    (rows, columns), two slices, or a list of such pairs: the cells in a black frame
    """
    grid = np.atleast_2d(array).astype(float)
    rows, columns = grid.shape
    numbers = with_numbers(grid) if numbers is None else numbers
    cell = size if numbers else max(2, min(12, USUAL_HEIGHT // max(rows, 1)), 24 // max(rows, 1))
    shade = np.rint(np.nan_to_num(grid, posinf=0, neginf=0) * (LEVELS / (most or largest(grid) or 1))).astype(int)
    shade = np.clip(shade, -LEVELS, LEVELS)
    seen = np.ones(grid.shape, bool) if hidden is None else ~np.atleast_2d(hidden)
    pale = np.zeros(grid.shape, bool) if faded is None else np.atleast_2d(faded)
    longest = max((len(short(value)) for value in grid.ravel()), default=0) if fits and numbers else 0
    across = max(cell, round(6.2 * longest) + 4) if numbers else max(2, min(cell, MAX_WIDTH // max(columns, 1)))
    down, over = ([str(tick) for tick in each][:count] for each, count in zip(ticks, grid.shape))
    across = max([across, *(round(6.2 * len(tick)) + 3 for tick in over)])
    parts, left, top = names_around(name, down, over, cell, across)
    wide = max(left + across * columns, 7 * len(name))

    def spot(i, j, count=1):
        return f"M{left + across * j} {top + cell * i}h{across * count}v{cell}h-{across * count}z"
    for level in np.unique(shade[seen]):
        for mask, style in ((seen & ~pale, ""), (seen & pale, ' fill-opacity="0.2"')):
            steps = "".join(spot(*stretch) for stretch in stretches((shade == level) & mask))
            if steps:
                said = f"<title>{span(grid[(shade == level) & mask])}</title>" if grid.size > pointed else ""
                parts.append(f'<path fill="{colour(level / LEVELS)}"{style} d="{steps}">{said}</path>')
    if numbers:
        parts += [svg_text(left + across * (j + 0.5), top + cell * (i + 0.5) + 4, short(grid[i, j]),
                           ink(shade[i, j], pale[i, j]), anchor="middle") for i, j in np.argwhere(seen)]
    parts.append(f'<rect x="{left}" y="{top}" width="{across * columns}" height="{cell * rows}" fill="none" '
                 'stroke="#808080" stroke-width="0.5"/>')
    if grid.size <= pointed:                                         # draw the tooltips on top of the numbers
        parts += ['<g fill="none" pointer-events="all">',
                  *(f'<path d="{spot(i, j)}"><title>{cell_text((i, j)[2 - np.ndim(array):], grid[i, j])}</title></path>'
                    for i, j in np.argwhere(seen)), "</g>"]
    parts += frames_around(framed, grid.shape, left, top, across, cell)
    return f'<g {SHARP}>{"".join(parts)}</g>', wide, top + cell * rows


def frames_around(framed, shape, left, top, across, cell):
    """Return the SVG of frames around cells of a heat map: `framed` as in `tile`, sizes in pixels."""
    found = []
    for pair in framed if isinstance(framed, list) else [framed] * bool(framed):
        (up, down, _), (start, stop, _) = (part.indices(count) for part, count in zip(pair, shape))
        found.append(outline(left + across * start - 2, top + cell * up - 2, across * (stop - start) + 4,
                             cell * (down - up) + 4))
    return found


def names_around(name, down, over, cell, across):
    """Return the SVG of a heat map's name and its rows' and columns' names, and the x and y where its cells begin."""
    left, top = round(6.5 * max(map(len, down)) + 6) if down else 0, 16 if name else 0
    parts = [svg_text(0, 11, name)] if name else []
    parts += [svg_text(left + across * (j + 0.5), top + 11, tick, anchor="middle") for j, tick in enumerate(over)]
    top += 19 * bool(over)                                            # room for a frame around the first row
    parts += [svg_text(left - 5, top + cell * (i + 0.5) + 4, tick, anchor="end") for i, tick in enumerate(down)]
    return parts, left, top


def stretches(mask):
    """Yield (row, first column, count) for each group of adjacent cells in a row that are True."""
    for i, row in enumerate(mask):
        edges = np.flatnonzero(np.diff(row, prepend=False, append=False)).tolist()
        yield from ((i, start, end - start) for start, end in zip(edges[::2], edges[1::2]))


def cell_text(index, value):
    """Return a cell's index, if it has one, and its number as text."""
    return (f"[{', '.join(map(str, index))}]: " if index else "") + f"{value + 0.0:.5g}"


def span(values):
    """Return text about values with the same colour: the smallest, the largest, and each value that is not finite."""
    finite = values[np.isfinite(values)]
    ends = list(dict.fromkeys(short(end) for end in (finite.min(), finite.max()))) if finite.size else []
    return ", ".join([" to ".join(ends)] * bool(ends) + sorted({short(x) for x in values[~np.isfinite(values)]}))


def ink(shade, pale):
    """Return the colour for a number that is written on a cell."""
    return WORDS if pale else readable(colour(shade / LEVELS))


def colour(share):
    """Return the colour of a number; `share` is this number divided by the largest, from −1 to 1."""
    end = ABOVE if share > 0 else BELOW
    return "#" + "".join(f"{round(z + (e - z) * abs(share)):02x}" for z, e in zip(ZERO, end))


TALL = 84                                  # pixels: height of the drawing on the page


def image_tag(image, x, y, side=TALL, label=""):
    """Return an image (H, W), (1, H, W) or (3, H, W) as SVG: black for the smallest number, white for the largest."""
    array = np.nan_to_num(np.asarray(image, float), posinf=0, neginf=0)
    array = array[None] if array.ndim == 2 else array
    if array.ndim != 3 or array.shape[0] not in (1, 3) or not array.size:
        raise ValueError(f"an image is drawn from (H, W), (1, H, W) or (3, H, W), not from {np.shape(image)}.")
    low, high = array.min(), array.max()
    pixels = ((array - low) * (255 / (high - low or 1)) + 0.5).astype(np.uint8)
    return tag(np.repeat(pixels, 3 // len(pixels), 0).transpose(1, 2, 0), x, y, side, label)


def heat_tag(array, x, y, side=TALL, most=None, label=""):
    """Return a matrix as an SVG image without numbers: blue below zero, white at zero, orange above zero."""
    array = np.nan_to_num(np.asarray(array, float), posinf=0, neginf=0)
    share = np.clip(array / (most or np.abs(array).max(initial=0) or 1), -1, 1)[..., None]
    ends = np.where(share > 0, np.array(ABOVE, float), np.array(BELOW, float))
    return tag((np.array(ZERO) + (ends - np.array(ZERO)) * np.abs(share) + 0.5).astype(np.uint8), x, y, side, label)


def tag(pixels, x, y, side, label):
    """Return an SVG <image> with (H, W, 3) pixels stored in it; its longer side is `side` pixels long."""
    data = b64encode(png(np.ascontiguousarray(pixels))).decode()
    unit = side / max(pixels.shape[:2])
    size = f'width="{unit * pixels.shape[1]:g}" height="{unit * pixels.shape[0]:g}"'
    return (f'<image x="{x:g}" y="{y:g}" {size} preserveAspectRatio="none" style="image-rendering: pixelated" '
            f'href="data:image/png;base64,{data}">{f"<title>{escape(label)}</title>" if label else ""}</image>'
            f'<rect x="{x:g}" y="{y:g}" {size} fill="none" stroke="#808080" stroke-width="0.5"/>')
