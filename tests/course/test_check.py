"""A check comes back whatever an answer does: it never raises, says nothing on stderr, and leaves no trace."""

import builtins
import signal
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from course.written import answered, cell

import minitorch as mt
from minitorch import learn
from minitorch.course import answer_file, safe_call, session
from minitorch.course.record import find

RIGHT = "def relu_derivative(grad, out, x):\n    return grad * (x > 0)\n"
HEAD = "def relu_derivative(grad, out, x):\n    "


def unseen(rng):
    return {"grad": rng.random(2), "out": rng.random(2), "x": rng.random(2) - 0.5}


pytestmark = pytest.mark.usefixtures("own_folder")


# What an answer does: state, points, words in what is said.
DEEDS = {
    "right": (RIGHT, "right", 2, ""),
    "prints to stderr": (HEAD + "import sys; print('oh', file=sys.stderr); return grad * (x > 0)", "right", 2, "oh"),
    "prints much": (HEAD + "print('x' * 10**6); return 0 * x", "not yet", None, "printed"),
    "prints many lines": (HEAD + "print('a\\n' * 99); return 0 * x", "not yet", None, "… 91 lines more"),
    "prints one line too many": (HEAD + "print('a\\n' * 8 + 'a'); return 0 * x", "not yet", None, "… 1 line more"),
    "warns": (HEAD + "import warnings; warnings.warn('!'); return grad * (x > 0)", "right", 2, ""),
    "divides by 0": (HEAD + "return grad * np.where(x > 0, 1, 0 * (x / np.zeros_like(x)))", "not yet", None, "nan"),
    "exits": (HEAD + "raise SystemExit(3)", "crashed", 0, "SystemExit: 3"),
    "interrupts": (HEAD + "raise KeyboardInterrupt", "crashed", 0, "KeyboardInterrupt"),
    "raises no Exception": (HEAD + "raise type('Odd', (BaseException,), {})('odd')", "crashed", 0, "Odd: odd"),
    "raises what cannot be shown": (HEAD + "raise type('Odd', (Exception,), {'__str__': lambda s: 1 / 0})", "crashed",
                                    0, "(its message cannot be shown)"),
    "loops": (HEAD + "while True: pass", "crashed", 0, "stopped after 0.2 s: is there a loop that never ends?"),
    "loops and hides it": (HEAD + "while True:\n        try:\n            while True: pass\n"
                           "        except Exception: pass", "crashed", 0, "stopped after 0.2 s"),
    "recurses": (HEAD + "return relu_derivative(grad, out, x)", "crashed", 0, "calls more"),
    "deletes builtins": (HEAD + "import builtins; [delattr(builtins, n) for n in ('print', 'len', 'isinstance', 'str', "
                         "'tuple')]; return grad * (x > 0)", "crashed", 0, "is not defined"),
    "replaces builtins": (HEAD + "import builtins; builtins.print = builtins.len = None; return 0 * x", "not yet",
                          None, ""),
    "takes stdout": (HEAD + "import sys; sys.stdout = sys.stderr = None; return grad * (x > 0)", "right", 2, ""),
    "returns nothing": (HEAD + "pass", "not yet", 0, "wanted"),
    "returns text": (HEAD + "return str(grad * (x > 0))", "not yet", 0, ""),
    "returns numbers as text": (HEAD + "return [str(v) for v in grad * (x > 0)]", "not yet", 0, ""),
    "returns complex": (HEAD + "return grad * (x > 0) + 1j", "not yet", 0, "complex numbers came"),
    "returns what says it is equal": (
        HEAD + "return type('Yes', (), {'__eq__': lambda a, b: True, '__array__': lambda s, *a, **k: np.zeros(2)})()",
        "not yet", None, ""),
    "returns an array that lies": (
        "class Liar(np.ndarray):\n    def __eq__(a, b): return True\n    def __sub__(a, b): return 0\n"
        "    def __array_function__(s, f, *rest): return True\n    def __array_ufunc__(s, *rest, **more): return True\n"
        + HEAD + "return np.full(x.shape, 7.0).view(Liar)", "not yet", 0, "7."),
    "returns what cannot be shown": (HEAD + "return type('Odd', (), {'__repr__': lambda s: 1 / 0})()", "not yet", 0,
                                     "a Odd that cannot be shown"),
    "returns what cannot be an array": (HEAD + "return type('Odd', (), {'__array__': lambda *a, **k: 1 / 0})()",
                                        "crashed", 0, "ZeroDivisionError"),
    "returns itself inside itself": (HEAD + "a = []; a.append(a); return a", "crashed", 0, "RecursionError"),
    "returns without end": (HEAD + "return (i for i in iter(int, 1))", "not yet", 0, ""),
    "returns a huge thing": (HEAD + "return np.zeros(10**5)", "not yet", 0, "the shape should be (2,), not (100000,)"),
    "takes other arguments": ("def relu_derivative(grad):\n    return grad\n", "crashed", 0, "TypeError"),
    "is a class": ("class relu_derivative:\n    def __init__(self, grad, out, x): pass\n", "not yet", 0, ""),
    "is no function": ("relu_derivative = 5", "crashed", 0, "not callable"),
    "is blank": (HEAD + "raise NotImplementedError", "not attempted", 0, "The library's own runs in its place"),
    "is blank in a helper": ("def helper(x): raise NotImplementedError\n" + HEAD + "return helper(x)", "crashed", 0,
                             "in helper: "),
}


