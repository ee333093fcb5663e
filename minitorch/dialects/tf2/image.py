"""tf.image: pictures, (N, H, W, C) or (H, W, C).

Arguments that mean the same wherever they occur:

    image, images    (N, H, W, C) or (H, W, C), where nothing else is said
    offset_height, offset_width    a row and a column
    target_height, target_width    the size of the result
    seed             an integer: the same choices again after tf.random.set_seed; None: others
"""

from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.lift import function
from ..functions.random import generator_of, uniform
from ..functions.table import made

MODES = {"bilinear": "bilinear", "nearest": "nearest-exact"}
GREY = (0.2989, 0.587, 0.114)            # of red, green and blue: Rec. 601, as TensorFlow has it


class ResizeMethod:
    """How `resize` fills in."""

    BILINEAR, NEAREST_NEIGHBOR, BICUBIC, AREA = "bilinear", "nearest", "bicubic", "area"


@function("images")
def resize(images, size, method="bilinear", preserve_aspect_ratio=False, antialias=False, name=None):
    """Return pictures of another size.

    images                   (N, H, W, C) or (H, W, C)
    size                     (height, width)
    method                   "bilinear" or "nearest"
    preserve_aspect_ratio    whether the picture only fits into the size, height to width as before
    antialias                taken, without effect
    returns                  floats, unless the method is "nearest"

    Raises NotImplementedError for another method.
    """
    single, x, (height, width) = images.ndim == 3, images if images.ndim == 4 else images.unsqueeze(0), size
    if preserve_aspect_ratio:
        scale = min(height / x.shape[1], width / x.shape[2])
        height, width = round(x.shape[1] * scale), round(x.shape[2] * scale)
    kind, x = x.dtype, mt.permute(x if x.is_floating_point() else x.float(), (0, 3, 1, 2))
    if method not in MODES:
        raise NotImplementedError(f"resize: the methods here are {', '.join(MODES)}, not {method!r}.")
    x = mt.permute(mt.nn.interpolate(x, (height, width), mode=MODES[method]), (0, 2, 3, 1))
    x = x.to(kind) if method == "nearest" else x
    return x[0] if single else x


flip_left_right = made("flip_left_right(image)", lambda x: mt.flip(x, (-2,)), "Return the picture as in a mirror.")
flip_up_down = made("flip_up_down(image)", lambda x: mt.flip(x, (-3,)), "Return the picture upside down.")
rot90 = made("rot90(image, k=1, name=None)", lambda x, k: mt.rot90(x, k, (-3, -2)),
             "Return the picture turned against the clock, k quarters.")
grayscale_to_rgb = made("grayscale_to_rgb(images, name=None)", lambda x: mt.cat([x] * 3, -1),
                        "Return one channel as three of the same.")


@function("images")
def rgb_to_grayscale(images, name=None):
    """Return the brightness of each pixel, in one channel."""
    x = images if images.is_floating_point() else images.float()
    made = mt.matmul(x, mt.tensor([[w] for w in GREY], dtype=x.dtype))
    return made if images.is_floating_point() else made.to(images.dtype)


@function("image")
def per_image_standardization(image):
    """Return each picture with mean 0 and spread 1."""
    x = image if image.is_floating_point() else image.float()
    over = (-3, -2, -1)
    count = x.shape[-1] * x.shape[-2] * x.shape[-3]
    spread = mt.std(x, over, correction=0, keepdim=True)
    return (x - mt.mean(x, over, True)) / mt.clamp(spread, count**-0.5)


@function("image")
def convert_image_dtype(image, dtype, saturate=False, name=None):
    """Return bytes of 0 … 255 as floats of 0 … 1, or back: what is outside becomes 0 or 255; saturate is taken."""
    wanted, own = as_dtype(dtype), as_dtype(image.dtype)
    if own is wanted:
        return image
    if own.is_integer and wanted.is_floating:
        return image.to(wanted.kind) * (1.0 / int(own.max))
    if own.is_floating and wanted.is_integer:
        return mt.clamp(image * (int(wanted.max) + 0.5), 0, int(wanted.max)).to(wanted.kind)
    return image.to(wanted.kind)


