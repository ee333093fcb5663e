"""CIFAR: 60,000 small colour photographs of 10 or 100 kinds of things, from their own archives."""

import os

import numpy as np

from ..archive import ArchiveError, extract
from .batches import read_batch
from .images import DatasetNotFoundError, Images

SIZE = 32
COLOURS = 3


class CIFAR10(Images):
    """Photographs of ten kinds of things, 32×32 pixels in colour: 50,000 to train on, 10,000 to test on.

    root         folder with cifar-10-python.tar.gz, or with cifar-10-batches-py unpacked from it
    train        True: the training images, False: the test images
    transform, target_transform   as for `Images`
    download     download the archive (170 MB) if it is not there

    `.data` is an (N, 32, 32, 3) uint8 array and `.targets` a list, as in torchvision.
    Raises DatasetNotFoundError (a RuntimeError and a FileNotFoundError) that says which file to put where,
    DownloadError if the download fails, ValueError for files that are cut off or have another format.
    No code in the files runs.

    Source: Krizhevsky, Learning multiple layers of features from tiny images (2009).
    """

    mirrors = ["https://www.cs.toronto.edu/~kriz/"]
    filename, md5 = "cifar-10-python.tar.gz", "c58f30108f718f92721af3b95e74349a"
    base_folder = "cifar-10-batches-py"
    parts = {True: [f"data_batch_{number}" for number in range(1, 6)], False: ["test_batch"]}
    labels, meta, names = "labels", "batches.meta", "label_names"

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        self.root, self.train = root, train
        self.provide(download)
        self.classes = self.read(self.meta)[self.names]
        batches = [self.batch(name) for name in self.parts[train]]
        pixels = np.concatenate([pixels for pixels, _ in batches])
        labels = [label for _, labels in batches for label in labels]
        pixels = pixels.reshape(-1, COLOURS, SIZE, SIZE).transpose(0, 2, 3, 1)
        super().__init__(pixels, np.array(labels), 255, transform, target_transform)
        self.data, self.targets = np.ascontiguousarray(pixels), labels

    def provide(self, download):
        """Make sure that the batch files exist: unpack the archive if needed; download it if `download` is True."""
        folder, archive = os.path.join(self.root, self.base_folder), os.path.join(self.root, self.filename)
        wanted = [self.meta, *self.parts[True], *self.parts[False]]
        if all(os.path.isfile(os.path.join(folder, name)) for name in wanted):
            return
        if os.path.isfile(archive):
            try:
                extract(archive, self.root)
                return
            except ArchiveError:
                if not download:
                    raise
        if not download:
            raise DatasetNotFoundError(
                "Dataset not found or corrupted. You can use download=True to download it. "
                f"{type(self).__name__} needs {self.filename} in {os.path.abspath(self.root)}, or the folder "
                f"{self.base_folder} unpacked from it there. It is at {self.mirrors[0]}{self.filename}.")
        from ..download import download as fetch
        fetch([mirror + self.filename for mirror in self.mirrors], archive, md5=self.md5)
        extract(archive, self.root)

    def read(self, name):
        path = os.path.join(self.root, self.base_folder, name)
        try:
            return read_batch(path)
        except FileNotFoundError:
            raise DatasetNotFoundError(f"Dataset not found or corrupted. {path} is not there, though {self.filename} "
                                       "should contain it. Download that archive again.") from None

    def batch(self, name):
        """Return (n, 3072) bytes and n labels; raise ValueError if they do not match."""
        batch = self.read(name)
        pixels, labels = batch.get("data"), batch.get(self.labels)
        if (not isinstance(pixels, np.ndarray) or pixels.ndim != 2 or pixels.shape[1] != COLOURS * SIZE * SIZE
                or not isinstance(labels, list) or len(labels) != len(pixels)
                or any(type(label) is not int or not 0 <= label < len(self.classes) for label in labels)):
            raise ValueError(f"{os.path.join(self.root, self.base_folder, name)} does not hold images of "
                             f"{COLOURS}×{SIZE}×{SIZE} with a label from 0 to {len(self.classes) - 1} each. "
                             "Fetch it again.")
        return pixels, labels


class CIFAR100(CIFAR10):
    """Photographs of a hundred kinds of things, 600 of each; see `CIFAR10` for the arguments."""

    filename, md5 = "cifar-100-python.tar.gz", "eb9058c3a382ffc7106e4002c42a8d85"
    base_folder = "cifar-100-python"
    parts = {True: ["train"], False: ["test"]}
    labels, meta, names = "fine_labels", "meta", "fine_label_names"
