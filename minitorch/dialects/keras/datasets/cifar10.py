"""keras.datasets.cifar10: 60,000 small pictures of 10 kinds."""

import numpy as _np

from ....vision.datasets.batches import read_batch as _read_batch
from ..core.stored import stored as _stored

__all__ = ["load_data"]
_SOURCE = "https://www.cs.toronto.edu/~kriz/cifar-10-python.tar.gz"


def pictures(name, folder, source, labels="labels"):
    """((n, 32, 32, 3) uint8, (n, 1) integers) of a batch file: pictures, and their kinds under the key `labels`."""
    batch = _read_batch(_stored(name, f"{folder}-target/{folder}", folder, source=source))
    images = _np.asarray(batch["data"], "uint8").reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
    return images, _np.asarray(batch[labels])[:, None]


def load_data():
    """((50000, 32, 32, 3) uint8, (50000, 1)), ((10000, 32, 32, 3), (10000, 1)): pictures and kinds.

    Raises FileNotFoundError where a file is not in ~/.keras/datasets/cifar-10-batches-py.
    """
    parts = [pictures(f"data_batch_{i}", "cifar-10-batches-py", _SOURCE) for i in range(1, 6)]
    test = pictures("test_batch", "cifar-10-batches-py", _SOURCE)
    train = tuple(_np.concatenate(column) for column in zip(*parts))
    return (train[0], train[1].astype("uint8")), (test[0], test[1].astype("uint8"))
