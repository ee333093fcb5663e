"""Deterministic transforms, and those that hold others."""

from ...nn.functional_layer import FunctionalLayer
from ...random import numpy_generator
from ...tensors import as_tensor
from . import functional as F
from .image import InterpolationMode, pair

BILINEAR = InterpolationMode.BILINEAR


class Transform(FunctionalLayer):
    """A picture in, a picture out. A module without parameters, so that nn.Sequential may hold it too.

    `shows` names the settings that are printed.
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
    """One of the transforms after the other: a list of functions of a picture."""

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img

    def __repr__(self):
        return "\n    ".join(["Compose(", *map(str, self.transforms)]) + "\n)"


class ToTensor(Transform, function=F.to_tensor):
    """(H, W) or (H, W, C) array or Pillow image -> (C, H, W) tensor; bytes become float32 from 0 to 1."""


class PILToTensor(Transform, function=F.pil_to_tensor):
    """Pillow image -> (C, H, W) tensor of its own numbers."""


class ToPILImage(Transform, function=F.to_pil_image, shows="mode"):
    """(C, H, W) tensor or (H, W, C) array -> Pillow image. mode: Pillow's word for its kind; None: by its channels."""


class ConvertImageDtype(Transform, function=F.convert_image_dtype, shows="dtype"):
    """A tensor in another element type, its range with it."""

    def __init__(self, dtype):
        super().__init__(dtype=dtype)


class Normalize(Transform, function=F.normalize, shows="mean std"):
    """(channel - mean) / std for each channel of a (…, C, H, W) float tensor."""


class Resize(Transform, function=F.resize, shows="size interpolation max_size antialias"):
    """Another size: (height, width), or one number for the shorter side.

    interpolation   an InterpolationMode: how pixels are made
    max_size        what the longer side may be at most
    antialias       whether each pixel of a smaller picture is a mean over all that it stands for
    """


class CenterCrop(Transform, shows="size"):
    """The middle, of size (height, width)."""

    def __init__(self, size):
        super().__init__(size=pair(size))

    def forward(self, img):
        return F.center_crop(img, self.size)


class FiveCrop(Transform, function=F.five_crop, shows="size"):
    """The four corners and the middle, of size (height, width): a tuple of five pictures."""

    def __init__(self, size):
        super().__init__(size=pair(size))


class TenCrop(FiveCrop, function=F.ten_crop, shows="size vertical_flip"):
    """FiveCrop of the picture, and of the picture turned over: ten of size (height, width).

    vertical_flip   turned upside down, and not left to right
    """

    def __init__(self, size, vertical_flip=False):
        super().__init__(size)
        self.vertical_flip = vertical_flip


class Pad(Transform, function=F.pad, shows="padding fill padding_mode"):
    """A frame around the picture: padding, fill and padding_mode as `functional.pad` takes them."""

    def _check_settings(self):
        F.pad(as_tensor([[0.0]]), 0, 0, self.padding_mode)    # raises for a mode that does not exist


class Grayscale(Transform, function=F.rgb_to_grayscale, shows="num_output_channels"):
    """The picture (C, H, W) without colours, as num_output_channels 1 or 3 equal channels."""


class Lambda:
    """A function of one's own, lambd. Raises TypeError for what is no function."""

    def __init__(self, lambd):
        if not callable(lambd):
            raise TypeError(f"Argument lambd should be callable, got {type(lambd).__name__}")
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)

    def __repr__(self):
        return "Lambda()"


class LinearTransformation(Transform, shows="transformation_matrix mean_vector"):
    """(x - mean_vector) @ transformation_matrix, x the whole tensor in one row: whitening, say.

    Raises ValueError for a matrix that is not square, or that does not fit the mean_vector.
    """

    def __init__(self, transformation_matrix, mean_vector):
        rows, columns = transformation_matrix.shape
        if rows != columns or mean_vector.shape[0] != rows:
            raise ValueError(f"transformation_matrix should be square, and mean_vector as long; they are "
                             f"{rows}×{columns} and {mean_vector.shape[0]}.")
        super().__init__(transformation_matrix=transformation_matrix, mean_vector=mean_vector)

    def forward(self, tensor):
        return ((tensor.reshape(-1, self.mean_vector.shape[0]) - self.mean_vector)
                @ self.transformation_matrix).reshape(tensor.shape)
