"""A picture in any of its three forms: a tensor (…, C, H, W), an array (H, W) or (H, W, C), a Pillow image.

What changes a picture is written once, for planes: an array whose last two sizes are height and width. In a
function under @on_planes, `img` is such an array, whatever form its caller gave.
"""

from enum import Enum

import numpy as np

from ... import backend
from ...engine import tensor_types
from ...runtime.arguments import named_as
from ...tensors.tensor import plain


class InterpolationMode(Enum):
    """How values between pixels are found."""

    NEAREST = "nearest"
    NEAREST_EXACT = "nearest-exact"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"
    BOX = "box"
    HAMMING = "hamming"
    LANCZOS = "lanczos"


PILLOW = {0: "nearest", 2: "bilinear", 3: "bicubic", 4: "box", 5: "hamming", 1: "lanczos"}     # its numbers


def mode_of(interpolation):
    """An InterpolationMode from one, from its name, or from Pillow's number."""
    if isinstance(interpolation, int):
        interpolation = PILLOW.get(interpolation, interpolation)
    try:
        return InterpolationMode(interpolation)
    except ValueError:
        raise ValueError("interpolation is one of InterpolationMode's "
                         f"{', '.join(mode.value for mode in InterpolationMode)}, not {interpolation!r}.") from None


def is_pillow(picture):
    """Whether this is a Pillow image; Pillow need not be installed."""
    return hasattr(picture, "getbands") and hasattr(picture, "convert")


def planes_of(picture):
    """(planes, back): the picture as an array (…, H, W), and the function that gives such an array its form.

    Raises TypeError for what is no picture.
    """
    if type(picture) in tensor_types:
        if picture.ndim < 2:
            raise TypeError(f"Tensor is not a torch image: it has shape {tuple(picture.shape)}, and needs (…, H, W).")
        return picture.detach().array, plain
    if is_pillow(picture):
        return planes_of_pillow(picture)
    if isinstance(picture, np.ndarray):
        if picture.ndim in (2, 3):
            return picture if picture.ndim == 2 else picture.transpose(2, 0, 1), channels_last
        raise ValueError(f"an array of shape {picture.shape} is no picture: (H, W) or (H, W, C) is.")
    raise TypeError(f"a picture is a tensor, an array or a Pillow image, not {type(picture).__name__}.")


def on_planes(function):
    """`function`, written for planes, for a picture in any form: it gives back the form that it got."""
    def changed(img, *args, **settings):
        planes, back = planes_of(img)
        return back(function(planes, *args, **settings))
    return named_as(function, changed, function.__name__)


def channels_last(planes):
    """(C, H, W) -> (H, W, C), the same memory; (H, W) as it is."""
    return planes if planes.ndim == 2 else planes.transpose(1, 2, 0)


def planes_of_pillow(picture):
    from PIL import Image
    kind = picture.mode
    if kind in ("P", "PA"):
        raise TypeError(f"a Pillow image of mode {kind} holds numbers of colours: convert it, img.convert('RGB').")
    array = np.asarray(picture)
    if kind == "1":
        array = array.astype(np.uint8) * np.uint8(255)

    def back(planes):
        image = Image.fromarray(np.ascontiguousarray(channels_last(planes)))
        return image.convert("1") if kind == "1" else image
    return (array.transpose(2, 0, 1) if array.ndim == 3 else array), back


def get_dimensions(img):
    """[channels, height, width]."""
    planes, _ = planes_of(img)
    return [planes.shape[-3] if planes.ndim > 2 else 1, *planes.shape[-2:]]


def get_image_size(img):
    """[width, height]."""
    _, height, width = get_dimensions(img)
    return [width, height]


def get_image_num_channels(img):
    """How many channels it has."""
    return get_dimensions(img)[0]


def pair(size, name="size"):
    """(height, width) from one number or two."""
    if isinstance(size, int):
        return size, size
    size = tuple(int(part) for part in size)
    if len(size) not in (1, 2):
        raise ValueError(f"{name} should be a number, or (height, width); it is {size}.")
    return size * 2 if len(size) == 1 else size


def library(planes):
    """NumPy or CuPy, whichever holds the planes."""
    return backend.library_of(planes)


def rounded(values, dtype, xp, half_up=False):
    """Float values as `dtype`: whole numbers rounded, halves to even or up, and kept within its range."""
    if dtype.kind == "f":
        return values.astype(dtype, copy=False)
    limits = np.iinfo(dtype)
    whole = xp.floor(values + 0.5) if half_up else xp.rint(values)
    return xp.clip(whole, limits.min, limits.max).astype(dtype)
