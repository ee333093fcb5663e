"""The transforms as functions: they take a picture of any type and return a picture of the same type."""

from ...runtime import missing as _missing
from .color import (
                     adjust_brightness,
                     adjust_contrast,
                     adjust_gamma,
                     adjust_hue,
                     adjust_saturation,
                     adjust_sharpness,
                     autocontrast,
                     equalize,
                     gaussian_blur,
                     invert,
                     posterize,
                     rgb_to_grayscale,
                     solarize,
                     to_grayscale,
)
from .convert import convert_image_dtype, normalize, pil_to_tensor, to_pil_image, to_tensor
from .geometry import center_crop, crop, erase, five_crop, hflip, pad, ten_crop, vflip
from .image import InterpolationMode, get_dimensions, get_image_num_channels, get_image_size
from .resample import resize, resized_crop
from .warp import affine, perspective, rotate

__all__ = ["InterpolationMode", "adjust_brightness", "adjust_contrast", "adjust_gamma", "adjust_hue",
           "adjust_saturation", "adjust_sharpness", "affine", "autocontrast", "center_crop", "convert_image_dtype",
           "crop", "equalize", "erase", "five_crop", "gaussian_blur", "get_dimensions", "get_image_num_channels",
           "get_image_size", "hflip", "invert", "normalize", "pad", "perspective", "pil_to_tensor", "posterize",
           "resize", "resized_crop", "rgb_to_grayscale", "rotate", "solarize", "ten_crop", "to_grayscale",
           "to_pil_image", "to_tensor", "vflip"]

_missing.speak_for(globals())
