"""What operations cost: how many numbers are multiplied and added; and tables of such counts to read."""

from math import prod


def multiply_adds(op, inputs, settings, outputs):
    """How often an operation multiplies two numbers and adds the product to a sum; 0 where it is not a sum of products.

    (N, K) @ (K, M) takes N·K·M. Source: Goodfellow et al., Deep Learning (2016), §2.2.
    """
    count = COUNTS.get(op.name)
    return 0 if count is None else count(inputs, settings, outputs[0].array.size)


def cell(inputs, *weights):
    """Each row of x and h times its weights."""
    return len(inputs[0].array) * sum(inputs[i].array.size for i in weights if inputs[i] is not None)


def einsum(inputs, settings):
    """One product for each way to choose all letters."""
    sizes = {letter: n for term, x in zip(settings["terms"], inputs) for letter, n in zip(term, x.array.shape)}
    return prod(sizes.values()) if len(inputs) > 1 else 0


COUNTS = {
    "matmul": lambda x, how, size: size * x[0].array.shape[-1],
    "linear": lambda x, how, size: size * x[0].array.shape[-1],
    "attention_weights": lambda x, how, size: size * x[0].array.shape[-1],
    "attend": lambda x, how, size: x[1].array.shape[-2] * (x[0].array.size + size),     # scores, and what they gather
    "conv2d": lambda x, how, size: size * x[1].array[0].size,
    "conv2d_input": lambda x, how, size: x[0].array.size * x[1].array[0].size,
    "einsum_op": lambda x, how, size: einsum(x, how),
    "rnn": lambda x, how, size: cell(x, 2, 3),
    "gru": lambda x, how, size: cell(x, 2, 3),
    "lstm": lambda x, how, size: cell(x, 3, 4, 7),
}


def memory_text(count):
    """1.5 kB, 2.3 MB: bytes in steps of 1,000."""
    units = ["B", "kB", "MB", "GB"]
    while abs(count) >= 1000 and len(units) > 1:
        count, units = count / 1000, units[1:]
    return f"{count:.3g} {units[0]}" if abs(count) < 100 and units[0] != "B" else f"{count:.0f} {units[0]}"


def time_text(seconds):
    """12 µs, 3.4 ms, 1.2 s."""
    unit, size = ("s", 1) if seconds >= 1 else ("ms", 1e-3) if seconds >= 1e-3 else ("µs", 1e-6)
    return f"{seconds / size:.3g} {unit}" if seconds else "0"


def table(head, rows):
    """Rows of text in columns: the first to the left, the others to the right. An empty row is a line."""
    rows = [head, [], *rows]
    widths = [max((len(row[i]) for row in rows if row), default=0) for i in range(len(head))]
    lines = ["  ".join([f"{row[0]:<{widths[0]}}", *(f"{text:>{width}}" for text, width in zip(row[1:], widths[1:]))])
             if row else "-" * (sum(widths) + 2 * len(head) - 2) for row in rows]
    return "\n".join(line.rstrip() for line in lines)
