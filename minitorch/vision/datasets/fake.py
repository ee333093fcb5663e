"""FakeData: noise in the form of images, to try a program before its data is there."""

import numpy as np

from ...data import Dataset
from ...tensors import from_numpy


class FakeData(Dataset):
    """Images of noise with random labels; sample i is the same each time it is asked for.

    size            how many
    image_size      (C, H, W)
    num_classes     labels go from 0 to num_classes - 1
    transform       called with each image, an (H, W, C) uint8 array; without one an image arrives
                    as a (C, H, W) float32 tensor from 0 to 1
    random_offset   another number gives other images
    """

    def __init__(self, size=1000, image_size=(3, 224, 224), num_classes=10, transform=None, target_transform=None,
                 random_offset=0):
        self.size, self.image_size, self.num_classes = size, tuple(image_size), num_classes
        self.transform, self.target_transform, self.random_offset = transform, target_transform, random_offset

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        if not 0 <= index < self.size:
            raise IndexError(f"sample {index} of a dataset of {self.size}.")
        stream = np.random.default_rng([self.random_offset, index])
        channels, rows, columns = self.image_size
        image = stream.integers(256, size=(rows, columns, channels), dtype=np.uint8)
        label = int(stream.integers(self.num_classes))
        image = self.transform(image) if self.transform is not None else from_numpy(
            np.ascontiguousarray(image.transpose(2, 0, 1), np.float32) / np.float32(255))
        return image, label if self.target_transform is None else self.target_transform(label)
