"""The base of image data sets: bytes stay in memory, and a sample is converted to floats when it is read.

Digits is part of the package: 1,797 real handwritten digits, 8×8. FakeData is noise in the form of images, to test a
program before it has its data.
"""

from collections.abc import Sequence
from os.path import dirname, join

import numpy as np

from ...data import Dataset, default_collate
from ...dtypes import float32
from ...engine import tensor_types
from ...tensors import from_numpy
from ..transforms.batched import transform_batch


class DatasetNotFoundError(FileNotFoundError, RuntimeError):
    """The error for missing files of a dataset: a RuntimeError as in torchvision, and a FileNotFoundError too."""


class Images(Dataset):
    """Images with labels.

    images       (N, H, W) or (N, H, W, C) uint8 array; `.data` is the same as a Tensor
    labels       (N,) integer array; `.targets` is the same as an int64 Tensor
    full         the value that becomes 1.0
    transform    called with each image, an (H, W) or (H, W, C) uint8 array; without it, an image
                 becomes a (C, H, W) float32 tensor from 0 to 1
    target_transform   called with each label, an int

    Sample i is (image, label). You may assign tensors, arrays or lists to `.data` and `.targets`.
    """

    classes: list = []

    def __init__(self, images, labels, full, transform=None, target_transform=None):
        self.data, self.targets = from_numpy(images), from_numpy(labels.astype("int64"))
        self.full = full
        self.transform, self.target_transform = transform, target_transform

    @property
    def class_to_idx(self):
        return {name: number for number, name in enumerate(self.classes)}

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        label = int(self.targets[index])
        image = np.asarray(self.data[index])
        image = self.scaled(image[None])[0] if self.transform is None else self.transform(image.copy())
        return image, label if self.target_transform is None else self.target_transform(label)

    def __getbatch__(self, indices):
        """Return [images, labels] of a batch, computed all at once; None if the transform needs single images."""
        images = rows_of(self.data, indices)
        images = self.scaled(images) if self.transform is None else transform_batch(self.transform, images)
        if images is None:
            return None
        labels = ([self.targets[index] for index in indices] if type(self.targets) is list else
                  rows_of(self.targets, indices))
        if self.target_transform is not None:
            return [images, default_collate([self.target_transform(int(label)) for label in labels])]
        return [images, from_numpy(np.asarray(labels, np.int64))]

    def scaled(self, images):
        """Return (N, H, W) or (N, H, W, C) integers as an (N, C, H, W) float tensor from 0 to 1."""
        images = images[:, None] if images.ndim == 3 else np.ascontiguousarray(images.transpose(0, 3, 1, 2))
        return from_numpy(images).to(float32) / self.full

    def __repr__(self):
        rows, columns = self.data.shape[1:3]
        return f"{type(self).__name__}: {len(self):,} images of {rows}×{columns}, {len(self.classes)} classes"


def rows_of(values, indices):
    """Return values[indices] as an array; values is a tensor, an array or a list (indexing a tensor is slow)."""
    array = values.array if type(values) in tensor_types else values
    return (array if type(array) is np.ndarray else np.asarray(values)).take(indices, 0)


FILE = join(dirname(dirname(__file__)), "digits.npz")


class Digits(Images):
    """Handwritten digits, 8×8 pixels: 1,437 to train on, 360 to test on, always the same.

    train        True: the training images, False: the test images
    transform, target_transform   as for `Images`

    Source: UCI Optical Recognition of Handwritten Digits (Alpaydin & Kaynak, 1998), CC BY 4.0,
    as shipped by scikit-learn (BSD 3-clause); see README.md next to the file.

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


class FakeData(Dataset):
    """Images of noise with random labels; sample i is the same at each read.

    size               the number of images
    image_size         (C, H, W)
    num_classes        labels go from 0 to num_classes - 1
    transform          called with each image, an (H, W, C) uint8 array; without it, an image becomes
                       a (C, H, W) float32 tensor from 0 to 1
    target_transform   called with each label
    random_offset      added to the seed: another offset gives other images
    """

    def __init__(self, size: int = 1000, image_size: Sequence[int] = (3, 224, 224), num_classes: int = 10,
                 transform=None, target_transform=None, random_offset: int = 0):
        self.size, self.image_size, self.num_classes = size, tuple(image_size), num_classes
        self.transform, self.target_transform, self.random_offset = transform, target_transform, random_offset

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        if not 0 <= index < self.size:
            raise IndexError(f"index {index} is out of range for {self.size} samples.")
        stream = np.random.default_rng([self.random_offset, index])
        channels, rows, columns = self.image_size
        image = stream.integers(256, size=(rows, columns, channels), dtype=np.uint8)
        label = int(stream.integers(self.num_classes))
        image = self.transform(image) if self.transform is not None else from_numpy(
            np.ascontiguousarray(image.transpose(2, 0, 1), np.float32) / np.float32(255))
        return image, label if self.target_transform is None else self.target_transform(label)
