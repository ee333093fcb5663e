"""What a network looks for and what it sees: filters, activations of one image, attention."""

from html import escape

import numpy as np

from ..tensors import Tensor
from .arrays import bare, colour, heat_tag, image_tag, ink, largest, scale_bar, short, spoken
from .histograms import outputs_of
from .picture import Picture, number, svg_page, svg_text

ACROSS, SIDE, GAP, LINE = 8, 56, 8, 16
MAPS = 16                                  # channels of a layer that are drawn
CELL = 26


class Tiles(Picture):
    """Rows of small pictures.

    rows   [(title, (n, …) arrays to draw)]; said, the lines of text
    """

    def text(self):
        return "\n".join(self.said)

    def svg(self):
        parts, y, width = [], 0, 0
        for title, arrays in self.rows:
            parts.append(svg_text(2, y + 12, title))
            width, y = max(width, 6.2 * len(title) + 4), y + LINE + 2
            most = max((largest(array) for array in arrays), default=0.0)
            if most and all(array.ndim < 3 for array in arrays):                # images in colours have no scale
                bar, end = scale_bar(round(6.2 * len(title)) + 16, y - 14, short(-most), short(most))
                parts, width = [*parts, bar], max(width, end)
            high = 0.0
            for i, array in enumerate(arrays):
                x, top = 2 + i % ACROSS * (SIDE + GAP), y + i // ACROSS * (SIDE + GAP)
                wide = tall = SIDE
                if array.ndim == 1:
                    drawn, wide, tall = values(array, x, top, most)
                else:
                    said = f"{i}: from {number(array.min())} to {number(array.max())}" if array.size else f"{i}"
                    drawn = (image_tag(array, x, top, SIDE, said) if array.ndim == 3 else
                             heat_tag(array, x, top, SIDE, most, said))
                parts.append(drawn)
                high, width = max(high, top + tall - y), max(width, x + wide + 2)
            y += high + 2 * GAP
        return svg_page(parts, width, y, self.text())


