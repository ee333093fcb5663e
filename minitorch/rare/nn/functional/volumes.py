"""Volumes (N, C, D, H, W) pooled by the image ops: plane by plane, then along depth."""

from ....engine import dispatch
from ....nn.functional.volumes import split
from ....ops.conv import pooling


def along_depth(where):
    """Return the settings that pool along depth, where each volume is an image whose rows are the planes."""
    neutral = {"kernel": 1, "stride": 1, "padding": 0, "dilation": 1}
    depth, _ = split(where)
    return {name: (depth[name], neutral[name]) if name in depth else value for name, value in where.items()}


def in_two_steps(pool, x, plane, depth):
    """Apply `pool` to each plane, then to the results along depth: (N, C, D, H, W) -> (N, C, OD, OH, OW)."""
    planes = dispatch(pool, (x,), plane)
    return dispatch(pool, (planes.flatten(-2),), depth).unflatten(-1, planes.shape[-2:])


def max_pool(x, where):
    """Return the maximum of each window."""
    pooling.count_windows(x, name="max_pool3d", **where)
    return in_two_steps(pooling.max_pool2d, x, split(where)[1], along_depth(where))


def max_pool_indices(x, where):
    """Return the position of each window's maximum in its volume, counted plane by plane and row by row."""
    plane, depth = split(where)[1], along_depth(where)
    best, inside = (dispatch(pool, (x,), plane) for pool in (pooling.max_pool2d, pooling.max_pool2d_indices))
    which = dispatch(pooling.max_pool2d_indices, (best.flatten(-2),), depth)          # indices in (D, OH·OW)
    chosen = inside.flatten(2).gather(-1, which.flatten(2)).reshape(which.shape)
    size = which.shape[-1]
    return (which // size * (x.shape[-1] * x.shape[-2]) + chosen).unflatten(-1, best.shape[-2:])


def avg_pool(x, where):
    """Return the mean of each window."""
    pooling.count_windows(x, name="avg_pool3d", dilation=(1, 1, 1), **{
        name: where[name] for name in ("kernel", "stride", "padding", "ceil_mode")})
    plane = split(where)[1]
    if where["divisor"]:
        plane["divisor"] = 1                         # compute sums here; divide once, along depth
    return in_two_steps(pooling.avg_pool2d, x, plane, along_depth(where))
