"""keras.datasets.fashion_mnist: 70,000 pieces of clothing."""

from ....vision.datasets.mnist import FILES as _FILES, FashionMNIST as _Torch, read_idx as _read_idx
from ..core.stored import SOURCE as _SOURCE, stored as _stored


def load_data():
    """Return ((60000, 28, 28) uint8, (60000,)), ((10000, 28, 28), (10000,)): images, labels, to train and to test."""
    checksums = dict(zip(_FILES[True] + _FILES[False], _Torch.md5))

    def read(name, ndim):
        return _read_idx(_stored(name, "fashion-mnist", origin=f"{_SOURCE}{name}.gz", md5_hash=checksums[name],
                                 cache_subdir="datasets/fashion-mnist"), ndim)
    return tuple((read(images, 3), read(labels, 1)) for images, labels in (_FILES[True], _FILES[False]))
