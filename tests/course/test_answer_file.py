"""Progress that carries over: what is kept stands on its own, and runs in a later lesson or says why not."""

import numpy as np
import pytest
from course.written import answered, cell

import minitorch as mt
from minitorch import learn
from minitorch.course import answer_file, session
from minitorch.course.record import find

RELU = "def relu_derivative(grad, out, x):\n    return grad * (x > 0)\n"
LINE = "return grad * (x > 0)"
MUL = "def mul_derivative(grad, out, x, y):\n    return grad * y, grad * x\n"
NETWORK = ("def two_layer_gradients(x, y, w1, w2):\n    h = x @ w1\n    h_relu = np.maximum(h, 0)\n"
           "    grad_pred = 2 * (h_relu @ w2 - y)\n    grad_h = (grad_pred @ w2.T) * (h > 0)\n"
           "    return x.T @ grad_h, h_relu.T @ grad_pred\n")
STEP = ("def train_step(x, y, w1, w2, lr):\n    a, b = two_layer_gradients(x, y, w1, w2)\n"
        "    return w1 - lr * a, w2 - lr * b\n")


pytestmark = pytest.mark.usefixtures("own_folder")


def again(lesson=2):
    """Begin a lesson in a new session."""
    learn.reset()
    learn.setup(lesson)


def right_again(id):
    return id in session.answers and session.answers[id].verdict.state == "right"


# What an answer leans on, and a line that its section must hold.
SPACES = {
    "nothing": ("", RELU, "def relu_derivative(grad, out, x):"),
    "a module": ("import numpy as n\n", RELU.replace("grad *", "n.asarray(grad) *"), "import numpy as n"),
    "a function of NumPy": ("from numpy import where\n", RELU.replace("grad * (x > 0)", "where(x > 0, grad, 0)"),
                            "from numpy import where"),
    "one by another name": ("from numpy import where as pick\n", RELU.replace("grad * (x > 0)", "pick(x > 0, grad, 0)"),
                            "from numpy import where as pick"),
    "a class of minitorch": ("from minitorch import Tensor\n", RELU.replace("return", "assert Tensor; return"),
                             "from minitorch import Tensor"),
    "a helper": ("def mask(x):\n    return x > 0\n", RELU.replace("(x > 0)", "mask(x)"), "def mask(x):"),
    "helpers of helpers": ("ZERO = 0\ndef above(x):\n    return x > ZERO\ndef mask(x):\n    return above(x)\n",
                           RELU.replace("(x > 0)", "mask(x)"), "ZERO = 0"),
    "helpers that call each other": (
        "def odd(n):\n    return n and even(n - 1)\ndef even(n):\n    return not n or odd(n - 1)\n",
        RELU.replace("(x > 0)", "(x > 0) * even(4)"), "def odd(n):"),
    "a helper as a lambda": ("mask = lambda x: x > 0\n", RELU.replace("(x > 0)", "mask(x)"), "mask = lambda x: x > 0"),
    "a helper with a decorator": ("from functools import wraps\ndef loud(f):\n    @wraps(f)\n    def g(x):\n"
                                  "        return f(x)\n    return g\n", "@loud\ndef mask(x):\n    return x > 0\n"
                                  + RELU.replace("(x > 0)", "mask(x)"), "@loud"),
    "a class": ("class Mask:\n    def of(self, x):\n        return x > 0\n", RELU.replace("(x > 0)", "Mask().of(x)"),
                "class Mask:"),
    "a dataclass": ("from dataclasses import dataclass, field\n@dataclass(frozen=True)\nclass Mask:\n"
                    "    limit: float = field(default=0.0)\n",
                    RELU.replace("(x > 0)", "(x > Mask().limit)"), "@dataclass(frozen=True)\nclass Mask:"),
    "a dataclass with a method": ("from dataclasses import dataclass\n@dataclass\nclass Mask:\n    limit: float\n"
                                  "    def of(self, x):\n        return x > self.limit\n",
                                  RELU.replace("(x > 0)", "Mask(0).of(x)"), "@dataclass\nclass Mask:"),
    "a NamedTuple": ("from typing import NamedTuple\nclass Mask(NamedTuple):\n    limit: float = 0.0\n",
                     RELU.replace("> 0", "> Mask().limit"), "class Mask(NamedTuple):"),
    "a namedtuple": ("from collections import namedtuple\nMask = namedtuple('Mask', 'limit')\n",
                     RELU.replace("> 0", "> Mask(0).limit"), "Mask = namedtuple('Mask', 'limit')"),
    "an Enum": ("from enum import Enum\nclass Mask(Enum):\n    LIMIT = 0\n",
                RELU.replace("> 0", "> Mask.LIMIT.value"), "class Mask(Enum):"),
    "a class without a method": ("class Mask:\n    limit = 0\n", RELU.replace("> 0", "> Mask.limit"), "class Mask:"),
    "a type alias": ("Names = tuple[str, ...]\n", RELU.replace("(grad, out, x):", "(grad, out, x) -> Names | None:"),
                     "Names = tuple[str, ...]"),
    "an alias of an alias": ("from typing import Callable\nName = str | None\nNames: type = Callable[[Name], Name]\n",
                             RELU.replace("return", "names: Names; assert Names; return"), "Name = str | None"),
    "a pattern": ("import re\nMASK = re.compile('a+')\n", RELU.replace("return", "assert MASK; return"),
                  "MASK = re.compile('a+')"),
    "a constant": ("LIMIT = 0.0\n", RELU.replace("> 0", "> LIMIT"), "LIMIT = 0.0"),
    "infinity": ("LOW = float('-inf')\n", RELU.replace("(x > 0)", "(x > 0) * (x > LOW)"), "LOW = float('-inf')"),
    "a list": ("LIMITS = [0, {'a': (1, None)}]\n", RELU.replace("> 0", "> LIMITS[0]"), "LIMITS = [0, {'a'"),
    "a small array": ("LIMIT = np.zeros(1)\n", RELU.replace("> 0", "> LIMIT[0]"), "LIMIT = numpy.array([0.0], '<f8')"),
    "a default": ("LIMIT = 0\n", RELU.replace("x):", "x, limit=LIMIT):").replace("> 0", "> limit"), "LIMIT = 0"),
    "names of its own": ("x = grad = mask = open\n", RELU.replace("return", "mask = x > 0; return"), "def relu"),
    "the @exercise above it": ("from minitorch.learn import exercise\n", '@exercise("1.5")\n' + RELU, "def relu"),
}


