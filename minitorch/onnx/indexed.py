"""Read and write parts of arrays, selected by index arrays or by strides, as ONNX nodes.

ONNX indexes only the first dimensions, so dimensions before the indexed ones are moved behind them, and back.
"""

import numpy as np

from .arguments import tensor
from .errors import OnnxExporterError
from .sizes import require_equal

REDUCED = {None: None, "add": "add", "maximum": "max", "minimum": "min", "multiply": "mul"}    # {our name: ScatterND's}
WHOLE = [None, None, None]             # (start, stop, step) of a slice that selects a whole dimension


def selected_positions(n, call, arrays, ndim):
    """Return the positions that index arrays select, together with integers next to them.

    Returns (number of whole dimensions before the indexed ones, number of indexed dimensions, positions as a value
    (…, indexed dimensions), shape of the positions). Raises OnnxExporterError if whole dimensions are between the
    indexed ones, or if a dimension is sliced.
    """
    pattern, arrays = [*call["settings"]["index"]], iter(arrays)
    if "..." in pattern:
        place = pattern.index("...")
        pattern[place:place + 1] = [WHOLE] * (ndim - len(pattern) + 1)
    given = [next(arrays) if part == "array" else part for part in pattern if part != WHOLE]
    lead = next(place for place, part in enumerate(pattern) if part != WHOLE)
    if WHOLE in pattern[lead:lead + len(given)] or any(type(part) is not str and not isinstance(part, int)
                                                       for part in given):
        raise OnnxExporterError(f"ONNX does not support the index {pattern}: index arrays must be next to each other, "
                                "between whole dimensions. Use x.transpose(…) before indexing.")
    shapes = [n.shape(x) if type(x) is str else [] for x in given]
    longest = max(shapes, key=len)
    shape = longest if all(own == longest for own in shapes) else list(np.broadcast_shapes(*map(tuple, shapes)))
    rows = [n.add("Unsqueeze", x if own == shape else n.add("Expand", x, n.sizes(shape)), n.vector([-1]))
            for x, own in zip([n.value(x, "int64") for x in given], shapes)]
    return lead, len(given), n.add("Concat", *rows, axis=-1) if len(given) > 1 else rows[0], shape


def move_dimensions(n, x, lead, count, ndim, back=False):
    """Write a transpose that moves the first `lead` dimensions behind the next `count`; back: the reverse."""
    order = [*range(lead, lead + count), *range(lead), *range(lead + count, ndim)]
    if back:
        order = [*range(count, count + lead), *range(count), *range(lead + count, ndim)]
    return n.add("Transpose", x, perm=order) if lead else x


def gather(n, call):
    x, *arrays = call["args"]
    ndim = len(n.shape(x))
    lead, count, places, shape = selected_positions(n, call, arrays, ndim)
    found = n.add("GatherND", move_dimensions(n, x, lead, count, ndim), places)
    return move_dimensions(n, found, lead, len(shape), len(call["shape"]), back=True)


def scatter(n, call):
    (x, value, *arrays), dtype = call["args"], call["dtype"]
    whole = n.shape(x)
    lead, count, places, shape = selected_positions(n, call, arrays, len(whole))
    part = [*whole[:lead], *shape, *whole[lead + count:]]
    values = move_dimensions(n, n.add("Expand", n.value(value, dtype), n.sizes(part)), lead, len(shape), len(part))
    x = move_dimensions(n, n.value(x, dtype), lead, count, len(whole))
    found = n.add("ScatterND", x, places, values, reduction=REDUCED[call["settings"]["by"]])
    return move_dimensions(n, found, lead, count, len(whole), back=True)


def places_of(call, sizes):
    """Return the flat positions in memory of a view's elements, from its start, its strides and `sizes`."""
    start, strides = call["settings"]["start"], call["settings"]["strides"]
    start, _, *numbers = require_equal(f"`{call['op']}`, its place in memory", start, 0, *sizes, *strides)
    sizes, strides = numbers[:len(sizes)], numbers[len(sizes):]
    return start + sum((np.arange(n).reshape(-1, *[1] * (len(sizes) - dim - 1)) * stride for dim, (n, stride) in
                        enumerate(zip(sizes, strides))), np.zeros(sizes, np.int64))


def strided(n, call):
    x, = call["args"]
    return n.add("Gather", n.reshape(x, [-1]), n.constant(places_of(call, call["shape"])))


def put(n, call):
    (x, value), dtype = call["args"], call["dtype"]
    places = places_of(call, call["settings"]["sizes"])
    values = n.add("Expand", n.value(value, dtype), n.vector([*places.shape]))
    flat = n.add("ScatterND", n.reshape(n.value(x, dtype), [-1]), n.constant(places[..., None]), values)
    return n.reshape(flat, call["shape"])


CALLS = {"gather": gather, "put": put, "scatter": scatter, "strided": strided}


def gather_nd(s, outs, x, places):
    if s.get("batch_dims"):
        raise NotImplementedError("batch_dims is not supported")
    return tensor(x)[tuple(tensor(places).unbind(-1))]


def scatter_nd(s, outs, x, places, values):
    if s.get("reduction", "none") not in ("none", "add"):
        raise NotImplementedError("the reduction must be none or add")
    where = tuple(tensor(places).unbind(-1))
    return tensor(x).clone().index_put_(where, tensor(values), accumulate=s.get("reduction") == "add")


OPERATORS = {"GatherND": gather_nd, "ScatterND": scatter_nd}
