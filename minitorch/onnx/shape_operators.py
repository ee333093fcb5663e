"""What ONNX's operators on shapes and indices compute: each takes the settings, how many values it makes, arguments."""

import numpy as np

from ..ops.shape.copies import cat_function as cat
from ..tensors import from_numpy
from .arguments import array, axes_of, tensor, whole


def filled(s, outs, shape):
    value = np.asarray(s.get("value", np.zeros(1, np.float32))).reshape(-1)[0]
    return from_numpy(np.full(whole(shape), value))


def shape_of(s, outs, x):
    """Sizes, which are known whatever the numbers are: an array, so that what follows from it is known too."""
    return np.array(tensor(x).shape[s.get("start", 0):s.get("end", None)], np.int64)


def span(s, outs, start, stop, step):
    return from_numpy(np.arange(array(start).item(), array(stop).item(), array(step).item(), array(start).dtype))


def expand(s, outs, x, shape):
    x = tensor(x)
    return x.expand(np.broadcast_shapes(tuple(x.shape), tuple(whole(shape))))


def reshape(s, outs, x, shape):
    x, shape = tensor(x), whole(shape)
    if not s.get("allowzero"):
        shape = [x.shape[dim] if n == 0 else n for dim, n in enumerate(shape)]
    return x.reshape(shape)


def flatten(s, outs, x):
    x, axis = tensor(x), s.get("axis", 1)
    first = int(np.prod(tuple(x.shape)[:axis]))
    return x.reshape(first, int(np.prod(tuple(x.shape)[axis:])))


def squeeze(s, outs, x, axes=None):
    x, axes = tensor(x), axes_of(s, axes)
    axes = [dim for dim, n in enumerate(x.shape) if n == 1] if axes is None else [axis % x.ndim for axis in axes]
    if any(x.shape[axis] != 1 for axis in axes):
        raise ValueError(f"axes {axes} of {tuple(x.shape)} are not all of size 1")
    return x.reshape([n for dim, n in enumerate(x.shape) if dim not in axes])


def unsqueeze(s, outs, x, axes=None):
    x, axes = tensor(x), axes_of(s, axes)
    for axis in sorted(axis % (x.ndim + len(axes)) for axis in axes):
        x = x.unsqueeze(axis)
    return x


def transpose(s, outs, x):
    x = tensor(x)
    return x.permute(*s.get("perm", range(x.ndim)[::-1]))


def split(s, outs, x, sizes=None):
    x, axis = tensor(x), s.get("axis", 0)
    size = x.shape[axis]
    each, sizes = -(-size // outs), s.get("split") if sizes is None else sizes
    sizes = whole(sizes) if sizes is not None else [min(each, size - start) for start in range(0, size, each)]
    return tuple(x.split(sizes, axis))


def cut(s, outs, x, starts=None, stops=None, axes=None, steps=None):
    """Slices, backwards too: those are turned round first. Before version 10 settings tell where."""
    x, starts = tensor(x), whole(s["starts"] if starts is None else starts)
    axes, stops = axes_of(s, axes, [*range(len(starts))]), whole(s["ends"] if stops is None else stops)
    for start, stop, axis, step in zip(starts, stops, axes, [1] * len(starts) if steps is None else whole(steps)):
        rows = range(x.shape[axis])[start:stop:step] if step > 0 or stop > -x.shape[axis] - 1 else \
            range(x.shape[axis])[start::step]
        if step < 0:
            x, rows = x.flip(axis), range(x.shape[axis] - 1 - rows.start, x.shape[axis] - 1 - rows.stop, -step)
        x = x[(*[slice(None)] * (axis % x.ndim), slice(rows.start, rows.stop, rows.step))]
    return x


def gather(s, outs, x, index):
    """Rows along an axis: the index's shape stands in that axis' place."""
    x, index, axis = tensor(x), tensor(index), s.get("axis", 0)
    axis %= x.ndim
    index = (index + (index < 0) * x.shape[axis]).long()
    found = x.index_select(axis, index.reshape(-1))
    return found.reshape([*x.shape[:axis], *index.shape, *x.shape[axis + 1:]])


def gather_elements(s, outs, x, index):
    x, index, axis = tensor(x), tensor(index), s.get("axis", 0)
    return x.gather(axis, (index + (index < 0) * x.shape[axis]).long())


def concat(s, outs, *args):
    return cat([tensor(x) for x in args], s["axis"])


def tile(s, outs, x, repeats):
    return tensor(x).repeat(*whole(repeats))


def triangle(s, outs, x, k=None):
    name, k = "triu" if s.get("upper", 1) else "tril", 0 if k is None else whole(k)[0]
    return getattr(tensor(x), name)(k)


OPERATORS = {"Concat": concat, "ConstantOfShape": filled, "Expand": expand, "Flatten": flatten, "Gather": gather,
             "GatherElements": gather_elements, "Range": span, "Reshape": reshape, "Shape": shape_of, "Slice": cut,
             "Split": split, "Squeeze": squeeze, "Tile": tile, "Transpose": transpose, "Trilu": triangle,
             "Unsqueeze": unsqueeze}