@pytest.mark.parametrize("before, text, line", SPACES.values(), ids=SPACES)
def test_what_an_answer_leans_on_is_kept_with_it(before, text, line, capsys):
    answer = answered("1.5", text, cell(before))
    kept = answer_file.sections()["1.5"][1]
    assert line in kept and "@exercise" not in answer_file.path().read_text(), answer.verdict.text
    again()
    assert right_again("1.5") and find("1.5").piece() in mt.piece.mounted
    assert "running on your own 1.5" in capsys.readouterr().out


def test_the_setup_cell_run_again_names_the_answers_that_still_run(capsys):
    answered("1.5", RELU)
    for _ in range(2):
        learn.setup(lesson=1)
        assert "lesson 1: running on your own 1.5\n" in capsys.readouterr().out


def test_a_class_is_kept_with_its_decorator(capsys):
    answered("10.6", "from dataclasses import dataclass\n@dataclass\nclass Server:\n    weights: np.ndarray\n"
             "    lr: float\n    bound: int\n    version: int = 0\n    def __post_init__(self):\n"
             "        self.weights = self.weights.copy()\n    def fetch(self):\n"
             "        return self.weights.copy(), self.version\n    def push(self, gradient, version):\n"
             "        stale = self.version - version\n        if stale <= self.bound:\n"
             "            self.weights -= self.lr * gradient\n            self.version += 1\n        return stale\n")
    assert "@dataclass\nclass Server:" in answer_file.sections()["10.6"][1]
    again(11)
    assert right_again("10.6")
    kept = answer_file.sections()["10.6"][1]
    assert "could not be kept" not in session.submit(find("10.6"), session.answers["10.6"].function).verdict.text
    assert answer_file.sections()["10.6"][1].strip() in kept       # which begins with the mark that it is right


def test_the_file_reads_as_a_program(capsys):
    """It opens with a sentence, goes by number, and runs as it stands."""
    answered("1.5", RELU)
    answered("1.1", MUL)
    text = answer_file.path().read_text()
    assert text.startswith('"""My minitorch') and text.index("# exercise 1.1, version 1") < text.index("# exercise 1.5")
    space: dict = {}
    exec(text, space)
    assert space["relu_derivative"](np.ones(2), None, np.array([-1.0, 1.0])).tolist() == [0, 1]
    answered("1.5", RELU)
    assert answer_file.path().read_text() == text


