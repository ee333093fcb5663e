"""Join many pictures into one, and read and write picture files."""

import os

import numpy as np

from ..engine import tensor_types
from ..tensors import from_numpy, tensor as new_tensor


def make_grid(tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0):
    """Join pictures in rows: (N, C, H, W), or a list of (C, H, W), -> (3, rows, columns).

    nrow          pictures in a row
    padding       pixels between them, of colour pad_value
    normalize     scale values to 0 … 1, from value_range or from the smallest and largest value
    scale_each    scale each picture separately
    """
    array = as_pictures(tensor)
    if normalize:
        array = array.copy()
        for part in array if scale_each else [array]:
            low, high = value_range or (part.min(), part.max())
            part[...] = (part.clip(low, high) - low) / max(high - low, 1e-5)
    count, channels, rows, columns = array.shape
    if count == 1:
        return from_numpy(array[0].copy())
    across = min(nrow, count)
    down = -(-count // across)
    high, wide = rows + padding, columns + padding
    grid = np.full((channels, high * down + padding, wide * across + padding), pad_value, array.dtype)
    for number, picture in enumerate(array):
        top, left = number // across * high + padding, number % across * wide + padding
        grid[:, top:top + rows, left:left + columns] = picture
    return from_numpy(grid)


def as_pictures(tensor):
    """Return pictures as an (N, C, H, W) array; grey pictures get three equal channels.

    Raises TypeError if they are no tensors, ValueError for other shapes.
    """
    if isinstance(tensor, list | tuple):
        if not tensor or any(type(x) not in tensor_types for x in tensor):
            raise TypeError("tensor or list of tensors expected, got a list of "
                            f"{', '.join(sorted({type(x).__name__ for x in tensor})) or 'nothing'}")
        array = np.stack([x.detach().cpu().numpy() for x in tensor])
    elif type(tensor) in tensor_types:
        array = tensor.detach().cpu().numpy()
    else:
        raise TypeError(f"tensor or list of tensors expected, got {type(tensor).__name__}")
    if array.ndim == 2:
        array = array[None]
    if array.ndim == 3:
        array = array[None] if not isinstance(tensor, list | tuple) else array[:, None]
    if array.ndim != 4:
        raise ValueError(f"pictures must be (N, C, H, W) or (C, H, W), not {array.shape}.")
    return np.repeat(array, 3, 1) if array.shape[1] == 1 else array


def save_image(tensor, fp, format=None, **settings):
    """Write pictures with values from 0 to 1 to one image file; several are joined by `make_grid`, which has settings.

    fp       a path, or a file
    format   "png", "jpeg" …; None: the path's ending

    A .png is written by minitorch itself; other formats need Pillow, else ImportError.
    """
    from ..serialization.atomic import atomic_write
    grid = make_grid(tensor, **settings).numpy()
    pixels = (grid * 255 + 0.5).clip(0, 255).astype(np.uint8).transpose(1, 2, 0)
    kind = format or (os.path.splitext(fp)[1][1:] if isinstance(fp, str | os.PathLike) else "")
    if kind.lower() == "png":
        with atomic_write(fp) as file:
            file.write(png(np.ascontiguousarray(pixels)))
        return
    try:
        from PIL import Image
    except ImportError:
        raise ImportError(f"writing {kind or 'these'} files needs Pillow: pip install pillow. "
                          "A .png file does not need it.") from None
    kinds = Image.registered_extensions()
    if format is None and f".{kind}".lower() not in kinds:
        raise ValueError(f"Pillow cannot write {kind or 'a picture without a format'}: give a format by the file's "
                         "ending or by format=.")
    with atomic_write(fp) as file:
        Image.fromarray(pixels).save(file, format=format or kinds[f".{kind}".lower()])


def png(pixels):
    """Return pixels, (H, W, 3 or 4) bytes, as the bytes of a PNG file. Source: ISO/IEC 15948."""
    import zlib
    from struct import pack
    rows, columns, channels = pixels.shape

    def chunk(name, data):
        return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))
    lines = np.insert(pixels.reshape(rows, -1), 0, 0, axis=1).tobytes()      # each row begins with 0: no filter
    kind = {3: 2, 4: 6}[channels]
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", pack(">IIBBBBB", columns, rows, 8, kind, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


def read_image(path):
    """Return the picture in the file at path as a (C, H, W) uint8 tensor with its own number of channels.

    Raises ImportError if Pillow is not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("reading image files needs Pillow: pip install pillow") from None
    with Image.open(path) as image:
        array = np.asarray(image.convert("RGB") if image.mode == "P" else image)
    return new_tensor(array[None] if array.ndim == 2 else np.ascontiguousarray(array.transpose(2, 0, 1)))
