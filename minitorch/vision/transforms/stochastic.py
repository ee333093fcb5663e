"""Random transforms; `manual_seed` decides what they draw."""

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
    """Apply `transform` with probability p."""

    def __init__(self, p=0.5):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"p should be a probability, from 0 to 1, not {p}.")
        self.p = p

    def forward(self, img):
        return self.transform(img) if draw() < self.p else img


class RandomHorizontalFlip(WithProbability, transform=staticmethod(F.hflip)):
    """Left and right exchanged, with probability p."""


class RandomVerticalFlip(WithProbability, transform=staticmethod(F.vflip)):
    """Top and bottom exchanged, with probability p."""


class RandomInvert(WithProbability, transform=staticmethod(F.invert)):
    """The negative, with probability p."""


class RandomAutocontrast(WithProbability, transform=staticmethod(F.autocontrast)):
    """Each channel stretched from darkest to brightest, with probability p."""


class RandomEqualize(WithProbability, transform=staticmethod(F.equalize)):
    """Each brightness about as frequent, with probability p."""


class RandomGrayscale(WithProbability):
    """Without colours, with as many channels as before, with probability p."""

    def __init__(self, p=0.1):
        super().__init__(p)

    def transform(self, img):
        return F.rgb_to_grayscale(img, get_dimensions(img)[0])


class RandomSolarize(WithProbability, shows="threshold p"):
    """The negative of what is at least as bright as threshold, with probability p."""

    def __init__(self, threshold, p=0.5):
        super().__init__(p)
        self.threshold = threshold

    def transform(self, img):
        return F.solarize(img, self.threshold)


class RandomPosterize(WithProbability, shows="bits p"):
    """Each byte's first bits, with probability p."""

    def __init__(self, bits, p=0.5):
        super().__init__(p)
        self.bits = bits

    def transform(self, img):
        return F.posterize(img, self.bits)


class RandomAdjustSharpness(WithProbability, shows="sharpness_factor p"):
    """Blurred for a sharpness_factor below 1, sharper above, with probability p."""

    def __init__(self, sharpness_factor, p=0.5):
        super().__init__(p)
        self.sharpness_factor = sharpness_factor

    def transform(self, img):
        return F.adjust_sharpness(img, self.sharpness_factor)


class RandomApply(WithProbability, shows="transforms p"):
    """All of the given transforms, or none, with probability p."""

    def __init__(self, transforms, p=0.5):
        super().__init__(p)
        self.transforms = transforms

    def transform(self, img):
        return Compose(self.transforms)(img)


class RandomOrder(Transform, shows="transforms"):
    """All of the given transforms, in random order. Raises TypeError for what is no list of them."""

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
    """One of the given transforms; p gives their odds. Raises ValueError for odds that do not fit."""

    def __init__(self, transforms, p=None):
        super().__init__(transforms)
        if p is not None and (len(p) != len(transforms) or min(p) < 0 or not sum(p)):
            raise ValueError(f"p should give the odds of each of the {len(transforms)} transforms, not {p}.")
        self.p = p

    def forward(self, img):
        odds = None if self.p is None else [odd / sum(self.p) for odd in self.p]
        return self.transforms[int(numpy_generator().choice(len(self.transforms), p=odds))](img)
