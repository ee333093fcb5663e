"""keras.datasets.fashion_mnist: 70,000 pieces of clothing."""

from ....vision.datasets.mnist import read_idx as _read_idx
from ..core.stored import stored as _stored

__all__ = ["load_data"]


def load_data():
    """((60000, 28, 28) uint8, (60000,)), ((10000, 28, 28), (10000,)): images and labels, to train and to test.

    Raises FileNotFoundError where one of the four files is not in ~/.keras/datasets/fashion-mnist.
    """
    def read(name, ndim):
        source = f"https://storage.googleapis.com/tensorflow/tf-keras-datasets/{name}.gz"
        return _read_idx(_stored(name, "fashion-mnist", "datasets/fashion-mnist", source=source), ndim)
    return tuple((read(f"{part}-images-idx3-ubyte", 3), read(f"{part}-labels-idx1-ubyte", 1))
                 for part in ("train", "t10k"))
