"""A picture in one of three types: a tensor (…, C, H, W), an array (H, W) or (H, W, C), a Pillow image.

Each transform is written once, for planes: an array (…, H, W). In a function that is decorated with @on_planes,
`img` is such an array; its callers may pass a picture of any type.
"""

from collections.abc import Sequence
from enum import Enum

import numpy as np

from ... import backend
from ...engine import tensor_types
from ...runtime.arguments import named_as
from ...tensors.tensor import tensor_of


class InterpolationMode(Enum):
    """The methods to compute values between pixels."""

    NEAREST = "nearest"
    NEAREST_EXACT = "nearest-exact"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"
    BOX = "box"
    HAMMING = "hamming"
    LANCZOS = "lanczos"


Numbers = float | Sequence[float]                        # a number for all channels or sides, or one for each
Size = int | Sequence[int]                               # a size for both sides, or (height, width)
Mode = InterpolationMode | int                           # an int is Pillow's number of a mode
PILLOW = {0: "nearest", 2: "bilinear", 3: "bicubic", 4: "box", 5: "hamming", 1: "lanczos"}     # {Pillow's number: mode}


def mode_of(interpolation):
    """Return an InterpolationMode for a mode, its name, or Pillow's number."""
    if isinstance(interpolation, int):
        interpolation = PILLOW.get(interpolation, interpolation)
    try:
        return InterpolationMode(interpolation)
    except ValueError:
        raise ValueError("interpolation must be one of InterpolationMode's "
                         f"{', '.join(mode.value for mode in InterpolationMode)}, not {interpolation!r}.") from None


def is_pillow(picture):
    """Return True for a Pillow image; Pillow need not be installed."""
    return hasattr(picture, "getbands") and hasattr(picture, "convert")


def planes_of(picture):
    """Return (planes, back): the picture as an array (…, H, W), and a function that converts such an array back.

    Raises TypeError or ValueError if it is no picture.
    """
    if type(picture) in tensor_types:
        if picture.ndim < 2:
            raise TypeError(f"Tensor is not a torch image: it has shape {tuple(picture.shape)}, and needs (…, H, W).")
        return picture.detach().array, tensor_of
    if is_pillow(picture):
        return planes_of_pillow(picture)
    if isinstance(picture, np.ndarray):
        if picture.ndim in (2, 3):
            return picture if picture.ndim == 2 else picture.transpose(2, 0, 1), channels_last
        raise ValueError(f"an array of shape {picture.shape} is no picture: it must be (H, W) or (H, W, C).")
    raise TypeError(f"a picture must be a tensor, an array or a Pillow image, not {type(picture).__name__}.")


def on_planes(function):
    """Decorate a function of planes so that it takes a picture of any type and returns a picture of this type."""
    def changed(img, *args, **settings):
        planes, back = planes_of(img)
        return back(function(planes, *args, **settings))
    return named_as(function, changed, function.__name__)


def channels_last(planes):
    """Return (C, H, W) as (H, W, C) with the same memory; (H, W) unchanged."""
    return planes if planes.ndim == 2 else planes.transpose(1, 2, 0)


def planes_of_pillow(picture):
    from PIL import Image
    kind = picture.mode
    if kind in ("P", "PA"):
        raise TypeError(f"a Pillow image of mode {kind} holds palette indices: convert it, img.convert('RGB').")
    array = np.asarray(picture)
    if kind == "1":
        array = array.astype(np.uint8) * np.uint8(255)

    def back(planes):
        image = Image.fromarray(np.ascontiguousarray(channels_last(planes)))
        return image.convert("1") if kind == "1" else image
    return (array.transpose(2, 0, 1) if array.ndim == 3 else array), back


def get_dimensions(img):
    """Return [channels, height, width]."""
    planes, _ = planes_of(img)
    return [planes.shape[-3] if planes.ndim > 2 else 1, *planes.shape[-2:]]


def get_image_size(img):
    """Return [width, height]."""
    _, height, width = get_dimensions(img)
    return [width, height]


def get_image_num_channels(img):
    """Return the number of channels."""
    return get_dimensions(img)[0]


def as_pair(size, name="size"):
    """Return (height, width) from one number or two."""
    if isinstance(size, int):
        return size, size
    size = tuple(int(part) for part in size)
    if len(size) not in (1, 2):
        raise ValueError(f"{name} should be a number, or (height, width); it is {size}.")
    return size * 2 if len(size) == 1 else size


def library(planes):
    """Return the library that computes with these planes: NumPy or CuPy."""
    return backend.library_of(planes)


def round_to_dtype(values, dtype, xp, half_up=False):
    """Convert floats to `dtype`; if it is an integer dtype, round (halves to even, or up) and clip to its range."""
    if dtype.kind == "f":
        return values.astype(dtype, copy=False)
    limits = np.iinfo(dtype)
    whole = xp.floor(values + 0.5) if half_up else xp.rint(values)
    return xp.clip(whole, limits.min, limits.max).astype(dtype)
