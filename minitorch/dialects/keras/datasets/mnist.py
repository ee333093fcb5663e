"""keras.datasets.mnist: 70,000 digits."""

from ..core.stored import arrays_in as _arrays_in, npz as _npz


def load_data(path="mnist.npz"):
    """Return ((60000, 28, 28) uint8, (60000,)), ((10000, 28, 28), (10000,)): images, labels, to train and to test."""
    path = _npz(path, "mnist.npz", "731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1")
    found = _arrays_in(path, "x_train", "y_train", "x_test", "y_test")
    return tuple(found[:2]), tuple(found[2:])
