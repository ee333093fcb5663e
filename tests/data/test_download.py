"""A downloaded file is whole and right, or it is not there, and the message says what to do."""

import errno
import hashlib
import os

import pytest
from local_server import serving

from minitorch.vision import download as module
from minitorch.vision.download import DownloadError, download

DATA = bytes(range(256)) * 2000
MD5, SHA = hashlib.md5(DATA).hexdigest(), hashlib.sha256(DATA).hexdigest()


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as site:
        site.files = {"/a": DATA, "/wrong": b"something else", "/empty": b""}
        yield site


def left(folder):
    return sorted(os.listdir(folder))


@pytest.mark.parametrize("checks", [{}, {"md5": MD5}, {"sha256": SHA.upper()}, {"md5": MD5, "sha256": SHA}], ids=str)
def test_a_file_arrives_whole(site, tmp_path, checks):
    path = tmp_path / "deep" / "a.bin"
    assert download(f"{site.url}/a", path, **checks) == str(path)
    assert path.read_bytes() == DATA and left(path.parent) == ["a.bin"]
    download(f"{site.url}/a", path, **checks)
    assert len(site.asked) == 1                          # it was there already


def test_a_wrong_file_that_is_there_is_replaced(site, tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    download(f"{site.url}/a", tmp_path / "a", md5=MD5)
    assert (tmp_path / "a").read_bytes() == DATA


def test_it_goes_on_where_it_was_cut(site, tmp_path):
    site.cut = [100_000, 200_000]
    download(f"{site.url}/a", tmp_path / "a", md5=MD5)
    assert (tmp_path / "a").read_bytes() == DATA
    assert [wanted for _, wanted in site.asked] == [None, "bytes=100000-", "bytes=300000-"]


def test_a_later_call_goes_on_too(site, tmp_path):
    site.cut = [1000, 1000, 1000]
    with pytest.raises(DownloadError, match=r"(?s)a could not be fetched:.*ended after 3,000 of 512,000 bytes"):
        download(f"{site.url}/a", tmp_path / "a", md5=MD5)
    assert left(tmp_path) == ["a.part"]
    download(f"{site.url}/a", tmp_path / "a", md5=MD5)
    assert site.asked[-1][1] == "bytes=3000-" and left(tmp_path) == ["a"]


def test_a_server_without_ranges_starts_anew(site, tmp_path):
    site.cut, site.ranges = [100_000], False
    download(f"{site.url}/a", tmp_path / "a", md5=MD5)
    assert (tmp_path / "a").read_bytes() == DATA


def test_a_part_that_is_whole_is_taken(site, tmp_path):
    (tmp_path / "a.part").write_bytes(DATA)
    download(f"{site.url}/a", tmp_path / "a", md5=MD5)
    assert left(tmp_path) == ["a"] and len(site.asked) == 1


@pytest.mark.parametrize("old", [b"x" * 5000, DATA + b"more"], ids=["other", "too long"])
def test_a_wrong_beginning_is_thrown_away(site, tmp_path, old):
    (tmp_path / "a.part").write_bytes(old)
    download(f"{site.url}/a", tmp_path / "a", md5=MD5)
    assert (tmp_path / "a").read_bytes() == DATA


def test_without_a_checksum_an_old_beginning_is_not_trusted(site, tmp_path):
    (tmp_path / "a.part").write_bytes(b"x" * 5000)
    download(f"{site.url}/a", tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == DATA


def test_the_next_mirror_is_asked(site, tmp_path):
    site.codes = {"/b": 503}
    mirrors = [f"{site.url}/gone", f"{site.url}/b", f"{site.url}/wrong", f"{site.url}/a"]
    download(mirrors, tmp_path / "a", md5=MD5)
    assert (tmp_path / "a").read_bytes() == DATA
    assert [path for path, _ in site.asked] == ["/gone", "/b", "/wrong", "/a"]


def test_all_failures_are_told_and_where_to_put_the_file(site, tmp_path):
    with pytest.raises(DownloadError) as caught:
        download([f"{site.url}/wrong", f"{site.url}/gone", "file:///a"], tmp_path / "a", md5=MD5)
    text = str(caught.value)
    assert f"/wrong: wrong md5 checksum: {hashlib.md5(b'something else').hexdigest()}, but it should be {MD5}" in text
    assert "(14 bytes received)" in text and "/gone: the server answers 404" in text
    assert "only http and https addresses are fetched, not file" in text
    assert f"Without a network, get it elsewhere from {site.url}/wrong and put it at {tmp_path / 'a'}" in text
    assert left(tmp_path) == []


def test_no_network(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as site:
        pass                                             # its port is closed again
    with pytest.raises(DownloadError, match=r"(?s)refused.*Without a network, get it elsewhere from http"):
        download(f"{site.url}/a", tmp_path / "a", md5=MD5)
    assert left(tmp_path) == []


@pytest.mark.parametrize("after", [0, 100_000])
def test_a_full_disk_leaves_nothing(site, tmp_path, monkeypatch, after):
    def full(file, chunk):
        if file.tell() + len(chunk) > after:
            raise OSError(errno.ENOSPC, "No space left on device")
        file.write(chunk)
    monkeypatch.setattr(module, "write", full)
    with pytest.raises(DownloadError, match="a could not be written to .*: No space left on device.*was removed"):
        download([f"{site.url}/a"] * 2, tmp_path / "a", md5=MD5)
    assert left(tmp_path) == [] and len(site.asked) == 1     # another mirror would not help


def test_a_folder_that_cannot_be_made(site, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DownloadError, match="could not be written to"):
        download(f"{site.url}/a", tmp_path / "file" / "a")
