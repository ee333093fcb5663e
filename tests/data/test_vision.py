"""The packaged digits are what they claim; MNIST's files are read, and anything else is refused with a reason."""

import gzip
import os
from pathlib import Path

import idx_files as idx
import numpy as np
import pytest

import minitorch as mt
from minitorch.data import DataLoader
from minitorch.vision.datasets import MNIST, Digits
from minitorch.vision.datasets.images import FILE


def test_digits_are_1797_in_two_disjoint_parts():
    with np.load(FILE, allow_pickle=False) as file:
        assert file["images"].shape == (1797, 8, 8) and file["images"].max() == 16
        assert sorted([*file["train"], *file["test"]]) == list(range(1797))
    train, test = Digits(), Digits(train=False)
    assert (len(train), len(test)) == (1437, 360)
    assert set(train.targets.tolist()) == set(test.targets.tolist()) == set(range(10))


@pytest.mark.needs("sklearn")
def test_digits_are_the_ones_of_scikit_learn():
    from sklearn import datasets
    theirs = datasets.load_digits()
    with np.load(FILE, allow_pickle=False) as file:
        assert (file["images"] == theirs.images).all() and (file["labels"] == theirs.target).all()


def test_the_digits_file_is_small_and_says_where_it_is_from():
    assert os.path.getsize(FILE) < 150_000
    text = (Path(FILE).parent / "README.md").read_text(encoding="utf-8")
    assert "UCI" in text and "CC BY 4.0" in text and "scikit-learn" in text and "CC BY 4.0" in Digits.__doc__


def test_importing_minitorch_reads_no_images():
    import subprocess
    import sys
    code = """if True:
        import sys
        images = {"vision", "zipfile", "json"}
        for name in images & set(sys.modules):           # some environments import zipfile as Python starts
            del sys.modules[name]
        import minitorch
        print([name for name in sys.modules if images & set(name.split("."))])"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          cwd=Path(mt.__file__).parents[1]).stdout.strip() == "[]"


def test_a_sample_is_an_image_from_0_to_1_and_a_label():
    image, label = Digits()[0]
    assert image.shape == (1, 8, 8) and image.dtype is mt.float32 and type(label) is int
    assert image.min().item() == 0 and image.max().item() == 1


def test_batches_are_the_samples_stacked():
    digits = Digits(train=False)
    images, labels = next(iter(DataLoader(digits, 5)))
    assert images.tolist() == [digits[i][0].tolist() for i in range(5)]
    assert labels.tolist() == [digits[i][1] for i in range(5)] and labels.dtype is mt.int64


def test_transforms_see_whole_bytes():
    digits = Digits(transform=lambda image: (image.shape, str(image.dtype)), target_transform=lambda label: -label)
    assert digits[0] == (((8, 8), "uint8"), -Digits()[0][1])
    assert next(iter(DataLoader(digits, 2, collate_fn=list)))[0] == digits[0]


@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("below", ["", "MNIST/raw"])
@pytest.mark.parametrize("train", [True, False])
def test_mnist_reads_its_files(tmp_path, below, zipped, train):
    idx.write(tmp_path / below, idx.TRAIN if train else idx.TEST, 7, zipped)
    mnist = MNIST(tmp_path, train=train)
    images, labels = idx.bars(7)
    assert (mnist.data.numpy() == images).all() and mnist.targets.tolist() == labels.tolist()
    assert mnist[3][0].shape == (1, 28, 28) and mnist[3][0].max().item() == 1
    assert "7 images of 28×28" in repr(mnist)


def test_missing_files_are_named_with_the_place_to_put_them(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"needs train-images-idx3-ubyte and train-labels-idx1-ubyte.* or with "
                                                r"\.gz, in .*MNIST/raw below it; that folder is empty.*https://"):
        MNIST(tmp_path)
    with pytest.raises(RuntimeError, match=r"^Dataset not found\. You can use download=True to download it\. .*that "
                                           "folder does not exist"):
        MNIST(tmp_path / "nowhere")
    idx.write(tmp_path, idx.TEST, 3)
    with pytest.raises(FileNotFoundError, match=r"found there: t10k-images.*MNIST\(root, train=False\) reads them"):
        MNIST(tmp_path)


IMAGES, LABELS = map(idx.idx, idx.bars(7))
ZIPPED = gzip.compress(IMAGES)
DAMAGED = {"cut": (IMAGES[:-5], "cut short or damaged: its header says 7 × 28 × 28 = 5,488 .* only 5,483"),
           "too long": (IMAGES + b"x", "cut short or damaged: .* there are more"),
           "huge": (IMAGES[:4] + b"\xff" * 12 + b"few", "damaged: its header says 4294967295 × .* only 3"),
           "cut gz": (ZIPPED[:-30], "cut short or damaged: it ends early, or its checksum is wrong. Fetch it again"),
           "damaged gz": (ZIPPED[:60] + b"\0" * 40 + ZIPPED[100:], r"cut short or damaged"),
           "empty": (b"", "is not an IDX file with 3 dimensions of bytes: it begins with nothing"),
           "header only": (IMAGES[:6], "cut short or damaged"),
           "labels": (LABELS, "begins with 00 00 08 01, not 00 00 08 03"),
           "html": (b"<html>not found", "begins with 3c 68 74 6d.*another file under this name"),
           "fewer": (idx.idx(idx.bars(6)[0]), "6 images, but .* 7 labels: are the files from two data sets")}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_or_foreign_file_is_named(tmp_path, name):
    data, message = DAMAGED[name]
    idx.write(tmp_path, idx.TRAIN, 7)
    (tmp_path / idx.TRAIN[0]).write_bytes(data)
    with pytest.raises(ValueError, match=f"train-images-idx3-ubyte .*{message}|{message}"):
        MNIST(tmp_path)


def test_labels_that_are_no_digits_are_refused(tmp_path):
    idx.write(tmp_path, idx.TRAIN, 7)
    (tmp_path / idx.TRAIN[1]).write_bytes(idx.idx(np.full(7, 11, np.uint8)))
    with pytest.raises(ValueError, match="holds the label 11; digits go from 0 to 9"):
        MNIST(tmp_path)
