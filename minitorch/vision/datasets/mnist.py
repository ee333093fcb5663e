"""MNIST and data sets in its format (IDX files): 70,000 small grey images of ten classes."""

import os
from math import prod

import numpy as np

from .images import DatasetNotFoundError, Images

FILES = {True: ("train-images-idx3-ubyte", "train-labels-idx1-ubyte"),
         False: ("t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte")}

DEFLATE = 1032            # maximum factor by which gzip can make a file smaller


class MNIST(Images):
    """Handwritten digits, 28×28 pixels: 60,000 to train on, 10,000 to test on.

    root         folder with the four IDX files, gzipped or not; root/MNIST/raw is searched too
    train        True: the training images, False: the test images
    transform, target_transform   as for `Images`
    download     download missing files to root/MNIST/raw

    Raises DatasetNotFoundError (a RuntimeError and a FileNotFoundError) that says which files to put where,
    DownloadError if the download fails, ValueError for files that are cut off or have another format.

    Source: LeCun, Cortes & Burges, The MNIST database of handwritten digits (1998).
    """

    mirrors = ["https://ossci-datasets.s3.amazonaws.com/mnist/", "https://storage.googleapis.com/cvdf-datasets/mnist/"]
    md5 = ["f68b3c2dcbeaaa9fbdd348bbdeb94873", "d53e105ee54ea40749a09fcbcd1e9432",
           "9fb629c4189551a2d022fa330f9573f3", "ec29112dd5afa0611ce80d1b7f02629c"]      # MD5 of the .gz files
    classes = ["0 - zero", "1 - one", "2 - two", "3 - three", "4 - four", "5 - five", "6 - six", "7 - seven",
               "8 - eight", "9 - nine"]

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        self.root, self.train = root, train
        name = type(self).__name__
        if download:
            self.fetch()
        images, labels = (find(root, file, name) for file in FILES[train])
        if images is None or labels is None:
            raise DatasetNotFoundError(missing_text(root, train, name, self.mirrors[0]))
        pixels, digits = read_idx(images, ndim=3), read_idx(labels, ndim=1)
        if len(pixels) != len(digits):
            raise ValueError(f"{images} holds {len(pixels):,} images, but {labels} {len(digits):,} labels: "
                             "are the files from two data sets?")
        if digits.size and digits.max() > 9:
            raise ValueError(f"{labels} holds the label {digits.max()}; digits go from 0 to 9.")
        super().__init__(pixels, digits, 255, transform, target_transform)

    def fetch(self):
        """Download those of the four files that are missing."""
        from ..download import download
        name = type(self).__name__
        for file, md5 in zip(FILES[True] + FILES[False], self.md5):
            if find(self.root, file, name) is None:
                download([f"{mirror}{file}.gz" for mirror in self.mirrors],
                         os.path.join(self.root, name, "raw", f"{file}.gz"), md5=md5)


class FashionMNIST(MNIST):
    """Pictures of clothes in the form of MNIST's digits; see `MNIST` for the arguments.

    Source: Xiao, Rasul & Vollgraf, Fashion-MNIST (2017), MIT licence.
    """

    mirrors = ["http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
               "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"]
    md5 = ["8d4fb7e6c68d591d4c3dfef9ec88bf0d", "25c81989df183df01b3e8a0aad5dffbe",
           "bef4ecab320f06d8554ea6380940ec79", "bb300cfdad3c16e7a12a480ee83cd310"]
    classes = ["T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag",
               "Ankle boot"]


class KMNIST(MNIST):
    """Handwritten Japanese characters in the form of MNIST's digits; see `MNIST` for the arguments.

    Source: Clanuwat et al., Deep Learning for Classical Japanese Literature (2018), CC BY-SA 4.0.
    """

    mirrors = ["http://codh.rois.ac.jp/kmnist/dataset/kmnist/"]
    md5 = ["bdb82020997e1d708af4cf47b453dcf7", "e144d726b3acfaa3e44228e80efcd344",
           "5c965bf0a639b31b8f53240b1b52f4d7", "7320c461ea6c1c855c0b718fb2a4b134"]
    classes = ["o", "ki", "su", "tsu", "na", "ha", "ma", "ya", "re", "wo"]


def find(root, name, folder="MNIST"):
    """Return the path of `name` or `name`.gz in the folders where MNIST may be, or None."""
    for directory in (root, os.path.join(root, folder, "raw")):
        for ending in ("", ".gz"):
            path = os.path.join(directory, name + ending)
            if os.path.isfile(path):
                return path
    return None


def missing_text(root, train, folder, address):
    """Return text that says which files are needed, in which folder, and which files are there instead."""
    names = " and ".join(FILES[train])
    there = sorted(os.listdir(root))[:8] if os.path.isdir(root) else None
    found = ("that folder does not exist" if there is None else "that folder is empty" if not there else
             "found there: " + ", ".join(there))
    other = ""
    if all(find(root, name, folder) for name in FILES[not train]):
        other = f" The files of the other part are there: {folder}(root, train={not train}) reads them."
    return (f"Dataset not found. You can use download=True to download it. {folder}(train={train}) needs {names}, as "
            f"they are or with .gz, in {os.path.abspath(root)} or in {folder}/raw below it; {found}.{other} "
            f"They are at {address}.")


def read_idx(path, ndim):
    """Return the array of bytes in an IDX file.

    The format: two zero bytes, 8 for unsigned bytes, the number of dimensions, each size as a
    big-endian 32-bit integer, then the values, last dimension fastest.
    """
    import gzip
    import zlib
    try:
        with open(path, "rb") as file:
            zipped = file.read(2) == b"\x1f\x8b"
        with (gzip.open if zipped else open)(path, "rb") as file:
            magic = file.read(4)
            if magic != bytes([0, 0, 8, ndim]):
                raise ValueError(f"{path} is not an IDX file with {ndim} dimension{'s'[:ndim > 1]} of bytes: it "
                                 f"begins with {magic.hex(' ') or 'nothing'}, not 00 00 08 0{ndim}. "
                                 "Is it another file under this name?")
            header = file.read(4 * ndim)
            if len(header) < 4 * ndim:
                raise EOFError
            sizes = [int.from_bytes(header[i:i + 4], "big") for i in range(0, 4 * ndim, 4)]
            wanted = prod(sizes)
            most = os.path.getsize(path) * (DEFLATE if zipped else 1)    # read no more than the file can hold
            data = file.read(min(wanted, most) + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise ValueError(f"{path} is cut short or damaged: it ends early, or its checksum is wrong. Fetch it "
                         "again.") from None
    if len(data) != wanted:
        more = "more" if len(data) > wanted else f"only {len(data):,}"
        raise ValueError(f"{path} is cut short or damaged: its header says {' × '.join(map(str, sizes))} = {wanted:,} "
                         f"bytes, but there are {more}. Fetch it again.")
    return np.frombuffer(data, np.uint8).reshape(sizes).copy()
