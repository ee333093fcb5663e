"""Images within a drawing: grey or coloured pixels, each a sharp square."""

from base64 import b64encode
from html import escape

import numpy as np

from ..vision.utils import png
from .arrays import ABOVE, BELOW, ZERO

TALL = 84                                  # pixels on the page


def image_tag(image, x, y, side=TALL, label=""):
    """An image as part of an SVG: (H, W), (1, H, W) or (3, H, W), its least number black, its greatest white."""
    array = np.nan_to_num(np.asarray(image, float), posinf=0, neginf=0)
    array = array[None] if array.ndim == 2 else array
    if array.ndim != 3 or array.shape[0] not in (1, 3) or not array.size:
        raise ValueError(f"an image is drawn from (H, W), (1, H, W) or (3, H, W), not from {np.shape(image)}.")
    low, high = array.min(), array.max()
    pixels = ((array - low) * (255 / (high - low or 1)) + 0.5).astype(np.uint8)
    return tag(np.repeat(pixels, 3 // len(pixels), 0).transpose(1, 2, 0), x, y, side, label)


def heat_tag(array, x, y, side=TALL, most=None, label=""):
    """A matrix as part of an SVG: blue below zero, white at zero, orange above."""
    array = np.nan_to_num(np.asarray(array, float), posinf=0, neginf=0)
    share = np.clip(array / (most or np.abs(array).max(initial=0) or 1), -1, 1)[..., None]
    ends = np.where(share > 0, np.array(ABOVE, float), np.array(BELOW, float))
    return tag((np.array(ZERO) + (ends - np.array(ZERO)) * np.abs(share) + 0.5).astype(np.uint8), x, y, side, label)


def tag(pixels, x, y, side, label):
    """(H, W, 3) bytes as an element that holds the picture itself, its longer side `side` long."""
    data = b64encode(png(np.ascontiguousarray(pixels))).decode()
    unit = side / max(pixels.shape[:2])
    size = f'width="{unit * pixels.shape[1]:g}" height="{unit * pixels.shape[0]:g}"'
    return (f'<image x="{x:g}" y="{y:g}" {size} preserveAspectRatio="none" style="image-rendering: pixelated" '
            f'href="data:image/png;base64,{data}"><title>{escape(label)}</title></image>'
            f'<rect x="{x:g}" y="{y:g}" {size} fill="none" stroke="#808080" stroke-width="0.5"/>')
