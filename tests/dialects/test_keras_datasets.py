"""keras.datasets and keras.utils read files where Keras keeps them, and fetch with a checksum what is not there."""

import gzip
import io
import pickle
import tarfile
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from local_server import serving

from minitorch.dialects import keras, tf2 as tf
from minitorch.vision.download import Cut, DownloadError

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
def test_what_cannot_be_fetched_is_named(name, home, monkeypatch):
    def broken(url, part, *args):
        raise Cut("no network")
    monkeypatch.setattr("minitorch.vision.download.fetch", broken)
    with pytest.raises(DownloadError, match=f"(?s)could not be fetched.*https://.*put it at {home}"):
        getattr(keras.datasets, name).load_data()
    assert not any(path.is_file() for path in home.rglob("*"))


def test_kinds_that_are_not_known():
    with pytest.raises(ValueError, match="label_mode"):
        keras.datasets.cifar100.load_data("medium")


def lists(*rows):
    found = np.empty(len(rows), object)
    found[:] = [list(row) for row in rows]
    return found


def test_words_are_numbers_from_index_from_on(home):
    np.savez(home / "imdb.npz", x_train=lists([1, 5], [2, 3, 9]), y_train=np.array([0, 1]), x_test=lists([4], [7, 7]),
             y_test=np.array([1, 0]))
    np.savez(home / "reuters.npz", x=lists([1, 2], [3, 4], [5, 6], [7, 8], [9, 1]), y=np.arange(5))
    (a, b), (c, d) = keras.datasets.imdb.load_data(num_words=9)
    assert dict(zip(b.tolist(), a.tolist())) == {0: [1, 4, 8], 1: [1, 5, 6, 2]} and a.dtype == object
    assert dict(zip(d.tolist(), c.tolist())) == {1: [1, 7], 0: [1, 2, 2]}
    (a, b), _ = keras.datasets.imdb.load_data(start_char=None, index_from=0, oov_char=None, num_words=6, maxlen=3)
    assert a.tolist() == [[1, 5]] and b.tolist() == [0]
    (a, b), (c, d) = keras.datasets.reuters.load_data()
    assert len(a) == 4 and len(c) == 1 and {row[1] for row in [*a, *c]} == {2, 4, 6, 8, 10}
    assert keras.datasets.reuters.get_label_names()[3] == "earn" and len(keras.datasets.reuters.get_label_names()) == 46
    (home / "imdb_word_index.json").write_text('{"film": 1}')
    assert keras.datasets.imdb.get_word_index() == {"film": 1}
    with pytest.raises(ValueError, match="shorter than maxlen=1"):
        keras.datasets.imdb.load_data(maxlen=1)


def test_an_array_of_lists_runs_nothing(home):
    np.savez(home / "reuters.npz", x=np.array([len, [1]], object), y=np.arange(2))
    with pytest.raises(ValueError, match="names builtins.len.*Nothing was run"):
        keras.datasets.reuters.load_data()


def test_a_file_is_fetched_once_and_with_its_checksum(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        info = tarfile.TarInfo("flowers/rose.txt")
        info.size = 3
        archive.addfile(info, io.BytesIO(b"red"))
    with serving() as site:
        site.files = {"/a.csv": b"1,2", "/flowers.tgz": packed.getvalue()}
        get = keras.utils.get_file
        for _ in range(2):
            path = get("a.csv", f"{site.url}/a.csv", cache_dir=tmp_path, file_hash=sha256(b"1,2").hexdigest())
            assert path == str(tmp_path / "datasets" / "a.csv") and Path(path).read_text() == "1,2"
            folder = get(origin=f"{site.url}/flowers.tgz", extract=True, cache_dir=tmp_path, cache_subdir="here")
            assert (Path(folder) / "flowers" / "rose.txt").read_text() == "red"
        assert len(site.asked) == 2
        assert Path(get("f.tgz", f"{site.url}/flowers.tgz", untar=True, cache_dir=tmp_path)).name == "f_extracted"
        with pytest.raises(DownloadError, match="b.csv could not be fetched"):
            get("b.csv", f"{site.url}/a.csv", md5_hash="0" * 32, cache_dir=tmp_path)
        with pytest.raises(ValueError, match="cache_dir says where"):
            get("folder/b.csv", f"{site.url}/a.csv")


def test_folders_are_classes(tmp_path, capsys):
    tmp_path /= "classes"
    image = pytest.importorskip("PIL.Image")
    for kind in "cat", "dog":
        (tmp_path / kind).mkdir(parents=True)
        for i in range(4):
            (tmp_path / kind / f"{i}.txt").write_bytes(f"{kind} {i}\r\nend".encode())
            image.fromarray(np.full((4, 6, 3), 10 * i, "uint8")).save(tmp_path / kind / f"{i}.png")
    texts, pictures = keras.utils.text_dataset_from_directory, keras.utils.image_dataset_from_directory
    (words, labels), (more, _) = texts(tmp_path, batch_size=5, shuffle=False, max_length=5, label_mode="binary")
    assert words.numpy()[0] == b"cat 0" and labels.numpy()[:, 0].tolist() == [0, 0, 0, 0, 1] and more.shape == (3,)
    assert capsys.readouterr().out == "Found 8 files belonging to 2 classes.\n"
    first, last = texts(tmp_path, validation_split=0.25, subset="both", seed=1, verbose=False)
    assert capsys.readouterr().out == "Using 6 files for training.\nUsing 2 files for validation.\n"
    assert sorted(first.file_paths + last.file_paths) == sorted(map(str, tmp_path.rglob("*.txt")))
    assert {int(y) == ("dog" in text.numpy().decode()) for x, ys in first for text, y in zip(x, ys)} == {True}
    data = pictures(tmp_path, image_size=(2, 3), label_mode="categorical", color_mode="grayscale", shuffle=False)
    (x, y), = data
    assert data.class_names == ["cat", "dog"] and x.shape == (8, 2, 3, 1) and x.dtype == "float32"
    assert x.numpy()[:, 0, 0, 0].tolist() == [0, 10, 20, 30] * 2 and y.numpy()[3].tolist() == [1, 0]
    assert pictures(tmp_path, labels=None, batch_size=None, image_size=2).element_spec.shape == (2, 2, 3)
    lines = tf.data.TextLineDataset([str(tmp_path / "cat" / "0.txt"), str(tmp_path / "dog" / "1.txt")])
    assert list(lines.as_numpy_iterator()) == [b"cat 0", b"end", b"dog 1", b"end"]
    for words, settings in {
            "If `subset` is set": {"validation_split": 0.5}, "did not match": {"class_names": ["cow"]},
            "provide a `seed`": {"validation_split": 0.5, "subset": "training"}, "lengths of `labels`": {"labels": [1]},
            "exactly 2": {"labels": [0, 0, 1, 1, 2, 2, 2, 2], "label_mode": "binary"}}.items():
        with pytest.raises(ValueError, match=words):
            texts(tmp_path, **settings)
    with pytest.raises(ValueError, match="color_mode"):
        pictures(tmp_path, color_mode="hsv")
    with pytest.raises(ValueError, match=r"No files found in directory .* that end in \.txt"):
        texts(tmp_path / "cat", class_names=None, labels=None, validation_split=0.1, subset="validation", seed=0)
