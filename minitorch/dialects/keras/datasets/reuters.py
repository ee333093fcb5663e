"""keras.datasets.reuters: 11,228 news of 46 topics."""

from ..core.stored import npz as _npz
from ..core.word_rows import parts as _parts, word_index as _word_index

_TOPICS = """cocoa grain veg-oil earn acq wheat copper housing money-supply coffee sugar trade reserves ship cotton
    carcass crude nat-gas cpi money-fx interest gnp meal-feed alum oilseed gold tin strategic-metal livestock retail ipi
    iron-steel rubber heat jobs lei bop zinc orange pet-chem dlr gas silver wpi hog lead""".split()


def load_data(path="reuters.npz", num_words=None, skip_top=0, maxlen=None, test_split=0.2, seed=113, start_char=1,
              oov_char=2, index_from=3):
    """Return ((8982 lists, (8982,)), (2246 lists, (2246,))): word numbers of news, and their topics.

    Raises ValueError if no text is shorter than maxlen.
    """
    path = _npz(path, "reuters.npz", "d6586e694ee56d7a4e65172e12b3e987c03096cb01eab99753921ef915959916")
    (rows, labels), = _parts(path, (("x", "y"),), seed, start_char, index_from, maxlen, num_words, skip_top, oov_char)
    train = int(len(rows) * (1 - test_split))
    return (rows[:train], labels[:train]), (rows[train:], labels[train:])


def get_word_index(path="reuters_word_index.json"):
    """Return {word: number}: 1 the most common; load_data adds index_from."""
    return _word_index(path, "reuters_word_index.json", "4d44cc38712099c9e383dc6e5f11a921")


def get_label_names():
    """Return the names of the 46 topics, a tuple."""
    return tuple(_TOPICS)
