"""Arrays to look at: heat maps side by side, the numbers written in where they fit, and text that says the same;
and images within a drawing: grey or coloured pixels, each a sharp square.
"""

from base64 import b64encode
from html import escape

import numpy as np

from ..tensors import Tensor
from ..vision.utils import png
from .colours import readable
from .picture import Picture, scale, svg_page

LEVELS = 16                                # shades on either side of 0
FEW, MANY = 10, 40                         # columns and numbers; larger arrays show colours without numbers
POINTED = 400                              # cells that each tell their number where they are pointed at, on a page
CELL = 30                                  # pixels of a cell with a number
WIDE = 84                                  # pixels that an array without numbers takes, about
TOGETHER = 640                             # pixels in a row of pictures
BELOW, ZERO, ABOVE = (0, 114, 178), (247, 247, 247), (213, 94, 0)    # after Okabe and Ito: also without red and green


class Arrays(Picture):
    """What `show` returns: a picture in a notebook, numbers everywhere else.

    named   [(name, array)]; most, the number of the strongest colour, None for each array's own
    """

    def svg(self):
        """The heat maps as SVG text."""
        parts, width, high = self.laid_out()
        parts = [f'<g transform="translate({x} {y})">{part}</g>' for part, x, y, *_ in parts]
        label = "Arrays: " + ", ".join(f"{name} {array.shape}" for name, array in self.named)
        return svg_page(parts, width, high, label)

    def inline(self):
        """Each heat map as an SVG of its own: on a phone they stand beneath each other."""
        parts, width, _ = self.laid_out(POINTED)
        drawn, count = "".join(part for part, *_ in parts), len(self.named)
        labels = [f"{name} {array.shape}" for name, array in self.named] + ["what the colours stand for"]
        alone = [svg_page([part], wide, high, label, drawn) for (part, _, _, wide, high), label in zip(parts, labels)]
        return ('<div style="display: flex; flex-wrap: wrap; align-items: flex-start; gap: 8px 14px; '
                f'margin-bottom: 6px; max-width: {width * scale(drawn):.0f}px">{"".join(alone[:count])}</div>'
                f'{"".join(alone[count:])}')

    def laid_out(self, pointed=MANY):
        """[(drawn, x, y, width, height)] of the heat maps and of their scale, and the width and height of all."""
        parts, x, y, tall, width = [], 0, 0, 0, 0
        for name, array in self.named:
            text, wide, high = tile(name, array, most=self.most, fits=True, pointed=pointed)
            if x and x + wide > TOGETHER:
                x, y, tall = 0, y + tall + 8, 0
            parts.append((text, x, y, wide + 1, high + 1))                                # with the frame's own width
            x, tall, width = x + wide + 14, max(tall, high), max(width, x + wide + 1)
        high = y + tall + 1
        if self.most or not all(with_numbers(np.atleast_2d(array)) for _, array in self.named):
            bar, wide = scale_bar(0, 0, *((short(-self.most), short(self.most)) if self.most is not None else
                                          ("−max", "max" if len(self.named) == 1 else "max of each")))
            parts.append((bar, 0, high + 7, wide, 10))
            width, high = max(width, wide), high + 22
        return parts, width, high

    def text(self):
        width = max([len(name) for name, _ in self.named], default=0)
        lines = []
        for name, array in self.named:
            first, *rest = in_words(array).split("\n")
            lines += [f"{name:<{width}}  {first}", *(" " * (width + 2) + line for line in rest)]
        return "\n".join(lines)


def show(*arrays, names=None, shared=False, **named):
    """Heat maps side by side: blue below zero, white at zero, orange above, each by its own largest number.

    arrays   Tensors, arrays or numbers of up to two dimensions, else ValueError
    names    what to call them, one each; arrays given by keyword bring their name
    shared   one scale for all: the same colour is the same number everywhere
    returns  Arrays: displays itself, `.svg()`

    >>> show(x=[-1.0, 2.0])
    x  [-1.  2.]
    """
    names = [""] * len(arrays) if names is None else names
    found = [(name, bare(array)) for name, array in with_names("show", "arrays", arrays, names, named)]
    for name, array in found:
        if array.ndim > 2:
            raise ValueError(f"show() draws arrays of up to two dimensions; {name or 'one'} has shape {array.shape}. "
                             "Take slices: show(*stack).")
    return Arrays(named=found, most=max([largest(array) for _, array in found], default=0) if shared else None)


