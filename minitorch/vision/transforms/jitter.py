"""Random rotations, affine maps, perspectives, colours and blur."""

from collections.abc import Sequence

from ...random import numpy_generator
from . import functional as F
from .deterministic import BILINEAR, Transform
from .image import InterpolationMode, Mode, Numbers, Size, as_pair, get_dimensions
from .stochastic import WithProbability, uniform

NEAREST = InterpolationMode.NEAREST


def range_of(value, name, middle=0.0, low=None, high=float("inf")):
    """Return (smallest, largest) of a setting; for one number, middle ± value; None if both are equal to `middle`."""
    if value is None:
        return None
    if isinstance(value, int | float):
        if value < 0:
            raise ValueError(f"If {name} is a single number, it must be non negative.")
        value = (middle - value, middle + value)
        value = value if low is None else (max(value[0], low), value[1])
    value = tuple(float(v) for v in value)
    if len(value) != 2 or not (-high if low is None else low) <= value[0] <= value[1] <= high:
        raise ValueError(f"{name} values should be (least, greatest), and within "
                         f"[{-high if low is None else low}, {high}], but got {value}.")
    return None if value[0] == value[1] == middle else value


class ColorJitter(Transform, shows="brightness contrast saturation hue"):
    """A transform that changes brightness, contrast, saturation and hue a little, in random order.

    brightness, contrast, saturation   a number x for factors from 1 - x to 1 + x, or (smallest, largest) factor
    hue                                a number x ≤ 0.5 for -x to x turns of the colour circle, or (smallest, largest)
    """

    def __init__(self, brightness: Numbers = 0, contrast: Numbers = 0, saturation: Numbers = 0, hue: Numbers = 0):
        super().__init__(brightness=range_of(brightness, "brightness", 1.0, 0.0),
                         contrast=range_of(contrast, "contrast", 1.0, 0.0),
                         saturation=range_of(saturation, "saturation", 1.0, 0.0), hue=range_of(hue, "hue", high=0.5))

    def forward(self, img):
        steps = [(F.adjust_brightness, self.brightness), (F.adjust_contrast, self.contrast),
                 (F.adjust_saturation, self.saturation), (F.adjust_hue, self.hue)]
        for number in numpy_generator().permutation(4).tolist():
            change, limits = steps[number]
            if limits is not None:
                img = change(img, uniform(*limits))
        return img


class RandomRotation(Transform, shows="degrees interpolation expand center fill"):
    """A transform that rotates by a random angle from -degrees to degrees, or between two angles.

    interpolation, expand, center, fill   as for `functional.rotate`
    """

    def __init__(self, degrees: Numbers, interpolation: Mode = NEAREST, expand: bool = False,
                 center: Sequence[float] | None = None, fill: Numbers | None = 0):
        super().__init__(degrees=range_of(degrees, "degrees") or (0.0, 0.0), interpolation=interpolation, expand=expand,
                         center=center, fill=fill)

    def forward(self, img):
        return F.rotate(img, uniform(*self.degrees), self.interpolation, self.expand, self.center, self.fill)


class RandomAffine(Transform, shows="degrees translate scale shear interpolation fill center"):
    """A transform that rotates, moves, scales and shears at random, around the picture's middle.

    degrees     rotate by -degrees to degrees, or by (smallest, largest)
    translate   the largest move, as fractions of the width and of the height
    scale       (smallest, largest) factor
    shear       degrees along x: from -shear to shear; (smallest, largest); or four numbers, a pair for x and one for y
    interpolation, fill, center   as for `functional.affine`

    Raises ValueError for a translate outside 0 … 1, and for a scale of 0 or less.
    """

    def __init__(self, degrees: Numbers, translate: Sequence[float] | None = None, scale: Sequence[float] | None = None,
                 shear: Numbers | None = None, interpolation: Mode = NEAREST, fill: Numbers | None = 0,
                 center: Sequence[float] | None = None):
        degrees = range_of(degrees, "degrees") or (0.0, 0.0)
        if translate is not None and not all(0 <= share <= 1 for share in translate):
            raise ValueError("translation values should be between 0 and 1")
        if scale is not None and min(scale) <= 0:
            raise ValueError("scale values should be positive")
        if shear is not None:
            shear = (-shear, shear) if isinstance(shear, int | float) else tuple(shear)
            if len(shear) not in (2, 4):
                raise ValueError("shear should be a sequence of length 2 or 4.")
        super().__init__(degrees=degrees, translate=translate, scale=scale, shear=shear, interpolation=interpolation,
                         fill=fill, center=center)

    def forward(self, img):
        _, rows, columns = get_dimensions(img)
        across, down = self.translate or (0, 0)
        move = [round(uniform(-across * columns, across * columns)), round(uniform(-down * rows, down * rows))]
        ranges = [] if self.shear is None else [self.shear[i:i + 2] for i in range(0, len(self.shear), 2)]
        shear = ([uniform(*limits) for limits in ranges] + [0.0, 0.0])[:2]
        return F.affine(img, uniform(*self.degrees), move, uniform(*self.scale) if self.scale else 1.0, shear,
                        self.interpolation, self.fill, self.center)


class RandomPerspective(WithProbability, shows="distortion_scale p interpolation fill"):
    """A transform that tilts with probability p: each corner moves inwards by up to half of distortion_scale.

    interpolation, fill   as for `functional.perspective`
    """

    def __init__(self, distortion_scale: float = 0.5, p: float = 0.5, interpolation: Mode = BILINEAR,
                 fill: Numbers | None = 0):
        super().__init__(p)
        self.distortion_scale, self.interpolation, self.fill = distortion_scale, interpolation, fill

    def transform(self, img):
        _, rows, columns = get_dimensions(img)
        right, bottom = columns - 1, rows - 1
        across, down = self.distortion_scale * columns / 2, self.distortion_scale * rows / 2

        def moved(x, y):
            return [int(abs(x - uniform(0, across))), int(abs(y - uniform(0, down)))]
        start = [[0, 0], [right, 0], [right, bottom], [0, bottom]]
        return F.perspective(img, start, [moved(*corner) for corner in start], self.interpolation, self.fill)


class GaussianBlur(Transform, shows="kernel_size sigma"):
    """A transform that blurs by a Gaussian of random width, drawn between the two numbers of sigma, in pixels.

    kernel_size   width of the neighbourhood in pixels, an odd number

    Raises ValueError if sigma is not positive, or if its first number is larger than the second.
    """

    def __init__(self, kernel_size: Size, sigma: Numbers = (0.1, 2.0)):
        sigma = (sigma, sigma) if isinstance(sigma, int | float) else tuple(sigma)
        if not 0 < sigma[0] <= sigma[1]:
            raise ValueError(f"sigma values should be positive and of the form (min, max). Got {sigma}")
        super().__init__(kernel_size=as_pair(kernel_size, "kernel_size"), sigma=sigma)

    def forward(self, img):
        return F.gaussian_blur(img, self.kernel_size, uniform(*self.sigma))
