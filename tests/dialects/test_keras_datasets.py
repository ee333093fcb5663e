"""keras.datasets reads files where Keras keeps them, and says what is wanted where there are none."""

import gzip
import pickle
from importlib import import_module

import numpy as np
import pytest

from minitorch.dialects import keras

rng = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    (tmp_path / "datasets").mkdir()
    return tmp_path / "datasets"


def images(*shape):
    return rng.integers(0, 256, shape).astype("uint8")


def test_mnist_is_an_npz(home):
    parts = {"x_train": images(6, 28, 28), "y_train": np.arange(6), "x_test": images(2, 28, 28), "y_test": np.arange(2)}
    np.savez(home / "mnist.npz", **parts)
    (a, b), (c, d) = keras.datasets.mnist.load_data()
    for found, wanted in zip((a, b, c, d), parts.values()):
        np.testing.assert_array_equal(found, wanted)


def test_houses_are_split_as_keras_splits_them(home):
    x = np.arange(20.0).reshape(10, 2)
    np.savez(home / "boston_housing.npz", x=x, y=x[:, 0])
    order = np.arange(10)
    np.random.RandomState(113).shuffle(order)
    (a, b), (c, d) = import_module("minitorch.dialects.keras.datasets.boston_housing").load_data()
    np.testing.assert_array_equal(np.concatenate([a, c]), x[order])
    assert len(a) == 8 and b.tolist() == a[:, 0].tolist() and d.tolist() == c[:, 0].tolist()


def idx(array):
    sizes = b"".join(n.to_bytes(4, "big") for n in array.shape)
    return gzip.compress(bytes([0, 0, 8, array.ndim]) + sizes + array.tobytes())


def test_clothes_are_four_files(home):
    (home / "fashion-mnist").mkdir()
    wanted = []
    for part, n in ("train", 5), ("t10k", 3):
        wanted += [images(n, 28, 28), images(n)]
        for name, array in ("images-idx3", wanted[-2]), ("labels-idx1", wanted[-1]):
            (home / "fashion-mnist" / f"{part}-{name}-ubyte.gz").write_bytes(idx(array))
    for found, there in zip([x for pair in keras.datasets.fashion_mnist.load_data() for x in pair], wanted):
        np.testing.assert_array_equal(found, there)


def test_pictures_are_batches_whose_channels_come_last(home):
    for kind, names, labels in (("10", [*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"], b"labels"),
                                ("100", ["train", "test"], b"coarse_labels")):
        folder = home / ("cifar-10-batches-py" if kind == "10" else "cifar-100-python")
        folder.mkdir()
        batches = [images(2, 3072) for _ in names]
        for name, data in zip(names, batches):
            (folder / name).write_bytes(pickle.dumps({b"data": data, labels: [1, 3]}, protocol=2))
        module = keras.datasets.cifar10 if kind == "10" else keras.datasets.cifar100
        (a, b), (c, d) = module.load_data(*(() if kind == "10" else ("coarse",)))
        assert a.shape[1:] == c.shape[1:] == (32, 32, 3) and b[:2].tolist() == d.tolist() == [[1], [3]]
        np.testing.assert_array_equal(c[1].transpose(2, 0, 1).reshape(-1), batches[-1][1])
        assert len(a) == len(b) == 2 * (len(names) - 1)


@pytest.mark.parametrize("name", keras.datasets.__all__)
def test_what_is_not_there_is_named(name, home):
    with pytest.raises(FileNotFoundError, match=f"(?s){home}.*nothing is fetched.*at https://.*KERAS_HOME"):
        getattr(keras.datasets, name).load_data()


def test_kinds_that_are_not_known():
    with pytest.raises(ValueError, match="label_mode"):
        keras.datasets.cifar100.load_data("medium")
    with pytest.raises(AttributeError, match=r"keras\.datasets\.imdb is left out here"):
        keras.datasets.imdb  # noqa: B018 - the attribute is what is asked for
