"""Parts of arrays as ONNX nodes, which are taken or written over: those that arrays of indices point at, and strides.

ONNX points into the first dimensions: whole ones that stand before are moved behind these, and back.
"""

import numpy as np

from .arguments import tensor
from .errors import OnnxExporterError
from .sizes import static

REDUCED = {None: None, "add": "add", "maximum": "max", "minimum": "min", "multiply": "mul"}       # ScatterND's
WHOLE = [None, None, None]             # a slice of all


def pointed(n, call, arrays, ndim):
    """Where arrays of indices, and numbers beside them, point.

    Returns how many whole dimensions stand before, how many are pointed into, the places as one value, of which each
    has a row of numbers, and the places' shape. Raises OnnxExporterError where whole dimensions stand between those
    that are pointed into, or some are cut.
    """
    pattern, arrays = [*call["settings"]["index"]], iter(arrays)
    if "..." in pattern:
        place = pattern.index("...")
        pattern[place:place + 1] = [WHOLE] * (ndim - len(pattern) + 1)
    given = [next(arrays) if part == "array" else part for part in pattern if part != WHOLE]
    lead = next(place for place, part in enumerate(pattern) if part != WHOLE)
    if WHOLE in pattern[lead:lead + len(given)] or any(type(part) is not str and not isinstance(part, int)
                                                       for part in given):
        raise OnnxExporterError(f"ONNX has no form for the index {pattern}: arrays of indices must stand side by side, "
                                "between whole dimensions. x.transpose(…) brings them there.")
    shapes = [n.shape(x) if type(x) is str else [] for x in given]
    longest = max(shapes, key=len)
    shape = longest if all(own == longest for own in shapes) else list(np.broadcast_shapes(*map(tuple, shapes)))
    rows = [n.add("Unsqueeze", x if own == shape else n.add("Expand", x, n.sizes(shape)), n.vector([-1]))
            for x, own in zip([n.value(x, "int64") for x in given], shapes)]
    return lead, len(given), n.add("Concat", *rows, axis=-1) if len(given) > 1 else rows[0], shape


def moved(n, x, lead, count, ndim, back=False):
    """A value whose `lead` first dimensions stand behind the `count` ones after them; back: the other way round."""
    order = [*range(lead, lead + count), *range(lead), *range(lead + count, ndim)]
    if back:
        order = [*range(count, count + lead), *range(count), *range(lead + count, ndim)]
    return n.add("Transpose", x, perm=order) if lead else x


def gather(n, call):
    x, *arrays = call["args"]
    ndim = len(n.shape(x))
    lead, count, places, shape = pointed(n, call, arrays, ndim)
    found = n.add("GatherND", moved(n, x, lead, count, ndim), places)
    return moved(n, found, lead, len(shape), len(call["shape"]), back=True)


def scatter(n, call):
    (x, value, *arrays), dtype = call["args"], call["dtype"]
    whole = n.shape(x)
    lead, count, places, shape = pointed(n, call, arrays, len(whole))
    part = [*whole[:lead], *shape, *whole[lead + count:]]
    values = moved(n, n.add("Expand", n.value(value, dtype), n.sizes(part)), lead, len(shape), len(part))
    x = moved(n, n.value(x, dtype), lead, count, len(whole))
    found = n.add("ScatterND", x, places, values, reduction=REDUCED[call["settings"]["by"]])
    return moved(n, found, lead, count, len(whole), back=True)


def places_of(call, sizes):
    """The places in flat memory of a part of it, in the order of its elements: of these sizes, by start and strides."""
    start, strides = call["settings"]["start"], call["settings"]["strides"]
    start, *sizes = static(f"`{call['op']}`, its place in memory", start, *sizes)
    return start + sum((np.arange(n).reshape(-1, *[1] * (len(sizes) - dim - 1)) * stride for dim, (n, stride) in
                        enumerate(zip(sizes, static(f"`{call['op']}`, its strides", *strides, 0)))),
                       np.zeros(sizes, np.int64))


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
        raise NotImplementedError("batch_dims is not computed")
    return tensor(x)[tuple(tensor(places).unbind(-1))]


def scatter_nd(s, outs, x, places, values):
    if s.get("reduction", "none") not in ("none", "add"):
        raise NotImplementedError("of reductions it takes none and add")
    where = tuple(tensor(places).unbind(-1))
    return tensor(x).clone().index_put_(where, tensor(values), accumulate=s.get("reduction") == "add")


OPERATORS = {"GatherND": gather_nd, "ScatterND": scatter_nd}
