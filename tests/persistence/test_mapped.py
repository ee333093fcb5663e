"""load(mmap=True) opens a file once: what is there under its name later changes nothing."""

import builtins
import io
import os

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import LoadError, reading
from minitorch.serialization.safetensors import save_file


def checkpoint(n):
    return {"n": mt.tensor([n]), **{f"w{k}": mt.ones(1000) * n for k in range(20)}}


WRITERS = {"ours": mt.save, "safetensors": save_file}


@pytest.mark.parametrize("kind", [*WRITERS, pytest.param("PyTorch's", marks=pytest.mark.needs("torch"))])
def test_two_files_that_replace_each_other_are_never_mixed(tmp_path, monkeypatch, kind, request):
    path, other = tmp_path / "m.pt", tmp_path / "n.pt"
    if kind == "PyTorch's":
        torch = request.getfixturevalue("torch")
        for n, where in ((1, path), (2, other)):
            torch.save({"n": torch.tensor([n]), **{f"w{k}": torch.ones(1000) * n for k in range(20)}}, where)
    else:
        WRITERS[kind](checkpoint(1), path)
        WRITERS[kind](checkpoint(2), other)
    raw, calls = reading.Source.raw, []

    def replaced(source, start, count):
        calls.append(start)
        if len(calls) == 5:
            os.replace(other, path)                    # as a save does, in the middle of the load
        return raw(source, start, count)
    monkeypatch.setattr(reading.Source, "raw", replaced)
    found = mt.load(path, mmap=True)
    assert len(calls) > 5 and {int(x.max().item()) for x in found.values()} == {1}
    assert {int(x.max().item()) for x in mt.load(path).values()} == {2}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("at, left", [(1, 0), (1, 40_000), (15, 40_000), (21, -1)])
def test_a_file_that_is_cut_short_while_it_is_opened_is_refused(tmp_path, monkeypatch, kind, at, left):
    path = tmp_path / "m.pt"
    WRITERS[kind](checkpoint(1), path)
    raw, calls, size = reading.Source.raw, [], path.stat().st_size

    def cut(source, start, count):
        calls.append(start)
        if len(calls) == at:
            os.truncate(path, left % size)
        return raw(source, start, count)
    monkeypatch.setattr(reading.Source, "raw", cut)
    with pytest.raises(LoadError, match=f"cut short while it was being read: from {size:,} bytes to {left % size:,}"):
        mt.load(path, mmap=True)


def test_the_file_is_opened_once_and_few_descriptors_stay(tmp_path, monkeypatch):
    path, opened = tmp_path / "m.pt", []
    mt.save({k: mt.ones(10) for k in range(300)}, path)
    real = builtins.open

    def counted(file, *arguments, **settings):
        opened.append(str(file))
        return real(file, *arguments, **settings)
    monkeypatch.setattr(builtins, "open", counted)
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    found = mt.load(path, mmap=True)
    assert opened.count(str(path)) == 1
    if before:
        assert len(os.listdir("/proc/self/fd")) <= before + 1
    assert all(x.sum().item() == 10 for x in found.values())


def test_what_is_written_into_mapped_tensors_stays_with_them(tmp_path):
    path = tmp_path / "m.pt"
    mt.save({"a": mt.arange(100.0), "b": mt.arange(100.0)}, path)
    before = path.read_bytes()
    one, two = mt.load(path, mmap=True), mt.load(path, mmap=True)
    one["a"][...] = -1
    assert two["a"].tolist() == one["b"].tolist() == list(range(100)) and path.read_bytes() == before


def test_a_pipe_a_text_file_and_what_is_no_path_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo("pipe")
        with pytest.raises(LoadError, match="pipe is a pipe or a device; load needs the path"):
            mt.load("pipe")
    with pytest.raises(TypeError, match="opened for reading bytes"):
        mt.load(io.StringIO("x"))
    with pytest.raises(TypeError, match="load needs a path or a file opened for reading bytes, not NoneType"):
        mt.load(None)


def test_a_part_whose_own_header_names_another_is_refused_when_mapped(tmp_path):
    path = tmp_path / "m.pt"
    mt.save({"a": mt.ones(3), "b": mt.zeros(3)}, path)
    data = bytearray(path.read_bytes())
    at = data.index(b"0.npy")                          # in the header before its bytes; the list at the end stays
    data[at:at + 1] = b"1"
    path.write_bytes(data)
    for mmap in (True, False):
        with pytest.raises(LoadError, match=r"part '0\.npy' (has no header of its own|is incomplete)"):
            mt.load(path, mmap=mmap)


def test_numbers_of_numpy_are_still_arrays_when_mapped(tmp_path):
    mt.save([np.arange(3), np.float32(2)], tmp_path / "m.pt")
    found = mt.load(tmp_path / "m.pt", mmap=True)
    assert type(found[0]) is np.ndarray and found[0].tolist() == [0, 1, 2] and found[1] == 2
