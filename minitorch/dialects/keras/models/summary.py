"""Keras' table of a model's layers."""

import re
from itertools import zip_longest
from math import prod
from shutil import get_terminal_size

from ....rare.autograd.tree import leaves
from ..layers.input import InputLayer


def count_text(variables):
    """Return how many numbers they hold, and in how many bytes: 1,234 (4.82 KB)."""
    count, size = sum(prod(v.shape) for v in variables), sum(prod(v.shape) * v.dtype.size for v in variables)
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1024 or unit == "GB":
            return f"{count:,} ({size:.2f} {unit})"
        size /= 1024


def shape_text(layer):
    """Return the shape of a layer's results as text, that of its first call; ? before it is known."""
    if isinstance(layer, InputLayer):
        return f"({layer.output.shape})"[1:-1]
    if not layer._nodes:
        shapes = layer._first_outputs
        return "?" if shapes is None else str(shapes[0] if len(shapes) == 1 else tuple(shapes))
    shapes = [str(tuple(x.shape)) for x in leaves(layer._nodes[0].outputs) if hasattr(x, "shape")]
    return shapes[0] if len(shapes) == 1 else "[" + ", ".join(shapes) + "]"


def rows_of(model, layers, nested, order, depth=0):
    """Return a row for each layer, with `nested` also those in it: name, shape, count, inputs, whether it learns.

    order   the nodes of the whole model; None: all
    """
    rows = []
    for layer in layers:
        count = layer.count_params() if layer.built else None
        sources = [(x, x.node.operation) for node in layer._nodes if order is None or node in order
                   for x in node.inputs if x.node is not None]
        before = [f"{source.name}[{getattr(source, '_nodes', [x.node]).index(x.node)}][{x.place}]"
                  for x, source in sources]
        rows.append((f"{'   ' * depth}{'└ ' * (depth > 0)}{layer.name} ({type(layer).__name__})", shape_text(layer),
                     "0 (unbuilt)" if count is None else f"{count:,}", ", ".join(before) or "-",
                     "-" if not layer.weights else "Y" if layer.trainable else "N"))
        if nested and getattr(layer, "layers", None):
            rows += rows_of(layer, layer.layers, nested, order, depth + 1)
    return rows


def branches(graph):
    """Return whether a model's graph branches: a call with several inputs, a result used or a layer called twice."""
    if graph is None:
        return False
    used = [id(x) for node in graph.order for x in node.inputs]
    layers = [id(node.operation) for node in graph.order]
    many = len(leaves(graph.inputs)) > 1 or len(leaves(graph.outputs)) > 1
    return many or any(len(node.inputs) > 1 for node in graph.order) or any(
        len(set(ids)) < len(ids) for ids in (used, layers))


def widths_of(columns, length):
    """Return the width of each column with a space on each side, for a table of this length.

    columns   where each ends, as a share of the length

    The columns are as wide as those shares say, and then narrower by the frames, as evenly as it goes: as the library
    `rich` does it for Keras.
    """
    ends = [int(share * length) for share in columns]
    widths = [end - start + 2 for start, end in zip([0, *ends], ends)]
    if min(widths) < 6:
        raise ValueError("Insufficient console width to print summary.")
    excess = sum(widths) + len(widths) + 1 - length
    for place in range(len(widths)):
        less = round(excess / (len(widths) - place))
        widths[place], excess = widths[place] - less, excess - less
    return widths


def lines_of(text, width):
    """Break a text at spaces into lines of at most this width, and cut a longer word."""
    first, *words = text.lstrip(" ").split(" ")
    lines = [text[:len(text) - len(text.lstrip(" "))] + first]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return [line if len(line) <= width else line[:width - 1] + "…" for line in lines]


def in_range(layers, names):
    """Return the layers from the first that matches names[0] to the last that matches names[1]; all for None."""
    if names is None:
        return layers
    ends = [[i for i, layer in enumerate(layers) if re.match(pattern, layer.name)] for pattern in names]
    if len(ends) != 2 or not all(ends):
        raise ValueError("layer_range is two names, of the first and the last layer, as regular expressions. Received: "
                         f"{names}. Layers: {', '.join(layer.name for layer in layers)}")
    first, last = sorted([ends[0][0], ends[1][-1]])
    return layers[first:last + 1]


def summarise(model, length=None, show_trainable=False, nested=False, positions=None, layer_range=None):
    """Return the table of a model's layers as text.

    length      how wide it is; None: as the screen, at most 88, or 108 with what each layer is connected to
    positions   where columns end, as shares of it; None: Keras'
    layer_range names of the first and the last layer; None: all
    """
    chain = not branches(model._graph)
    heads, sides, default = ["Layer (type)", "Output Shape", "Param #"], "<<>", 88
    ends = positions or ([0.45, 0.8, 1.0] if chain else [0.3, 0.56, 0.74, 1.0])
    if not chain:
        heads, sides, default = [*heads, "Connected to"], "<<><", 108
    if show_trainable:
        heads, sides, default = [*heads, "Trainable"], sides + "^", default + 12
        ends = [share * 0.9 for share in ends] + [1.0]
    widths = widths_of(ends, length or min(default, get_terminal_size().columns - 4))
    order = None if model._graph is None else model._graph.order
    cells = [[*row[:3], *([] if chain else [row[3]]), *([row[4]] if show_trainable else [])]
             for row in rows_of(model, in_range(model.layers, layer_range), nested, order)]

    def line(left, fill, middle, right):
        return left + middle.join(fill * w for w in widths) + right

    def row(parts, side="│"):
        columns = [lines_of(part, w - 2) for part, w in zip(parts, widths)]
        return "\n".join(side + side.join(f" {part:{to}{w - 2}} " for part, to, w in zip(texts, sides, widths)) + side
                         for texts in zip_longest(*columns, fillvalue=""))
    table = [line("┏", "━", "┳", "┓"), row(heads, "┃"), line("┡", "━", "╇", "┩")]
    table.append(f"\n{line('├', '─', '┼', '┤')}\n".join(row(parts) for parts in cells))
    table.append(line("└", "─", "┴", "┘"))
    learning, kept = model.trainable_weights, []
    if model.optimizer is not None and model.optimizer.built:
        kept = model.optimizer.variables
    ends = [f" Total params: {count_text([*model.weights, *kept])}", f" Trainable params: {count_text(learning)}",
            f" Non-trainable params: {count_text(model.non_trainable_weights)}"]
    if kept:
        ends.append(f" Optimizer params: {count_text(kept)}")
    return "\n".join([f'Model: "{model.name}"', *table, *ends])
