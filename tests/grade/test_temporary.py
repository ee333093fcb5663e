"""What a killed grader leaves in the temporary folder goes when the next one begins; what is in use stays."""

import os
import signal
import subprocess
import sys
import tempfile

import pytest
from grade.handed import HOME

from minitorch.grade.temporary import PREFIX, Folder

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is graded here")
HOLD = """
import sys
from minitorch.grade.temporary import Folder
held = Folder()
(held.path / "inner").mkdir()
print(held.path.name, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def holder():
    process = subprocess.Popen([sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env={**os.environ, "PYTHONPATH": str(HOME)})
    return process, process.stdout.readline().strip()


def test_a_killed_process_leaves_a_folder_until_the_next_begins(place):
    killed, left = holder()
    alive, used = holder()
    (place / f"{PREFIX}link").symlink_to(HOME)
    (place / f"{PREFIX}file").write_text("")
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert (place / left / "inner").is_dir()
    mine = Folder()
    assert not (place / left).exists() and (place / used / "inner").is_dir() and HOME.is_dir()
    alive.communicate()                                   # an end without a kill leaves nothing
    mine.close()
    assert {each.name for each in place.iterdir()} == {f"{PREFIX}link", f"{PREFIX}file"}


def test_a_folder_goes_with_its_object(place):
    held = Folder()
    assert held.path.parent == place and held.path.is_dir()
    del held
    assert not any(place.iterdir())
