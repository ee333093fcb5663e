"""Compute ONNX's operators on shapes and indices; a function takes settings, the number of outputs, and arguments."""

import numpy as np

from ..ops.shape.copies import cat_function as cat
from ..tensors import from_numpy
from .arguments import array, axes_of, integers_of, tensor


def constant_of_shape(s, outs, shape):
    value = np.asarray(s.get("value", np.zeros(1, np.float32))).reshape(-1)[0]
    return from_numpy(np.full(integers_of(shape), value))


def shape_of(s, outs, x):
    """Return the sizes as an array, because sizes and the values computed from them are constants."""
    return np.array(tensor(x).shape[s.get("start", 0):s.get("end", None)], np.int64)


def arange(s, outs, start, stop, step):
    return from_numpy(np.arange(array(start).item(), array(stop).item(), array(step).item(), array(start).dtype))


def expand(s, outs, x, shape):
    x = tensor(x)
    return x.expand(np.broadcast_shapes(tuple(x.shape), tuple(integers_of(shape))))


def reshape(s, outs, x, shape):
    x, shape = tensor(x), integers_of(shape)
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
    sizes = integers_of(sizes) if sizes is not None else [min(each, size - start) for start in range(0, size, each)]
    return tuple(x.split(sizes, axis))


def cut(s, outs, x, starts=None, stops=None, axes=None, steps=None):
    """Return a slice; a negative step first flips the axis. Before version 10, attributes contain the bounds."""
    x, starts = tensor(x), integers_of(s["starts"] if starts is None else starts)
    axes, stops = axes_of(s, axes, [*range(len(starts))]), integers_of(s["ends"] if stops is None else stops)
    for start, stop, axis, step in zip(starts, stops, axes, [1] * len(starts) if steps is None else integers_of(steps)):
        rows = range(x.shape[axis])[start:stop:step] if step > 0 or stop > -x.shape[axis] - 1 else \
            range(x.shape[axis])[start::step]
        if step < 0:
            x, rows = x.flip(axis), range(x.shape[axis] - 1 - rows.start, x.shape[axis] - 1 - rows.stop, -step)
        x = x[(*[slice(None)] * (axis % x.ndim), slice(rows.start, rows.stop, rows.step))]
    return x


def gather(s, outs, x, index):
    """Return rows along an axis; the index's shape replaces this axis in the result."""
    x, index, axis = tensor(x), tensor(index), s.get("axis", 0)
    axis %= x.ndim
    index = (index + (index < 0) * x.shape[axis]).long()
    found = x.index_select(axis, index.reshape(-1))
    return found.reshape([*x.shape[:axis], *index.shape, *x.shape[axis + 1:]])


def gather_elements(s, outs, x, index):
    x, index, axis = tensor(x), tensor(index), s.get("axis", 0)
    return x.gather(axis, (index + (index < 0) * x.shape[axis]).long())


def depth_to_space(s, outs, x):
    """Turn b² channels into b × b pixels: (N, C·b², H, W) -> (N, C, H·b, W·b)."""
    (N, C, H, W), b = tensor(x).shape, s["blocksize"]
    if s.get("mode", "DCR") == "CRD":                        # the b² values of a pixel block are neighbouring channels
        return tensor(x).reshape(N, C // b ** 2, b, b, H, W).permute(0, 1, 4, 2, 5, 3).reshape(N, -1, H * b, W * b)
    return tensor(x).reshape(N, b, b, C // b ** 2, H, W).permute(0, 3, 4, 1, 5, 2).reshape(N, -1, H * b, W * b)


def space_to_depth(s, outs, x):
    (N, C, H, W), b = tensor(x).shape, s["blocksize"]
    return tensor(x).reshape(N, C, H // b, b, W // b, b).permute(0, 3, 5, 1, 2, 4).reshape(N, -1, H // b, W // b)


def scatter_elements(s, outs, x, index, values):
    """Return a copy with values written to positions along an axis, or added to (multiplied with, …) the elements."""
    x, index, axis, by = tensor(x), tensor(index), s.get("axis", 0), s.get("reduction", "none")
    index, values = (index + (index < 0) * x.shape[axis]).long(), tensor(values)
    return x.scatter(axis, index, values) if by == "none" else x.scatter_reduce(axis, index, values, SCATTERED[by])


def concat(s, outs, *args):
    return cat([tensor(x) for x in args], s["axis"])


def tile(s, outs, x, repeats):
    return tensor(x).repeat(*integers_of(repeats))


def triangle(s, outs, x, k=None):
    name, k = "triu" if s.get("upper", 1) else "tril", 0 if k is None else integers_of(k)[0]
    return getattr(tensor(x), name)(k)


SCATTERED = {"add": "sum", "mul": "prod", "max": "amax", "min": "amin"}           # {ONNX's reduction: PyTorch's}

OPERATORS = {"Concat": concat, "ConstantOfShape": constant_of_shape, "DepthToSpace": depth_to_space,
             "Expand": expand, "Flatten": flatten, "Gather": gather, "GatherElements": gather_elements, "Range": arange,
             "Reshape": reshape, "Scatter": scatter_elements, "ScatterElements": scatter_elements, "Shape": shape_of,
             "Slice": cut, "SpaceToDepth": space_to_depth, "Split": split, "Squeeze": squeeze, "Tile": tile,
             "Transpose": transpose, "Trilu": triangle, "Unsqueeze": unsqueeze}
