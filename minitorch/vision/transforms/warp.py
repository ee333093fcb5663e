"""Rotate, shear and tilt: for each new pixel, find its position in the old picture.

Positions are (x, y) from the middle of the picture, y downwards, in pixels.
"""

from math import ceil, cos, floor, radians, sin, tan

import numpy as np

from .image import InterpolationMode, Mode, library, mode_of, planes_of, round_to_dtype


def sample(planes, x, y, mode, fill):
    """Interpolate the picture at positions x, y, (h, w) each; positions outside the picture get `fill`.

    planes   (…, H, W); the middle of the first pixel is at (0, 0)
    """
    xp = library(planes)
    rows, columns = planes.shape[-2:]
    values = planes.astype(np.promote_types(planes.dtype, np.float32), copy=False)

    def pixel_at(i, j):
        """Return pixel (i, j), and whether it is inside the picture."""
        inside = (i >= 0) & (i < rows) & (j >= 0) & (j < columns)
        return values[..., i.clip(0, rows - 1), j.clip(0, columns - 1)], inside

    if mode is InterpolationMode.NEAREST:
        found, there = pixel_at(xp.rint(y).astype(np.int64), xp.rint(x).astype(np.int64))
        found = xp.where(there, found, 0)
        weight = there.astype(values.dtype)
    elif mode is InterpolationMode.BILINEAR:
        top, left = xp.floor(y).astype(np.int64), xp.floor(x).astype(np.int64)
        down, across = (y - top).astype(values.dtype), (x - left).astype(values.dtype)
        found, weight = 0, 0
        for i, j, share in ((top, left, (1 - down) * (1 - across)), (top, left + 1, (1 - down) * across),
                            (top + 1, left, down * (1 - across)), (top + 1, left + 1, down * across)):
            pixel, there = pixel_at(i, j)
            share = share * there
            found, weight = found + pixel * share, weight + share
    else:
        raise ValueError(f"rotating and warping need interpolation nearest or bilinear, not {mode.value}.")
    if fill is not None:
        ground = xp.asarray(fill, values.dtype)
        ground = ground.reshape(-1, 1, 1) if ground.size > 1 else ground.reshape(())
        found = found + (1 - weight) * ground
    return round_to_dtype(found, planes.dtype, xp)


def pixel_centres(height, width, xp):
    """Return x and y of the centres of all pixels of a height × width picture; (0, 0) is the picture's middle."""
    return (xp.arange(width) + 0.5 - width / 2)[None], (xp.arange(height) + 0.5 - height / 2)[:, None]


def warp(img, matrix, interpolation, fill, size=None):
    """Transform the picture by the inverse map `matrix`: (a, b, c, d, e, f) maps (x, y) to (ax+by+c, dx+ey+f).

    If `matrix` has two more numbers, g and h, both results are divided by gx+hy+1.
    """
    planes, back = planes_of(img)
    xp = library(planes)
    rows, columns = planes.shape[-2:]
    x, y = pixel_centres(*(size or (rows, columns)), xp)
    a, b, c, d, e, f, *tilt = matrix
    from_x, from_y = a * x + b * y + c, d * x + e * y + f
    if tilt:
        below = tilt[0] * x + tilt[1] * y + 1
        from_x, from_y = from_x / below, from_y / below
    return back(sample(planes, from_x + (columns - 1) / 2, from_y + (rows - 1) / 2, mode_of(interpolation), fill))


def inverse_affine(center, angle, translate, scale, shear):
    """Return the inverse of: subtract `center`, shear, turn clockwise, scale, add `center` and `translate`."""
    turn, (sx, sy), (cx, cy), (tx, ty) = radians(angle), map(radians, shear), center, translate
    a = cos(turn - sy) / cos(sy)                         # the rotation times the shear, without the scale
    b = -cos(turn - sy) * tan(sx) / cos(sy) - sin(turn)
    c = sin(turn - sy) / cos(sy)
    d = -sin(turn - sy) * tan(sx) / cos(sy) + cos(turn)
    inverse = [d / scale, -b / scale, 0.0, -c / scale, a / scale, 0.0]       # the inverse for ad − bc = 1
    inverse[2] = cx + inverse[0] * (-cx - tx) + inverse[1] * (-cy - ty)
    inverse[5] = cy + inverse[3] * (-cx - tx) + inverse[4] * (-cy - ty)
    return inverse


def from_middle(img, center):
    """Convert a position measured from the upper left corner to one measured from the middle."""
    if center is None:
        return 0.0, 0.0
    rows, columns = planes_of(img)[0].shape[-2:]
    return center[0] - columns / 2, center[1] - rows / 2


def rotate(img, angle, interpolation: Mode = InterpolationMode.NEAREST, expand=False, center=None, fill=None):
    """Rotate the picture counter-clockwise by `angle` degrees.

    expand   enlarge the result so that the whole picture fits into it; meant for the default `center`
    center   (x, y) from the upper left corner, in pixels; default: the middle
    fill     the value outside of the picture; default 0
    """
    planes, back = planes_of(img)
    rows, columns = planes.shape[-2:]
    if center is None and angle % 90 == 0 and (expand or angle % 180 == 0 or rows == columns):
        return back(library(planes).rot90(planes, int(angle // 90) % 4, (-2, -1)).copy())
    size = None
    if expand:                                           # find the size, in pixels, that contains the rotated corners
        turn = radians(angle)
        reach = abs(columns * cos(turn)) + abs(rows * sin(turn)), abs(columns * sin(turn)) + abs(rows * cos(turn))
        size = tuple(ceil(round((side + whole) / 2, 4)) - floor(round((side - whole) / 2, 4))
                     for side, whole in ((rows, reach[1]), (columns, reach[0])))
    matrix = inverse_affine(from_middle(img, center), -angle, (0.0, 0.0), 1.0, (0.0, 0.0))
    return warp(img, matrix, interpolation, fill, size)


def affine(img, angle, translate, scale, shear, interpolation: Mode = InterpolationMode.NEAREST, fill=None,
           center=None):
    """Rotate the picture clockwise by `angle` degrees, move, scale and shear it.

    translate   (right, down) in pixels
    shear       degrees: along x, or (along x, along y)
    """
    if scale <= 0:
        raise ValueError("Argument scale should be positive")
    shear = (shear, 0.0) if isinstance(shear, int | float) else (*shear, 0.0)[:2]
    matrix = inverse_affine(from_middle(img, center), angle, translate, scale, shear)
    return warp(img, matrix, interpolation, fill)


def perspective(img, startpoints, endpoints, interpolation: Mode = InterpolationMode.BILINEAR, fill=None):
    """Tilt the picture so that four startpoints (x, y) move to four endpoints; (0, 0) is the upper left corner."""
    rows, columns = planes_of(img)[0].shape[-2:]
    (half_x, half_y), equations, wanted = (columns / 2, rows / 2), [], []
    for (x, y), (u, v) in zip(startpoints, endpoints):
        x, y, u, v = x - half_x, y - half_y, u - half_x, v - half_y
        equations += [[u, v, 1, 0, 0, 0, -x * u, -x * v], [0, 0, 0, u, v, 1, -y * u, -y * v]]
        wanted += [x, y]
    matrix = np.linalg.lstsq(np.array(equations, float), np.array(wanted, float), rcond=None)[0].tolist()
    return warp(img, matrix, interpolation, fill)