BOX = "image, offset_height, offset_width, target_height, target_width"
crop_to_bounding_box = made(f"crop_to_bounding_box({BOX})", lambda x, top, left, height, width: x[
    ..., top:top + height, left:left + width, :], "Return the part of the picture that begins at this offset.")
pad_to_bounding_box = made(f"pad_to_bounding_box({BOX})", lambda x, top, left, height, width: mt.nn.pad(
    x, (0, 0, left, width - left - x.shape[-2], top, height - top - x.shape[-3])),
    "Return the picture at this offset in a larger one of zeros.")


def resize_with_crop_or_pad(image, target_height, target_width):
    """Return the middle of the picture, or the picture in the middle of black: (target_height, target_width)."""
    h, w = image.shape[-3:-1]
    top, left = max(h - target_height, 0) // 2, max(w - target_width, 0) // 2
    image = crop_to_bounding_box(image, top, left, min(h, target_height), min(w, target_width))
    return pad_to_bounding_box(image, max(target_height - h, 0) // 2, max(target_width - w, 0) // 2, target_height,
                               target_width)


def resize_with_pad(image, target_height, target_width, method="bilinear", antialias=False):
    """Return the whole picture as large as fits, in the middle of black: (target_height, target_width).

    method, antialias    as resize's
    """
    h, w = image.shape[-3:-1]
    more = max(w / target_width, h / target_height)
    top, left = int((target_height - h / more) / 2), int((target_width - w / more) / 2)
    return pad_to_bounding_box(resize(image, (int(h / more), int(w / more)), method, antialias=antialias), top, left,
                               target_height, target_width)


def central_crop(image, central_fraction):
    """Return the middle of the picture, this share of each side: central_fraction, from 0 to 1."""
    h, w = image.shape[-3:-1]
    top, left = int((h - h * central_fraction) / 2), int((w - w * central_fraction) / 2)
    return crop_to_bounding_box(image, top, left, h - 2 * top, w - 2 * left)


@function("image")
def adjust_brightness(image, delta):
    """Return the picture with delta more for each pixel; bytes count 0 … 1 as 0 … 255."""
    if image.is_floating_point():
        return image + delta
    return mt.clamp(image.float() / 255 + delta, 0, 1).mul(255.5).to(image.dtype)


@function("images")
def adjust_contrast(images, contrast_factor):
    """Return each pixel's distance from its channel's mean, times contrast_factor."""
    x = images.float()
    mean = mt.mean(x, (-3, -2), True)
    made = (x - mean) * contrast_factor + mean
    return made if images.is_floating_point() else mt.clamp(made.round(), 0, 255).to(images.dtype)


def chance(seed):
    """Return a random number from 0 to 1."""
    return float(uniform([], seed=seed))


@function("image")
def flipped(image, axis, seed):
    if image.ndim == 3:
        return mt.flip(image, (axis,)) if chance(seed) < 0.5 else image
    turn = mt.rand(image.shape[0], 1, 1, 1, generator=generator_of(seed)) < 0.5
    return mt.where(turn, mt.flip(image, (axis,)), image)


def random_flip_left_right(image, seed=None):
    """Return the picture, or its mirror image; of a batch, each picture by itself."""
    return flipped(image, -2, seed)


def random_flip_up_down(image, seed=None):
    """Return the picture, or it upside down; of a batch, each picture by itself."""
    return flipped(image, -3, seed)


def random_brightness(image, max_delta, seed=None):
    """Return the picture, brighter or darker by at most max_delta."""
    return adjust_brightness(image, (2 * chance(seed) - 1) * max_delta)


def random_contrast(image, lower, upper, seed=None):
    """Return adjust_contrast by a factor from lower to upper."""
    return adjust_contrast(image, lower + (upper - lower) * chance(seed))


@function("value")
def random_crop(value, size, seed=None, name=None):
    """Return a part of this size, from anywhere.

    value    any shape
    size     the sizes of the part, one for each axis
    """
    starts = [int(mt.randint(0, have - want + 1, (), generator=generator_of(seed)))
              for have, want in zip(value.shape, size)]
    return value[tuple([slice(start, start + want) for start, want in zip(starts, size)])]
