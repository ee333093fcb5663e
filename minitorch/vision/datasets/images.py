"""What image data sets share: small integers kept whole in memory, floats made as samples are taken."""

import numpy as np

from ...data import Dataset, default_collate
from ...dtypes import float32
from ...engine import tensor_types
from ...tensors import from_numpy
from ..transforms.batched import transform_batch


class Images(Dataset):
    """Images with labels.

    images       (N, H, W) or (N, H, W, C) uint8 array; `.data` holds it as a Tensor
    labels       (N,) integer array; `.targets` holds it as an int64 Tensor
    full         the value that becomes 1.0
    transform    called with each image, an (H, W) or (H, W, C) uint8 array; without one an image
                 arrives as a (C, H, W) float32 tensor from 0 to 1
    target_transform   called with each label, an int

    Sample i is (image, label). What is assigned to `.data` and `.targets`, tensors, arrays or lists, counts.
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
        """A whole batch by one indexing, if the transform can do with that too."""
        images = rows(self.data, indices)
        images = self.scaled(images) if self.transform is None else transform_batch(self.transform, images)
        if images is None:
            return None
        labels = ([self.targets[index] for index in indices] if type(self.targets) is list else
                  rows(self.targets, indices))
        if self.target_transform is not None:
            return [images, default_collate([self.target_transform(int(label)) for label in labels])]
        return [images, from_numpy(np.asarray(labels, np.int64))]

    def scaled(self, images):
        """(N, H, W) or (N, H, W, C) whole numbers as an (N, C, H, W) tensor from 0 to 1."""
        images = images[:, None] if images.ndim == 3 else np.ascontiguousarray(images.transpose(0, 3, 1, 2))
        return from_numpy(images).to(float32) / self.full

    def __repr__(self):
        rows, columns = self.data.shape[1:3]
        return f"{type(self).__name__}: {len(self):,} images of {rows}×{columns}, {len(self.classes)} classes"


def rows(values, indices):
    """values[indices] as an array, of a tensor, an array or a list (NumPy asks a tensor many questions first)."""
    array = values.array if type(values) in tensor_types else values
    return (array if type(array) is np.ndarray else np.asarray(values)).take(indices, 0)
