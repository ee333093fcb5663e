"""MNIST and its kin are fetched where they are missing, checked, and kept apart."""

import gzip
import hashlib
import os

import idx_files as idx
import pytest
from local_server import serving

from minitorch.vision.datasets import KMNIST, MNIST, FashionMNIST
from minitorch.vision.download import DownloadError


@pytest.fixture
def site(monkeypatch):
    """A server with the four files, to which all three classes turn."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as site:
        sums = []
        for names, count in (idx.TRAIN, 7), (idx.TEST, 3):
            for name, array in zip(names, idx.bars(count)):
                site.files[f"/{name}.gz"] = data = gzip.compress(idx.idx(array), mtime=0)
                sums.append(hashlib.md5(data).hexdigest())
        for kind in MNIST, KMNIST, FashionMNIST:
            monkeypatch.setattr(kind, "mirrors", [f"{site.url}/gone/", f"{site.url}/"])
            monkeypatch.setattr(kind, "md5", sums)
        yield site


@pytest.mark.parametrize("kind", [MNIST, KMNIST, FashionMNIST])
def test_all_four_files_are_fetched_once(site, tmp_path, kind):
    assert len(kind(tmp_path, download=True)) == 7
    asked = len(site.asked)
    assert asked == 8                                    # each at the first mirror in vain
    assert len(kind(tmp_path, train=False, download=True)) == len(kind(tmp_path, train=False)) == 3
    assert len(site.asked) == asked
    assert sorted(os.listdir(tmp_path / kind.__name__ / "raw")) == sorted(f"{n}.gz" for n in idx.TRAIN + idx.TEST)
    assert len(kind.classes) == 10


def test_what_is_there_is_not_fetched(site, tmp_path):
    idx.write(tmp_path, idx.TRAIN, 5)
    assert len(MNIST(tmp_path, download=True)) == 5
    assert {path for path, _ in site.asked} == {f"{where}/{name}.gz" for name in idx.TEST for where in ("", "/gone")}


def test_each_kind_has_its_own_folder(site, tmp_path):
    MNIST(tmp_path, download=True)
    with pytest.raises(FileNotFoundError, match=r"FashionMNIST\(train=True\) needs .*FashionMNIST/raw below it; found "
                                                r"there: MNIST\..*They are at http"):
        FashionMNIST(tmp_path)


def test_a_wrong_file_is_not_kept(site, tmp_path, monkeypatch):
    monkeypatch.setattr(MNIST, "md5", ["0" * 32] * 4)
    with pytest.raises(DownloadError, match=f"(?s)wrong md5 checksum: .*it should be {'0' * 32}.*put it at .*MNIST"):
        MNIST(tmp_path, download=True)
    assert os.listdir(tmp_path / "MNIST" / "raw") == []
