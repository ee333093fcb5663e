"""Write small IDX files, MNIST's format, for tests: images of a bar at the label's position, easy to learn."""

import gzip

import numpy as np

TRAIN = ("train-images-idx3-ubyte", "train-labels-idx1-ubyte")
TEST = ("t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte")


def bars(count, seed=0):
    """Return images (count, 28, 28) and labels (count,), uint8."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(10, size=count).astype(np.uint8)
    images = rng.integers(60, size=(count, 28, 28)).astype(np.uint8)
    for image, label in zip(images, labels):
        image[4:24, 2 * label + 3:2 * label + 6] = 255
    return images, labels


def idx(array):
    """Return the bytes of an IDX file."""
    return bytes([0, 0, 8, array.ndim]) + b"".join(n.to_bytes(4, "big") for n in array.shape) + array.tobytes()


def write(folder, names, count, zipped=False):
    """Write an images file and a labels file into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in zip(names, bars(count)):
        if zipped:
            (folder / f"{name}.gz").write_bytes(gzip.compress(idx(array)))
        else:
            (folder / name).write_bytes(idx(array))
    return folder
