"""Pictures of a network's filters, of its activations for one image, and of attention weights."""

from html import escape

import numpy as np

from ..tensors import Tensor
from .arrays import SHARP, bare, cell_text, colour, heat_tag, image_tag, ink, largest, legend, scale_bar, short
from .histograms import outputs_of
from .picture import Picture, number, svg_text, together

ACROSS, SIDE, GAP, LINE = 8, 38, 5, 16
MAPS = 8                                   # maximum number of channels of a layer that are drawn
CELL = 31
NEVER = "#cfcfcf"                          # colour of an attention weight that is exactly 0, as behind a mask


class Tiles(Picture):
    """Rows of small pictures.

    rows   [(title, (n, …) arrays to draw)]; said, the lines of text
    """

    def text(self):
        return "\n".join(self.said)

    def svg(self):
        found = []
        for title, arrays in self.rows:
            parts, y, width = [svg_text(2, 12, title)], LINE + 2, 6.5 * len(title) + 4
            most = max((largest(array) for array in arrays), default=0.0)
            if most:
                bar, end = legend(2, y, arrays, most) if all(array.ndim < 3 for array in arrays) else scale_bar(
                    2, y, "smallest", "largest number of each" if len(arrays) > 1 else "largest number", 0,
                    lambda share: "#" + 3 * f"{round(255 * share):02x}")
                parts, width, y = [*parts, bar], max(width, end), y + LINE
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
            found += [None] * bool(found) + [("".join(parts), width, y + high + 2, title)]
        return together(found, self.text())


