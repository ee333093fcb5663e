"""Crop, pad and flip: pixels move, but their values do not change."""

from ...engine import tensor_types
from .image import Numbers, as_pair, get_dimensions, library, on_planes, planes_of

PADDING_MODES = ("constant", "edge", "reflect", "symmetric")


@on_planes
def hflip(img):
    """Exchange left and right."""
    return img[..., ::-1].copy()


@on_planes
def vflip(img):
    """Exchange top and bottom."""
    return img[..., ::-1, :].copy()


@on_planes
def crop(img, top, left, height, width):
    """Return (height, width) pixels with the upper left corner at (top, left); pixels outside the picture are 0."""
    rows, columns = img.shape[-2:]
    part = img[..., max(top, 0):max(top + height, 0), max(left, 0):max(left + width, 0)]
    outside = [(max(-top, 0), max(top + height - rows, 0)), (max(-left, 0), max(left + width - columns, 0))]
    if any(map(any, outside)):
        out = library(img).zeros((*img.shape[:-2], height, width), img.dtype)
        (above, _), (before, _) = outside
        out[..., above:above + part.shape[-2], before:before + part.shape[-1]] = part
        return out
    return part.copy()


def center_crop(img, output_size):
    """Return the middle of a picture, of size (height, width); a smaller picture is first padded with 0."""
    height, width = as_pair(output_size, "output_size")
    _, rows, columns = get_dimensions(img)
    if height > rows or width > columns:
        across, down = max(width - columns, 0), max(height - rows, 0)
        img = pad(img, [across // 2, down // 2, (across + 1) // 2, (down + 1) // 2])
        _, rows, columns = get_dimensions(img)
    return crop(img, round((rows - height) / 2), round((columns - width) / 2), height, width)


def pad(img, padding, fill: Numbers | None = 0, padding_mode="constant"):
    """Add a frame around the picture.

    padding        one number; (left and right, top and bottom); or (left, top, right, bottom)
    fill           the value of the frame: a number, or one for each channel
    padding_mode   "constant": `fill`; "edge", "reflect", "symmetric": pixels of the picture, as in numpy.pad
    """
    if padding_mode not in PADDING_MODES:
        raise ValueError(f"Padding mode should be either {', '.join(PADDING_MODES)}, not {padding_mode!r}.")
    left, top, right, bottom = sides(padding)
    planes, back = planes_of(img)
    xp = library(planes)
    if min(left, top, right, bottom) < 0:                # a negative padding crops
        _, rows, columns = get_dimensions(img)
        img = crop(img, max(-top, 0), max(-left, 0), rows - max(-top, 0) - max(-bottom, 0),
                   columns - max(-left, 0) - max(-right, 0))
        return pad(img, [max(side, 0) for side in (left, top, right, bottom)], fill, padding_mode)
    widths = [(0, 0)] * (planes.ndim - 2) + [(top, bottom), (left, right)]
    if padding_mode != "constant":
        return back(xp.pad(planes, widths, mode=padding_mode))
    out = xp.empty((*planes.shape[:-2], planes.shape[-2] + top + bottom, planes.shape[-1] + left + right), planes.dtype)
    out[...] = colour(fill, planes, xp)
    out[..., top:top + planes.shape[-2], left:left + planes.shape[-1]] = planes
    return back(out)


def sides(padding):
    """Return (left, top, right, bottom) for a padding of one, two or four numbers."""
    if isinstance(padding, int):
        return (padding,) * 4
    padding = tuple(padding)
    if len(padding) not in (1, 2, 4):
        raise ValueError(f"Padding must be an int or a 1, 2, or 4 element tuple, not a {len(padding)} element tuple")
    return {1: padding * 4, 2: padding * 2, 4: padding}[len(padding)]


def colour(fill, planes, xp):
    """Return `fill`, a number or one for each channel, as an array that broadcasts to the planes."""
    fill = xp.asarray(0 if fill is None else fill).astype(planes.dtype)
    if fill.ndim == 0 or fill.size == 1:
        return fill.reshape(())
    channels = planes.shape[-3] if planes.ndim > 2 else 1
    if fill.size != channels:
        raise ValueError(f"the number of values in fill ({fill.size}) does not match the number of channels "
                         f"({channels}).")
    return fill.reshape(-1, 1, 1)


def five_crop(img, size):
    """Return the four corners and the middle of a picture, each of size (height, width), as a tuple."""
    height, width = as_pair(size)
    _, rows, columns = get_dimensions(img)
    if height > rows or width > columns:
        raise ValueError(f"Requested crop size {(height, width)} is bigger than input size {(rows, columns)}")
    corners = [(0, 0), (0, columns - width), (rows - height, 0), (rows - height, columns - width)]
    return (*(crop(img, top, left, height, width) for top, left in corners), center_crop(img, (height, width)))


def ten_crop(img, size, vertical_flip=False):
    """Return five_crop of the picture and of the flipped picture."""
    return five_crop(img, size) + five_crop(vflip(img) if vertical_flip else hflip(img), size)


def erase(img, i, j, h, w, v, inplace=False):
    """Replace the rectangle of h × w pixels at (i, j) by `v`: a number, or a tensor or array that broadcasts to it."""
    planes, back = planes_of(img)
    value = v.array if type(v) in tensor_types else v
    value = value if isinstance(value, int | float) else library(planes).asarray(value, planes.dtype)
    if inplace and type(img) in tensor_types:
        planes[..., i:i + h, j:j + w] = value
        return img
    planes = planes.copy()
    planes[..., i:i + h, j:j + w] = value
    return back(planes)
