"""Volumes (N, C, D, H, W) convolved as images whose channels are slices of depth."""

from ...engine import dispatch
from ...ops.conv import convolution
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