def with_names(function, what, values, names, named):
    """[(name, value)] of values by position and by keyword; without `names` those by position are a, b, c …"""
    names = [chr(ord("a") + i) for i in range(len(values))] if names is None else [str(name) for name in names]
    if len(names) != len(values):
        raise ValueError(f"{function}() was given {len(values)} {what} and {len(names)} names.")
    return [*zip(names, values), *named.items()]


def bare(array):
    """A NumPy array of a Tensor, a list or a number."""
    return np.asarray(array.detach().cpu().numpy() if isinstance(array, Tensor) else array)


def largest(array):
    """How far from 0 its numbers reach; what is not finite does not count."""
    return float(np.abs(array[np.isfinite(array)].astype(float)).max(initial=0)) if array.size else 0.0


def in_words(array):
    """An array's numbers; of a large one the least, the mean and the greatest."""
    if with_numbers(array) or not array.size:
        return np.array2string(array, precision=3, suppress_small=True, floatmode="maxprec")
    return f"{array.shape} from {array.min():.3g} to {array.max():.3g}, mean {array.mean():.3g}"


def with_numbers(array):
    """Whether an array is small enough for its numbers to be read."""
    return max(array.shape, default=1) <= FEW and array.size <= MANY


def short(value):
    """A number in three digits, as narrow as can be."""
    return f"{value + 0.0:.3g}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")


def scale_bar(x, y, low, high, least=-1.0):
    """What the colours from `least` (−1 or 0, of the largest) to 1 stand for: SVG text, and where it ends."""
    start = x + 6 * len(low) + 4
    cells = [f'<rect x="{start + 5 * i}" y="{y}" width="5.2" height="9" fill="{colour(share)}"/>'
             for i, share in enumerate(np.linspace(least, 1, 17))]
    words = 'font-size="10" fill="#808080"'
    return (f'<text x="{x}" y="{y + 8}" {words}>{low}</text>{"".join(cells)}<rect x="{start}" y="{y}" width="85" '
            f'height="9" fill="none" stroke="#808080" stroke-width="0.5"/><text x="{start + 89}" y="{y + 8}" {words}>'
            f'{high}</text>'), start + 91 + 6 * len(high)


