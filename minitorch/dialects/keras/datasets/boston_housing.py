"""keras.datasets.boston_housing: 506 prices of houses."""

import numpy as _np

from ..core.stored import arrays_in as _arrays_in

__all__ = ["load_data"]


def load_data(path="boston_housing.npz", test_split=0.2, seed=113):
    """((404, 13), (404,)), ((102, 13), (102,)): what is known of houses, and their prices in 1,000 dollars.

    path          the file's name in ~/.keras/datasets
    test_split    the share of the houses to test with
    seed          of the order in which houses are drawn

    Raises FileNotFoundError where the file is not there.
    """
    x, y = _arrays_in(path, ("x", "y"),
                      "https://storage.googleapis.com/tensorflow/tf-keras-datasets/boston_housing.npz")
    order = _np.arange(len(x))
    _np.random.RandomState(seed).shuffle(order)
    train = int(len(x) * (1 - test_split))
    return (x[order][:train], y[order][:train]), (x[order][train:], y[order][train:])
