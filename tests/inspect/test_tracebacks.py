"""A notebook's traceback: the student's line and the message, without the library's frames."""

import re
import sys
import traceback

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.inspect import tracebacks


def failure():
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(9, 2))
    with pytest.raises(RuntimeError) as raised:
        net(mt.ones(3, 4))
    return raised.value


def test_the_librarys_frames_are_left_out_and_the_error_keeps_them():
    error = failure()
    whole = traceback.extract_tb(error.__traceback__)
    lines = traceback.extract_tb(tracebacks.folded(error.__traceback__))
    assert [frame.name for frame in lines] == ["failure"] and len(whole) > 5
    assert len(traceback.extract_tb(error.__traceback__)) == len(whole)


def test_a_traceback_of_the_library_alone_stays_whole():
    inner = failure().__traceback__.tb_next
    assert len(traceback.extract_tb(tracebacks.folded(inner))) == len(traceback.extract_tb(inner)) > 3


def test_a_wrong_shape_in_a_notebook_takes_under_15_lines(capsys, monkeypatch):
    pytest.importorskip("IPython", reason="needs IPython")
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config
    shell = InteractiveShell(config=Config(HistoryManager={"enabled": False}))
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    try:
        tracebacks.fold()
        tracebacks.fold()                                  # once is enough, and others' handlers stay
        shell.run_cell("import minitorch as mt\nfrom minitorch import nn\n"
                       "net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(9, 2))\nnet(mt.ones(3, 4))")
        said = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).strip()
        assert len(said.split("\n")) < 15 and "net(mt.ones(3, 4))" in said and "hooks.py" not in said
        assert "in_features (9)" in said
        shell.run_line_magic("tb", "")
        assert "hooks.py" in capsys.readouterr().out
    finally:
        sys.last_traceback = None
