"""Text as data: the lines of a file, or its characters as numbers."""

import os

import numpy as np

from ...data.dataset import Dataset
from ...engine.piece import piece
from ...tensors import from_numpy


def read_text(path, encoding="utf-8"):
    """Return the text of a file; raise ValueError with the position of a byte that is not in the encoding."""
    path = os.fspath(path)
    try:
        with open(path, encoding=encoding) as file:
            return file.read()
    except FileNotFoundError:
        raise FileNotFoundError(f"there is no file {os.path.abspath(path)}.") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not {encoding} text: byte {error.start:,} is {error.object[error.start]:#04x}. "
                         'Give the right encoding, such as encoding="latin-1".') from None


@piece
def next_letter_batch(texts):
    """Put texts of different lengths into one batch, to train a model that predicts the next letter.

    texts     lists of whole numbers: a start sign, the letters, and an end sign
    returns   inputs (N, T): each text without its last number, padded with 0; and targets (N, T): each text without
              its first number, padded with −100, which cross_entropy ignores. T is the longest text's length − 1
    """
    inputs = np.zeros((len(texts), max(map(len, texts)) - 1), np.int64)
    targets = np.full_like(inputs, -100)
    for row, text in enumerate(texts):
        inputs[row, :len(text) - 1], targets[row, :len(text) - 1] = text[:-1], text[1:]
    return from_numpy(inputs), from_numpy(targets)


class TextLines(Dataset):
    """The lines of a text file: sample i is line i, without its line break.

    path        a file, or a list of files that are read one after another
    transform   called with each line
    encoding    of the files
    skip_empty  leave out lines without text
    """

    def __init__(self, path, transform=None, encoding="utf-8", skip_empty=True):
        paths = path if isinstance(path, list | tuple) else [path]
        lines = [line for one in paths for line in read_text(one, encoding).splitlines()]
        self.lines = [line for line in lines if line.strip()] if skip_empty else lines
        self.transform = transform

    def __len__(self):
        return len(self.lines)

    def __getitem__(self, index):
        line = self.lines[index]
        return line if self.transform is None else self.transform(line)


class Characters(Dataset):
    """A text as numbers, one for each character, to predict each character from the characters before it.

    text          the text itself; `Characters.of_file(path, length)` reads one
    length        characters in a sample; ValueError if the text is not longer
    characters    the characters that have numbers, in order; default: those of the text, sorted

    Sample i is (characters from i on, characters from i + 1 on): two int64 tensors of (length,).

    >>> data = Characters("hello", 3)
    >>> data[0], data.decode(data[0][1])
    ((tensor([1, 0, 2]), tensor([0, 2, 2])), 'ell')
    """

    def __init__(self, text, length, characters=None):
        self.characters = sorted(set(text)) if characters is None else list(characters)
        self.numbers = {character: number for number, character in enumerate(self.characters)}
        self.codes = np.array(self.encode(text), np.int64)
        self.length = length
        if len(self.codes) <= length:
            raise ValueError(f"a text of {len(self.codes)} characters must be longer than a sample, length={length}.")

    @classmethod
    def of_file(cls, path, length, characters=None, encoding="utf-8"):
        """Return the Characters of a file's text."""
        return cls(read_text(path, encoding), length, characters)

    def encode(self, text):
        """Return the numbers of a text, as a list; ValueError for a character without a number."""
        try:
            return [self.numbers[character] for character in text]
        except KeyError as error:
            raise ValueError(f"the character {error.args[0]!r} is not among the {len(self.characters)} known "
                             "characters.") from None

    def decode(self, codes):
        """Convert a sequence of token numbers to text."""
        return "".join(self.characters[int(code)] for code in codes)

    def __len__(self):
        return len(self.codes) - self.length

    def __getitem__(self, index):
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range for a dataset of {len(self)} samples.")
        inputs, targets = self.__getbatch__([index % len(self)])
        return inputs[0], targets[0]

    def __getbatch__(self, indices):
        """Return the samples at these indices as a batch (inputs, targets)."""
        positions = np.asarray(indices)[:, None] + np.arange(self.length + 1)
        if not 0 <= positions.min(initial=0) or positions.max(initial=0) >= len(self.codes):
            raise IndexError(f"indices {min(indices)} to {max(indices)} are out of range for {len(self)} samples.")
        codes = self.codes[positions]
        return [from_numpy(codes[:, :-1]), from_numpy(codes[:, 1:])]
