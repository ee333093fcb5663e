"""Texts as lists of word numbers, as the files of imdb and reuters keep them."""

import json
import pickle
from zipfile import ZipFile

import numpy as np

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


def shuffled(rows, labels, rng):
    """Return rows and labels in the order that a random generator gives them."""
    order = np.arange(len(rows))
    rng.shuffle(order)
    return [rows[i] for i in order], labels[order]


def marked(rows, labels, start_char, index_from, maxlen):
    """Return rows whose words are counted from index_from on, after start_char, and labels; without those of maxlen."""
    first = [] if start_char is None else [start_char]
    rows = [first + [word + (index_from or 0) for word in row] for row in rows]
    kept = [i for i, row in enumerate(rows) if not maxlen or len(row) < maxlen]
    return [rows[i] for i in kept], labels[kept]


def limited(rows, num_words, skip_top, oov_char):
    """Return an array of rows in which words from num_words on and below skip_top are oov_char; None: left out."""
    num_words = num_words or max(map(max, rows))
    return [[word if skip_top <= word < num_words else oov_char for word in row
             if oov_char is not None or skip_top <= word < num_words] for row in rows]


def word_index(path):
    """Return the {word: number} in a JSON file."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)
