"""A convolution's window that slides over an image: which numbers it multiplies, and to which output the sum goes."""

from html import escape

import numpy as np

from .arrays import bare, largest, tile
from .picture import FramesPicture, folded, number, outline, svg_text, together

CELL, GAP, IN_STRIP = 22, 26, 6
MOST = 14                                  # maximum rows and columns of an image whose numbers can be read


class Windows(FramesPicture):
    """The result of `windows`: a slider moves the window; `.at` is the window's index, `.output` the output."""

    frame_name = "window"

    def __init__(self, image, kernel, stride, padding, dilation, columns):
        self.kernel, self.stride, self.dilation, self.padding = kernel, stride, dilation, padding
        self.image = np.pad(image, padding)
        self.around = np.pad(np.zeros(image.shape, bool), padding, constant_values=True)
        reach = dilation * (np.array(kernel.shape) - 1) + 1
        sizes = (np.array(self.image.shape) - reach) // stride + 1
        if min(sizes) < 1:
            raise ValueError(f"windows(): a kernel {kernel.shape} with dilation {dilation} does not fit into an image "
                             f"{image.shape} with padding {padding}.")
        self.places = self.frames = [(i, j) for i in range(sizes[0]) for j in range(sizes[1])]
        self.output = np.array([(self.under(place) * kernel).sum() for place in self.places]).reshape(sizes)
        self.columns = np.array([self.under(place).ravel() for place in self.places]).T if columns else None

    def __len__(self):
        return len(self.places)

    def covered_cells(self, place):
        """Return the rows and the columns of the (padded) image that the window covers."""
        return [self.stride * start + self.dilation * np.arange(size) for start, size in zip(place, self.kernel.shape)]

    def under(self, place):
        return self.image[np.ix_(*self.covered_cells(place))]

    def text(self, at=None):
        """Return text about the window at one place: its rows and columns, and its sum of products."""
        at = self.at if at is None else at
        (i, j), under = self.places[at], self.under(self.places[at])
        rows, columns = self.covered_cells((i, j))
        terms = [f"{number(x)}·{signed(w)}" for x, w in zip(under.ravel(), self.kernel.ravel())]
        total = " + ".join(terms) if len(terms) <= 9 else f"{' + '.join(terms[:4])} + … {len(terms) - 4} more"
        return (f"place {at} (0 to {len(self) - 1}): rows {between(rows)}, columns {between(columns)}"
                f"{' of the padded image' if self.padding else ''}\n    {total} = {number(self.output[i, j])} "
                f"-> output[{i}, {j}]")

    def __repr__(self):
        image = tuple(size - 2 * self.padding for size in self.image.shape)
        how = ", ".join(f"{name} {value}" for name, value, usual in (
            ("stride", self.stride, 1), ("padding", self.padding, 0), ("dilation", self.dilation, 1)) if value != usual)
        head = f"{image} * {self.kernel.shape} -> {self.output.shape}" + (f" with {how}" if how else "")
        return folded(f"{head}\n{self.text()}")

    def html(self):
        return f'{self.svg()}<pre style="line-height:1.4">{escape(self.text())}</pre>'

    def parts(self, at):
        """Draw image, kernel and output for one place; return the parts, the width and the height."""
        place = self.places[at]
        later = np.arange(len(self)) > at
        if self.columns is not None:
            return self.product(at, later)
        tiles = [("image", self.image, None, self.around, ""), ("kernel", self.kernel, None, None, "∗"),
                 ("output", self.output, later.reshape(self.output.shape), None, "=")]
        parts, x, y, ends = [], 2, 0, []
        for name, array, hidden, faded, sign in tiles:              # draw the kernel and the output one above the other
            text, wide, high = tile(name, array, largest(array), True, hidden, faded, size=CELL)
            if name == "image" and self.padding:                    # a line between the image and its padding
                edge, (rows, columns) = CELL * self.padding, CELL * (np.array(array.shape) - 2 * self.padding)
                text += (f'<rect x="{edge}" y="{16 + edge}" width="{columns}" height="{rows}" fill="none" '
                         'stroke="#808080" stroke-width="2"/>')
            parts.append(f'<g transform="translate({x:g} {y})">{text}{self.marks(name, place)}</g>'
                         + svg_text(x - GAP / 2, y + 16 + CELL, sign, size=16, anchor="middle") * bool(sign))
            ends.append((x + wide, y + high))
            x, y = (ends[-1][0] + GAP, 0) if name == "image" else (x, y + high + 8)
        return "".join(parts), max(ends)[0] + 2, max(high for _, high in ends) + 3

    def product(self, at, later):
        """Draw the matrix product with im2col's columns for one place: the kernel's row, at its right the output."""
        most, row = largest(self.image), self.kernel.reshape(1, -1)
        image, wide, high = tile("image", self.image, most, True, None, self.around, size=CELL)
        down, many = self.columns.shape
        x, y = 2 + max(wide, CELL * down) + GAP, max(high, 16 + CELL * down) + 8
        found = [(2, 0, image + self.marks("image", self.places[at]))]
        for name, array, left, top, scale in (("columns: one a window", self.columns, x, 0, most),
                                              ("kernel, as a row", row, 2, y, largest(row)),
                                              ("output = kernel · columns", self.output.reshape(1, -1), x, y, None)):
            hidden = np.broadcast_to(later, array.shape) if left == x else None
            text, wide, high = tile(name, array, scale, True, hidden, size=CELL)
            frame = outline(CELL * at, 16, CELL, CELL * len(array)) if left == x else ""
            found.append((left, top, text + frame))
        return ("".join(f'<g transform="translate({left:g} {top:g})">{text}</g>' for left, top, text in found)
                + svg_text(x - GAP / 2, 21 + CELL / 2, "→", size=16, anchor="middle"),
                x + max(CELL * many, 156) + 2, y + 16 + CELL + 3)

    def marks(self, name, place):
        """Return the SVG of the frames that show where the window is."""
        if name == "kernel":
            return ""
        spans = self.covered_cells(place) if name == "image" else ([place[0]], [place[1]])
        together = self.dilation == 1 or name == "output"    # draw one frame around all cells, or a frame for each cell
        rows, columns = ([cells] if together else [[cell] for cell in cells] for cells in spans)
        return "".join(outline(CELL * c[0], 16 + CELL * r[0], CELL * len(c), CELL * len(r))
                       for r in rows for c in columns)

    def svg(self, shown=None):
        """Return SVG text with the window at its current place, or at each of the places `shown`."""
        parts = []
        for at in [self.at] if shown is None else shown:
            drawn, wide, high = self.parts(at)
            head = svg_text(2, 11, f"place {at} (0 to {len(self) - 1})")
            parts.append((f'{head}<g transform="translate(0 16)">{drawn}</g>', wide, high + 16, self.text(at)))
        return together(parts, "\n".join(label for *_, label in parts), 2 * parts[0][1] + GAP)

    def still(self):
        """Return SVG text with the window at the first places and at the last one."""
        return self.svg([*range(min(len(self), IN_STRIP - 1)), *range(max(len(self) - 1, IN_STRIP - 1), len(self))])


