"""Deterministic transforms, and those that hold others."""

from ... import nn
from ...random import numpy_generator
from ...tensors import as_tensor
from . import functional as F
from .image import InterpolationMode, pair

BILINEAR = InterpolationMode.BILINEAR


class Transform(nn.Module):
    """A picture in, a picture out. A module without parameters, so that nn.Sequential may hold it too.

    `shows` names the settings that are printed.
    """

    shows = ""

    def __repr__(self):
        settings = [(name, getattr(self, name)) for name in self.shows.split()]
        return f"{type(self).__name__}({', '.join(f'{name}={show(value)}' for name, value in settings)})"


def show(value):
    return value.value if isinstance(value, InterpolationMode) else value


def chance():
    """A number from 0 to 1, from the stream that `manual_seed` seeds."""
    return numpy_generator().random()


class Compose:
    """One transform after the other."""

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img

    def __repr__(self):
        return "\n    ".join(["Compose(", *map(str, self.transforms)]) + "\n)"


class ToTensor(Transform):
    """(H, W) or (H, W, C) array or Pillow image -> (C, H, W) tensor; bytes become float32 from 0 to 1."""

    def forward(self, pic):
        return F.to_tensor(pic)


class PILToTensor(Transform):
    """Pillow image -> (C, H, W) tensor of its own numbers."""

    def forward(self, pic):
        return F.pil_to_tensor(pic)


class ToPILImage(Transform):
    """(C, H, W) tensor or (H, W, C) array -> Pillow image."""

    shows = "mode"

    def __init__(self, mode=None):
        super().__init__()
        self.mode = mode

    def forward(self, pic):
        return F.to_pil_image(pic, self.mode)


class ConvertImageDtype(Transform):
    """A tensor in another element type, its range with it."""

    shows = "dtype"

    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype

    def forward(self, image):
        return F.convert_image_dtype(image, self.dtype)


class Normalize(Transform):
    """(channel - mean) / std for each channel of a (…, C, H, W) float tensor."""

    shows = "mean std"

    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean, self.std, self.inplace = mean, std, inplace

    def forward(self, tensor):
        return F.normalize(tensor, self.mean, self.std, self.inplace)


class Resize(Transform):
    """Another size: (height, width), or one number for the shorter side."""

    shows = "size interpolation max_size antialias"

    def __init__(self, size, interpolation=BILINEAR, max_size=None, antialias=True):
        super().__init__()
        self.size, self.interpolation, self.max_size, self.antialias = size, interpolation, max_size, antialias

    def forward(self, img):
        return F.resize(img, self.size, self.interpolation, self.max_size, self.antialias)


class CenterCrop(Transform):
    """The middle, of size (height, width)."""

    shows = "size"

    def __init__(self, size):
        super().__init__()
        self.size = pair(size)

    def forward(self, img):
        return F.center_crop(img, self.size)


class FiveCrop(Transform):
    """The four corners and the middle, of size (height, width): a tuple of five pictures."""

    shows = "size"

    def __init__(self, size):
        super().__init__()
        self.size = pair(size)

    def forward(self, img):
        return F.five_crop(img, self.size)


class TenCrop(FiveCrop):
    """FiveCrop of the picture, and of the picture turned over."""

    shows = "size vertical_flip"

    def __init__(self, size, vertical_flip=False):
        super().__init__(size)
        self.vertical_flip = vertical_flip

    def forward(self, img):
        return F.ten_crop(img, self.size, self.vertical_flip)


class Pad(Transform):
    """A frame around the picture; see `functional.pad`."""

    shows = "padding fill padding_mode"

    def __init__(self, padding, fill=0, padding_mode="constant"):
        super().__init__()
        F.pad(as_tensor([[0.0]]), 0, 0, padding_mode)    # refuses a mode that there is not
        self.padding, self.fill, self.padding_mode = padding, fill, padding_mode

    def forward(self, img):
        return F.pad(img, self.padding, self.fill, self.padding_mode)


class Grayscale(Transform):
    """The picture without colours, as 1 or as 3 equal channels."""

    shows = "num_output_channels"

    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def forward(self, img):
        return F.rgb_to_grayscale(img, self.num_output_channels)


class Lambda:
    """A function of one's own."""

    def __init__(self, lambd):
        if not callable(lambd):
            raise TypeError(f"Argument lambd should be callable, got {type(lambd).__name__}")
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)

    def __repr__(self):
        return "Lambda()"


class LinearTransformation(Transform):
    """(x - mean_vector) @ transformation_matrix, x the whole tensor in one row: whitening, say."""

    shows = "transformation_matrix mean_vector"

    def __init__(self, transformation_matrix, mean_vector):
        super().__init__()
        rows, columns = transformation_matrix.shape
        if rows != columns or mean_vector.shape[0] != rows:
            raise ValueError(f"transformation_matrix should be square, and mean_vector as long; they are "
                             f"{rows}×{columns} and {mean_vector.shape[0]}.")
        self.transformation_matrix, self.mean_vector = transformation_matrix, mean_vector

    def forward(self, tensor):
        return ((tensor.reshape(-1, self.mean_vector.shape[0]) - self.mean_vector)
                @ self.transformation_matrix).reshape(tensor.shape)
