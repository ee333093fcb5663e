"""Random transforms; `manual_seed` seeds their random numbers."""

from ...nn import ModuleList
from ...random import numpy_generator
from . import functional as F
from .deterministic import Compose, Transform, draw
from .image import get_dimensions


def uniform(low, high):
    """Draw a number from low to high."""
    return float(numpy_generator().uniform(low, high))


def random_index(count):
    """Draw a whole number from 0 to count - 1."""
    return int(numpy_generator().integers(count))


class WithProbability(Transform, shows="p"):
    """The base of transforms that call their method `transform` with probability p."""

    def __init__(self, p: float = 0.5):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"p should be a probability, from 0 to 1, not {p}.")
        self.p = p

    def forward(self, img):
        return self.transform(img) if draw() < self.p else img


class RandomHorizontalFlip(WithProbability, transform=staticmethod(F.hflip)):
    """A transform that exchanges left and right, with probability p."""


class RandomVerticalFlip(WithProbability, transform=staticmethod(F.vflip)):
    """A transform that exchanges top and bottom, with probability p."""


class RandomInvert(WithProbability, transform=staticmethod(F.invert)):
    """A transform that inverts the picture, with probability p."""


class RandomAutocontrast(WithProbability, transform=staticmethod(F.autocontrast)):
    """A transform that scales each channel to the full range of brightness, with probability p."""


class RandomEqualize(WithProbability, transform=staticmethod(F.equalize)):
    """A transform that makes each brightness about equally frequent, with probability p."""


class RandomGrayscale(WithProbability):
    """A transform that removes colours but not channels, with probability p."""

    def __init__(self, p: float = 0.1):
        super().__init__(p)

    def transform(self, img):
        return F.rgb_to_grayscale(img, get_dimensions(img)[0])


class RandomSolarize(WithProbability, shows="threshold p"):
    """A transform that inverts pixels that are at least as bright as threshold, with probability p."""

    def __init__(self, threshold: float, p: float = 0.5):
        super().__init__(p)
        self.threshold = threshold

    def transform(self, img):
        return F.solarize(img, self.threshold)


class RandomPosterize(WithProbability, shows="bits p"):
    """A transform that keeps each byte's first `bits` bits, with probability p."""

    def __init__(self, bits: int, p: float = 0.5):
        super().__init__(p)
        self.bits = bits

    def transform(self, img):
        return F.posterize(img, self.bits)


class RandomAdjustSharpness(WithProbability, shows="sharpness_factor p"):
    """A transform that blurs (sharpness_factor below 1) or sharpens (above 1), with probability p."""

    def __init__(self, sharpness_factor: float, p: float = 0.5):
        super().__init__(p)
        self.sharpness_factor = sharpness_factor

    def transform(self, img):
        return F.adjust_sharpness(img, self.sharpness_factor)


class RandomApply(WithProbability, shows="transforms p"):
    """A transform that applies all of the given transforms with probability p, and none otherwise."""

    def __init__(self, transforms, p=0.5):
        super().__init__(p)
        self.transforms = transforms

    def transform(self, img):
        return Compose(self.transforms)(img)


class RandomOrder(Transform, shows="transforms"):
    """A transform that applies all of the given transforms in random order. TypeError unless they are in a list."""

    def __init__(self, transforms):
        super().__init__()
        if not isinstance(transforms, list | tuple | ModuleList):
            raise TypeError(f"Argument transforms should be a sequence, not {type(transforms).__name__}.")
        self.transforms = transforms

    def forward(self, img):
        for number in numpy_generator().permutation(len(self.transforms)).tolist():
            img = self.transforms[number](img)
        return img


class RandomChoice(RandomOrder, shows="transforms p"):
    """A transform that applies one of the given transforms, drawn with weights p; ValueError for invalid weights."""

    def __init__(self, transforms, p=None):
        super().__init__(transforms)
        if p is not None and (len(p) != len(transforms) or min(p) < 0 or not sum(p)):
            raise ValueError(f"p should give each of {len(transforms)} transforms a weight of 0 or more, and one "
                             f"of them more than 0, not {p}.")
        self.p = p

    def forward(self, img):
        odds = None if self.p is None else [odd / sum(self.p) for odd in self.p]
        return self.transforms[int(numpy_generator().choice(len(self.transforms), p=odds))](img)
