"""keras.datasets.mnist: 70,000 digits."""

from ..core.stored import arrays_in as _arrays_in

__all__ = ["load_data"]


def load_data(path="mnist.npz"):
    """((60000, 28, 28) uint8, (60000,)), ((10000, 28, 28), (10000,)): images and labels, to train and to test.

    path    the file's name in ~/.keras/datasets

    Raises FileNotFoundError where it is not there.
    """
    found = _arrays_in(path, ("x_train", "y_train", "x_test", "y_test"),
                       "https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz")
    return tuple(found[:2]), tuple(found[2:])
