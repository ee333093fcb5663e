"""Keras' table of a model's layers."""

from ..layers.input import InputLayer


def count_text(variables):
    """How many numbers they hold, and in how many bytes: 1,234 (4.82 KB)."""
    count = sum(numbers_in(v) for v in variables)
    size = sum(numbers_in(v) * v.dtype.size for v in variables)
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1024 or unit == "GB":
            return f"{count:,} ({size:.2f} {unit})"
        size /= 1024


def shape_text(layer):
    """The shape of a layer's results; ? before it is known."""
    if isinstance(layer, InputLayer):
        return f"({layer.output.shape})"[1:-1]
    if not layer._nodes:
        return "?"
    outputs = layer._nodes[0].outputs
    shapes = [str(tuple(x.shape)) for x in (outputs if isinstance(outputs, list | tuple) else [outputs])
              if hasattr(x, "shape")]
    return shapes[0] if len(shapes) == 1 else "[" + ", ".join(shapes) + "]"


def number_of(node):
    """Which of its layer's calls this is."""
    return getattr(node.operation, "_nodes", [node]).index(node)


def rows_of(model, nested, depth=0):
    """A row for each layer, and with `nested` for those in it."""
    rows = []
    for layer in model.layers:
        count = layer.count_params() if layer.built else None
        before = [f"{x.node.operation.name}[{number_of(x.node)}][{x.place}]" for node in layer._nodes[:1]
                  for x in node.inputs]
        rows.append((" " * depth + f"{layer.name} ({type(layer).__name__})", shape_text(layer),
                     "0 (unbuilt)" if count is None else f"{count:,}", ", ".join(before) or "-", layer.trainable))
        if nested and hasattr(layer, "layers"):
            rows += rows_of(layer, nested, depth + 2)
    return rows


def summarise(model, width=65, show_trainable=False, nested=False):
    """The table as text."""
    rows = rows_of(model, nested)
    branches = model._graph is not None and any(len(node.inputs) > 1 for node in model._graph.order)
    heads = ["Layer (type)", "Output Shape", "Param #"] + ["Connected to"] * branches + ["Trainable"] * show_trainable
    cells = [[name, shape, count] + [before] * branches + ["Y" if trainable else "N"] * show_trainable
             for name, shape, count, before, trainable in rows]
    widths = [max(len(row[i]) for row in [heads, *cells]) for i in range(len(heads))]
    spare = max(width - sum(widths) - 3 * len(widths) - 1, 0) // len(widths)
    widths = [w + spare for w in widths]

    def line(left, fill, middle, right):
        return left + middle.join(fill * (w + 2) for w in widths) + right

    def row(parts, side="│"):
        texts = [f" {part:>{w}} " if head == "Param #" else f" {part:<{w}} "
                 for head, part, w in zip(heads, parts, widths)]
        return side + side.join(texts) + side
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


def numbers_in(variable):
    """How many numbers a variable holds."""
    total = 1
    for n in variable.shape:
        total *= n
    return total
