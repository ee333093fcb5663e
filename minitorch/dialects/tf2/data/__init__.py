"""tf.data: data sets as chains of steps, from which one draws again and again."""

from .dataset import AUTOTUNE, Dataset, TextLineDataset
from .steps import INFINITE_CARDINALITY, Options, UNKNOWN_CARDINALITY
from . import experimental
