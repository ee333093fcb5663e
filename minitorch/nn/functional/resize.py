"""Signals and images in another size, or seen through a grid."""

import math

from ... import dtypes
from ...ops.conv.resample import resample
from ...ops.index.masks import where_function as where
from ...runtime import Tensor, functions
from .common import halves, in_single, refuse, several

__all__ = ["affine_grid", "grid_sample", "interpolate", "upsample", "upsample_bilinear", "upsample_nearest"]

DIMS = {"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}
RULES = {"linear": "linear", "bilinear": "linear", "trilinear": "linear", "bicubic": "cubic", "area": "area",
         "nearest": "nearest", "nearest-exact": "nearest-exact"}


def interpolate(input: Tensor, size=None, scale_factor=None, mode="nearest", align_corners=None,
                recompute_scale_factor=None, antialias=False):
    """The input in another size: (N, C, L), (N, C, H, W) or (N, C, D, H, W), one dimension after the other.

    size, scale_factor   the new size, or how many times as large; a number or one a dimension
    mode                 "nearest", "nearest-exact", "area" (means of shares), "linear" (3-D), "bilinear",
                         "bicubic" (4-D), "trilinear" (5-D)
    align_corners        whether corners keep their positions, instead of the edges of corner pixels
    """
    dims = input.ndim - 2
    check(input, size, scale_factor, mode, align_corners)
    if antialias:
        raise NotImplementedError("interpolate: antialias=True is not there; average first, with mode='area'.")
    if RULES[mode] in ("linear", "cubic", "area") and input.dtype.rank < 2 and (
            input.dtype is not dtypes.uint8 or mode == "area"):
        raise NotImplementedError(f"interpolate: mode {mode!r} is not there for {input.dtype}: convert first, as in "
                                  "x.float().")
    scales = [None] * dims
    if size is None:
        factors = several_floats(scale_factor, dims)
        size = [math.floor(n * f) for n, f in zip(input.shape[2:], factors)]
        if not recompute_scale_factor:
            scales = [1 / f for f in factors]
    else:
        size = several(size, dims if isinstance(size, int) else len(size))
    if len(size) != dims:
        raise ValueError("Input and output must have the same number of spatial dimensions, but got input with spatial "
                         f"dimensions of {list(input.shape[2:])} and output size of {list(size)}.")
    if min(size) < 1:
        refuse(RuntimeError, f"interpolate: Input and output sizes should be greater than 0, but got {list(size)}.")
    bytes_only = mode in DIMS and input.dtype is dtypes.uint8
    for dim, new, scale in [*zip(range(-dims, 0), size, scales)][::-1]:
        input = resample.function(input.float() if bytes_only else input, dim=dim, size=new, rule=RULES[mode],
                                  corners=bool(align_corners), scale=None if mode == "area" else scale)
        if bytes_only:                                   # rounded dimension by dimension, a half up
            input = (input + 0.5).floor().clamp(0, 255).to(dtypes.uint8)
    return input


def several_floats(factor, dims):
    return (float(factor),) * dims if isinstance(factor, int | float) else tuple(float(f) for f in factor)


def check(input, size, scale_factor, mode, align_corners):
    """Raise for settings that contradict each other, or leave the size open."""
    if mode not in RULES:
        raise NotImplementedError(f"interpolate: mode {mode!r} is none of {', '.join(RULES)}.")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if mode not in DIMS and align_corners is not None:
        raise ValueError("align_corners option can only be set with the interpolating modes: "
                         "linear | bilinear | bicubic | trilinear")
    if input.ndim not in (3, 4, 5) or DIMS.get(mode, input.ndim - 2) != input.ndim - 2:
        needed = f"a {DIMS[mode] + 2}D" if mode in DIMS else "a 3D, 4D or 5D"
        refuse(NotImplementedError, f"interpolate: Got {input.ndim}D input, but {mode} mode needs {needed} input: "
               "(N, C, and the dimensions of space).")
    if 0 in input.shape[1:]:
        refuse(RuntimeError, f"interpolate: Non-empty {input.ndim}D data tensor expected but got a tensor with sizes "
               f"{list(input.shape)}: there are no channels or no pixels.")


def upsample(input: Tensor, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """interpolate, by its first name."""
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor, size=None, scale_factor=None):
    """interpolate by the nearest pixel."""
    return interpolate(input, size, scale_factor)


def upsample_bilinear(input: Tensor, size=None, scale_factor=None):
    """interpolate bilinearly, the corners kept."""
    return interpolate(input, size, scale_factor, "bilinear", True)


def affine_grid(theta: Tensor, size, align_corners: bool | None = None):
    """Where grid_sample should look for an image turned, moved and scaled by theta.

    theta     (N, 2, 3)
    size      (N, C, H, W) of the image to be made
    returns   (N, H, W, 2): x and y from −1 to 1, edge to edge (corner pixels' middles with align_corners)
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


def grid_positions(n, corners, like):
    """n positions from −1 to 1: with corners both ends included, else the middles of n equal parts."""
    positions = functions["linspace"](-1, 1, n, dtype=like.dtype, device=like.device)
    return positions if corners else positions * ((n - 1) / n)


def grid_sample(input: Tensor, grid: Tensor, mode="bilinear", padding_mode="zeros",
                align_corners: bool | None = None):
    """The image seen through a grid: at each pixel of the output, the input at the position that the grid names.

    input           (N, C, H, W)
    grid            (N, OH, OW, 2): x and y, −1 to 1 from edge to edge (from corner to corner with align_corners)
    mode            "bilinear" or "nearest"
    padding_mode    what lies outside: "zeros", "border" (the nearest edge), "reflection"
    returns         (N, C, OH, OW)
    """
    if mode not in ("bilinear", "nearest") or padding_mode not in ("zeros", "border", "reflection"):
        raise (NotImplementedError if mode == "bicubic" else ValueError)(
            f"grid_sample: mode is 'bilinear' or 'nearest', not {mode!r}; padding_mode is 'zeros', 'border' or "
            f"'reflection', not {padding_mode!r}.")
    if input.dtype is not grid.dtype:
        refuse(RuntimeError, f"grid_sample: expected input and grid to have the same dtype, but got {input.dtype} and "
               f"{grid.dtype}. Bring them to one: grid.to(input.dtype).")
    if halves(input):
        return in_single(grid_sample, input, grid, mode, padding_mode, align_corners)
    if input.ndim != 4 or grid.ndim != 4 or grid.shape[-1] != 2 or len(grid) != len(input):
        refuse(RuntimeError, "grid_sample: expected an input (N, C, H, W) and a grid (N, OH, OW, 2) of the same N, but "
               f"got {list(input.shape)} and {list(grid.shape)}.")
    if 0 in input.shape[2:]:
        refuse(RuntimeError, "grid_sample: expected input to have non-empty spatial dimensions, but input has sizes "
               f"{list(input.shape)}.")
    (N, C, H, W), (OH, OW) = input.shape, grid.shape[1:3]
    x, y = (position(grid[..., i], n, padding_mode, align_corners) for i, n in ((0, W), (1, H)))
    flattened, out = input.reshape(N, C, H * W), 0.0
    for column, by_x in neighbours(x, mode):
        for row, by_y in neighbours(y, mode):
            inside = (column >= 0) & (column < W) & (row >= 0) & (row < H)
            at = (row.clamp(0, H - 1) * W + column.clamp(0, W - 1)).long().reshape(N, 1, -1)
            values = flattened.gather(2, at.expand(N, C, OH * OW)).reshape(N, C, OH, OW)
            out = out + where(inside.unsqueeze(1), values, 0.0) * (by_x * by_y).unsqueeze(1)
    return out


def position(g, size, padding_mode, corners):
    """From −1 … 1 to pixels, folded back into the image unless outside is zero."""
    at = (g + 1) / 2 * (size - 1) if corners else ((g + 1) * size - 1) / 2
    if padding_mode == "reflection":
        low, span = (0.0, size - 1) if corners else (-0.5, size)
        if span == 0:
            return at * 0
        away = (at - low).abs().fmod(2 * span)
        at = low + span - (away - span).abs()
    outside = at.isnan()                              # and so is what is far away: an infinity has no neighbours
    if outside.any():
        at = where(outside, -2.0, at)
    return at.clamp(-2, size + 1) if padding_mode == "zeros" else at.clamp(0, size - 1)


def neighbours(at, mode):
    """(whole position, weight): the nearest one, or the two around."""
    if mode == "nearest":
        nearest = at.detach().round()
        return [(nearest, nearest * 0 + 1)]
    before = at.detach().floor()
    t = at - before
    return [(before, 1 - t), (before + 1, t)]
