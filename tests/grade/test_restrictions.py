"""What an answer cannot do in its process, said by the answer itself; and what it says can always be stored."""

import os
import sys
from types import ModuleType

import pytest
from grade.handed import checker, handed

from minitorch.grade.inside.restrictions import files_of
from minitorch.grade.store import Store

pytestmark = pytest.mark.needs("bwrap")

TRIES = '''
import ctypes, gc, inspect, os, subprocess, sys
from minitorch.ops.elementwise import activation
TRIES = {
    "a program": lambda: subprocess.run(["true"]), "exec": lambda: os.execv("/usr/bin/true", ["true"]),
    "objects": lambda: gc.get_objects(), "a library in C": lambda: ctypes.CDLL(None),
    "its file": lambda: open(activation.__file__), "its source": lambda: inspect.getsource(activation),
    "memory": lambda: ctypes.string_at(id(activation), 8),
    "by a link": lambda: [os.symlink(activation.__file__, "way"), open("way")],
    "another file": lambda: open(mt.nn.__file__).close(),
}
@exercise("1.5")
def relu_derivative(grad, out, x):
    for name, tried in TRIES.items():
        try:
            tried()
            print(name, "can be had", end="; ")
        except Exception:
            print(name, "cannot", end="; ")
    return np.full(np.shape(x), 7.0)
'''


def answered(code):
    submission = handed({"1.5": "", "1.1": "def mul_derivative(grad, out, x, y):\n    return grad * y, grad * x\n"})
    submission.cells[submission.sources["1.5"][0][0]] = code
    return submission, checker().grade(submission, ["1.5", "1.1"])


def test_it_starts_no_program_and_reads_nothing_of_what_it_is_to_write():
    _, (result, after) = answered(TRIES)
    refused = ("a program", "exec", "objects", "a library in C", "its file", "its source", "memory",
               "by a link")
    assert all(f"{name} cannot" in result.text for name in refused), result.text
    assert "another file can be had" in result.text
    assert after.state == "right"


def test_what_it_is_to_write_is_closed_compiled_by_another_python_too(tmp_path, monkeypatch):
    cache = tmp_path / "__pycache__"
    cache.mkdir()
    places = [tmp_path / "piece.py", cache / "piece.cpython-311.pyc", cache / "piece.cpython-399.opt-1.pyc"]
    for place in (*places, cache / "pieces.cpython-311.pyc"):
        place.write_text("")
    module = ModuleType("a_piece_of_the_library")
    module.__file__ = str(places[0])
    monkeypatch.setitem(sys.modules, module.__name__, module)
    own = type("own", (), {"__module__": module.__name__})
    assert files_of([own]) == {(os.stat(place).st_dev, os.stat(place).st_ino) for place in places}


def test_lines_that_could_reach_into_the_grader_are_told_of():
    _, results = answered('import sys\n@exercise("1.5")\ndef relu_derivative(grad, out, x):\n'
                          '    return sys._getframe().f_back and grad\n')
    assert results[0].oddities == ["its cells name _getframe, f_back: look by hand whether they reach into the grader"]


def test_words_that_are_no_text_are_stored_all_the_same(tmp_path):
    submission, results = answered('@exercise("1.5")\ndef relu_derivative(grad, out, x):\n'
                                   '    print("\\ud800\\0 here")\n    raise ValueError("\\udfff\\0 there")\n')
    assert "here" in results[0].text and "there" in results[0].text
    with Store(tmp_path / "grades.sqlite") as store:
        store.add(submission, results)
        assert [result.text for result in store.results()] == [result.text for result in results]
