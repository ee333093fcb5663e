"""Archives are unpacked whole or not at all, and nothing leaves their folder."""

import errno
import gzip
import io
import os
import tarfile
import zipfile

import pytest

from minitorch.vision.archive import ArchiveError, Budget, extract

FILES = {"set/a.txt": b"a" * 5000, "set/deep/b.bin": os.urandom(300_000), "empty": b""}


def tar(path, files=FILES, mode="w:gz", change=None):
    with tarfile.open(path, mode) as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            if change:
                change(member)
            archive.addfile(member, io.BytesIO(data) if member.isreg() else None)
    return path


def zipped(path, files=FILES, change=None):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            member = zipfile.ZipInfo(name)
            if change:
                change(member)
            archive.writestr(member, data, zipfile.ZIP_DEFLATED)
    return path


def found(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


KINDS = {"a.tar": lambda p: tar(p, mode="w"), "a.tar.gz": tar, "a.tgz": tar, "a.zip": zipped,
         "a.tar.bz2": lambda p: tar(p, mode="w:bz2"), "a.tar.xz": lambda p: tar(p, mode="w:xz")}


@pytest.mark.parametrize("name", KINDS)
def test_what_was_packed_is_unpacked(tmp_path, name):
    target = tmp_path / "here"
    assert extract(KINDS[name](tmp_path / name), target) == ["empty", "set"]
    assert found(target) == FILES


def test_a_single_file_is_unzipped(tmp_path):
    (tmp_path / "x.txt.gz").write_bytes(gzip.compress(b"text"))
    assert extract(tmp_path / "x.txt.gz") == ["x.txt"] and (tmp_path / "x.txt").read_bytes() == b"text"


def test_what_half_stood_there_is_replaced(tmp_path):
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "half").write_bytes(b"")
    extract(tar(tmp_path / "a.tar.gz"))
    assert not (tmp_path / "set" / "half").exists() and sorted(os.listdir(tmp_path)) == ["a.tar.gz", "empty", "set"]


def link(kind, target):
    def change(member):
        member.type, member.linkname, member.size = kind, target, 0
    return change


def unix_link(member):
    member.create_system, member.external_attr = 3, 0o120777 << 16


HOSTILE = {
    "parent": (lambda p: tar(p, {"../evil": b"x"}), "leads out of its folder"),
    "deep parent": (lambda p: tar(p, {"a/../../evil": b"x"}), "leads out of its folder"),
    "absolute": (lambda p: tar(p, {"/evil": b"x"}), "leads out of its folder"),
    "drive": (lambda p: tar(p, {"C:/evil": b"x"}), "leads out of its folder"),
    "backslash": (lambda p: tar(p, {"..\\evil": b"x"}), "leads out of its folder"),
    "no name": (lambda p: tar(p, {".": b"x"}), "a file without a name|leads out"),
    "symlink": (lambda p: tar(p, {"a": b""}, change=link(tarfile.SYMTYPE, "/etc")), "which is a link"),
    "hard link": (lambda p: tar(p, {"a": b""}, change=link(tarfile.LNKTYPE, "../x")), "which is a link"),
    "device": (lambda p: tar(p, {"a": b""}, change=link(tarfile.CHRTYPE, "")), "no plain file"),
    "pipe": (lambda p: tar(p, {"a": b""}, change=link(tarfile.FIFOTYPE, "")), "no plain file"),
    "zip parent": (lambda p: zipped(p, {"../evil": b"x"}), "leads out of its folder"),
    "zip absolute": (lambda p: zipped(p, {"/evil": b"x"}), "leads out of its folder"),
    "zip backslash": (lambda p: zipped(p, {"a\\..\\..\\evil": b"x"}), "leads out of its folder"),
    "zip link": (lambda p: zipped(p, {"a": b"/etc"}, change=unix_link), "no plain file"),
    "bomb": (lambda p: tar(p, {"a": bytes(3_000_000)}), "unpacks to more than 1,000,000 bytes"),
    "zip bomb": (lambda p: zipped(p, {"a": bytes(3_000_000)}), "unpacks to more than 1,000,000 bytes"),
    "bomb of many": (lambda p: tar(p, {str(i): bytes(100_000) for i in range(12)}), "unpacks to more than"),
    "bomb in the header": (lambda p: tar(p, {"a" * 4_000_000: b""}), "unpacks to more than"),
    "not an archive": (lambda p: p.write_bytes(b"<html>not found</html>") and p, "cut short or damaged"),
    "empty file": (lambda p: p.write_bytes(b"") or p, "cut short or damaged"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_data_set_holds_is_refused_and_nothing_is_written(tmp_path, name):
    make, message = HOSTILE[name]
    inner = tmp_path / "inner"
    inner.mkdir()
    path = make(inner / "a.tar.gz")
    with pytest.raises(ArchiveError, match=message):
        extract(path, inner, most=1_000_000)
    assert os.listdir(inner) == ["a.tar.gz"] and os.listdir(tmp_path) == ["inner"]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_a_truncated_archive_leaves_nothing(tmp_path, name, share):
    path = KINDS[name](tmp_path / name)
    data = path.read_bytes()
    path.write_bytes(data[:int(len(data) * share)])
    with pytest.raises(ArchiveError, match="cut short or damaged.*Fetch it again; nothing was unpacked"):
        extract(path)
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("name", ["a.tar.gz", "a.tar.xz", "a.zip"])
def test_a_flipped_bit_is_noticed(tmp_path, name):
    path = KINDS[name](tmp_path / name)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match="damaged"):
        extract(path)
    assert os.listdir(tmp_path) == [name]


def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(Budget, "spend", full)
    path = tar(tmp_path / "a.tar.gz")
    with pytest.raises(ArchiveError, match="could not be unpacked in .*: No space left on device"):
        extract(path)
    assert os.listdir(tmp_path) == ["a.tar.gz"]
