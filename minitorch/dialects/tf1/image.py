"""tf.image: pictures as operations of the graph, (H, W, C) or (N, H, W, C).

Arguments that mean the same wherever they occur:

    images                   (N, H, W, C) or (H, W, C)
    size                     (height, width) of the result
    align_corners            whether the corners of both pictures are the centres of the same points
    half_pixel_centers       whether a pixel's centre lies in its middle, as in TensorFlow 2; else at its corner
    preserve_aspect_ratio    whether the picture only fits into the size, height to width as before
    seed                     an integer: a stream of random numbers of its own
"""

from functools import wraps as _wraps

from ..core.dtypes import float32 as _float32
from ..core.engine import mt as _mt
from ..core.lift import function as _function
from ..core.missing import speak_for as _speak_for
from ..tf2 import image as _image
from .graph import graphed as _graphed


class ResizeMethod:
    """The methods of resize: numbers, as in TensorFlow 1."""

    BILINEAR, NEAREST_NEIGHBOR = 0, 1


def shaped(function, shape_of):
    """Return a function that draws numbers as an operation of the graph, whose shape shape_of(*arguments) tells."""
    own = _graphed(function)

    @_wraps(function)
    def call(*args, **settings):
        made = own(*args, **settings)
        made.set_shape(shape_of(*args, **settings))
        return made
    return call


def as_first(x=None, *others, image=None, **settings):
    return (x if image is None else image).shape


METHODS = {0: "bilinear", 1: "nearest", "bilinear": "bilinear", "nearest": "nearest"}
globals().update({name: _graphed(getattr(_image, name)) for name in """adjust_brightness adjust_contrast central_crop
    convert_image_dtype crop_to_bounding_box flip_left_right flip_up_down grayscale_to_rgb pad_to_bounding_box
    per_image_standardization resize_with_crop_or_pad rgb_to_grayscale rot90""".split()})
globals().update({name: shaped(getattr(_image, name), as_first) for name in (
    "random_brightness random_contrast random_flip_left_right random_flip_up_down".split())})
random_crop = shaped(_image.random_crop, lambda value, size, *others, **settings: size)
resize_image_with_crop_or_pad = _graphed(_image.resize_with_crop_or_pad)


def points(length, wanted, align_corners, half_pixel_centers):
    """Return where the wanted points of an axis of this length lie on it, from 0 on."""
    own = _mt.arange(wanted, dtype=_float32.kind)
    if align_corners and wanted > 1:
        return own * ((length - 1) / (wanted - 1))
    return (own + 0.5) * (length / wanted) - 0.5 if half_pixel_centers else own * (length / wanted)


@_function("images")
def resized(images, size, method, align_corners, half_pixel_centers, keep):
    """Return pictures of another size, along one axis after the other."""
    x, sizes = images, [int(n) for n in size]
    if keep:
        scale = min(sizes[0] / x.shape[-3], sizes[1] / x.shape[-2])
        sizes = [round(x.shape[-3] * scale), round(x.shape[-2] * scale)]
    if sizes == [x.shape[-3], x.shape[-2]]:
        return x
    for axis, wanted in zip((-3, -2), sizes):
        length = x.shape[axis]
        at = points(length, wanted, align_corners, half_pixel_centers)
        if method == "nearest":
            at = at + 0.5 if align_corners or half_pixel_centers else at
            x = _mt.index_select(x, axis, _mt.clamp(_mt.floor(at), 0, length - 1).long())
        else:
            x = x if x.is_floating_point() else x.float()
            low = _mt.clamp(_mt.floor(at), 0, length - 1)
            share = (_mt.clamp(at, 0, length - 1) - low).reshape(wanted, *[1] * (-axis - 1)).to(x.dtype)
            one = _mt.index_select(x, axis, low.long())
            other = _mt.index_select(x, axis, _mt.clamp(low + 1, 0, length - 1).long())
            x = one + (other - one) * share
    return x


def resize_images(images, size, method=0, align_corners=False, preserve_aspect_ratio=False, name=None):
    """Return pictures of another size; floats, unless the method is the nearest neighbour's or the size is their own.

    method    ResizeMethod.BILINEAR or NEAREST_NEIGHBOR

    Raises NotImplementedError for another method.
    """
    if method not in METHODS:
        raise NotImplementedError(f"resize_images: the methods here are bilinear, 0, and nearest, 1, not {method!r}.")
    return _graphed(resized)(images, size, METHODS[method], align_corners, False, preserve_aspect_ratio,
                             name=name or "resize")


resize = resize_images


def resize_bilinear(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """Return pictures of another size, each point between four of before: floats."""
    return _graphed(resized)(images, size, "bilinear", align_corners, half_pixel_centers, False,
                             name=name or "ResizeBilinear")


def resize_nearest_neighbor(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """Return pictures of another size, each point as the nearest of before."""
    return _graphed(resized)(images, size, "nearest", align_corners, half_pixel_centers, False,
                             name=name or "ResizeNearestNeighbor")


_speak_for(globals(), "tf.compat.v1.image")
