"""Deterministic transforms, and transforms that contain others."""

from collections.abc import Callable, Sequence

from ...nn.functional_layer import FunctionalLayer
from ...random import numpy_generator
from ...tensors import as_tensor
from . import functional as F
from .image import InterpolationMode, Size, as_pair

BILINEAR = InterpolationMode.BILINEAR


class Transform(FunctionalLayer):
    """A module without parameters that takes a picture and returns a picture; it also works in nn.Sequential.

    `shows` lists the settings that its repr shows.
    """

    def __repr__(self):
        settings = [(name, getattr(self, name)) for name in self.shows.split()]
        return f"{type(self).__name__}({', '.join(f'{name}={show(value)}' for name, value in settings)})"


def show(value):
    return value.value if isinstance(value, InterpolationMode) else value


def draw():
    """Draw a number from 0 to 1, from the stream that `manual_seed` seeds."""
    return numpy_generator().random()


class Compose:
    """A chain of transforms, given as a list of functions of a picture."""

    def __init__(self, transforms: Sequence[Callable]):
        self.transforms = transforms

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img

    def __repr__(self):
        return "\n    ".join(["Compose(", *map(str, self.transforms)]) + "\n)"


class ToTensor(Transform, function=F.to_tensor):
    """A transform: (H, W) or (H, W, C) array or Pillow image -> (C, H, W) tensor; bytes become float32 of 0 … 1."""


class PILToTensor(Transform, function=F.pil_to_tensor):
    """A transform: Pillow image -> (C, H, W) tensor with unchanged numbers."""


class ToPILImage(Transform, function=F.to_pil_image, shows="mode"):
    """A transform: (C, H, W) tensor or (H, W, C) array -> Pillow image. mode: Pillow's name of the pixel format."""


class ConvertImageDtype(Transform, function=F.convert_image_dtype, shows="dtype"):
    """A transform that converts a tensor to another dtype, and scales it: 255 as uint8 is 1.0 as float32."""

    def __init__(self, dtype):
        super().__init__(dtype=dtype)


class Normalize(Transform, function=F.normalize, shows="mean std"):
    """A transform: (channel - mean) / std for each channel of a (…, C, H, W) float tensor."""


class Resize(Transform, function=F.resize, shows="size interpolation max_size antialias"):
    """A transform that resizes to (height, width), or the shorter side to one number.

    interpolation   an InterpolationMode: how new pixels are computed
    max_size        the largest size of the longer side
    antialias       if the picture shrinks, make each new pixel a mean of all old pixels that it replaces
    """


class CenterCrop(Transform, shows="size"):
    """A transform that cuts out the middle, of size (height, width)."""

    def __init__(self, size: Size):
        super().__init__(size=as_pair(size))

    def forward(self, img):
        return F.center_crop(img, self.size)


class FiveCrop(Transform, function=F.five_crop, shows="size"):
    """A transform that returns the four corners and the middle, of size (height, width), as a tuple."""

    def __init__(self, size: Size):
        super().__init__(size=as_pair(size))


class TenCrop(FiveCrop, function=F.ten_crop, shows="size vertical_flip"):
    """A transform that returns FiveCrop of the picture and of the flipped picture: ten parts of size (height, width).

    vertical_flip   flip top and bottom, not left and right
    """

    def __init__(self, size: Size, vertical_flip: bool = False):
        super().__init__(size)
        self.vertical_flip = vertical_flip


class Pad(Transform, function=F.pad, shows="padding fill padding_mode"):
    """A transform that adds a frame: padding, fill and padding_mode as in `functional.pad`."""

    def _check_settings(self):
        F.pad(as_tensor([[0.0]]), 0, 0, self.padding_mode)    # raise an error for an unknown mode


class Grayscale(Transform, function=F.rgb_to_grayscale, shows="num_output_channels"):
    """A transform that removes the colours of a picture (C, H, W): num_output_channels is 1, or 3 equal channels."""


class Lambda:
    """A transform that calls your function `lambd`. Raises TypeError if lambd is not callable."""

    def __init__(self, lambd: Callable):
        if not callable(lambd):
            raise TypeError(f"Argument lambd should be callable, got {type(lambd).__name__}")
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)

    def __repr__(self):
        return "Lambda()"


class LinearTransformation(Transform, shows="transformation_matrix mean_vector"):
    """A transform: (x - mean_vector) @ transformation_matrix, with the tensor x as one row; for example whitening.

    Raises ValueError if the matrix is not square, or does not fit the mean_vector.
    """

    def __init__(self, transformation_matrix, mean_vector):
        rows, columns = transformation_matrix.shape
        if rows != columns or mean_vector.shape[0] != rows:
            raise ValueError(f"transformation_matrix should be n×n, and mean_vector should have n elements; they have "
                             f"{rows}×{columns} and {mean_vector.shape[0]}.")
        super().__init__(transformation_matrix=transformation_matrix, mean_vector=mean_vector)

    def forward(self, tensor):
        return ((tensor.reshape(-1, self.mean_vector.shape[0]) - self.mean_vector)
                @ self.transformation_matrix).reshape(tensor.shape)
