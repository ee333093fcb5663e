"""C is compiled once, into a folder of this user alone; libraries are whole, also where processes compile at once."""

import os
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from minitorch.backend import compiler

pytestmark = [pytest.mark.needs("cc"), pytest.mark.host]
ADD = "int add(int a, int b) { return a + b; }"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder of its own for each test."""
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    compiler.compiled_library.cache_clear()
    yield tmp_path
    compiler.compiled_library.cache_clear()


def test_a_library_is_compiled_once(home, monkeypatch):
    assert compiler.compiled_library(ADD).add(2, 3) == 5
    library, = (home / "c").iterdir()
    assert (home / "c").stat().st_mode & 0o777 == 0o700
    compiler.compiled_library.cache_clear()
    monkeypatch.setattr(compiler, "run_compiler", None)               # a second compilation would call it
    assert compiler.compiled_library(ADD).add(2, 4) == 6
    monkeypatch.setattr(compiler, "FLAGS", ("-O1",))
    compiler.compiled_library.cache_clear()
    with pytest.raises(TypeError):                           # other flags, another library
        compiler.compiled_library(ADD)
    assert list((home / "c").iterdir()) == [library]


def test_a_folder_that_others_may_write_to_is_not_used(home):
    (home / "c").mkdir()
    (home / "c").chmod(0o777)
    assert compiler.compiled_library(ADD).add(2, 3) == 5
    assert not list((home / "c").iterdir())


def test_processes_compile_at_once(home):
    program = ("from minitorch.backend import compiler\n"
               f"assert compiler.compiled_library({ADD!r}).add(1, 1) == 2")
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(2)]
    assert [process.wait(300) for process in running] == [0, 0]
    assert len(list((home / "c").iterdir())) == 1


def test_a_compiler_that_does_not_end_is_stopped_with_its_children(home, monkeypatch):
    """cc runs another program, which would go on alone."""
    slow = home / "slow"
    slow.write_text("#!/bin/sh\nsleep 600 & echo $! > " + str(home / "child") + "\nwait\n")
    slow.chmod(0o700)
    monkeypatch.setattr(compiler, "LONGEST", 3)               # by then the child is there, on a slow machine too
    with pytest.raises(compiler.NotCompiled, match="took longer than 3 seconds"):
        compiler.run_compiler([str(slow)])
    child = Path(f"/proc/{(home / 'child').read_text().strip()}/stat")
    for _ in range(3000):                                    # it is killed at once, and gone soon after
        if not child.exists() or " Z " in child.read_text():
            return
        sleep(0.01)
    pytest.fail("the child goes on")


def test_what_does_not_compile_leaves_nothing_and_says_why(home, monkeypatch):
    with pytest.raises(compiler.NotCompiled, match="did not compile: .*error"):
        compiler.compiled_library("no C")
    assert not list((home / "c").iterdir())
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(compiler.NotCompiled, match="there is no C compiler here. Install one"):
        compiler.compiled_library("int x;")
