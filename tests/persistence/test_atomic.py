"""A file is written whole or not at all, and what is wrong with a path is said."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import LoadError
from minitorch.serialization.safetensors import load_file, save_file

WRITERS = {"save": (mt.save, mt.load), "safetensors": (save_file, load_file)}


@pytest.fixture(params=WRITERS)
def written(request, tmp_path):
    """(write, read, path) of each format we write."""
    return *WRITERS[request.param], tmp_path / "state.mt"


def test_a_save_that_fails_leaves_the_old_file_whole(written, monkeypatch):
    write, read, path = written
    write({"x": mt.ones(2)}, path)

    def full(*arguments, **settings):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write({"x": mt.ones(3)}, path)
    assert read(path)["x"].tolist() == [1, 1] and os.listdir(path.parent) == [path.name]


FULL = """
import resource, signal, sys
import minitorch as mt
from minitorch.serialization.safetensors import save_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    (mt.save if sys.argv[2] == "save" else save_file)({"x": mt.ones(100_000)}, sys.argv[1])
except OSError as error:
    print(type(error).__name__)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are Unix's")
@pytest.mark.parametrize("format", WRITERS)
def test_a_disk_that_fills_up_leaves_the_old_file_whole(tmp_path, format):
    write, read = WRITERS[format]
    path = tmp_path / "state.mt"
    write({"x": mt.ones(2)}, path)
    done = subprocess.run([sys.executable, "-c", FULL, path, format], capture_output=True, text=True)
    assert done.stdout == "OSError\n", done.stderr
    assert read(path)["x"].tolist() == [1, 1] and os.listdir(tmp_path) == [path.name]


KILLED = """
import sys
import minitorch as mt
n = 0
while True:
    n += 1
    mt.save({"n": n, "x": mt.ones(300_000) * n}, sys.argv[1])
    print(n, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is Unix's")
def test_a_process_killed_while_it_saves_leaves_a_whole_file(tmp_path):
    path = tmp_path / "state.mt"
    process = subprocess.Popen([sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE)
    process.stdout.readline()
    for _ in range(3):
        time.sleep(0.02)
        found = mt.load(path)                          # whole at any moment, too
        assert found["x"].tolist()[::100_000] == [found["n"]] * 3
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    found = mt.load(path)
    assert found["x"].min().item() == found["x"].max().item() == found["n"]


def test_ctrl_c_leaves_nothing_half_written(written, monkeypatch):
    write, read, path = written
    write({"x": mt.ones(2)}, path)

    def interrupted(*arguments, **settings):
        raise KeyboardInterrupt
    monkeypatch.setattr(np, "asarray", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write({"x": mt.ones(3)}, path)
    monkeypatch.undo()
    assert read(path)["x"].tolist() == [1, 1] and os.listdir(path.parent) == [path.name]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_is_written_through(written, tmp_path):
    write, read, path = written
    real = tmp_path / "real.mt"
    path.symlink_to(real)
    write({"x": mt.ones(2)}, path)
    assert path.is_symlink() and read(real)["x"].tolist() == [1, 1]


@pytest.mark.skipif(not os.path.exists(os.devnull) or sys.platform == "win32", reason="a device with a path")
def test_a_device_is_written_to_and_not_replaced(written):
    written[0]({"x": mt.ones(2)}, os.devnull)
    assert not os.path.isfile(os.devnull)


def test_saving_into_no_folder_or_onto_one_says_so(written, tmp_path):
    write, _, _ = written
    with pytest.raises(FileNotFoundError, match=r"cannot save to .*x\.mt: there is no folder .*nowhere"):
        write({}, tmp_path / "nowhere" / "x.mt")
    with pytest.raises(IsADirectoryError, match=r"cannot save to .*: it is a folder; add a file's name"):
        write({}, tmp_path)


def test_a_missing_file_is_named_with_those_like_it(tmp_path):
    mt.save(1, tmp_path / "digits.mt")
    for read in (mt.load, load_file):
        with pytest.raises(FileNotFoundError, match=r"There is no file .*digit\.mt\. Similar names: digits\.mt"):
            read(tmp_path / "digit.mt")
        with pytest.raises(FileNotFoundError, match="There is no folder .*nowhere either"):
            read(tmp_path / "nowhere" / "x.mt")
        with pytest.raises(IsADirectoryError, match=r"is a folder; load needs a file"):
            read(tmp_path)


@pytest.mark.parametrize("tenth", range(10))
@pytest.mark.parametrize("format", WRITERS)
def test_a_file_cut_at_any_tenth_is_refused(tmp_path, format, tenth):
    write, read = WRITERS[format]
    path = tmp_path / "state.mt"
    write({"a": mt.ones(100), "b": mt.arange(50)}, path)
    data = path.read_bytes()
    path.write_bytes(data[:len(data) * tenth // 10])
    for reader in (mt.load, read):
        with pytest.raises(LoadError, match="cut short|is empty"):
            reader(path)
