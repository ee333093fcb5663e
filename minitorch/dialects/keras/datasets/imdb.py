"""keras.datasets.imdb: 50,000 reviews of films, and whether they praise."""

import numpy as _np

from ..core import word_rows as _rows
from ..core.stored import arrays_in as _arrays_in, npz as _npz

__all__ = ["get_word_index", "load_data"]


def load_data(path="imdb.npz", num_words=None, skip_top=0, maxlen=None, seed=113, start_char=1, oov_char=2,
              index_from=3, **kwargs):
    """((25000 lists, (25000,)), (25000 lists, (25000,))): word numbers of reviews, and 1 for praise, else 0.

    path         the file's name in ~/.keras/datasets, to which it is downloaded if it is not there
    num_words    words from this number on are oov_char; None: none
    skip_top     so are the numbers below this one
    maxlen       only reviews shorter than this; None: all
    seed         of the order of the reviews
    start_char   the number before each review; None: none
    oov_char     the number instead of a left out word; None: none
    index_from   what is added to the numbers of get_word_index
    kwargs       nb_words, Keras 1's name for num_words

    Raises ValueError if no review is shorter than maxlen.
    """
    path = _npz(path, "imdb.npz", "69664113be75683a8fe16e3ed0ab59fda8886cb3cd7ada244f7d9544e4676b9f")
    rng, found = _np.random.RandomState(seed), []
    for part in "train", "test":
        labels, = _arrays_in(path, f"y_{part}")
        rows, labels = _rows.shuffled(_rows.rows_in(path, f"x_{part}"), labels, rng)
        found.append(_rows.marked(rows, labels, start_char, index_from, maxlen))
    if not all(rows for rows, _ in found):
        raise ValueError(f"After filtering for sequences shorter than maxlen={maxlen}, no sequence was kept. Increase "
                         "maxlen.")
    (first, _), (second, _) = found
    rows = _rows.limited(first + second, num_words or kwargs.get("nb_words"), skip_top, oov_char)
    parts = rows[:len(first)], rows[len(first):]
    return tuple((_np.array(part, object), labels) for part, (_, labels) in zip(parts, found))


def get_word_index(path="imdb_word_index.json"):
    """{word: number}: 1 the most common; load_data adds index_from. It is downloaded to path if it is not there."""
    return _rows.word_index(_npz(path, "imdb_word_index.json", "bfafd718b763782e994055a2d397834f"))
