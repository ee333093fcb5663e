"""The packaged digits: 1,797 real handwritten ones, 8×8, small enough to travel with the library."""

from os.path import dirname, join

import numpy as np

from .images import Images

FILE = join(dirname(dirname(__file__)), "digits.npz")


class Digits(Images):
    """Handwritten digits, 8×8 pixels: 1,437 to train on, 360 held out by a shuffle stored with them.

    train        which of the two parts
    transform, target_transform   as for `Images`

    Source: UCI Optical Recognition of Handwritten Digits (Alpaydin & Kaynak, 1998), CC BY 4.0,
    as shipped by scikit-learn (BSD 3-clause); see README.md beside the file.

    >>> image, label = Digits(train=False)[0]
    >>> tuple(image.shape), 0 <= label <= 9
    ((1, 8, 8), True)
    """

    classes = [str(digit) for digit in range(10)]

    def __init__(self, train=True, transform=None, target_transform=None):
        with np.load(FILE, allow_pickle=False) as file:
            part = file["train" if train else "test"]
            images, labels = file["images"][part], file["labels"][part]
        self.train = train
        super().__init__(images, labels, 16, transform, target_transform)
