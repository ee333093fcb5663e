"""Convert pictures to float tensors and back; normalise them."""

import numpy as np

from ... import dtypes
from ...engine import tensor_types
from ...tensors import as_tensor, from_numpy
from ...tensors.tensor import tensor_of
from .image import is_pillow, library, planes_of


def to_tensor(pic):
    """Return a picture as a (C, H, W) tensor: bytes become float32 from 0 to 1; other dtypes keep their values.

    pic   (H, W) or (H, W, C) array, or a Pillow image
    """
    if not (is_pillow(pic) or isinstance(pic, np.ndarray)):
        raise TypeError(f"pic should be PIL Image or ndarray. Got {type(pic).__name__}"
                        + (": it is a tensor already." if type(pic) in tensor_types else "."))
    planes, _ = planes_of(pic)
    if planes.ndim == 2:
        planes = planes[None]
    if planes.dtype == np.uint8:
        scaled = np.true_divide(planes, np.float32(255), dtype=np.float32, order="C")
        return from_numpy(scaled)
    kind = np.int16 if planes.dtype.kind + str(planes.dtype.itemsize) == "u2" else planes.dtype.newbyteorder("=")
    return as_tensor(np.array(planes, kind, order="C"))


def pil_to_tensor(pic):
    """Return a Pillow image as a (C, H, W) tensor with unchanged numbers."""
    if not is_pillow(pic):
        raise TypeError(f"pic should be PIL Image. Got {type(pic).__name__}")
    array = np.asarray(pic)
    array = array[None] if array.ndim == 2 else array.transpose(2, 0, 1)
    return as_tensor(np.array(array, np.int32 if array.dtype == np.uint16 else array.dtype, order="C"))


def to_pil_image(pic, mode=None):
    """Return a (C, H, W) or (H, W) tensor, or an (H, W, C) array, as a Pillow image; floats of 0 … 1 become bytes."""
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("making Pillow images needs Pillow: pip install pillow") from None
    if type(pic) in tensor_types:
        array = pic.detach().cpu().numpy()
    elif isinstance(pic, np.ndarray):
        array = pic
    else:
        raise TypeError(f"pic should be Tensor or ndarray. Got {type(pic).__name__}.")
    if array.ndim not in (2, 3):
        raise ValueError(f"pic should be 2/3 dimensional. Got {array.ndim} dimensions.")
    if array is not pic:
        array = array if array.ndim == 2 else array.transpose(1, 2, 0)
        if array.dtype.kind == "f" and mode != "F":
            array = (array * 255).astype(np.uint8)
    channels = 1 if array.ndim == 2 else array.shape[2]
    if channels > 4:
        raise ValueError(f"pic should not have > 4 channels. Got {channels} channels.")
    if channels == 1:
        array = array.reshape(array.shape[:2])
        if array.dtype in (np.int64, np.float64):
            array = array.astype(np.int32 if array.dtype.kind == "i" else np.float32)
    elif array.dtype != np.uint8:
        raise TypeError(f"Input type {array.dtype} is not supported for {channels} channels: convert to uint8 first.")
    found = {"|b1": "1", "|u1": "L", "<i2": "I;16", "<u2": "I;16", "<i4": "I", "<f4": "F"}.get(array.dtype.str)
    found = {1: found, 2: "LA", 3: "RGB", 4: "RGBA"}[channels]
    if found is None:
        raise TypeError(f"Input type {array.dtype} is not supported")
    same_size = {2: ("LA",), 3: ("RGB", "YCbCr", "HSV"), 4: ("RGBA", "CMYK", "RGBX")}.get(channels, (found,))
    if mode is not None and mode not in same_size:
        raise ValueError(f"Incorrect mode ({mode}) supplied for input type {array.dtype} and {channels} channels. "
                         f"Should be {' or '.join(same_size)}")
    image = Image.fromarray(np.ascontiguousarray(array))
    if mode not in (None, image.mode):                   # interpret the same bytes in another mode
        image = Image.frombytes(mode, image.size, image.tobytes())
    return image


def convert_image_dtype(image, dtype=None):
    """Convert a tensor picture to another dtype, and scale it to that dtype's range: 255 as uint8 is 1.0 as float32.

    Raises RuntimeError if floats have too few digits for the integer dtype.
    """
    if type(image) not in tensor_types:
        raise TypeError("Input img should be Tensor Image")
    dtype = dtypes.as_dtype(dtypes.float32 if dtype is None else dtype)
    array, old, new = image.detach().array, image.dtype.numpy, dtype.numpy
    if old == new:
        return image
    if old.kind == "f":
        if new.kind == "f":
            return tensor_of(array.astype(new))
        if old.itemsize <= 4 and new.itemsize >= 4 or new.itemsize == 8:
            raise RuntimeError(f"The cast from {image.dtype} to {dtype} cannot be performed safely: {image.dtype} has "
                               f"fewer digits than {dtype}.")
        return tensor_of((array * (np.iinfo(new).max + 1 - 1e-3)).astype(new))
    top = np.iinfo(old).max
    if new.kind == "f":
        return tensor_of(array.astype(new) / new.type(top))
    times = (top + 1) // (np.iinfo(new).max + 1)
    if times:
        return tensor_of((array // times).astype(new))
    return tensor_of(array.astype(new) * new.type((np.iinfo(new).max + 1) // (top + 1)))


def normalize(tensor, mean, std, inplace=False):
    """Return (tensor - mean) / std, channel by channel: (…, C, H, W) floats in, same out. Gradients pass through.

    Raises TypeError for integers, ValueError for a std of 0.
    """
    if type(tensor) not in tensor_types and not isinstance(tensor, np.ndarray):
        raise TypeError(f"img should be Tensor Image. Got {type(tensor).__name__}: put ToTensor() before Normalize.")
    array = tensor if isinstance(tensor, np.ndarray) else tensor.array
    if array.dtype.kind != "f":
        raise TypeError(f"Input tensor should be a float tensor. Got {array.dtype}: ToTensor() makes floats of bytes.")
    if array.ndim < 3:
        raise ValueError(f"Expected tensor to be a tensor image of size (..., C, H, W). Got size {array.shape}")
    xp = library(array)
    shape = (-1, 1, 1) if array is not tensor else (-1,)         # arrays have the channels last
    mean, std = (xp.asarray(values.array if type(values) in tensor_types else values, array.dtype).reshape(shape)
                 for values in (mean, std))
    if not std.all():
        raise ValueError("std evaluated to zero, leading to division by zero.")
    if inplace:
        array -= mean
        array /= std
        return tensor
    if array is tensor:
        return (array - mean) / std
    return (tensor - tensor_of(mean)) / tensor_of(std) if tensor.requires_grad else tensor_of((array - mean) / std)
