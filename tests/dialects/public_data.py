"""Small seeded arrays in place of the data sets that public programs download."""

from types import SimpleNamespace

import numpy as np

WORDS = 20000                                            # in the vocabulary of the replaced texts


def pictures(count, shape, classes, seed):
    """Return uint8 pictures and their classes: a blurred sign for each class, under noise."""
    rng = np.random.default_rng(seed)
    signs = np.random.default_rng(7).integers(0, 200, (classes, *shape))
    labels = rng.integers(0, classes, count)
    noise = rng.integers(0, 56, (600, *shape), dtype="uint8")
    return signs.astype("uint8")[labels] + noise[np.arange(count) % 600], labels.astype("uint8")


def texts(count, classes, seed, num_words=None):
    """Return lists of word numbers and their classes; each class prefers words of its own."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, classes, count)
    lengths = rng.integers(20, 80, count)
    top = min(num_words or WORDS, WORDS)
    words = [[1, *(4 + (rng.zipf(1.3, n) * (label + 1)) % (top - 4)).tolist()] for n, label in zip(lengths, labels)]
    return np.array([*words, None], dtype=object)[:-1], labels


def load_pictures(shape, classes, sizes, column=False):
    """Return the function load_data of a data set of pictures."""
    def load_data(*_, **__):
        pairs = [pictures(size, shape, classes, seed) for seed, size in enumerate(sizes)]
        return tuple((x, y[:, None] if column else y) for x, y in pairs)
    return load_data


def load_texts(classes, sizes):
    """Return the function load_data of a data set of texts."""
    def load_data(path=None, num_words=None, **_):
        return tuple(texts(size, classes, seed, num_words) for seed, size in enumerate(sizes))
    return load_data


def load_numbers(*_, **__):
    """Return 404 and 102 rows of 13 numbers with what they predict, as boston_housing has them."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((506, 13)) * 5 + 10
    y = x @ rng.standard_normal(13) + rng.standard_normal(506)
    return (x[:404], y[:404]), (x[404:], y[404:])


DATASETS = {
    "mnist": load_pictures((28, 28), 10, (60000, 10000)), "fashion_mnist": load_pictures((28, 28), 10, (60000, 10000)),
    "cifar10": load_pictures((32, 32, 3), 10, (50000, 10000), column=True),
    "cifar100": load_pictures((32, 32, 3), 100, (50000, 10000), column=True),
    "imdb": load_texts(2, (12000, 2000)), "reuters": load_texts(46, (8982, 2246)), "boston_housing": load_numbers,
}


class Batches:
    """One part of TensorFlow 1's MNIST: images, labels, and batches in a fixed order."""

    def __init__(self, count, seed, one_hot, reshape):
        images, labels = pictures(count, (28, 28), 10, seed)
        self.images = images.reshape(count, *((784,) if reshape else (28, 28, 1))).astype("float32") / 255
        self.images *= 0.3                               # as bright as MNIST on average
        self.labels = np.eye(10)[labels] if one_hot else labels
        self.num_examples, self.start = count, 0

    def next_batch(self, batch_size, fake_data=False, shuffle=True):
        rows = np.arange(self.start, self.start + batch_size) % self.num_examples
        self.start += batch_size
        return self.images[rows], self.labels[rows]


def read_data_sets(train_dir, fake_data=False, one_hot=False, dtype=None, reshape=True, validation_size=500, **_):
    """Return what tensorflow.examples.tutorials.mnist.input_data gave: 2000 pictures to train on, 500 to test."""
    parts = {"train": 2000, "validation": 500, "test": 500}
    return SimpleNamespace(**{name: Batches(count, seed, one_hot, reshape)
                              for seed, (name, count) in enumerate(parts.items())})


input_data = SimpleNamespace(read_data_sets=read_data_sets)
