"""keras.ops.image: pictures of another size."""

from ...core.missing import speak_for as _speak_for


def resize(images, size, interpolation="bilinear", antialias=False, crop_to_aspect_ratio=False,
           pad_to_aspect_ratio=False, fill_mode="constant", fill_value=0.0, data_format=None):
    """Return pictures (N, H, W, C) or (H, W, C) in another size.

    size    (height, width)

    The other arguments, and errors, are those of keras.layers.Resizing.
    """
    from ..layers import Resizing
    return Resizing(*size, interpolation, crop_to_aspect_ratio, pad_to_aspect_ratio, fill_mode, fill_value, antialias,
                    data_format, autocast=False, name="resize")(images)


_speak_for(globals(), "keras.ops.image")
