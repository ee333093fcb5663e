"""keras.datasets.cifar10: 60,000 small pictures of 10 kinds."""

import numpy as _np

from ....vision.datasets.batches import read_batch as _read_batch
from ..core.stored import stored as _stored

_SOURCE = "https://www.cs.toronto.edu/~kriz/"
_CHECKSUM = "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce"


def _pictures(name, folder, archive, checksum, labels="labels"):
    """Return ((n, 32, 32, 3) uint8, (n, 1) integers) of a batch file: pictures, and the kinds under `labels`.

    archive, checksum    what is downloaded to the folder if the file is not in it
    """
    batch = _read_batch(_stored(name, f"{folder}-target/{folder}", folder, fname=f"{folder}-target",
                                origin=_SOURCE + archive, file_hash=checksum, extract=True))
    images = _np.asarray(batch["data"], "uint8").reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
    return images, _np.asarray(batch[labels])[:, None]


def load_data():
    """Return ((50000, 32, 32, 3) uint8, (50000, 1)), ((10000, 32, 32, 3), (10000, 1)): pictures and kinds."""
    names = [*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"]
    *parts, test = [_pictures(name, "cifar-10-batches-py", "cifar-10-python.tar.gz", _CHECKSUM) for name in names]
    train = tuple(_np.concatenate(column) for column in zip(*parts))
    return (train[0], train[1].astype("uint8")), (test[0], test[1].astype("uint8"))
