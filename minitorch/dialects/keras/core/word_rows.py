"""Texts as lists of word numbers, as the files of imdb and reuters keep them."""

import json
import pickle
from zipfile import ZipFile

import numpy as np

from .stored import arrays_in, npz

NAMES = {"numpy.core.multiarray._reconstruct", "numpy._core.multiarray._reconstruct", "numpy.ndarray", "numpy.dtype",
         "_codecs.encode"}


class Part:
    """What is made instead of each object that a pickled array names: it only keeps the state it is given."""

    def __init__(self, *args):
        self.state = None

    def __setstate__(self, state):
        self.state = state


class Reader(pickle.Unpickler):
    """A reader of a pickled array of lists, which makes no other objects than Parts: nothing in the file is run."""

    def find_class(self, module, name):
        if f"{module}.{name}" not in NAMES:
            raise ValueError(f"an array of lists names {module}.{name}, which no such array needs. Nothing was run.")
        return Part


def rows_in(path, key):
    """Return the lists in the array called `key` of an .npz file. Raises ValueError for other objects than lists."""
    with ZipFile(path) as archive, archive.open(f"{key}.npy") as file:
        np.lib.format.read_magic(file)
        np.lib.format.read_array_header_1_0(file)
        found = Reader(file, encoding="latin1").load()
    rows = found.state[-1] if isinstance(found, Part) and found.state else found
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise ValueError(f"{path} has no array of lists under {key!r}.")
    return rows


def parts(path, keys, seed, start_char, index_from, maxlen, num_words, skip_top, oov_char):
    """Return [(an array of rows, their labels) for each pair of names in keys]; see imdb.load_data.

    Raises ValueError if no row is shorter than maxlen.
    """
    rng, first, found = np.random.RandomState(seed), [] if start_char is None else [start_char], []
    for texts, labels in keys:
        rows = rows_in(path, texts)
        order = np.arange(len(rows))
        rng.shuffle(order)
        rows = [first + [word + (index_from or 0) for word in rows[i]] for i in order]
        kept = [i for i, row in enumerate(rows) if not maxlen or len(row) < maxlen]
        if not kept:
            raise ValueError(f"After filtering for sequences shorter than maxlen={maxlen}, no sequence was kept. "
                             "Increase maxlen.")
        found.append(([rows[i] for i in kept], arrays_in(path, labels)[0][order][kept]))
    end = num_words or max(word for rows, _ in found for row in rows for word in row)

    def limited(row):
        return [word if skip_top <= word < end else oov_char for word in row
                if oov_char is not None or skip_top <= word < end]
    return [(np.array([limited(row) for row in rows], object), labels) for rows, labels in found]


def word_index(path, own, checksum):
    """Return the {word: number} in a JSON file; fetched, it is Keras' file `own`."""
    with open(npz(path, own, checksum), encoding="utf-8") as file:
        return json.load(file)
