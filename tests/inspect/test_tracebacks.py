"""A notebook's traceback: the student's line and the message, without the library's frames."""

import os
import re
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.inspect import tracebacks
from minitorch.runtime import errors

ROOT = Path(__file__).resolve().parents[2]


def failure():
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(9, 2))
    with pytest.raises(RuntimeError) as raised:
        net(mt.ones(3, 4))
    return raised.value


def test_the_librarys_frames_are_left_out_and_the_error_keeps_them():
    error = failure()
    whole = traceback.extract_tb(error.__traceback__)
    lines = traceback.extract_tb(tracebacks.fold_traceback(error.__traceback__))
    assert [frame.name for frame in lines] == ["failure"] and len(whole) > 5
    assert len(traceback.extract_tb(error.__traceback__)) == len(whole)


def test_frames_of_python_that_the_library_calls_are_left_out_too(tmp_path, monkeypatch):
    pytest.importorskip("PIL")
    from minitorch.vision.datasets import ImageFiles
    for number in range(4):
        (tmp_path / f"{number}.png").write_bytes(b"no picture")
    monkeypatch.setattr("minitorch.vision.datasets.folder.get_num_threads", lambda: 2)     # read in a pool of threads
    with pytest.raises(ValueError, match=r"0.png is not a picture") as raised:
        ImageFiles(tmp_path).__getitems__([0, 1, 2, 3])
    whole, lines = (traceback.extract_tb(trace) for trace in (raised.tb, tracebacks.fold_traceback(raised.tb)))
    assert len(lines) == 1 and any("concurrent" in frame.filename for frame in whole)


def test_ctrl_c_in_a_script_shows_its_line_alone(capsys):
    def press(x):
        raise KeyboardInterrupt
    net = nn.Linear(2, 2)
    net.register_forward_hook(lambda *given: press(0))
    with pytest.raises(KeyboardInterrupt) as raised:
        net(mt.ones(1, 2))
    tracebacks.print_folded(KeyboardInterrupt, raised.value, raised.tb)
    said = capsys.readouterr().err
    assert said.count(", in ") == 1 and "left out" not in said and said.endswith("    net(mt.ones(1, 2))\n"
                                                                                   "KeyboardInterrupt\n")


def test_a_traceback_of_the_library_alone_stays_whole():
    inner = failure().__traceback__.tb_next
    assert len(traceback.extract_tb(tracebacks.fold_traceback(inner))) == len(traceback.extract_tb(inner)) > 3


def test_a_wrong_shape_in_a_notebook_takes_under_15_lines(capsys, monkeypatch):
    pytest.importorskip("IPython", reason="needs IPython")
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config
    shell = InteractiveShell(config=Config(HistoryManager={"enabled": False}))
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    try:
        for _ in range(2):                                 # once is enough, and others' handlers stay
            errors.fold_tracebacks(lambda: tracebacks)
        shell.run_cell("import minitorch as mt\nfrom minitorch import nn\n"
                       "net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(9, 2))\nnet(mt.ones(3, 4))")
        said = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).strip()
        assert len(said.split("\n")) < 15 and "net(mt.ones(3, 4))" in said and "hooks.py" not in said
        assert "in_features (9)" in said
        shell.run_line_magic("tb", "")
        assert "hooks.py" in capsys.readouterr().out
    finally:
        sys.last_traceback = None


SCRIPT = """
import sys
from pathlib import Path
import minitorch as mt
from minitorch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(9, 2))
try:
    net(mt.ones(3, 4))
except RuntimeError as error:
    if sys.argv[1:]:
        raise ValueError("no step") from error
    raise
"""


@pytest.mark.parametrize("argument, setting, least, most", [(None, None, 5, 8), ("chain", None, 9, 15),
                                                            (None, "full", 18, 60)])
def test_a_scripts_error_has_its_own_lines_and_all_on_request(argument, setting, least, most, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    environment = {name: value for name, value in os.environ.items() if name != "MINITORCH_TRACEBACK"}
    environment |= {"PYTHONPATH": str(ROOT), **({"MINITORCH_TRACEBACK": setting} if setting else {})}
    said = subprocess.run([sys.executable, "script.py", *([argument] if argument else [])], cwd=tmp_path,
                          env=environment, capture_output=True, text=True).stderr
    assert least <= len(said.splitlines()) <= most and "in_features (9)" in said and "net(mt.ones(3, 4))" in said
    assert ("hooks.py" in said) == (setting == "full")
    assert ("frames of minitorch are left out: MINITORCH_TRACEBACK=full shows them.)" in said) == (setting is None)
