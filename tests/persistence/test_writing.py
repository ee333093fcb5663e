"""Writing survives kills, other writers, full disks and long names, and keeps what a file had besides its bytes."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import atomic, temporary
from minitorch.serialization.atomic import atomic_write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills, permissions and locks are Unix's")
SAVING = """
import os, sys
import minitorch as mt
own, os.getpid = os.getpid, lambda: 2                  # as in a container, where every first process has one number
while sys.stdin.readline():                            # each line has a copy of this process write until it is killed
    writer = os.fork()
    if writer:
        os.waitpid(writer, 0)
        print("ended", flush=True)
        continue
    print(own(), flush=True)
    n = 0
    while True:
        n += 1
        mt.save({"n": n, "x": mt.ones(200_000) * n}, sys.argv[1])
        if n == 1:
            print("saved", flush=True)
"""


def written(path):
    """Whether a whole file is there, by its numbers."""
    found = mt.load(path)
    return found["x"].min().item() == found["x"].max().item() == found["n"]


def killed(path, times):
    rng = np.random.default_rng(times)
    with subprocess.Popen([sys.executable, "-c", SAVING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, bufsize=1) as process:
        for _ in range(times):
            process.stdin.write("\n")
            writer = int(process.stdout.readline())
            assert process.stdout.readline() == "saved\n"
            time.sleep(rng.uniform(0, 0.02))
            os.kill(writer, signal.SIGKILL)
            assert process.stdout.readline() == "ended\n"
            assert written(path)
            assert len(os.listdir(path.parent)) <= 2   # the file, and at most one part
    mt.save({"n": 1, "x": mt.ones(2)}, path)
    assert written(path) and os.listdir(path.parent) == [path.name]


def test_kills_leave_one_part_at_most_which_the_next_save_removes(tmp_path):
    killed(tmp_path / "m.pt", 3)


@pytest.mark.slow
def test_two_hundred_kills_leave_no_more(tmp_path):
    killed(tmp_path / "m.pt", 200)


def test_parts_of_killed_writers_go_and_those_of_live_ones_stay(tmp_path):
    path = tmp_path / "m.pt"
    for number in (0, 1, 2):
        (tmp_path / f"m.pt.minitorch-{number}.part").write_bytes(b"left behind")
    with atomic_write(path) as first, atomic_write(path) as second:
        first.write(b"first")
        assert os.path.basename(second.name if isinstance(second.name, str) else "") == ""
        assert sorted(os.listdir(tmp_path)) == ["m.pt.minitorch-0.part", "m.pt.minitorch-1.part"]
        mt.save(3, path)                               # a third, done before both
        assert mt.load(path) == 3 and len(os.listdir(tmp_path)) == 3
        second.write(b"second")
    assert path.read_bytes() == b"first" and os.listdir(tmp_path) == ["m.pt"]


def test_what_only_looks_like_a_part_is_left_alone(tmp_path):
    path = tmp_path / "m.pt"
    (tmp_path / "m.pt.minitorch-0.part").mkdir()
    os.mkfifo(tmp_path / "m.pt.minitorch-1.part")
    (tmp_path / "other").write_bytes(b"x")
    (tmp_path / "m.pt.minitorch-2.part").symlink_to("other")
    (tmp_path / "m.pt.2-0.part").write_bytes(b"another's")
    before = set(os.listdir(tmp_path))
    mt.save(1, path)
    assert set(os.listdir(tmp_path)) == before | {"m.pt"} and (tmp_path / "other").read_bytes() == b"x"


def test_many_writers_of_one_path_leave_one_whole_file(tmp_path):
    path, failures = tmp_path / "m.pt", []

    def work(n):
        try:
            for _ in range(10):
                mt.save({"n": n, "x": mt.ones(20_000) * n}, path)
                assert written(path)
        except BaseException as error:
            failures.append(error)
    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, temporary.TRIED + 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert not failures and written(path) and os.listdir(tmp_path) == ["m.pt"]


def test_where_files_cannot_be_locked_names_are_random(tmp_path, monkeypatch):
    def unsupported(*arguments):
        raise OSError(95, "Operation not supported")
    monkeypatch.setattr(temporary.fcntl, "flock", unsupported)
    with atomic_write(tmp_path / "a") as one, atomic_write(tmp_path / "a") as two:
        one.write(b"1")
        two.write(b"2")
        assert len(os.listdir(tmp_path)) == 2
    assert (tmp_path / "a").read_bytes() == b"1" and os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_a_file_keeps_its_permissions_and_its_part_is_never_more_open(tmp_path, mode):
    path = tmp_path / "m.pt"
    path.write_bytes(b"old")
    path.chmod(mode)
    with atomic_write(path) as file:
        file.write(b"new")
        assert stat.S_IMODE(os.stat(tmp_path / "m.pt.minitorch-0.part").st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == mode and path.read_bytes() == b"new"


@pytest.mark.parametrize("umask", [0o077, 0o022, 0o002])
def test_a_new_file_follows_the_umask(tmp_path, umask):
    before = os.umask(umask)
    try:
        mt.save(1, tmp_path / "m.pt")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "m.pt").stat().st_mode) == 0o666 & ~umask


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner(tmp_path):
    path = tmp_path / "m.pt"
    path.write_bytes(b"old")
    os.chown(path, 12345, 54321)
    mt.save(1, path)
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 54321)


def test_a_write_protected_file_or_folder_is_named(tmp_path, monkeypatch):
    path = tmp_path / "m.pt"
    path.write_bytes(b"old")
    path.chmod(0o444)
    monkeypatch.setattr(atomic.os, "access", lambda *_: False)      # root may do all
    with pytest.raises(PermissionError, match=r"cannot save to .*m\.pt: it is write-protected \(-r--r--r--\)"):
        mt.save(1, path)

    def refused(*_):
        raise PermissionError(13, "Permission denied")
    monkeypatch.setattr(temporary.os, "open", refused)
    with pytest.raises(PermissionError, match=r"cannot save to .*n\.pt: you have no permission to write to the folder"):
        mt.save(1, tmp_path / "n.pt")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["m.pt"]


@pytest.mark.parametrize("name", ["a" * 255, "é" * 127, "b" * 241, "c" * 240 + ".pt"], ids=lambda name: name[0])
def test_names_may_be_as_long_as_the_file_system_has_them(tmp_path, name):
    for n in (1, 2):
        mt.save(n, tmp_path / name)
        assert mt.load(tmp_path / name) == n and os.listdir(tmp_path) == [name]
    with pytest.raises(OSError, match="cannot save to .*: File name too long"):
        mt.save(1, tmp_path / (name + "x" * 255))


def test_hard_links_keep_the_old_file_and_symbolic_ones_get_the_new(tmp_path):
    path = tmp_path / "m.pt"
    mt.save(1, path)
    os.link(path, tmp_path / "hard")
    (tmp_path / "soft").symlink_to("m.pt")
    (tmp_path / "soft of soft").symlink_to("soft")
    mt.save(2, tmp_path / "soft of soft")
    assert (tmp_path / "soft of soft").is_symlink() and (tmp_path / "soft").is_symlink()
    assert mt.load(path) == mt.load(tmp_path / "soft") == 2 and mt.load(tmp_path / "hard") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_a_full_device_is_named():
    with pytest.raises(OSError, match="cannot save to /dev/full: No space left on device"):
        mt.save(1, "/dev/full")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_every_failure_names_the_path_and_leaves_the_old_file(tmp_path, monkeypatch, step):
    path = tmp_path / "m.pt"
    mt.save(1, path)

    def full(*arguments):
        raise OSError(28, "No space left on device", "somewhere else")
    monkeypatch.setattr(atomic.os, step, full)
    with pytest.raises(OSError, match=r"cannot save to .*m\.pt: No space left on device") as caught:
        mt.save(2, path)
    monkeypatch.undo()
    assert caught.value.errno == 28 and mt.load(path) == 1
    mt.save(3, path)
    assert os.listdir(tmp_path) == ["m.pt"]


def test_what_is_no_path_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for wrong in ("", "a\0b"):
        with pytest.raises(ValueError, match="cannot save to .*: that is not a valid path"):
            mt.save(1, wrong)
    with pytest.raises(TypeError, match="cannot save to a NoneType: a path is needed, or a file opened for writing"):
        mt.save(1, None)
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(NotADirectoryError, match="cannot save to .*file/m.pt: "):
        mt.save(1, "file/m.pt")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="cannot save to .*loop: "):
        mt.save(1, "loop")
    for mode in ("w", "rb"):
        with open("text", mode) as file, pytest.raises(TypeError, match="'text': it must be opened for writing bytes"):
            mt.save(1, file)