@pytest.mark.parametrize("text, state, points, said", DEEDS.values(), ids=DEEDS)
def test_a_check_comes_back_with_a_number(text, state, points, said, capsys, monkeypatch):
    if "0.2 s" in said:
        monkeypatch.setattr(safe_call, "LIMIT", 0.2)
    before = dict(vars(builtins)), sys.stdout, sys.stderr, signal.getsignal(signal.SIGALRM)
    learn.exercise("1.5")(cell(text)["relu_derivative"])
    earned = learn.check("1.5")
    assert (dict(vars(builtins)), sys.stdout, sys.stderr, signal.getsignal(signal.SIGALRM)) == before
    out, err = capsys.readouterr()
    assert err == "" and isinstance(earned, int | float)
    verdict = session.answers["1.5"].verdict
    assert verdict.state == state and earned == verdict.points, out
    assert earned == points if points is not None else 0 <= earned < 2
    assert said in out and len(out) < 4000 and out.count("1.5 relu_derivative: " + state) == 2
    assert learn.hidden("1.5", inputs=unseen) == earned and capsys.readouterr().err == ""


def test_an_answer_that_changes_its_mind_is_right_no_longer_in_hidden():
    """Right on what it has seen, wrong on what it has not: four fifths."""
    answered("1.5", HEAD + "return grad * (x > 0) if not 1e-6 < abs(x).max() < 0.5 else 0 * x")
    assert learn.hidden("1.5", inputs=lambda rng: {**unseen(rng), "x": rng.random(2) / 2}) == 1.6


@pytest.mark.parametrize("id", ["99.9", "", None, 99.5, ["1.5"]], ids=str)
def test_a_check_of_what_is_no_exercise(id, capsys):
    assert learn.check(id) == 0 and learn.hidden(id, None) == 0
    out, err = capsys.readouterr()
    assert "could not run" in out and err == ""


def test_hidden_inputs_that_fail(capsys):
    answered("1.5", RIGHT)
    assert learn.hidden("1.5", inputs=lambda rng: 1 / 0) == 0
    out, err = capsys.readouterr()
    assert "hidden('1.5') could not run: ZeroDivisionError" in out and err == ""


def test_random_numbers_go_on_as_if_no_answer_had_been_tried():
    def draw():
        return mt.rand(3).tolist() + np.random.random(3).tolist()
    mt.manual_seed(0), np.random.seed(0)
    wanted = draw()
    mt.manual_seed(0), np.random.seed(0)
    answered("1.5", HEAD + "mt.rand(5), np.random.random(5); mt.manual_seed(7); return grad * (x > 0)")
    assert draw() == wanted


def test_beside_the_main_thread_there_is_no_clock_but_a_verdict():
    """A notebook server may run cells elsewhere; signals reach only the main thread."""
    worker = threading.Thread(target=lambda: answered("1.5", RIGHT))
    worker.start()
    worker.join()
    assert session.answers["1.5"].verdict.state == "right"


def test_what_waits_for_another_exercise_says_so(capsys):
    space = cell("def two_layer_gradients(x, y, w1, w2):\n    raise NotImplementedError\n")
    verdict = answered("1.7", "def train_step(x, y, w1, w2, lr):\n    a, b = two_layer_gradients(x, y, w1, w2)\n"
                       "    return w1 - lr * a, w2 - lr * b\n", space).verdict
    assert (verdict.state, verdict.points) == ("not attempted", 0)
    assert "It calls two_layer_gradients, which is still to be written: 1.6 comes first." in verdict.text


BUSY = ("def busy(seconds):\n    import time\n    end = time.thread_time() + seconds\n"
        "    while time.thread_time() < end: pass\n")
SLOW = BUSY + HEAD + "busy(0.025); return grad * (x > 0)"


def test_right_but_slow_scores_all_and_the_library_runs_on_its_own(capsys):
    answer = answered("1.5", SLOW)
    assert (answer.verdict.state, learn.check("1.5")) == ("right but slow", 2) and answer.mount is None
    assert "right but slow, 2 of 2 points" in answer.verdict.text and "more than 5 times as long" in answer.verdict.text
    assert learn.yours("1.5") is find("1.5").reference
    assert "yours is right, but slow" in capsys.readouterr().out
    assert learn.hidden("1.5", inputs=unseen) == 2
    assert "□" in repr(learn.progress()).splitlines()[0] and "■" not in repr(learn.progress()).splitlines()[0]
    assert "1.5" in answer_file.sections()


