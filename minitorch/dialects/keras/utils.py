"""keras.utils: labels, sequences, seeds, progress."""

import random as _random

import numpy as _np

from ..functions.random import set_seed as _set_seed
from .backend import _table as _shared, clear_session
from .callbacks.progress import Progbar
from .core.configured import deserialize_keras_object, register_keras_serializable, serialize_keras_object
from .core.stored import get_file
from .directories import image_dataset_from_directory, text_dataset_from_directory
from .plot import model_to_dot, plot_model
from .saving import get_custom_objects

__all__ = ["Progbar", "PyDataset", "Sequence", "clear_session", "deserialize_keras_object", "get_custom_objects",
           "get_file", "image_dataset_from_directory", "is_keras_tensor", "model_to_dot", "normalize", "pad_sequences",
           "plot_model", "register_keras_serializable", "serialize_keras_object", "set_random_seed",
           "text_dataset_from_directory", "timeseries_dataset_from_array", "to_categorical"]

is_keras_tensor = _shared["is_keras_tensor"]


class PyDataset:
    """Base of data that give batches by number: define __len__ and __getitem__."""

    def __init__(self, workers=1, use_multiprocessing=False, max_queue_size=10):
        self.workers, self.use_multiprocessing, self.max_queue_size = workers, use_multiprocessing, max_queue_size

    def __getitem__(self, index):
        raise NotImplementedError(f"{type(self).__name__} must define __getitem__, which gives a batch.")

    def __len__(self):
        raise NotImplementedError(f"{type(self).__name__} must define __len__, the number of batches.")

    def on_epoch_end(self):
        """Do nothing; a class of your own defines what happens at the end of an epoch."""


Sequence = PyDataset


def to_categorical(x, num_classes=None):
    """Return integers x as rows of one 1 each: (…) to (…, num_classes); None: as many as there are.

    >>> to_categorical([0, 2]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    labels = _np.asarray(x, "int64")
    if labels.ndim > 1 and labels.shape[-1] == 1:
        labels = labels[..., 0]
    count = num_classes or int(labels.max()) + 1
    return _np.eye(count)[labels]


def normalize(x, axis=-1, order=2):
    """Scale an array x's vectors along an axis to length 1; order: which norm, 2 is the root of the sum of squares."""
    length = _np.linalg.norm(x, order, axis, keepdims=True)
    return x / _np.where(length == 0, 1, length)


def pad_sequences(sequences, maxlen=None, dtype="int32", padding="pre", truncating="pre", value=0.0):
    """Put lists of unequal length into one array (N, maxlen).

    sequences     a list of N lists
    maxlen        None: the longest one's length
    padding       "pre": `value` is put before a shorter one; "post": behind it
    truncating    "pre": a longer one loses its beginning; "post": its end

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


def timeseries_dataset_from_array(data, targets, sequence_length, sequence_stride=1, sampling_rate=1, batch_size=128,
                                  shuffle=False, seed=None, start_index=None, end_index=None, format="tf"):
    """Return windows of a long series as a Dataset of batches, (batch, sequence_length, …), each with a target.

    data              (steps, …) numbers
    targets           one for each beginning of a window; None: windows alone
    sequence_stride   from the beginning of one window to that of the next
    sampling_rate     from one step in a window to the next
    batch_size        windows in a batch; None: no batches
    shuffle, seed     whether the windows come in another order, and which
    start_index, end_index   the part of the series that is used; None: all of it
    format            taken as Keras takes it: a Dataset is made
    Raises ValueError where a window is longer than the series.

    >>> list(timeseries_dataset_from_array([1, 2, 3, 4], None, 2).as_numpy_iterator())[0].tolist()
    [[1, 2], [2, 3], [3, 4]]
    """
    from ..tf2.data import Dataset
    data = _np.asarray(data)
    first, last = start_index or 0, len(data) if end_index is None else end_index
    count = last - first - (sequence_length - 1) * sampling_rate
    if targets is not None:
        count = min(count, len(targets))
    if count < 1:
        raise ValueError(f"there is no window of {sequence_length} steps, {sampling_rate} apart, in {last - first}.")
    starts = _np.arange(0, count, sequence_stride)
    if shuffle:
        _np.random.default_rng(seed).shuffle(starts)
    windows = data[first + starts[:, None] + _np.arange(sequence_length) * sampling_rate]
    parts = windows if targets is None else (windows, _np.asarray(targets)[first + starts])
    made = Dataset.from_tensor_slices(parts)
    return made if batch_size is None else made.batch(batch_size)


def set_random_seed(seed):
    """Start all random numbers at `seed`, an integer: Keras', NumPy's and Python's."""
    _random.seed(seed)
    _np.random.seed(seed)                                # noqa: NPY002
    _set_seed(seed)
