"""The runs that `minitorch train` offers: images, model, and settings for both."""

import numpy as np

from .. import nn
from ..data import DataLoader, Subset
from ..optim import AdamW
from ..optim.lr_scheduler import OneCycleLR
from ..random import numpy_generator
from ..vision import datasets

CLASSES = 10
SIZES = {"digits": 8, "mnist": 28}       # height and width of the images in pixels
SETTINGS = {             # batch size, epochs, highest learning rate; chosen on parts of the training images
    ("digits", "mlp"): (64, 60, 5e-3),
    ("digits", "cnn"): (32, 20, 5e-3),
    ("mnist", "mlp"): (64, 10, 3e-3),
    ("mnist", "cnn"): (64, 8, 5e-3),
}


def mlp(rows, columns):
    """Return a model with two hidden layers: (N, 1, rows, columns) -> (N, 10)."""
    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(rows * columns, 256), nn.ReLU(), nn.Dropout(0.3),
        nn.Linear(256, 128), nn.ReLU(),
        nn.Linear(128, CLASSES))


def cnn(rows, columns):
    """Return a model with two convolutions and two linear layers: (N, 1, rows, columns) -> (N, 10).

    Similar to LeNet-5: LeCun et al., Gradient-based learning applied to document recognition (1998).
    Pooling halves images as small as 8×8 once, larger images twice.
    """
    small = rows < 16
    size, first, shrink = (3, 16, 1) if small else (5, 8, 2)
    return nn.Sequential(
        nn.Conv2d(1, first, size, padding=size // 2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(first, 32, size, padding=size // 2), nn.ReLU(), nn.MaxPool2d(shrink),
        nn.Flatten(),
        nn.Linear(32 * (rows // 2 // shrink) * (columns // 2 // shrink), 64), nn.ReLU(),
        nn.Linear(64, CLASSES))


MODELS = {"mlp": mlp, "cnn": cnn}


def parts(data, root=None):
    """Return the training images, the test images, and a sentence about the split."""
    if data == "digits":
        train, test = datasets.Digits(train=True), datasets.Digits(train=False)
        return train, test, f"digits: {len(train):,} real images of 8×8 to train on, {len(test):,} held out"
    from ..vision.datasets.mnist import FILES, find
    if not any(find(root, name) for name in FILES[True]) and all(find(root, name) for name in FILES[False]):
        whole = datasets.MNIST(root, train=False)
        count = len(whole) * 4 // 5
        train, test = Subset(whole, range(count)), Subset(whole, range(count, len(whole)))
        return train, test, (f"mnist: only the t10k files are in {root}: training on the first {len(train):,} "
                             f"of their images, testing on the last {len(test):,}")
    train, test = datasets.MNIST(root, train=True), datasets.MNIST(root, train=False)
    return train, test, f"mnist: {len(train):,} images of 28×28 to train on, {len(test):,} held out"


class Run:
    """A model, its loaders, optimiser and schedule, built from settings."""

    def __init__(self, settings, train, test):
        size, _, highest = SETTINGS[settings["data"], settings["model"]]
        rows, columns = train[0][0].shape[-2:]
        self.model = MODELS[settings["model"]](rows, columns)
        self.loader = DataLoader(train, size, shuffle=True)
        self.test = DataLoader(test, 256)
        self.augment = shift_images if settings["data"] == "digits" else None    # digits has few images
        self.optimizer = AdamW(self.model.parameters(), lr=highest)
        self.scheduler = OneCycleLR(self.optimizer, highest, settings["epochs"] * len(self.loader))


def shift_images(images):
    """Move about half of the images by at most one pixel in each direction; new pixels are 0.

    images   (N, 1, H, W)
    """
    count, _, rows, columns = images.shape
    stream = numpy_generator()
    move = stream.integers(-1, 2, size=(2, count)) * (stream.random(count) < 0.5)
    y = 1 + move[0][:, None, None] + np.arange(rows)[:, None]              # (N, H, 1)
    x = 1 + move[1][:, None, None] + np.arange(columns)                    # (N, 1, W)
    framed = nn.functional.pad(images, (1, 1, 1, 1))
    return framed[np.arange(count)[:, None, None], 0, y, x][:, None]