def test_slow_once_is_not_slow():
    """What is loaded at the first call is not the answer's doing."""
    answer = answered("1.5", BUSY + "first = [1]\n" + HEAD + "busy(0.05 * len(first))\n    first.clear()\n"
                      "    return grad * (x > 0)")
    assert answer.verdict.state == "right" and answer.mount is not None


def test_time_in_which_an_answer_does_not_compute_is_not_counted():
    """As on a busy machine."""
    answer = answered("1.5", HEAD + "import time; time.sleep(0.05); return grad * (x > 0)")
    assert answer.verdict.state == "right" and answer.mount is not None


def test_a_slow_answer_is_told_of_again_in_the_next_lesson(capsys):
    answered("1.5", SLOW)
    learn.reset()
    learn.setup(2)
    said = capsys.readouterr().out
    assert "[minitorch] your 1.5 relu_derivative does not run here (it is right but slow): the library's own" in said
    assert "running on the library's own pieces" in said


def test_an_answer_that_gives_up_later_is_dark_on_the_map(capsys):
    answer = answered("1.5", RIGHT)
    assert learn.progress().__repr__().splitlines()[0].count("■") == 1
    answer.mount.remove()                                  # as a mount does that proves too slow
    assert "■" not in repr(learn.progress()).splitlines()[0] and "right but slow" in repr(learn.progress())
    assert learn.check("1.5") == 2 and learn.yours("1.5") is find("1.5").reference
    capsys.readouterr()


def test_right_but_not_callable_as_the_library_calls_it():
    """An answer with one argument more is right; the library keeps its own, and says why."""
    answer = answered("1.5", "def relu_derivative(grad, out, x, *, slope):\n    return grad * (x > 0)\n"
                      "relu_derivative.__kwdefaults__ = {'slope': 1}\n")
    assert answer.verdict.state == "right"
    assert answer.mount is not None or "The library cannot run on it, and keeps its own" in answer.verdict.text


def test_yours_is_the_learners_own_when_it_is_right():
    answer = answered("1.5", RIGHT)
    assert learn.yours("1.5") is answer.function
    assert learn.progress().__repr__().splitlines()[0].count("■") == 1


def test_what_runs_in_an_answers_place_is_said_in_every_run_of_a_cell(monkeypatch, capsys):
    shell = SimpleNamespace(execution_count=1)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    for shell.execution_count, said in ((1, 1), (1, 0), (2, 1)):
        learn.yours("1.5")
        assert capsys.readouterr().out.count("1.5 relu_derivative runs on the library's own until") == said


def test_the_number_that_a_check_comes_to_is_explained(capsys):
    assert learn.check("1.5") == 0
    assert capsys.readouterr().out.endswith("    0 of 2 points so far\n")
    answered("1.5", RIGHT)
    assert learn.check("1.5") == 2 and "so far" not in capsys.readouterr().out


def test_an_id_may_be_a_number(capsys):
    answered("1.5", RIGHT)
    assert learn.check(1.5) == learn.check("1.5") == 2 and "not attempted" not in capsys.readouterr().out


def test_what_has_lost_its_exercise_line_is_found_by_its_name(monkeypatch, capsys):
    monkeypatch.setattr("__main__.relu_derivative", "none", raising=False)
    assert learn.check("1.5") == 0 and "lost its" not in capsys.readouterr().out
    space = cell(RIGHT.replace("def", '__name__ = "__main__"\ndef'))
    monkeypatch.setattr("__main__.relu_derivative", space["relu_derivative"])
    assert learn.check("1.5") == 2
    assert capsys.readouterr().out.startswith("1.5 has lost its @exercise line; it was found by its name, relu_deriv")
    learn.reset()
    assert learn.hidden("1.5", unseen) == 2 and learn.check("1.4") == 0


def test_what_the_cell_has_just_shown_is_said_in_a_line(capsys):
    learn.exercise("1.5")(cell(HEAD + "return grad")["relu_derivative"])
    shown = capsys.readouterr().out
    learn.check("1.5")
    once = capsys.readouterr().out
    learn.check("1.5")
    again = capsys.readouterr().out
    assert shown.count("\n") > 4 and once.count("\n") == 2 and again.startswith(shown)


def test_the_check_of_a_blank_says_that_the_last_right_answer_runs(capsys):
    answered("1.5", RIGHT)

    @learn.exercise("1.5")
    def relu_derivative(grad, out, x):
        raise NotImplementedError
    capsys.readouterr()
    for _ in range(2):
        learn.check("1.5")
        said = capsys.readouterr().out
        assert "0 of 2 points so far" in said and said.count("Your last right answer goes on running") == 1


def test_one_point_is_no_points(monkeypatch, capsys):
    monkeypatch.setattr(find("1.5"), "points", 1)
    learn.check("1.5")
    assert capsys.readouterr().out.endswith("    0 of 1 point so far\n")
    answered("1.5", RIGHT)
    learn.check("1.5")
    assert "right, 1 of 1 point\n" in capsys.readouterr().out
