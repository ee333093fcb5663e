"""Layers that turn words and numbers into numbers of a vocabulary, and these into rows: what data are prepared with."""

import re
from collections import Counter

import numpy as np

from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import wrapped
from ...core.recording import state
from ...core.tensor import StringTensor
from ...functions.creation import constant
from ..core.layer import Layer
from .arguments import arguments
from .normalization import whole_of

MODES = "int", "one_hot", "multi_hot", "count", "tf_idf"
PUNCTUATION = re.compile(r"""[!"#$%&()*+,\-./:;<=>?@\[\\\]^_`{|}~']""")


def encoded(numbers, count, mode, weights=None, dtype="float32"):
    """Return whole numbers as rows: one 1 each, 1 for each that is there, or how often it is there."""
    numbers = np.asarray(numbers, "int64")
    if numbers.size and (numbers.min() < 0 or numbers.max() >= count):
        raise ValueError(f"Input values must be in the range 0 <= values < num_tokens with num_tokens={count}")
    ones = np.eye(count, dtype=dtype)[numbers]
    if mode == "one_hot":
        return ones[..., 0, :] if numbers.ndim and numbers.shape[-1] == 1 else ones
    total = ones.sum(-2) if numbers.ndim else ones
    return np.minimum(total, 1) if mode == "multi_hot" else total if mode == "count" else total * weights


def is_shape(inputs):
    """Return whether the inputs have a shape and no values."""
    return state.sketching and not isinstance(inputs, StringTensor) and getattr(
        getattr(inputs, "tensor", None), "device", None) is not None and inputs.tensor.device.type == "meta"


def shape_like(shape, mode, count, dtype):
    """Return a tensor without values: for numbers of this shape, or for their rows."""
    if mode == "one_hot":
        shape = [*(shape[:-1] if shape and shape[-1] == 1 else shape), count]
    elif mode != "int":
        shape = [*shape[:-1], count]
    return wrapped(mt.zeros(shape, dtype=as_dtype("int64" if mode == "int" else dtype).kind, device="meta"))


@arguments(num_tokens=None, output_mode="multi_hot", sparse=False)
class CategoryEncoding(Layer):
    """Whole numbers below num_tokens as rows, (…, n) -> (…, num_tokens).

    num_tokens    how many numbers there may be
    output_mode   "one_hot": a row each; "multi_hot": 1 for each that is there; "count": how often it is there
    sparse        taken as Keras takes it; rows are dense

    Raises ValueError for no num_tokens, or another output_mode.
    """

    def _prepare(self):
        if self.num_tokens is None or self.output_mode not in MODES[1:4]:
            raise ValueError(f"CategoryEncoding needs num_tokens, and output_mode one of {', '.join(MODES[1:4])}. "
                             f"Received: num_tokens={self.num_tokens}, output_mode={self.output_mode}")

    def call(self, inputs, count_weights=None):
        """Return rows of the inputs. Raises NotImplementedError for count_weights."""
        if count_weights is not None:
            raise NotImplementedError("CategoryEncoding: count_weights is left out here.")
        if is_shape(inputs):
            return shape_like(list(inputs.shape), self.output_mode, self.num_tokens, self.dtype)
        return constant(encoded(inputs.numpy(), self.num_tokens, self.output_mode, dtype=self.dtype))