def windows(image, kernel, stride=1, padding=0, dilation=1, columns=False):
    """Slide a convolution's window over an image, place by place.

    image, kernel   (H, W), (h, w)  Tensors, arrays or lists; stride, padding and dilation as in conv2d
    columns         also draw im2col's matrix, in which each window is a column
    returns         Windows: a slider in a notebook, a strip of places on a page; `.go(3)`, `.text(3)`, `.output`

    Raises ValueError for other shapes, for images of more than 14 rows or columns, and for kernels that do not fit.

    >>> windows([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 0], [0, -1]])
    (3, 3) * (2, 2) -> (2, 2)
    place 0 (0 to 3): rows 0–1, columns 0–1
        1·1 + 2·0 + 4·0 + 5·(−1) = -4 -> output[0, 0]
    """
    image, kernel = bare(image).astype(float), bare(kernel).astype(float)
    if image.ndim != 2 or kernel.ndim != 2:
        raise ValueError(f"windows() slides one kernel (h, w) over one image (H, W), not {kernel.shape} over "
                         f"{image.shape}. Take one channel of one image: images[0, 0].")
    if max(image.shape) + 2 * padding > MOST:
        raise ValueError(f"windows() draws images of up to {MOST} rows and columns, padding included; this image has "
                         f"shape {image.shape}. Take a part: image[:10, :10].")
    return Windows(image, kernel, stride, padding, dilation, columns)


def signed(value):
    """Return a factor as text; a negative factor is in brackets."""
    return f"(−{number(-value)})" if value < 0 else number(value)


def between(cells):
    """Return the numbers of rows or columns as text, first to last."""
    step = f" by {cells[1] - cells[0]}" if len(cells) > 1 and cells[1] - cells[0] > 1 else ""
    return f"{cells[0]}–{cells[-1]}{step}" if len(cells) > 1 else f"{cells[0]}"
