"""keras.datasets.imdb: 50,000 reviews of films, and whether they praise."""

from ..core.stored import npz as _npz
from ..core.word_rows import parts as _parts, word_index as _word_index


def load_data(path="imdb.npz", num_words=None, skip_top=0, maxlen=None, seed=113, start_char=1, oov_char=2,
              index_from=3, **kwargs):
    """Return ((25000 lists, (25000,)), (25000 lists, (25000,))): word numbers of reviews; 1 for praise, else 0.

    kwargs    nb_words, Keras 1's name for num_words

    Raises ValueError if no review is shorter than maxlen.
    """
    path = _npz(path, "imdb.npz", "69664113be75683a8fe16e3ed0ab59fda8886cb3cd7ada244f7d9544e4676b9f")
    return tuple(_parts(path, (("x_train", "y_train"), ("x_test", "y_test")), seed, start_char, index_from, maxlen,
                        num_words or kwargs.get("nb_words"), skip_top, oov_char))


def get_word_index(path="imdb_word_index.json"):
    """Return {word: number}: 1 the most common; load_data adds index_from."""
    return _word_index(path, "imdb_word_index.json", "bfafd718b763782e994055a2d397834f")
