"""Random crops, and random erasing."""

from collections.abc import Sequence
from math import exp, log, sqrt

from ...engine import tensor_types
from ...random import numpy_generator
from . import functional as F
from .deterministic import BILINEAR, Transform
from .geometry import sides
from .image import Mode, Numbers, Size, as_pair, get_dimensions, library
from .stochastic import WithProbability, random_index, uniform


class RandomCrop(Transform, shows="size padding"):
    """A transform that cuts out a random part of size (height, width); ValueError if the picture is smaller.

    padding         a frame that is added first, see `functional.pad`
    padding_mode    how the frame is filled; for padding_mode and fill see `functional.pad`
    pad_if_needed   add a frame to a picture that is too small
    """

    def __init__(self, size: Size, padding: Size | None = None, pad_if_needed: bool = False, fill: Numbers = 0,
                 padding_mode: str = "constant"):
        super().__init__(size=as_pair(size), padding=padding if padding is None else sides(padding),
                         pad_if_needed=pad_if_needed, fill=fill, padding_mode=padding_mode)

    def forward(self, img):
        if self.padding is not None:
            img = F.pad(img, self.padding, self.fill, self.padding_mode)
        height, width = self.size
        _, rows, columns = get_dimensions(img)
        if self.pad_if_needed and (columns < width or rows < height):
            img = F.pad(img, [max(width - columns, 0), max(height - rows, 0)], self.fill, self.padding_mode)
            _, rows, columns = get_dimensions(img)
        if rows < height or columns < width:
            raise ValueError(f"Required crop size {(height, width)} is larger than input image size {(rows, columns)}")
        return F.crop(img, random_index(rows - height + 1), random_index(columns - width + 1), height, width)


class RandomResizedCrop(Transform, shows="size scale ratio interpolation antialias"):
    """A transform that resizes a random part of random proportions to size (height, width), as for ImageNet.

    scale                      the part's area as a fraction of the picture's: (smallest, largest)
    ratio                      the part's width ÷ height: (smallest, largest)
    interpolation, antialias   as in Resize
    """

    def __init__(self, size: Size, scale: Sequence[float] = (0.08, 1.0), ratio: Sequence[float] = (3 / 4, 4 / 3),
                 interpolation: Mode = BILINEAR, antialias: bool | None = True):
        super().__init__(size=as_pair(size), scale=scale, ratio=ratio, interpolation=interpolation, antialias=antialias)

    @staticmethod
    def get_params(img, scale, ratio):
        """Return (top, left, height, width) of a random part."""
        _, rows, columns = get_dimensions(img)
        for _ in range(10):
            area = rows * columns * uniform(*scale)
            shape = exp(uniform(log(ratio[0]), log(ratio[1])))
            width, height = round(sqrt(area * shape)), round(sqrt(area / shape))
            if 0 < width <= columns and 0 < height <= rows:
                return random_index(rows - height + 1), random_index(columns - width + 1), height, width
        height = min(rows, round(columns / min(ratio)))  # if no random part fits, take the middle
        width = min(columns, round(rows * max(ratio)))
        return (rows - height) // 2, (columns - width) // 2, height, width

    def forward(self, img):
        return F.resized_crop(img, *self.get_params(img, self.scale, self.ratio), self.size, self.interpolation,
                              self.antialias)


class RandomErasing(WithProbability, shows="p scale ratio value inplace"):
    """A transform that erases a random rectangle of a tensor, with probability p.

    scale   the rectangle's area as a fraction of the picture's: (smallest, largest)
    ratio   the rectangle's height ÷ width: (smallest, largest)
    value   the new value: a number, one for each channel, or "random"; ValueError for other words
    """

    def __init__(self, p: float = 0.5, scale: Sequence[float] = (0.02, 0.33), ratio: Sequence[float] = (0.3, 3.3),
                 value: Numbers | str = 0, inplace: bool = False):
        super().__init__(p)
        if isinstance(value, str) and value != "random":
            raise ValueError("If value is str, it should be 'random'")
        self.scale, self.ratio, self.value, self.inplace = scale, ratio, value, inplace

    def transform(self, img):
        if type(img) not in tensor_types:
            raise TypeError(f"img should be Tensor Image. Got {type(img).__name__}: put ToTensor() before.")
        channels, rows, columns = get_dimensions(img)
        for _ in range(10):
            area = rows * columns * uniform(*self.scale)
            shape = exp(uniform(log(self.ratio[0]), log(self.ratio[1])))
            height, width = round(sqrt(area * shape)), round(sqrt(area / shape))
            if 0 < height < rows and 0 < width < columns:
                break
        else:
            return img
        value = self.value
        if value == "random":
            value = numpy_generator().standard_normal((channels, height, width))
        elif isinstance(value, list | tuple):
            if len(value) not in (1, channels):
                raise ValueError(f"If value is a sequence, it should have either a single value or {channels} values")
            value = library(img.array).asarray(value).reshape(-1, 1, 1)
        top, left = random_index(rows - height + 1), random_index(columns - width + 1)
        return F.erase(img, top, left, height, width, value, self.inplace)
