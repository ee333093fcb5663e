"""What has not been written yet is told apart from what is wrong."""

import linecache

import pytest
from course.answers import of
from course.written import answered, cell

import minitorch as mt
from minitorch import learn
from minitorch.course import answer_file
from minitorch.course.evidence import judge
from minitorch.course.record import find


def blank(*arguments):
    raise NotImplementedError


@pytest.mark.parametrize("forward, state", [(blank, "not attempted"), (lambda ctx, x: x ** 3, "not yet")],
                         ids=["nothing", "forward only"])
def test_a_blank_function_of_ones_own_is_not_attempted(forward, state):
    Cube = type("Cube", (mt.autograd.Function,), {"forward": staticmethod(forward), "backward": staticmethod(blank)})
    verdict = judge(find("2.6"), Cube)
    assert (verdict.state, verdict.points) == (state, 0), verdict.text


def shown(id, text, space):
    """A cell with @exercise above the answer; returns its namespace."""
    return cell(f'from minitorch.learn import exercise\n@exercise("{id}")\n{text}', space)


def without(skipped):
    """The answer to 2.4 below those it calls, but for one of them."""
    text = of(2).REFERENCE["2.4"]
    assert find(skipped).text in text
    return "from minitorch.learn import deposit, derivatives\n" + text.replace(find(skipped).text, "")


SKIPPED = {                              # (what is skipped, what calls it)
    "1.6": ("def two_layer_gradients(x, y, w1, w2):\n    raise NotImplementedError\n", "1.7",
            of(1).REFERENCE["1.7"]),
    "1.5": ("def relu_derivative(grad, out, x):\n    raise NotImplementedError\n", "1.6",
            of(1).REFERENCE["1.6"].replace("grad_h_relu * (h > 0)",
                                              "relu_derivative(grad_h_relu, h_relu, h)")),
    "2.1": ("def backward_order(root):\n    raise NotImplementedError\n", "2.4", without("2.1")),
    "2.2": ("def accumulate(old, new):\n    raise NotImplementedError\n", "2.4", without("2.2")),
}


@pytest.mark.parametrize("skipped", SKIPPED)
def test_what_calls_a_skipped_exercise_is_judged_by_itself_and_kept(skipped, own_folder, capsys):
    """The library's own runs in the place of the blank, in later answers too, and in the next session."""
    blank, id, text = SKIPPED[skipped]
    space = shown(skipped, blank, None)
    assert ": not attempted\n" in capsys.readouterr().out
    answer = answered(id, text, space)
    assert answer.verdict.state == "right" and id in answer_file.sections(), answer.verdict.text
    learn.reset()
    learn.setup(3)
    assert f"running on your own {id}\n" in capsys.readouterr().out


def test_what_calls_a_wrong_answer_is_told_which():
    space = cell(of(1).WRONG["1.6"]["sign"])
    try:
        answered("1.6", of(1).WRONG["1.6"]["sign"], space)
        said = answered("1.7", find("1.7").text, space).verdict.text
        assert "1.7 train_step: not yet" in said
        assert "It calls your two_layer_gradients, which is not right yet: mend 1.6 first." in said
        assert "mend" not in answered("1.5", of(1).WRONG["1.5"]["passes"], space).verdict.text
    finally:
        learn.reset()


def test_what_a_library_leaves_out_is_no_blank():
    """NotImplementedError out of a function of the library that has an exercise's name is an error like others."""
    text = "def cross_entropy(*arguments):\n    raise NotImplementedError('left out')\n"
    name = mt.__file__.replace("__init__.py", "imagined.py")
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space = cell("")
    exec(compile(text.replace("cross_entropy", "relu_derivative"), name, "exec"), space)
    space["theirs"] = space.pop("relu_derivative")
    cell("def mul_derivative(grad, out, x, y):\n    return theirs(grad)\n", space)
    verdict = judge(find("1.1"), space["mul_derivative"])
    assert verdict.state == "crashed" and "NotImplementedError: left out" in verdict.text


@pytest.mark.parametrize("split, said", [
    ("transpose(1, 2)", "`join` is still to be written; what is there, `split`, fits the course's own."),
    ("transpose(1, 3)", "`join` is still to be written. hint")])
def test_a_class_that_is_half_written_is_told_what_is_missing(split, said):
    text = f"""class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        return x.reshape(*x.shape[:2], self.count, -1).{split}

    def join(self, x):
        raise NotImplementedError
"""
    verdict = answered("9.5", text).verdict
    assert (verdict.state, verdict.points) == ("not yet", 0) and said in " ".join(verdict.text.split()), verdict.text