def values(array, x, y, most):
    """Draw a vector, such as a linear layer's output, as cells in one row or several, with numbers if there are few."""
    wide, across = CELL if len(array) <= 10 else max(2, min(12, 310 // len(array))), min(len(array), 155)
    rows = -(-len(array) // 155)
    high = CELL - 4 if rows == 1 else 9
    level = np.clip(np.nan_to_num(array / (most or 1)), -1, 1)
    parts = []
    for i, share in enumerate(level):
        left, top = x + wide * (i % across), y + high * (i // across)
        text = f"{round(float(array[i]), 2) + 0:.3g}"
        words = svg_text(left + wide / 2, top + 14, text, ink(16 * share, False), anchor="middle")
        parts.append(f'<g><title>{cell_text((i,), array[i])}</title><rect x="{left:g}" y="{top:g}" width="{wide}" '
                     f'height="{high}" fill="{colour(share)}"/>{words if wide == CELL else ""}</g>')
    parts.append(f'<rect x="{x}" y="{y}" width="{wide * across}" height="{high * rows}" fill="none" stroke="#808080" '
                 'stroke-width="0.5"/>')
    return "".join(parts), wide * across, high * rows


def filters(layer, shape=None, most=32):
    """Draw the filters of a network's first layer as pictures with one scale.

    layer     a convolution, a linear layer, their weight, or a model (its first such layer)
    shape     (H, W) of the images that a linear layer reads; default: a square, if the number of weights allows it
    most      how many filters are drawn
    returns   Tiles: displays itself; filters over three channels are in colour, each with its own scale

    Raises ValueError if the model has no layer of these kinds, or if the weights do not fit the shape.
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
    count += "; red, green, blue: channels 0, 1, 2" * (array.ndim == 4)
    return Tiles(rows=[(count, list(array[:most]))], said=said)


def weight_of(layer):
    """Return the weight of a layer, or the first weight of a model that has two or four dimensions."""
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


def activations(model, image, depth=None):
    """Draw the output of every layer of a model for one image.

    image     one input without a batch dimension, such as (1, H, W)
    depth     how many levels of modules are opened: 1 draws the outputs of the model's own parts; None: every layer's
    returns   Tiles: a row of pictures for each layer, scaled by the layer's largest number; the model runs in eval mode
    """
    image = image if isinstance(image, Tensor) else Tensor(bare(image))
    given = bare(image)
    rows = [(f"input {given.shape}", [given] if given.ndim == 2 or given.ndim == 3 and given.shape[0] in (1, 3)
             else pieces(given))]
    said = [f"input {given.shape}: from {number(given.min())} to {number(given.max())}"]
    for name, out in outputs_of(model, image.unsqueeze(0), flat=False, depth=depth).items():
        array = out[0]
        title = f"{name} {array.shape}"
        rows.append((title if array.ndim < 3 or len(array) <= MAPS else f"{title}, the first {MAPS}", pieces(array)))
        said.append(f"{title}: from {number(array.min())} to {number(array.max())}, {np.mean(array == 0):.0%} are 0"
                    + (f", most at {array.argmax()}" if array.ndim == 1 else ""))
    return Tiles(rows=rows, said=said)


def pieces(array):
    """Return the output of a layer as a list of pictures: its channels, one matrix, or one row."""
    return list(array[:MAPS]) if array.ndim == 3 else [array] if array.ndim == 2 else [array.reshape(-1)]


class Attention(Picture):
    """The result of `attention`: for each head, the weight of each key (across) for each query (down)."""

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
        left, cell = max(44, round(10 + 6.5 * max(map(len, self.queries)))), 20 if len(self.keys) <= 24 else 8
        longest = max(map(len, self.keys))
        turn, slope = ("", 18) if longest < 3 else (" rotate(-50)", 14 + 4.6 * longest)      # short names stay upright
        wide = round(left + cell * len(self.keys) + slope * 0.8 * bool(turn) + 10)
        high = slope + cell * len(self.queries) + 34
        most = largest(self.weights) or 1.0      # relative to the largest, because with many keys all weights are small
        bar, end = scale_bar(2, 1, "0", short(most), 0)
        if (self.weights == 0).any():
            bar += (f'<rect x="{end + 20}" y="0" width="11" height="11" fill="{NEVER}"/>'
                    + svg_text(end + 36, 10, "exactly 0: not seen"))
            end += 160
        found, x, y = [], left, slope + 30
        for head, grid in enumerate(np.nan_to_num(self.weights) / most):
            parts = []
            if len(self.weights) > 1:
                parts.append(svg_text(2, 11, f"head {head + 1}"))
            parts += [svg_text(2, y - 5, "asks ↓"), svg_text(x, 27, "is looked at →")]
            for i, name in enumerate(self.queries):
                if cell >= 10:
                    parts.append(svg_text(x - 5, y + cell * i + 14, name, anchor="end"))
                parts += [f'<rect x="{x + cell * j:g}" y="{y + cell * i:g}" width="{cell}" height="{cell}" '
                          f'fill="{colour(float(share)) if share else NEVER}">'
                          f'{self.tooltip(head, i, j) if cell >= 10 else ""}</rect>'
                          for j, share in enumerate(np.clip(grid[i], 0, 1))]
            parts += [f'<g transform="translate({x + cell * (j + 0.6):g} {y - 5:g}){turn}">'
                      f'{svg_text(0, 0, name, anchor="start" if turn else "middle")}</g>'
                      for j, name in enumerate(self.keys if cell >= 10 else ())]
            parts.append(f'<rect x="{x:g}" y="{y:g}" width="{cell * len(self.keys)}" '
                         f'height="{cell * len(self.queries)}" fill="none" stroke="#808080" stroke-width="0.5"/>')
            found.append((f'<g {SHARP}>{"".join(parts)}</g>', wide, high, f"head {head + 1}"))
        return together([*found, None, (bar, end, 14, "what the colours stand for")], self.text())

    def tooltip(self, head, i, j):
        """Return the tooltip of a cell."""
        return f"<title>{escape(f'{self.queries[i]} looks at {self.keys[j]}: {self.weights[head][i, j]:.2f}')}</title>"


def attention(weights, queries=None, keys=None):
    """Draw attention weights as maps, one for each head.

    weights   (T, S), (heads, T, S) or (1, heads, T, S), from MultiheadAttention(…, need_weights=True,
              average_attn_weights=False); each row sums to 1
    queries   T names of the queries, keys S names of the keys; default: their numbers; if T = S, the keys
              get the queries' names
    returns   Attention: displays itself

    Raises ValueError for weights of another shape, or for more or fewer names than queries or keys.

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
