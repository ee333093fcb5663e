"""An answer that calls the library's own is none: it is told so, earns nothing, and the library is as it was."""

import sys
from types import ModuleType

import numpy as np
import pytest

import minitorch as mt
from minitorch.author.check_records import answer_of
from minitorch.course.evidence import LIBRARIES, judge
from minitorch.course.library_calls import borrowed, knows_others, library_calls
from minitorch.course.record import find
from minitorch.course.safe_call import call

BORROWED = {
    "1.5": "def relu_derivative(grad, out, x):\n"
           "    return mt.ops.elementwise.activation.relu_derivative(grad, out, x)\n",
    "2.4": "def backward(root):\n    if root.numel() != 1:\n        raise RuntimeError('one number')\n"
           "    root.backward()\n",
    "3.1": "def named_parameters(module, prefix=''):\n    return list(module.named_parameters(prefix))\n",
    "3.2": "def linear(input, weight, bias):\n    return mt.nn.functional.linear(input, weight, bias)\n",
    "3.3": "def kaiming_normal_(w):\n    return mt.nn.init.kaiming_normal_(w, nonlinearity='relu')\n",
    "3.4": "def cross_entropy(*scores):\n    def inner():\n        return mt.nn.functional.cross_entropy(*scores)\n"
           "    return inner()\n",
}


@pytest.mark.parametrize("id", BORROWED)
def test_what_is_borrowed_earns_nothing_and_says_why(id):
    record = find(id)
    target = getattr(record.piece(), "piece", record.piece())
    before = getattr(target.owner, target.attribute)
    verdict = judge(record, answer_of(record, BORROWED[id]))
    assert (verdict.state, verdict.points) == ("not yet", 0)
    assert "That is the library's own: " in verdict.text and f'hint("{id}")' in verdict.text
    assert getattr(target.owner, target.attribute) is before


@pytest.mark.parametrize("id, name", [("6.6", "Pool"), ("7.7", "Proxy")])
def test_a_class_that_inherits_the_courses_own_earns_nothing(id, name):
    verdict = judge(find(id), answer_of(find(id), f"class {name}(yours({id!r})):\n    pass\n"))
    assert (verdict.state, verdict.points) == ("not yet", 0)
    assert f'yours("{id}") gives the answer that is being checked here' in verdict.text


def test_another_library_is_none_to_answer_with(monkeypatch):
    """Graded work runs where no such library is: the lesson's own check says so before."""
    other = ModuleType("scipy")
    exec("def correlate2d(image, kernel):\n    return image", vars(other))
    monkeypatch.setitem(sys.modules, "scipy", other)
    answer = eval("lambda: scipy.correlate2d(1, 2)", {"scipy": other})
    with library_calls(find("8.1"), LIBRARIES, knows_others(answer)) as notes:
        assert call(answer).value == 1 and notes == ["scipy"]
    assert borrowed("scipy").startswith("Your lines call scipy. What you hand in is graded where there is NumPy and")


def test_nothing_is_watched_where_the_answer_knows_no_other_library(monkeypatch):
    """A method counts as one more reference to its array while a profile runs: resize refuses it then."""
    monkeypatch.setitem(sys.modules, "scipy", ModuleType("scipy"))

    def answer(grad):
        return grad.resize((2,))
    with library_calls(find("2.3"), LIBRARIES, knows_others(answer)):
        assert sys.getprofile() is None
        answer(np.ones((2, 2)))


def test_another_library_may_be_imported_in_the_lines_of_an_answer(monkeypatch):
    other = ModuleType("scipy")
    exec("def correlate2d(image, kernel):\n    return image", vars(other))
    monkeypatch.setitem(sys.modules, "scipy", other)

    def answer():
        import scipy
        return scipy.correlate2d(1, 2)
    with library_calls(find("8.1"), LIBRARIES, knows_others(answer)) as notes:
        assert call(answer).value == 1 and notes == ["scipy"]


LATER = {"8.4": ["mt.nn.functional.adaptive_max_pool2d(mt.ones(1, 1, 4, 4), 2)",
                 "mt.nn.functional.fractional_max_pool2d(mt.ones(1, 1, 4, 4), 2, output_size=2)"],
         "11.2": ["mt.compress.fake_quantize(mt.ones(2, 2))"],
         "11.4": ["mt.nn.utils.prune.l1_unstructured(mt.nn.Linear(2, 2), 'weight', amount=1)"],
         "11.5": ["mt.nn.utils.prune.ln_structured(mt.nn.Linear(2, 2), 'weight', amount=1, n=2, dim=0)"]}


@pytest.mark.parametrize("id, line", [(id, line) for id, lines in LATER.items() for line in lines])
def test_what_else_of_the_library_would_be_the_answer_is_heard(id, line):
    with library_calls(find(id), LIBRARIES) as notes:
        assert call(eval, f"lambda: {line}", {"mt": mt}).error is None and not notes
        assert call(eval(f"lambda: {line}", {"mt": mt})).error is None and notes


def test_what_the_library_calls_for_itself_is_not_the_answers_doing():
    layer, x = mt.nn.Linear(2, 3), mt.ones(1, 2)
    with library_calls(find("3.2"), LIBRARIES) as notes:
        assert call(layer, x).error is None and not notes
        assert call(lambda: layer(x)).error is None and notes[0] == "minitorch.nn.functional.linear"
