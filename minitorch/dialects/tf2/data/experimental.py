"""tf.data.experimental: older names."""

from .dataset import AUTOTUNE
from .steps import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY


def cardinality(dataset):
    """Return how many elements `dataset` has, as its own cardinality() tells."""
    return dataset.cardinality()
