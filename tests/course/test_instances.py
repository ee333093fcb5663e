"""Two instances of a learner's class have nothing to do with each other, and one keeps no result of a call before."""

import re
from functools import partial

import pytest

from minitorch.author.answers import handed_in
from minitorch.author.check_records import answer_of
from minitorch.course import instances
from minitorch.course.evidence import judge
from minitorch.course.record import find
from minitorch.course.safe_call import call
from minitorch.course.wrong import written

pytestmark = pytest.mark.usefixtures("own_folder")

ON_THE_CLASS = ["3.7 conv", "5.1 samples", "5.4 mean", "5.7 path", "6.6 ask", "6.6 unused", "8.6 conv2", "8.6 shortcut",
                "9.5 count", "10.6 weights", "10.6 lr", "10.6 bound", "10.6 version", "12.3 made_by", "12.3 variables",
                "12.3 ops", "12.4 records"]


def verdict_on(id, text, above=""):
    record = find(id)
    return judge(record, answer_of(record, above + handed_in(record, written(record, text, "it"))))


@pytest.mark.parametrize("place", ON_THE_CLASS)
def test_what_lies_on_the_class_is_seen(place):
    id, name = place.split()
    own, text = find(id).name, find(id).text
    assert f"self.{name}" in text
    verdict = verdict_on(id, re.sub(rf"self\.{name}\b", f"{own}.{name}", text))
    assert verdict.state in ("not yet", "crashed") and verdict.points < find(id).points
    assert re.search("second|share|on the class", verdict.text), verdict.text


@pytest.mark.parametrize("id, method", [("3.7", "forward"), ("8.6", "forward")])
def test_a_cache_on_a_method_is_seen(id, method):
    verdict = verdict_on(id, {f"    def {method}(self": f"    @functools.cache\n    def {method}(self"},
                         "import functools\n")
    assert verdict.state == "not yet" and f"`{method}` gives the same for other numbers" in verdict.text, verdict.text


def test_another_instance_is_used_before_each_of_the_first_methods():
    used = []

    class Counter:
        def __init__(self, start):
            self.start = start

        def more(self, n):
            used.append((self.start, n))
            return self.less(-n)

        def less(self, n):
            return self.start - n

    def run(answer, inputs):
        counter = answer(inputs["start"])
        return [counter.more(n) for n in inputs["steps"]]
    inputs = {"own": {"start": 1, "steps": [10, 20]}, "other": {"start": 5, "steps": [3]}}
    assert instances.told_twice(run, instances.BESIDE, Counter, inputs) == ([11, 21], None)
    assert used == [(5, 3), (1, 10), (5, 3), (1, 20)]


def test_what_another_instance_raises_is_no_matter_and_what_the_first_raises_is_told():
    class Picky:
        def ask(self, n):
            if n < 0:
                raise ValueError("below 0")
            return n

    def run(answer, inputs):
        return answer().ask(inputs["n"])
    beside = partial(instances.told_twice, run, instances.BESIDE, Picky)
    assert beside({"own": {"n": 1}, "other": {"n": -1}}) == (1, None)
    assert beside({"own": {"n": -1}, "other": {"n": 1}}) == (None, "ValueError: below 0")


def test_a_result_kept_by_identity_is_seen_where_arrays_are_written_over():
    record = find("8.6")
    seen = call(instances.told_twice, record.run, "forward", record.answer, record.cases[0].fresh()).value
    assert seen and all((first != then).any() for first, then, _ in seen)


def test_a_result_that_a_later_call_writes_over_is_seen():
    text = """
        kept = {}

        def accumulate(old, new):
            if old is None:
                return new
            return np.add(old, new, out=kept.setdefault(new.shape, np.empty(new.shape)))
    """
    verdict = verdict_on("2.2", text)
    assert verdict.state == "not yet" and "what was there (a buffer" in verdict.text, verdict.text


def test_a_graph_that_is_switched_on_for_a_caller_is_seen():
    verdict = verdict_on("4.1", """
        if grad is not None:
            mt.set_grad_enabled(False)
            p -= lr * (grad + decay * p)
            mt.set_grad_enabled(True)
    """)
    assert verdict.state == "not yet" and "a caller's own no_grad" in verdict.text, verdict.text


def test_a_folder_that_is_left_is_seen():
    verdict = verdict_on("5.1", {"self.read, self.samples = read, []": "self.read, self.samples = read, []\n"
                                 "        os.chdir(root)"}, "import os\n")
    assert verdict.state == "not yet" and "another working folder" in verdict.text, verdict.text
