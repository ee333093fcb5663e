"""What image data sets share: small integers kept whole in memory, floats made as samples are taken."""

from ...data import Dataset
from ...dtypes import float32
from ...tensors import from_numpy


class Images(Dataset):
    """Grey images with labels.

    images       (N, H, W) uint8 array; `.data` holds it as a Tensor
    labels       (N,) integer array; `.targets` holds it as an int64 Tensor
    full         the value that becomes 1.0
    transform    called with each image, an (H, W) uint8 array; without one an image
                 arrives as a (1, H, W) float32 tensor from 0 to 1
    target_transform   called with each label, an int

    Sample i is (image, label).
    """

    def __init__(self, images, labels, full, transform=None, target_transform=None):
        self.data, self.targets = from_numpy(images), from_numpy(labels.astype("int64"))
        self.full = full
        self.transform, self.target_transform = transform, target_transform

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        label = self.targets[index].item()
        image = self.data[index]
        image = self.scaled(image)[None] if self.transform is None else self.transform(image.numpy())
        return image, label if self.target_transform is None else self.target_transform(label)

    def __getbatch__(self, indices):
        """A whole batch by one indexing, if there is no transform to call on single images."""
        if self.transform is not None or self.target_transform is not None:
            return None
        return [self.scaled(self.data[indices])[:, None], self.targets[indices]]

    def scaled(self, image):
        return image.to(float32) / self.full

    def __repr__(self):
        rows, columns = self.data.shape[1:]
        return f"{type(self).__name__}: {len(self):,} images of {rows}×{columns}, {len(self.classes)} classes"