def tile(name, array, most=None, numbers=None, hidden=None, faded=None, fits=False, pointed=MANY):
    """One heat map with its name above: SVG text, width and height.

    most      the number of the strongest colour; default: the array's own largest
    numbers   whether they are written in; default: where there are few
    fits      cells are as wide as the longest number needs; else all are square
    pointed   up to how many cells tell each its number where it is pointed at; of more, each colour tells its own
    hidden    a mask of cells that are left empty; faded, of cells that are copies of others
    """
    grid = np.atleast_2d(array).astype(float)
    rows, columns = grid.shape
    numbers = with_numbers(grid) if numbers is None else numbers
    cell = CELL if numbers else max(2, min(12, WIDE // max(rows, columns, 1)))
    shade = np.rint(np.nan_to_num(grid, posinf=0, neginf=0) * (LEVELS / (most or largest(grid) or 1))).astype(int)
    shade = np.clip(shade, -LEVELS, LEVELS)
    seen = np.ones(grid.shape, bool) if hidden is None else ~np.atleast_2d(hidden)
    pale = np.zeros(grid.shape, bool) if faded is None else np.atleast_2d(faded)
    longest = max((len(short(value)) for value in grid.ravel()), default=0) if fits and numbers else 0
    across = max(cell, 6 * longest + 2)
    wide, top = max(across * columns, 7 * len(name)), 16 if name else 0
    parts = [f'<text x="0" y="11" font-size="11" fill="#808080">{escape(name)}</text>'] if name else []
    for level in np.unique(shade[seen]):
        for mask, style in ((seen & ~pale, ""), (seen & pale, ' fill-opacity="0.2"')):
            steps = "".join(f"M{across * j} {top + cell * i}h{across}v{cell}h-{across}z"
                            for i, j in np.argwhere((shade == level) & mask))
            if steps:
                said = f"<title>{span(grid[(shade == level) & mask])}</title>" if grid.size > pointed else ""
                parts.append(f'<path fill="{colour(level / LEVELS)}"{style} d="{steps}">{said}</path>')
    if numbers:
        parts += [f'<text x="{across * j + across / 2:g}" y="{top + cell * i + 19}" font-size="10" '
                  f'text-anchor="middle" fill="{ink(shade[i, j], pale[i, j])}">{short(grid[i, j])}</text>'
                  for i, j in np.argwhere(seen)]
    parts.append(f'<rect x="0" y="{top}" width="{across * columns}" height="{cell * rows}" fill="none" '
                 'stroke="#808080" stroke-width="0.5"/>')
    if grid.size <= pointed:                                         # above the numbers, which would be in the way
        parts += ['<g fill="none" pointer-events="all">',
                  *(f'<path d="M{across * j} {top + cell * i}h{across}v{cell}h-{across}z">'
                    f"<title>{spoken((i, j)[2 - np.ndim(array):], grid[i, j])}</title></path>"
                    for i, j in np.argwhere(seen)), "</g>"]
    return "".join(parts), wide, top + cell * rows


def spoken(index, value):
    """A cell in words: its index, if it has one, and its number."""
    return (f"[{', '.join(map(str, index))}]: " if index else "") + f"{value + 0.0:.5g}"


def span(values):
    """Numbers of one colour in words: from the least to the greatest, and which of them are not finite."""
    finite = values[np.isfinite(values)]
    ends = list(dict.fromkeys(short(end) for end in (finite.min(), finite.max()))) if finite.size else []
    return ", ".join([" to ".join(ends)] * bool(ends) + sorted({short(x) for x in values[~np.isfinite(values)]}))


def ink(shade, pale):
    """The colour of a number on its cell."""
    return "#808080" if pale else readable(colour(shade / LEVELS))


def colour(share):
    """The colour of a number that is `share` of the largest, from −1 to 1."""
    end = ABOVE if share > 0 else BELOW
    return "#" + "".join(f"{round(z + (e - z) * abs(share)):02x}" for z, e in zip(ZERO, end))


TALL = 84                                  # pixels on the page


def image_tag(image, x, y, side=TALL, label=""):
    """An image as part of an SVG: (H, W), (1, H, W) or (3, H, W), its least number black, its greatest white."""
    array = np.nan_to_num(np.asarray(image, float), posinf=0, neginf=0)
    array = array[None] if array.ndim == 2 else array
    if array.ndim != 3 or array.shape[0] not in (1, 3) or not array.size:
        raise ValueError(f"an image is drawn from (H, W), (1, H, W) or (3, H, W), not from {np.shape(image)}.")
    low, high = array.min(), array.max()
    pixels = ((array - low) * (255 / (high - low or 1)) + 0.5).astype(np.uint8)
    return tag(np.repeat(pixels, 3 // len(pixels), 0).transpose(1, 2, 0), x, y, side, label)


def heat_tag(array, x, y, side=TALL, most=None, label=""):
    """A matrix as part of an SVG: blue below zero, white at zero, orange above."""
    array = np.nan_to_num(np.asarray(array, float), posinf=0, neginf=0)
    share = np.clip(array / (most or np.abs(array).max(initial=0) or 1), -1, 1)[..., None]
    ends = np.where(share > 0, np.array(ABOVE, float), np.array(BELOW, float))
    return tag((np.array(ZERO) + (ends - np.array(ZERO)) * np.abs(share) + 0.5).astype(np.uint8), x, y, side, label)


def tag(pixels, x, y, side, label):
    """(H, W, 3) bytes as an element that holds the picture itself, its longer side `side` long."""
    data = b64encode(png(np.ascontiguousarray(pixels))).decode()
    unit = side / max(pixels.shape[:2])
    size = f'width="{unit * pixels.shape[1]:g}" height="{unit * pixels.shape[0]:g}"'
    return (f'<image x="{x:g}" y="{y:g}" {size} preserveAspectRatio="none" style="image-rendering: pixelated" '
            f'href="data:image/png;base64,{data}">{f"<title>{escape(label)}</title>" if label else ""}</image>'
            f'<rect x="{x:g}" y="{y:g}" {size} fill="none" stroke="#808080" stroke-width="0.5"/>')
