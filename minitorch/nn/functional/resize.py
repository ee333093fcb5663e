"""Signals and images resized, or sampled at the positions of a grid."""

import math
from itertools import product

from ... import dtypes
from ...engine import registry
from ...ops.conv.resample import cubic_weights, resample
from ...ops.index.masks import where_function as where
from ...runtime import Tensor, one_node
from .common import halves, in_single, refuse, several

__all__ = ["grid_sample", "interpolate"]

DIMS = {"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}
RULES = {"linear": "linear", "bilinear": "linear", "trilinear": "linear", "bicubic": "cubic", "area": "area",
         "nearest": "nearest", "nearest-exact": "nearest-exact"}


@one_node
def interpolate(input: Tensor, size=None, scale_factor=None, mode="nearest", align_corners=None,
                recompute_scale_factor=None, antialias=False):
    """Resize the input (N, C, L), (N, C, H, W) or (N, C, D, H, W), one dimension after the other.

    size, scale_factor       the new size, or the factor of the sizes; a number, or one per dimension
    mode                     "nearest", "nearest-exact", "area" (means of parts), "linear" (3-D), "bilinear",
                             "bicubic" (4-D), "trilinear" (5-D)
    align_corners            whether the centres of corner pixels keep their positions, instead of the image's edges
    recompute_scale_factor   whether distances are computed from the rounded new size, not from scale_factor
    antialias                whether each pixel of a smaller image is a mean over all the pixels it covers ("bilinear",
                             "bicubic"), as Pillow shrinks images

    Raises ValueError unless exactly one of size and scale_factor is given; NotImplementedError for a mode that does not
    fit the input.
    """
    dims = input.ndim - 2
    check(input, size, scale_factor, mode, align_corners)
    check_mode(input, mode, antialias)
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
    if any(n < 1 for n in size):
        refuse(RuntimeError, f"interpolate: Input and output sizes should be greater than 0, but got {list(size)}.")
    run = registry["resample_bytes"] if mode in DIMS and input.dtype is dtypes.uint8 else resample
    for dim, new, scale in [*zip(range(-dims, 0), size, scales)][::-1]:
        input = run.function(input, dim=dim, size=new, rule=RULES[mode] + "-antialias" * bool(antialias),
                             corners=bool(align_corners), scale=None if mode == "area" else scale)
    return input


def check_mode(input, mode, antialias):
    """Raise if the mode does not support the input's dtype, or antialias."""
    if antialias and (mode not in ("bilinear", "bicubic") or input.ndim != 4):
        raise ValueError("interpolate: antialias=True needs mode 'bilinear' or 'bicubic' and images (N, C, H, "
                         f"W), not {mode!r} and {input.ndim} dimensions.")
    if RULES[mode] in ("linear", "cubic", "area") and input.dtype.rank < 2 and (
            input.dtype is not dtypes.uint8 or mode == "area"):
        raise NotImplementedError(f"interpolate: mode {mode!r} is not supported for {input.dtype}: convert, as in "
                                  "x.float().")


def several_floats(factor, dims):
    return (float(factor),) * dims if isinstance(factor, int | float) else tuple(float(f) for f in factor)


def check(input, size, scale_factor, mode, align_corners):
    """Raise for settings that contradict each other, or if neither size nor scale_factor is given."""
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


@one_node
def grid_sample(input: Tensor, grid: Tensor, mode="bilinear", padding_mode="zeros",
                align_corners: bool | None = None):
    """Sample the image at the positions of a grid: each pixel of the output is the input at grid's position.

    input           (N, C, H, W), or a volume (N, C, D, H, W)
    grid            (N, OH, OW, 2): x and y, −1 to 1 from edge to edge (from corner to corner with align_corners);
                    of a volume (N, OD, OH, OW, 3): x, y and z
    mode            "bilinear", "nearest" or, of an image, "bicubic"
    padding_mode    values outside the image: "zeros", "border" (the nearest edge), "reflection"
    returns         (N, C, OH, OW), or (N, C, OD, OH, OW)
    """
    check_grid(input, grid, mode, padding_mode)
    if halves(input):
        return in_single(grid_sample, input, grid, mode, padding_mode, align_corners)
    (N, C), sizes, out_sizes = input.shape[:2], input.shape[2:], grid.shape[1:-1]
    found = []
    for d, n in enumerate(sizes):
        at = pixel(grid[..., len(sizes) - 1 - d], n, align_corners)
        if mode == "bicubic":
            found.append(four_around(at, n, padding_mode, align_corners))
        else:
            found.append(neighbours(fold_positions(at, n, padding_mode, align_corners), mode))
    flattened, out = input.reshape(N, C, math.prod(sizes)), 0.0
    for corner in product(*found):
        (index, weight), *others = corner
        inside, index = (index >= 0) & (index < sizes[0]), index.clamp(0, sizes[0] - 1)
        for (place, share), n in zip(others, sizes[1:]):
            inside = inside & (place >= 0) & (place < n)
            index, weight = index * n + place.clamp(0, n - 1), weight * share
        index = index.long().reshape(N, 1, -1).expand(N, C, math.prod(out_sizes))
        values = flattened.gather(2, index).reshape(N, C, *out_sizes)
        out = out + where(inside.unsqueeze(1), values, 0.0) * weight.unsqueeze(1)
    return out


def check_grid(input, grid, mode, padding_mode):
    """Raise for an input and a grid that do not fit together, or an unknown mode."""
    if mode not in ("bilinear", "nearest", "bicubic") or padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(f"grid_sample: mode is 'bilinear', 'nearest' or 'bicubic', not {mode!r}; padding_mode is "
                         f"'zeros', 'border' or 'reflection', not {padding_mode!r}.")
    if input.dtype is not grid.dtype:
        refuse(RuntimeError, f"grid_sample: expected input and grid to have the same dtype, but got {input.dtype} and "
               f"{grid.dtype}. Convert one: grid.to(input.dtype).")
    dims = input.ndim - 2
    if dims not in (2, 3) or grid.ndim != input.ndim or grid.shape[-1] != dims or len(grid) != len(input):
        refuse(RuntimeError, "grid_sample: expected an input (N, C, H, W) and a grid (N, OH, OW, 2) of the same N, or "
               f"(N, C, D, H, W) and (N, OD, OH, OW, 3), but got {list(input.shape)} and {list(grid.shape)}.")
    if mode == "bicubic" and dims == 3:
        refuse(RuntimeError, "grid_sample: mode 'bicubic' is for images (N, C, H, W), not for volumes.")
    if 0 in input.shape[2:]:
        refuse(RuntimeError, "grid_sample: expected input to have non-empty spatial dimensions, but input has sizes "
               f"{list(input.shape)}.")


def pixel(g, size, corners):
    """Convert coordinates from −1 … 1 to pixels."""
    return (g + 1) / 2 * (size - 1) if corners else ((g + 1) * size - 1) / 2


def fold_positions(at, size, padding_mode, corners):
    """Move positions outside the image back into it; with padding_mode "zeros" only limit them."""
    if padding_mode == "reflection":
        low, span = (0.0, size - 1) if corners else (-0.5, size)
        if span == 0:
            return at * 0
        away = (at - low).abs().fmod(2 * span)
        at = low + span - (away - span).abs()
    outside = at.isnan()                              # an infinite position has no neighbours either
    if at.is_cuda or outside.any():                   # on a GPU, reading .any() would wait for a copy
        at = where(outside, -2.0, at)
    return at.clamp(-2, size + 1) if padding_mode == "zeros" else at.clamp(0, size - 1)


def neighbours(at, mode):
    """Return [(position, weight)]: the nearest pixel, or the two around `at`."""
    if mode == "nearest":
        nearest = at.detach().round()
        return [(nearest, nearest * 0 + 1)]
    before = at.detach().floor()
    t = at - before
    return [(before, 1 - t), (before + 1, t)]


def four_around(at, size, padding_mode, corners):
    """Return [(position, weight)] of the four pixels around `at`, each moved into the image; weights may be below 0."""
    before = at.detach().floor()
    return [(fold_positions(before + k, size, padding_mode, corners), weight)
            for k, weight in enumerate(cubic_weights(at - before), -1)]
