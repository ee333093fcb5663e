"""Resize: each new pixel is a weighted mean of the old pixels around it; rows are resized first, then columns.

Source: Smith, A Pixel Is Not A Little Square (1995); the filters are Pillow's, so that both give the same picture.
"""

from functools import lru_cache
from math import ceil, floor

import numpy as np

from .geometry import crop
from .image import InterpolationMode, Mode, get_dimensions, is_pillow, library, mode_of, planes_of, round_to_dtype

PILLOW = {"nearest": 0, "nearest-exact": 0, "bilinear": 2, "bicubic": 3, "box": 4, "hamming": 5, "lanczos": 1}


def cubic(x, a):
    x = abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = (((x - 5) * x + 8) * x - 4) * a
    return np.where(x < 1, near, np.where(x < 2, far, 0.0))


FILTERS = {                                              # {mode: (half the filter's width, weight at distance x)}
    "bilinear": (1, lambda x: np.maximum(0.0, 1 - abs(x))),
    "bicubic": (2, lambda x: cubic(x, -0.5)),
    "box": (0.5, lambda x: ((x > -0.5) & (x <= 0.5)).astype(float)),
    "hamming": (1, lambda x: np.where(abs(x) < 1, np.sinc(x) * (0.54 + 0.46 * np.cos(np.pi * x)), 0.0)),
    "lanczos": (3, lambda x: np.where(abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0.0)),
}


@lru_cache(maxsize=64)
def weights(size, new, mode, antialias):
    """Return the weights (new, size) of the old pixels in each new pixel.

    If the picture shrinks, the filter is widened by the same factor, so that every old pixel is used.
    """
    half, filter = FILTERS[mode]
    step = size / new
    if antialias or mode not in ("bilinear", "bicubic"):
        widen = max(step, 1.0)
        center = (np.arange(new) + 0.5) * step
        low = np.maximum(0, np.floor(center - half * widen + 0.5)).astype(int)
        high = np.minimum(size, np.floor(center + half * widen + 0.5)).astype(int)
        at = np.arange(size)
        out = filter((at - center[:, None] + 0.5) / widen)                    # (new, size)
        out[(at < low[:, None]) | (at >= high[:, None])] = 0
        return out / out.sum(1, keepdims=True)
    center = (np.arange(new) + 0.5) * step - 0.5
    if mode == "bilinear":
        center = np.maximum(center, 0)
    first = np.floor(center).astype(int)
    out = np.zeros((new, size))
    for offset in range(1 - ceil(half), half + 1):
        weight = (np.maximum(0.0, 1 - abs(center - first - offset)) if mode == "bilinear"
                  else cubic(center - first - offset, -0.75))
        np.add.at(out, (np.arange(new), np.clip(first + offset, 0, size - 1)), weight)   # this repeats the edge
    return out


def resize_planes(planes, height, width, mode, antialias):
    """Return the planes in another size: (…, H, W) -> (…, height, width)."""
    xp = library(planes)
    rows, columns = planes.shape[-2:]
    if mode in (InterpolationMode.NEAREST, InterpolationMode.NEAREST_EXACT):
        middle = 0.0 if mode is InterpolationMode.NEAREST else 0.5
        down = np.floor((np.arange(height) + middle) * (rows / height)).astype(int)
        across = np.floor((np.arange(width) + middle) * (columns / width)).astype(int)
        return planes[..., xp.asarray(down)[:, None], xp.asarray(across)]
    kind = planes.dtype
    values = xp.ascontiguousarray(planes, np.promote_types(kind, np.float32))     # matmul is slow for other strides
    for size, new, last in (columns, width, True), (rows, height, False):
        if size == new:
            continue
        matrix = xp.asarray(weights(size, new, mode.value, antialias), values.dtype)
        values = values @ matrix.T if last else matrix @ values
        if kind.kind != "f" and antialias:               # Pillow rounds to bytes between the two passes
            values = round_to_dtype(values, kind, xp, half_up=True).astype(values.dtype)
    return round_to_dtype(values, kind, xp, half_up=antialias)


def resized_size(size, rows, columns, max_size=None):
    """Return (height, width) for `size`; if it is one number, it is the size of the shorter side."""
    if isinstance(size, list | tuple) and len(size) == 2:
        if max_size is not None:
            raise ValueError("max_size should only be passed if size specifies the length of the smaller edge, "
                             "i.e. size should be an int or a sequence of length 1.")
        return tuple(size)
    if isinstance(size, list | tuple):
        if len(size) != 1:
            raise ValueError(f"Size must be an int or a 1 or 2 element tuple/list, not a {len(size)} element one.")
        size = size[0]
    short, long = min(rows, columns), max(rows, columns)
    if size is None:
        new_short, new_long = int(max_size * short / long), max_size
    else:
        new_short, new_long = size, floor(size * long / short)
        if max_size is not None:
            if max_size <= size:
                raise ValueError(f"max_size = {max_size} must be strictly greater than the requested size for the "
                                 f"smaller edge size = {size}")
            if new_long > max_size:
                new_short, new_long = int(max_size * new_short / new_long), max_size
    return (new_short, new_long) if rows <= columns else (new_long, new_short)


def resize(img, size, interpolation: Mode = InterpolationMode.BILINEAR, max_size=None, antialias: bool | None = True):
    """Return the picture in another size.

    size        (height, width), or one number for the shorter side: then the proportions do not change
    max_size    the largest size of the longer side
    antialias   smooth a picture that shrinks; Pillow images are always smoothed
    """
    mode = mode_of(interpolation)
    _, rows, columns = get_dimensions(img)
    height, width = resized_size(size, rows, columns, max_size)
    if height <= 0 or width <= 0:
        raise ValueError(f"a picture of {height}×{width} has no pixels.")
    if (height, width) == (rows, columns):
        return img
    if is_pillow(img):
        return img.resize((width, height), PILLOW[mode.value])
    planes, back = planes_of(img)
    return back(resize_planes(planes, height, width, mode, antialias))


def resized_crop(img, top, left, height, width, size, interpolation: Mode = InterpolationMode.BILINEAR,
                 antialias: bool | None = True):
    """Crop a part of (height, width) pixels with its upper left corner at (top, left), and resize it to `size`."""
    return resize(crop(img, top, left, height, width), size, interpolation, antialias=antialias)
