"""Grids of positions for grid_sample, and older names of interpolate."""

from ....nn.functional.common import refuse
from ....nn.functional.resize import interpolate
from ....runtime import Tensor, functions, one_node

__all__ = ["affine_grid", "upsample", "upsample_bilinear", "upsample_nearest"]


def upsample(input: Tensor, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """Call interpolate, of which this is an older name; arguments as interpolate's."""
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor, size=None, scale_factor=None):
    """Call interpolate with mode "nearest"; arguments as interpolate's."""
    return interpolate(input, size, scale_factor)


def upsample_bilinear(input: Tensor, size=None, scale_factor=None):
    """Call interpolate with mode "bilinear" and align_corners=True; arguments as interpolate's."""
    return interpolate(input, size, scale_factor, "bilinear", True)


def grid_positions(n, corners, like):
    """Return n positions from −1 to 1: with corners both ends included, else the middles of n equal parts."""
    positions = functions["linspace"](-1, 1, n, dtype=like.dtype, device=like.device)
    return positions if corners else positions * ((n - 1) / n)


@one_node
def affine_grid(theta: Tensor, size, align_corners: bool | None = None):
    """Return the positions where grid_sample reads the input, so that it rotates, moves and scales images by theta.

    theta     (N, 2, 3)
    size      (N, C, H, W) of grid_sample's output
    returns   (N, H, W, 2): x and y; −1 and 1 are the edges (with align_corners, the centres of the corner pixels)

    Raises ValueError for a theta of another shape, RuntimeError for another N.
    """
    if theta.array.dtype.kind != "f":
        refuse(ValueError, f"affine_grid: Expected theta to have floating point type, but got {theta.dtype}.")
    if theta.ndim != 3 or tuple(theta.shape[1:]) != (2, 3) or len(size) != 4:
        refuse(ValueError, "affine_grid: Expected a batch of 2D affine matrices of shape Nx2x3 for size "
               f"{tuple(size)}. Got {list(theta.shape)}.")
    if size[0] != len(theta):
        refuse(RuntimeError, f"affine_grid: {len(theta)} matrices theta for a batch of {size[0]}, in the size "
               f"{tuple(size)}.")
    height, width = size[-2:]
    y, x = (grid_positions(n, align_corners, theta) for n in (height, width))
    base = functions["stack"]([x.expand(height, width), y.unsqueeze(1).expand(height, width),
                               theta.new_ones((height, width))], -1)
    return (base.reshape(1, -1, 3) @ theta.transpose(1, 2)).reshape(len(theta), height, width, 2)
