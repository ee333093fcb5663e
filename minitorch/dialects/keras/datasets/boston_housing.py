"""keras.datasets.boston_housing: 506 prices of houses."""

import numpy as _np

from ..core.stored import arrays_in as _arrays_in, npz as _npz


def load_data(path="boston_housing.npz", test_split=0.2, seed=113):
    """Return ((404, 13), (404,)), ((102, 13), (102,)): facts about houses, and their prices in 1,000 dollars."""
    path = _npz(path, "boston_housing.npz", "f553886a1f8d56431e820c5b82552d9d95cfcb96d1e678153f8839538947dff5")
    x, y = _arrays_in(path, "x", "y")
    order = _np.arange(len(x))
    _np.random.RandomState(seed).shuffle(order)
    train = int(len(x) * (1 - test_split))
    return (x[order][:train], y[order][:train]), (x[order][train:], y[order][train:])