class Lookup(Layer):
    """Base of the layers of a vocabulary: the most frequent first, after a mask's token and those of unknown words."""

    @property
    def row_dtype(self):
        """The element type of rows: whole numbers, but for tf_idf."""
        return self.dtype if self.output_mode == "tf_idf" else "int64"

    def _prepare(self):
        if self.output_mode not in MODES:
            raise ValueError(f"output_mode is one of {', '.join(MODES)}. Received: output_mode={self.output_mode}")
        idf_weights, self.words, self.idf_weights, self.autocast = self.idf_weights, None, None, False
        if self.vocabulary is not None:
            self.set_vocabulary(self.vocabulary, idf_weights)

    def special(self):
        """Return the tokens before the words."""
        first = [self.mask_token] if self.mask_token is not None and self.output_mode == "int" else []
        return first + [self.oov_token] * self.num_oov_indices

    def set_vocabulary(self, vocabulary, idf_weights=None):
        """Take a vocabulary: words, without or with the special tokens at their head; idf_weights: a number each.

        Raises ValueError where a word comes twice.
        """
        words, special = [self.plain(word) for word in np.asarray(vocabulary).tolist()], self.special()
        words = words[len(special):] if special and words[:len(special)] == special else words
        if len(set(words)) < len(words):
            raise ValueError("The passed vocabulary has at least one repeated term.")
        self.words = {word: place + len(special) for place, word in enumerate(words)}
        found = [getattr(word, "item", lambda word=word: word)() for word in words]
        vars(self).get("_given", {}).update(vocabulary=found, idf_weights=None if idf_weights is None else [
            float(weight) for weight in idf_weights])
        if idf_weights is not None:
            self.idf_weights = np.asarray([np.mean(idf_weights)] * len(special) + list(idf_weights), "float32")

    def adapt(self, data):
        """Find the words of data, an array or a Dataset of batches: the most frequent first."""
        rows = [self.tokens(row) for row in whole_of(data)]
        counts = Counter(word for row in rows for word in row)
        special = self.special()
        for word in {*special, ""}:
            counts.pop(word, None)
        most = None if self.max_tokens is None else self.max_tokens - len(special)
        words = sorted(counts, key=lambda word: (counts[word], word), reverse=True)[:most]
        seen = Counter(word for row in rows for word in set(row))
        self.set_vocabulary(words, [np.log(1 + len(rows) / (1 + seen[word])) for word in words]
                            if self.output_mode == "tf_idf" else None)

    def tokens(self, row):
        """Return the words of a sample, `row`."""
        return [self.plain(word) for word in np.asarray(row).reshape(-1).tolist()]

    def get_vocabulary(self, include_special_tokens=True):
        """Return all words, in the order of their numbers; with include_special_tokens those before them too."""
        return [*(self.special() if include_special_tokens else ()), *(self.words or ())]

    def vocabulary_size(self):
        """Return how many numbers there are."""
        return len(self.get_vocabulary())

    def number(self, word):
        """Return the number of a word. Raises ValueError for an unknown one where no number is kept for such."""
        if word == self.mask_token and self.output_mode == "int":
            return 0
        found = self.words.get(word)
        if found is None and not self.num_oov_indices:
            raise ValueError(f"the word {word!r} is not in the vocabulary, and num_oov_indices is 0")
        if found is None and self.num_oov_indices > 1:
            raise NotImplementedError("several num_oov_indices are left out here.")
        return len(self.special()) - 1 if found is None else found

    def call(self, inputs):
        """Return the numbers of words, their rows, or words of numbers. Raises ValueError without a vocabulary."""
        if self.words is None:
            raise ValueError(f"{type(self).__name__} has no vocabulary: pass it, or call adapt(data) first.")
        if is_shape(inputs):
            return shape_like(self.shape_of(list(inputs.shape)), self.output_mode, self.vocabulary_size(),
                              self.row_dtype)
        array = np.asarray(inputs.numpy() if hasattr(inputs, "numpy") else inputs)
        if self.invert:
            words = self.get_vocabulary()
            found = [words[n] if 0 <= n < len(words) else self.oov_token for n in array.reshape(-1).tolist()]
            return constant(np.array(found).reshape(array.shape))
        return self.numbers(array)

    def shape_of(self, shape):
        """Return the shape of the numbers of inputs of this shape."""
        return shape

    def numbers(self, array):
        """Return the numbers of the words in an array, or their rows."""
        found = [self.number(self.plain(word)) for word in array.reshape(-1).tolist()]
        found = np.array(found, "int64").reshape(array.shape)
        return constant(found if self.output_mode == "int" else encoded(
            found, self.vocabulary_size(), self.output_mode, self.idf_weights, self.row_dtype))


@arguments(max_tokens=None, num_oov_indices=1, mask_token=None, oov_token="[UNK]", vocabulary=None, idf_weights=None,
           invert=False, output_mode="int", pad_to_max_tokens=False, sparse=False, encoding="utf-8", name=None,
           salt=None)
