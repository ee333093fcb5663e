"""Random transforms; `manual_seed` decides what they draw."""

from ...nn import ModuleList
from ...random import numpy_generator
from . import functional as F
from .deterministic import Compose, Transform, chance
from .image import get_dimensions


def between(low, high):
    """A number from low to high."""
    return float(numpy_generator().uniform(low, high))


def one_of(count):
    """A whole number from 0 to count - 1."""
    return int(numpy_generator().integers(count))


class Sometimes(Transform):
    """With probability p what `change` does, else nothing."""

    shows = "p"

    def __init__(self, p=0.5):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"p should be a probability, from 0 to 1, not {p}.")
        self.p = p

    def forward(self, img):
        return self.change(img) if chance() < self.p else img


class RandomHorizontalFlip(Sometimes):
    """Left and right exchanged, with probability p."""

    change = staticmethod(F.hflip)


class RandomVerticalFlip(Sometimes):
    """Top and bottom exchanged, with probability p."""

    change = staticmethod(F.vflip)


class RandomInvert(Sometimes):
    """The negative, with probability p."""

    change = staticmethod(F.invert)


class RandomAutocontrast(Sometimes):
    """Each channel stretched from darkest to brightest, with probability p."""

    change = staticmethod(F.autocontrast)


class RandomEqualize(Sometimes):
    """Each brightness about as frequent, with probability p."""

    change = staticmethod(F.equalize)


class RandomGrayscale(Sometimes):
    """Without colours, with as many channels as before, with probability p."""

    def __init__(self, p=0.1):
        super().__init__(p)

    def change(self, img):
        return F.rgb_to_grayscale(img, get_dimensions(img)[0])


class RandomSolarize(Sometimes):
    """The negative of what is at least as bright as threshold, with probability p."""

    shows = "threshold p"

    def __init__(self, threshold, p=0.5):
        super().__init__(p)
        self.threshold = threshold

    def change(self, img):
        return F.solarize(img, self.threshold)


class RandomPosterize(Sometimes):
    """Each byte's first bits, with probability p."""

    shows = "bits p"

    def __init__(self, bits, p=0.5):
        super().__init__(p)
        self.bits = bits

    def change(self, img):
        return F.posterize(img, self.bits)


class RandomAdjustSharpness(Sometimes):
    """Blurred below a factor of 1, sharper above, with probability p."""

    shows = "sharpness_factor p"

    def __init__(self, sharpness_factor, p=0.5):
        super().__init__(p)
        self.sharpness_factor = sharpness_factor

    def change(self, img):
        return F.adjust_sharpness(img, self.sharpness_factor)


class RandomApply(Sometimes):
    """All of the given transforms, or none, with probability p."""

    shows = "transforms p"

    def __init__(self, transforms, p=0.5):
        super().__init__(p)
        self.transforms = transforms

    def change(self, img):
        return Compose(self.transforms)(img)


class RandomOrder(Transform):
    """All of the given transforms, in an order of chance."""

    shows = "transforms"

    def __init__(self, transforms):
        super().__init__()
        if not isinstance(transforms, list | tuple | ModuleList):
            raise TypeError(f"Argument transforms should be a sequence, not {type(transforms).__name__}.")
        self.transforms = transforms

    def forward(self, img):
        for place in numpy_generator().permutation(len(self.transforms)).tolist():
            img = self.transforms[place](img)
        return img


class RandomChoice(RandomOrder):
    """One of the given transforms; p gives their odds."""

    shows = "transforms p"

    def __init__(self, transforms, p=None):
        super().__init__(transforms)
        if p is not None and (len(p) != len(transforms) or min(p) < 0 or not sum(p)):
            raise ValueError(f"p should give the odds of each of the {len(transforms)} transforms, not {p}.")
        self.p = p

    def forward(self, img):
        odds = None if self.p is None else [odd / sum(self.p) for odd in self.p]
        return self.transforms[int(numpy_generator().choice(len(self.transforms), p=odds))](img)
