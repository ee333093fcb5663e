"""What tests of the course share: a folder of their own, in which answers are kept."""

import pytest

import minitorch as mt
from minitorch import learn
from minitorch.course import answer_file


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """Answers are kept in a folder of the test's own, the working folder, and nothing stays mounted."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(answer_file, "folder", tmp_path)
    yield
    learn.reset()
    assert not mt.piece.mounted