class StringLookup(Lookup):
    """Words as numbers of a vocabulary; with `invert` numbers as words.

    max_tokens        how many numbers there may be, special ones included; None: any
    num_oov_indices   numbers for unknown words: 0 or 1
    mask_token        the word with the number 0; None: there is none
    oov_token         the token of unknown words
    vocabulary        the words; None: `adapt` finds them
    idf_weights       a number for each word, with output_mode "tf_idf"
    output_mode       "int": numbers; "one_hot", "multi_hot", "count", "tf_idf": rows of them
    pad_to_max_tokens, sparse, encoding, salt   taken as Keras takes them: rows are dense, texts are Python's
    """

    def plain(self, word):
        """Return a word as text."""
        return word.decode() if isinstance(word, bytes) else str(word)


@arguments(max_tokens=None, num_oov_indices=1, mask_token=None, oov_token=-1, vocabulary=None,
           vocabulary_dtype="int64", idf_weights=None, invert=False, output_mode="int", sparse=False,
           pad_to_max_tokens=False, oov_method="floormod", salt=None, name=None)
class IntegerLookup(Lookup):
    """Whole numbers as numbers of a vocabulary; with `invert` the way back. Arguments as StringLookup's.

    vocabulary_dtype, oov_method   taken as Keras takes them: numbers have 64 bits
    """

    def plain(self, word):
        """Return the word, a whole number, in 64 bits."""
        return np.int64(word)


@arguments(max_tokens=None, standardize="lower_and_strip_punctuation", split="whitespace", ngrams=None,
           output_mode="int", output_sequence_length=None, pad_to_max_tokens=False, vocabulary=None, idf_weights=None,
           sparse=False, ragged=False, encoding="utf-8", name=None)
class TextVectorization(StringLookup):
    """Texts as numbers of words, padded with 0: (N,) to (N, length); or as rows, by output_mode.

    standardize             "lower_and_strip_punctuation", "lower", "strip_punctuation", None, or a function of tensors
    split                   "whitespace", "character", None, or a function of tensors
    ngrams                  words in a row that count as one too, up to so many
    output_sequence_length  the length; None: that of the longest
    ragged                  whether rows may differ in length; other arguments as StringLookup's

    Raises NotImplementedError for ragged or sparse results.
    """

    mask_token, oov_token, num_oov_indices, invert = "", "[UNK]", 1, False

    def _prepare(self):
        if self.ragged or self.sparse:
            raise NotImplementedError("TextVectorization: tensors are dense here.")
        super()._prepare()

    def tokens(self, row):
        """Return the words of a row, a text."""
        text = self.plain(np.asarray(row).reshape(-1)[0]) if np.size(row) else ""
        if callable(self.standardize):
            text = self.plain(self.standardize(constant(text)).numpy())
        elif self.standardize is not None:
            text = text.lower() if "lower" in self.standardize else text
            text = PUNCTUATION.sub("", text) if "strip_punctuation" in self.standardize else text
        words = text.split() if self.split == "whitespace" else list(text) if self.split == "character" else [text]
        if callable(self.split):
            words = [self.plain(word) for word in self.split(constant(text)).numpy().tolist()]
        return [" ".join(words[i:i + n]) for n in range(1, (self.ngrams or 1) + 1) for i in range(len(words) - n + 1)]

    def shape_of(self, shape):
        return [shape[0], self.output_sequence_length or shape[0]]      # an unknown length: the batch size in its place

    def numbers(self, array):
        rows = [[self.number(word) for word in self.tokens(row)] for row in array.reshape(-1).tolist()]
        if self.output_mode == "int":
            length = self.output_sequence_length or max(map(len, rows), default=0)
            made = constant(np.array([(row + [0] * length)[:length] for row in rows], "int64").reshape(-1, length))
        else:
            made = constant(np.stack([encoded(row, self.vocabulary_size(), self.output_mode, self.idf_weights,
                                              self.row_dtype) for row in rows]))
        return made if array.ndim else made[0]
