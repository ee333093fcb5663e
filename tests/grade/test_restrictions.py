"""What an answer cannot do in its process, said by the answer itself; and what it says can always be stored."""

import numpy as np
import pytest
from grade.handed import checker, graded, handed

import minitorch as mt
from minitorch.course.record import find
from minitorch.grade.store import Store
from minitorch.grade.stripped import without

pytestmark = pytest.mark.needs("bwrap")

TRIES = '''
import ctypes, glob, importlib, inspect, linecache, marshal, mmap, os, subprocess, sys, tokenize, zipimport
from minitorch.ops.elementwise import activation
PATH = getattr(activation, "__file__")
BODY = "select(out <= 0"
def compiled(path):
    return os.listdir(os.path.join(os.path.dirname(path), "__pycache__"))
def memory(path):
    with open(path, "rb") as file:
        return mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)[:]
def linked():
    os.symlink(PATH, "way")
    return open("way").read()
TRIES = {
    "a program": lambda: subprocess.run(["true"]), "exec": lambda: os.execv("/usr/bin/true", ["true"]),
    "its file": lambda: open(PATH).read(), "a descriptor": lambda: os.read(os.open(PATH, os.O_RDONLY), 10 ** 6),
    "its folder's descriptor": lambda: os.read(os.open(os.path.basename(PATH), os.O_RDONLY, dir_fd=os.open(
        os.path.dirname(PATH), os.O_RDONLY)), 10 ** 6),
    "a mapped file": lambda: memory(PATH), "a link": linked,
    "its source": lambda: inspect.getsource(activation.relu_derivative), "its module's": lambda: inspect.getsource(
        activation), "lines": lambda: linecache.getlines(PATH), "tokens": lambda: tokenize.open(PATH).read(),
    "its loader": lambda: activation.__loader__.get_source(activation.__name__),
    "by the process": lambda: open(f"/proc/self/root{PATH}").read(),
    "NumPy": lambda: np.fromfile(PATH, np.uint8).tobytes(), "C": lambda: ctypes.CDLL(None).open(PATH.encode(), 0) and
        os.read(ctypes.CDLL(None).open(PATH.encode(), 0), 10 ** 6),
    "copies": lambda: [open(each).read() for each in glob.glob("/copies/**/*.py", recursive=True)],
    "compiled": lambda: compiled(PATH),
    "the code in memory": lambda: activation.relu_derivative.library.__code__.co_names.count("select") or 1 / 0,
}
def had(name, found):
    text = "".join(map(str, found)) if isinstance(found, list) else found
    text = text.decode() if isinstance(text, bytes) else text
    return BODY in text if isinstance(text, str) and name != "compiled" else bool(text)
@exercise("1.5")
def relu_derivative(grad, out, x):
    for name, tried in TRIES.items():
        try:
            print(name, "+;" if had(name, tried()) else "-;", end=" ")
        except Exception:
            print(name, "-;", end=" ")
    return np.full(np.shape(x), 7.0)
'''
SPACE = {"np": np, "mt": mt, "exercise": lambda id: lambda function: function}


def answered(code):
    submission = handed({"1.5": "", "1.1": "def mul_derivative(grad, out, x, y):\n    return grad * y, grad * x\n"})
    submission.cells[submission.sources["1.5"][0][0]] = code
    return submission, checker().grade(submission, ["1.5", "1.1"])


def test_what_it_is_to_write_is_nowhere_and_it_starts_no_program(tmp_path, monkeypatch, capsys):
    """Each way works in this process, which nothing protects, but for those that would end it."""
    monkeypatch.chdir(tmp_path)
    text = TRIES.replace('"exec": lambda: os.execv("/usr/bin/true", ["true"]),', "")
    space = dict(SPACE)
    exec(compile(text, "<cell 1>", "exec"), space)
    space["relu_derivative"](1, 1, 1)
    free = capsys.readouterr().out
    assert free.count("+;") >= 14 and "copies -;" in free, free
    _, (result, after) = answered(TRIES)
    assert "+;" not in result.text and result.text.count("-;") == len(space["TRIES"]) + 1, result.text
    assert after.state == "right"


def test_a_file_without_a_body_keeps_its_lines():
    text = ('@a\n@b\ndef f(x,\n      y):\n    """Words."""\n    return x\n\nclass C:\n    def g(self): return 1\n'
            'h = 2\n')
    found = without(text, {1, 9})
    assert found.count("\n") == text.count("\n") and "return" not in found and "Words" not in found
    assert found.endswith("h = 2\n") and compile(found, "x", "exec")
    with pytest.raises(ValueError, match="nothing is defined at lines"):
        without(text, {7})


def test_words_that_are_no_text_are_stored_all_the_same(tmp_path):
    submission, results = answered('@exercise("1.5")\ndef relu_derivative(grad, out, x):\n'
                                   '    print("\\ud800\\0 here")\n    raise ValueError("\\udfff\\0 there")\n')
    assert "here" in results[0].text and "there" in results[0].text
    with Store(tmp_path / "grades.sqlite") as store:
        store.add(submission, results)
        assert [result.text for result in store.results()] == [result.text for result in results]


@pytest.mark.parametrize("id, there", [("9.1", False), ("1.5", False), ("12.3", True)])
def test_the_dialects_are_there_in_their_own_lesson_only(id, there):
    """Keras' and TensorFlow's names do in one call what other lessons ask for."""
    head = f"class {find(id).name}:" if isinstance(find(id).answer, type) else f"def {find(id).name}(*given, **more):"
    probe = f"{head}\n    from minitorch.dialects import keras, tf1, tf2\n    raise KeyError('it is there')\n"
    text = graded({id: probe})[id].text
    assert ("it is there" in text) == there and ("cannot import name 'keras'" in text) != there