def values(array, x, y, most):
    """A layer without a shape of its own: a row of cells, with numbers where they are few."""
    wide = CELL if len(array) <= 16 else max(3, min(12, 520 // len(array)))
    level = np.clip(np.nan_to_num(array / (most or 1)), -1, 1)
    parts = []
    for i, share in enumerate(level):
        words = svg_text(x + wide * (i + 0.5), y + 14, f"{array[i] + 0:.2g}", ink(16 * share, False), 9, "middle")
        parts.append(f'<g><title>{spoken((i,), array[i])}</title><rect x="{x + wide * i:g}" y="{y}" width="{wide}" '
                     f'height="{CELL - 4}" fill="{colour(share)}"/>{words if wide == CELL else ""}</g>')
    parts.append(f'<rect x="{x}" y="{y}" width="{wide * len(array)}" height="{CELL - 4}" fill="none" stroke="#808080" '
                 'stroke-width="0.5"/>')
    return "".join(parts), wide * len(array), CELL - 4


def filters(layer, shape=None, most=32):
    """What a network's first layer looks for: its filters as pictures with one scale.

    layer     a convolution, a linear layer, their weight, or a model (its first such layer)
    shape     the images' (H, W), for a linear layer; default: square, if that fits
    most      how many are drawn
    returns   Tiles: displays itself; filters over three channels as colours, stretched each by itself

    Raises ValueError where there is no such layer, or the weights do not fit the shape.
    """
    array = bare(weight_of(layer)).astype(float)
    if array.ndim == 2:
        side = round(array.shape[1] ** 0.5)
        shape = shape or (side, side)
        if np.prod(shape) != array.shape[1]:
            raise ValueError(f"filters(): {array.shape[1]} weights a unit are no image {tuple(shape)}; "
                             "say shape=(rows, columns).")
        array = array.reshape(len(array), *shape)
    elif array.shape[1] != 3:
        array = array.reshape(-1, *array.shape[2:])
    count = f"{len(array)} filters" + (f", the first {most} drawn" if len(array) > most else "")
    said = [f"{count}, each {' × '.join(map(str, array.shape[1:]))}, weights from {number(array.min())} to "
            f"{number(array.max())}"]
    scale = ", each from its least weight (dark) to its greatest (bright)" * (array.ndim == 4)
    return Tiles(rows=[(count + scale, list(array[:most]))], said=said)


def weight_of(layer):
    """The weight of a layer, or of the first in a model that has one like a filter's."""
    if isinstance(layer, Tensor | np.ndarray):
        if layer.ndim in (2, 4):
            return layer
        raise ValueError(f"filters() draws weights (units, inputs) or (filters, channels, H, W), not "
                         f"{tuple(layer.shape)}.")
    for module in layer.modules():
        weight = getattr(module, "weight", None)
        if isinstance(weight, Tensor) and weight.ndim in (2, 4):
            return weight
    raise ValueError(f"filters() finds no linear or two-dimensional convolution layer in {type(layer).__name__}.")


def activations(model, image):
    """One image on its way through a network: what every layer of the model gives.

    image     one input without the batch's axis, such as (1, H, W)
    returns   Tiles: a row of pictures a layer, each layer by its own largest number; in eval mode
    """
    image = image if isinstance(image, Tensor) else Tensor(bare(image))
    given = bare(image)
    rows = [(f"input {given.shape}", [given] if given.ndim == 2 or given.ndim == 3 and given.shape[0] in (1, 3)
             else pieces(given))]
    said = [f"input {given.shape}: from {number(given.min())} to {number(given.max())}"]
    for name, out in outputs_of(model, image.unsqueeze(0), flat=False).items():
        array = out[0]
        title = f"{name} {array.shape}"
        rows.append((title if array.ndim < 3 or len(array) <= MAPS else f"{title}, the first {MAPS}", pieces(array)))
        said.append(f"{title}: from {number(array.min())} to {number(array.max())}, {np.mean(array == 0):.0%} are 0"
                    + (f", most at {array.argmax()}" if array.ndim == 1 else ""))
    return Tiles(rows=rows, said=said)


def pieces(array):
    """What one layer gives as pictures: its channels, or one row."""
    return list(array[:MAPS]) if array.ndim == 3 else [array] if array.ndim == 2 else [array.reshape(-1)]


class Attention(Picture):
    """What `attention` returns: for each head, how much each query (down) takes from each key (across)."""

    def text(self):
        lines = []
        for head, grid in enumerate(self.weights, 1):
            if len(self.weights) > 1:
                lines.append(f"head {head}")
            width = max(map(len, self.queries))
            for name, row in zip(self.queries, grid):
                best = [i for i in np.argsort(-row, kind="stable")[:3] if row[i] >= 0.005]
                lines.append(f"{name:<{width}}  looks at " + (", ".join(f"{self.keys[i]} {row[i]:.2f}" for i in best)
                                                              or "nothing"))
        return "\n".join(lines)

    def svg(self):
        left, cell = round(10 + 6.5 * max(map(len, self.queries))), 20 if len(self.keys) <= 24 else 8
        slope = 14 + 4.6 * max(map(len, self.keys))
        wide, high = round(left + cell * len(self.keys) + slope * 0.8 + 10), slope + cell * len(self.queries) + 26
        across = max(1, int(720 // wide))
        most = largest(self.weights) or 1.0                # of many keys each gets little: it is still seen
        bar, end = scale_bar(2, 8, "query down, key across: 0", short(most), 0)
        parts = [f'<g transform="translate(0 {high * -(-len(self.weights) // across)})">{bar}</g>']
        for head, grid in enumerate(np.nan_to_num(self.weights) / most):
            x, y = left + head % across * wide, head // across * high + slope + 14
            if len(self.weights) > 1:
                over = slope if cell >= 10 else 0          # above the names
                parts.append(svg_text(x - left + 2, y - 4 - over, f"head {head + 1}"))
            for i, name in enumerate(self.queries):
                if cell >= 10:
                    parts.append(svg_text(x - 5, y + cell * i + 14, name, anchor="end"))
                parts += [f'<rect x="{x + cell * j:g}" y="{y + cell * i:g}" width="{cell}" height="{cell}" '
                          f'fill="{colour(float(share))}">{self.tooltip(head, i, j) if cell >= 10 else ""}</rect>'
                          for j, share in enumerate(np.clip(grid[i], 0, 1))]
            parts += [f'<g transform="translate({x + cell * (j + 0.6):g} {y - 5:g}) rotate(-50)">{svg_text(0, 0, name)}'
                      '</g>' for j, name in enumerate(self.keys if cell >= 10 else ())]
            parts.append(f'<rect x="{x:g}" y="{y:g}" width="{cell * len(self.keys)}" '
                         f'height="{cell * len(self.queries)}" fill="none" stroke="#808080" stroke-width="0.5"/>')
        rows = -(-len(self.weights) // across)
        return svg_page(parts, max(wide * min(len(self.weights), across), end), high * rows + 22, self.text())

    def tooltip(self, head, i, j):
        """What a cell says when it is pointed at."""
        return f"<title>{escape(f'{self.queries[i]} looks at {self.keys[j]}: {self.weights[head][i, j]:.2f}')}</title>"


def attention(weights, queries=None, keys=None):
    """Who looks at whom: attention weights as maps, a head each.

    weights   (T, S), (heads, T, S) or (1, heads, T, S), from MultiheadAttention(…, need_weights=True,
              average_attn_weights=False); each row sums to 1
    queries   T names of what looks, keys S names of what is looked at; default their numbers, and
              queries' names for the keys where there are as many
    returns   Attention: displays itself

    Raises ValueError for weights of another shape, or as many names as there are no rows.

    >>> attention([[1.0, 0.0], [0.25, 0.75]], ["the", "cat"])
    the  looks at the 1.00
    cat  looks at cat 0.75, the 0.25
    """
    array = bare(weights).astype(float)
    array = array[0] if array.ndim == 4 and len(array) == 1 else array
    array = array[None] if array.ndim == 2 else array
    if array.ndim != 3 or not array.size:
        raise ValueError(f"attention() draws (T, S) or (heads, T, S) weights of one sequence, not {array.shape}.")
    keys = keys if keys is not None else queries if queries is not None and len(queries) == array.shape[2] else None
    queries, keys = ([str(name) for name in names] if names is not None else [str(i) for i in range(count)]
                     for names, count in ((queries, array.shape[1]), (keys, array.shape[2])))
    if (len(queries), len(keys)) != array.shape[1:]:
        raise ValueError(f"attention() needs {array.shape[1]} queries and {array.shape[2]} keys, not {len(queries)} "
                         f"and {len(keys)}.")
    return Attention(weights=array, queries=queries, keys=keys)
