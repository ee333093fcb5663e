"""A posted PNG or JPEG file as an instance of a network of images."""

import io
import json
import re

import numpy as np

from .bodies import BadBody, needed_text, unreadable_text

MOST_PIXELS = 50_000_000               # maximum number of pixels of an image; tested before the file is decoded
CHANNELS = {1: "L", 3: "RGB"}          # {channels of the network's input: Pillow's mode}
BILINEAR = 2                           # Pillow's number of the filter that transforms.Resize uses too


class NoPillow(Exception):
    """The error if the package that reads image files is not installed."""


def is_image(content):
    """Return whether the first bytes of a body are those of a PNG or JPEG file."""
    return content.startswith((b"\x89PNG\r\n", b"\xff\xd8\xff"))


def file_of_form(content, content_type):
    """Return the file in the body of a form, as `curl -F` and web pages send it. BadBody unless it has one file.

    content_type   the header's text, which contains the boundary between the form's fields
    """
    found = re.search('boundary="?([^";]{1,70})', content_type)
    fields = (b"\r\n" + content).split(b"\r\n--" + found[1].encode("latin-1"))[1:-1] if found else []
    parts = [field.partition(b"\r\n\r\n") for field in fields]             # (headers, empty line, content)
    files = [part for headers, _, part in parts if b"filename=" in headers]
    if len(files) != 1:
        raise BadBody(f"the form holds {len(files)} files, but must hold one: curl -F file=@cat.png")
    return files[0]


def takes_images(served):
    """Return whether a network takes images in grey or in colour: (rows, columns), or (channels, rows, columns)."""
    return len(served.shape) == 2 or len(served.shape) == 3 and served.shape[0] in CHANNELS


def post_command(served, address):
    """Return the command that posts an instance to the address of a network."""
    if takes_images(served):
        return f"curl -F file=@cat.png {address}:classify"
    zeros = np.zeros([n or 1 for n in served.shape], served.dtype)
    numbers = json.dumps(zeros.tolist()) if zeros.size <= 16 else "[…]"
    return f"""curl -d '{{"instances": [{numbers}]}}' {address}:predict"""


def decode_image(content, served):
    """Return an image file as one input of the network (1, …), in the network's size and colours, with numbers from 0
    to 1, as `ImageFolder`, `Resize` and `ToTensor` compute them. A rotation in a camera's EXIF data is ignored.

    Raises BadBody if the body is no image, or if the network takes no image; NoPillow.
    """
    if not is_image(content):
        raise BadBody(unreadable_text(content))
    try:
        from PIL import Image
    except ImportError:
        raise NoPillow from None
    *channels, rows, columns = served.shape if len(served.shape) > 1 else (0, 0, 0)
    if not takes_images(served):
        raise BadBody(f"the network takes {needed_text(served)}, not images: post numbers as JSON.")
    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as image:
            if image.width * image.height > MOST_PIXELS:
                raise BadBody(f"the image has {image.width}×{image.height} pixels, more than {MOST_PIXELS:,}.")
            pixels = image.convert(CHANNELS[(channels or [1])[0]])
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, BadBody):
            raise
        raise BadBody(f"the body is no whole PNG or JPEG: {str(error).partition(' <')[0][:120]}. curl -d changes a "
                      "file on its way: take -F file=@cat.png, or --data-binary.") from None
    array = np.asarray(pixels.resize((columns or pixels.width, rows or pixels.height), BILINEAR))
    array = array if array.ndim == 2 else array.transpose(2, 0, 1)
    array = array if served.dtype.kind in "iu" else array / 255
    return array.reshape(1, *channels, *array.shape[-2:]).astype(served.dtype)
