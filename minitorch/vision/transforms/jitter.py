"""Random rotations, affine maps, perspectives, colours and blur."""

from ...random import numpy_generator
from . import functional as F
from .deterministic import BILINEAR, Transform
from .image import InterpolationMode, get_dimensions, pair
from .stochastic import WithProbability, uniform

NEAREST = InterpolationMode.NEAREST


def span(value, name, middle=0.0, low=None, high=float("inf")):
    """(least, greatest): around the middle where one number is given; None where nothing may change."""
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
    """Brightness, contrast, saturation and hue changed a little, in random order.

    brightness, contrast, saturation   factors from 1 - x to 1 + x, or (least, greatest)
    hue                                turns of the colour circle from -x to x, or (least, greatest); at most 0.5
    """

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__(brightness=span(brightness, "brightness", 1.0, 0.0),
                         contrast=span(contrast, "contrast", 1.0, 0.0),
                         saturation=span(saturation, "saturation", 1.0, 0.0), hue=span(hue, "hue", high=0.5))

    def forward(self, img):
        steps = [(F.adjust_brightness, self.brightness), (F.adjust_contrast, self.contrast),
                 (F.adjust_saturation, self.saturation), (F.adjust_hue, self.hue)]
        for number in numpy_generator().permutation(4).tolist():
            change, limits = steps[number]
            if limits is not None:
                img = change(img, uniform(*limits))
        return img


class RandomRotation(Transform, shows="degrees interpolation expand center fill"):
    """Turned by up to `degrees` either way, or by (least, greatest).

    interpolation, expand, center, fill   as for `functional.rotate`
    """

    def __init__(self, degrees, interpolation=NEAREST, expand=False, center=None, fill=0):
        super().__init__(degrees=span(degrees, "degrees") or (0.0, 0.0), interpolation=interpolation, expand=expand,
                         center=center, fill=fill)

    def forward(self, img):
        return F.rotate(img, uniform(*self.degrees), self.interpolation, self.expand, self.center, self.fill)


class RandomAffine(Transform, shows="degrees translate scale shear interpolation fill center"):
    """Turned, moved, scaled and sheared at random, around its middle.

    degrees     up to so many either way, or (least, greatest)
    translate   greatest shares of the width and height
    scale       (least, greatest) factor
    shear       degrees along x, up to so many either way; (least, greatest); or two such pairs, for x and y
    interpolation, fill, center   as for `functional.affine`

    Raises ValueError for shares outside 0 … 1, and factors of 0 or less.
    """

    def __init__(self, degrees, translate=None, scale=None, shear=None, interpolation=NEAREST, fill=0, center=None):
        degrees = span(degrees, "degrees") or (0.0, 0.0)
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
    """Tilted, with probability p: each corner moves inwards by up to half of distortion_scale.

    interpolation, fill   as for `functional.perspective`
    """

    def __init__(self, distortion_scale=0.5, p=0.5, interpolation=BILINEAR, fill=0):
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
    """Blurred by a Gaussian as wide as one of sigma's (least, greatest) pixels; ValueError unless they are positive.

    kernel_size   how many pixels take part, along each side: odd
    """

    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        sigma = (sigma, sigma) if isinstance(sigma, int | float) else tuple(sigma)
        if not 0 < sigma[0] <= sigma[1]:
            raise ValueError(f"sigma values should be positive and of the form (min, max). Got {sigma}")
        super().__init__(kernel_size=pair(kernel_size, "kernel_size"), sigma=sigma)

    def forward(self, img):
        return F.gaussian_blur(img, self.kernel_size, uniform(*self.sigma))
