"""Volumes (N, C, D, H, W) computed by the image ops: convolved as images whose channels are slices of depth, and
pooled plane by plane, then along depth.
"""

from ...engine import dispatch
from ...ops.conv import convolution, pooling
from ...ops.conv.padding import fold_windows, pad, unfold_windows


def split(where):
    """Split settings into those along depth, as numbers, and those of a plane, as pairs."""
    return ({name: value[0] for name, value in where.items() if type(value) is tuple},
            {name: value[1:] if type(value) is tuple else value for name, value in where.items()})


def convolve(x, weight, bias, where):
    """Compute conv3d by conv2d: each window of kd slices is one image, with the slices as channels.

    x        (N, C, D, H, W)
    weight   (O, C/groups, kd, kh, kw)
    returns  (N, O, OD, OH, OW)
    """
    depth, plane = split(where)
    if depth["padding"]:
        x = pad.function(x, widths=((depth["padding"],) * 2, (0, 0), (0, 0)))
    windows = unfold_windows.function(x, dim=2, size=weight.shape[2], step=depth["stride"], dilation=depth["dilation"])
    N, C, OD, H, W, kd = windows.shape
    images = windows.permute(0, 2, 1, 5, 3, 4).reshape(N * OD, C * kd, H, W)
    out = dispatch(convolution.conv2d, (images, weight.flatten(1, 2), bias), plane)
    return out.reshape(N, OD, *out.shape[1:]).permute(0, 2, 1, 3, 4).contiguous()


def convolve_input_gradient(y, weight, size, where):
    """Return the gradient of `convolve` for its input, of `size` (D, H, W): (N, O, OD, OH, OW) -> (N, C, D, H, W)."""
    depth, plane = split(where)
    N, O, OD = y.shape[:3]
    C, kd = weight.shape[1] * where["groups"], weight.shape[2]
    images = y.permute(0, 2, 1, 3, 4).reshape(N * OD, O, *y.shape[3:])
    columns = convolution.conv2d_input(images, weight.flatten(1, 2), shape=(N * OD, C * kd, *size[1:]), **plane)
    windows = columns.reshape(N, OD, C, kd, *size[1:]).permute(0, 2, 1, 4, 5, 3)
    padded = (N, C, size[0] + 2 * depth["padding"], *size[1:])
    out = fold_windows.function(windows, shape=padded, dim=2, step=depth["stride"], dilation=depth["dilation"])
    return out.narrow(2, depth["padding"], size[0]).contiguous()


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