@pytest.mark.parametrize("value", ["open('data.txt', 'w')", "np.zeros(99)", "iter([])", "mt.zeros(1)", "object()"])
def test_a_value_that_cannot_be_kept_is_named_and_the_answer_stays_right(value, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    space = cell(f"thing = {value}\n")
    answer = answered("1.5", RELU.replace("return", "thing; return"), space)
    assert answer.verdict.state == "right" and answer.mount is not None and "1.5" not in answer_file.sections()
    assert "is right, but could not be kept for later lessons: thing is a " in answer.verdict.text
    if value.startswith("open"):
        space["thing"].close()


def test_two_answers_that_lean_on_each_other_are_kept_each_whole(capsys):
    space = cell(NETWORK)
    assert answered("1.6", NETWORK, space).verdict.state == answered("1.7", STEP, space).verdict.state == "right"
    again()
    assert right_again("1.6") and right_again("1.7")
    text = answer_file.path().read_text()
    answer_file.path().write_text(text.replace("h_relu.T @", "h.T @", 1))           # 1.6 breaks; 1.7 has its own
    capsys.readouterr()
    again()
    assert not right_again("1.6") and right_again("1.7")
    assert "[minitorch] your 1.6 two_layer_gradients does not run here (it is not yet)" in capsys.readouterr().out


@pytest.mark.parametrize("old, new, why", [
    (LINE, "return grad", "it is not yet"), (LINE, "return gard", "it is crashed"),
    (LINE, "raise NotImplementedError", "it is not attempted"), (LINE, "return (", "SyntaxError"),
    ("def relu_derivative", "def other", "NameError: it defines no relu_derivative"),
    ("def relu", "import no_such_module\ndef relu", "ModuleNotFoundError"),
    ("def relu", "raise SystemExit(1)\ndef relu", "SystemExit: 1")])
def test_what_no_longer_runs_gives_way_to_the_library_and_says_why(old, new, why, capsys):
    answered("1.5", RELU)
    answered("1.1", MUL)
    answer_file.path().write_text(answer_file.path().read_text().replace(old, new))
    capsys.readouterr()
    again()
    out, err = capsys.readouterr()
    assert f"[minitorch] your 1.5 relu_derivative does not run here ({why}" in out and err == ""
    assert "the library's own takes its place" in out and "running on your own 1.1" in out
    assert find("1.5").piece() not in mt.piece.mounted and right_again("1.1")


def test_an_exercise_that_has_changed_since(monkeypatch, capsys):
    answered("1.5", RELU)
    monkeypatch.setattr(find("1.5"), "version", 2)
    again()
    assert "1.5 relu_derivative has changed since you wrote it" in capsys.readouterr().out
    assert "1.5" not in session.answers and "1.5" in answer_file.sections()
    answered("1.5", RELU)
    assert answer_file.sections()["1.5"][0] == 2


def test_an_id_that_is_no_exercise_any_more_is_left_alone(capsys):
    answered("1.5", RELU)
    answer_file.path().write_text(answer_file.path().read_text() + "\n\n# exercise 9.9, version 1\nx = 1\n")
    again()
    answered("1.5", RELU)
    assert answer_file.sections()["9.9"] == (1, "x = 1\n")


@pytest.mark.parametrize("data", [b"\x00\xff\xfe\x80", b"", b"no answers here\n"], ids=str)
def test_a_damaged_file(data, capsys):
    answer_file.path().write_bytes(data)
    again()
    out, err = capsys.readouterr()
    assert "running on the library's own pieces" in out and err == ""
    assert ("cannot be read" in out) == (data[:1] == b"\0")
    answer = answered("1.5", RELU)
    assert "1.5" in answer_file.sections()
    if data[:1] == b"\0":
        assert (answer_file.folder / answer_file.DAMAGED).read_bytes() == data
        assert "is now my_minitorch.damaged" in answer.verdict.text
    else:
        assert answer_file.path().read_text().startswith("no answers here" if data else '"""My minitorch')


def test_what_a_learner_writes_above_stays_and_windows_lines_are_read(capsys):
    answered("1.5", RELU)
    path = answer_file.path()
    path.write_bytes(b"\xef\xbb\xbf" + ("# mine\n" + path.read_text()).replace("\n", "\r\n").encode())
    again()
    assert right_again("1.5")
    answered("1.5", RELU)
    assert answer_file.path().read_bytes().startswith(b'# mine\n"""My minitorch')


def test_a_folder_that_cannot_be_written_to(monkeypatch, tmp_path):
    (tmp_path / "a file").write_text("")
    monkeypatch.setattr(answer_file, "folder", tmp_path / "a file" / "folder")
    answer = answered("1.5", RELU)
    assert answer.verdict.state == "right" and answer.mount is not None
    said = answer.verdict.text
    assert "my_minitorch.py could not be written" in said and "holds in this session, and is written with" in said


def test_a_disk_that_is_full_leaves_the_old_file(monkeypatch):
    answered("1.5", RELU)
    before = answer_file.path().read_bytes()

    def full(path):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(answer_file, "atomic_write", full)
    answer = answered("1.1", MUL)
    assert "No space left on device" in answer.verdict.text and answer_file.path().read_bytes() == before
