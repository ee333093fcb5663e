"""keras.utils: labels, sequences, seeds, progress."""

import random as _random

import numpy as _np

from ..core.missing import speak_for as _speak_for
from ..functions.random import set_seed as _set_seed
from .backend import clear_session, is_keras_tensor
from .core.configured import (
    deserialize_keras_object,
    register_keras_serializable,
    registered_name as get_registered_name,
    serialize_keras_object,
)
from .models.progress import Progbar
from .models.training import unpack_x_y_sample_weight
from .plot import model_to_dot, plot_model
from .saving import get_custom_objects, get_registered_object

__all__ = ["Progbar", "PyDataset", "Sequence", "clear_session", "deserialize_keras_object", "get_custom_objects",
           "get_registered_name", "get_registered_object", "is_keras_tensor", "model_to_dot", "normalize",
           "pack_x_y_sample_weight", "pad_sequences", "plot_model", "register_keras_serializable",
           "serialize_keras_object", "set_random_seed", "to_categorical", "unpack_x_y_sample_weight"]


class PyDataset:
    """Base of data that give batches by number: define __len__ and __getitem__."""

    def __init__(self, workers=1, use_multiprocessing=False, max_queue_size=10):
        self.workers, self.use_multiprocessing, self.max_queue_size = workers, use_multiprocessing, max_queue_size

    def __getitem__(self, index):
        raise NotImplementedError(f"{type(self).__name__} must define __getitem__, which gives a batch.")

    def __len__(self):
        raise NotImplementedError(f"{type(self).__name__} must define __len__, the number of batches.")

    def on_epoch_end(self):
        """An epoch is over."""


Sequence = PyDataset


def to_categorical(x, num_classes=None):
    """Integers as rows of one 1 each: (…) to (…, num_classes).

    >>> to_categorical([0, 2]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    labels = _np.asarray(x, "int64")
    if labels.ndim > 1 and labels.shape[-1] == 1:
        labels = labels[..., 0]
    count = num_classes or int(labels.max()) + 1
    return _np.eye(count)[labels]


def normalize(x, axis=-1, order=2):
    """An array whose vectors along an axis have length 1."""
    length = _np.linalg.norm(x, order, axis, keepdims=True)
    return x / _np.where(length == 0, 1, length)


def pad_sequences(sequences, maxlen=None, dtype="int32", padding="pre", truncating="pre", value=0.0):
    """Lists of unequal length as one array (N, maxlen): padded, and cut, at the beginning, or with "post" at the end.

    >>> pad_sequences([[1], [2, 3]]).tolist()
    [[0, 1], [2, 3]]
    """
    rows = [list(row) for row in sequences]
    length = maxlen or max(map(len, rows), default=0)
    sample = next((_np.shape(row[0]) for row in rows if row), ())
    found = _np.full((len(rows), length, *sample), value, dtype)
    for place, row in enumerate(rows):
        part = row[-length:] if truncating == "pre" else row[:length]
        if part:
            where = slice(length - len(part), None) if padding == "pre" else slice(len(part))
            found[place, where] = part
    return found


def set_random_seed(seed):
    """Start all random numbers anew: Keras', NumPy's and Python's."""
    _random.seed(seed)
    _np.random.seed(seed)                                # noqa: NPY002
    _set_seed(seed)


def pack_x_y_sample_weight(x, y=None, sample_weight=None):
    """A batch as a tuple of what there is."""
    if y is None:
        return x if not isinstance(x, list | tuple) else (x,)
    return (x, y) if sample_weight is None else (x, y, sample_weight)


_speak_for(globals(), "keras.utils")
