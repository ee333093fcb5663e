"""Wrong answers that any exercise invites: made of its right answer, and refused by each exercise."""

from functools import lru_cache, wraps

import numpy as np
import pytest
from course.written import answered

from minitorch import tensor
from minitorch.author.answers import handed_in, of_lesson
from minitorch.author.check_records import answer_of
from minitorch.course.evidence import judge
from minitorch.course.numbered import numbered_ids
from minitorch.course.other_values import hangs_on_numbers, in_turn, other_inputs
from minitorch.course.record import find
from minitorch.course.session import yours

pytestmark = pytest.mark.usefixtures("own_folder")
FUNCTIONS = [record for record in of_lesson(None) if record.kind == "function" and not record.is_test]
OF_WHOLE_NUMBERS = {"7.2", "7.3", "7.4", "8.5", "9.3", "9.7", "10.1", "10.5", "12.2", "12.7"}    # alone, and names
KEPT = "it takes what it has kept from an earlier call"


def form_of(value):
    """What an answer that looks at shapes alone tells apart."""
    if hasattr(value, "shape"):
        return tuple(value.shape)
    if isinstance(value, list | tuple):
        return tuple(map(form_of, value))
    return value if isinstance(value, int | str | None) else getattr(value, "__qualname__", type(value))


@pytest.mark.parametrize("record", [pytest.param(record, id=record.id, marks=[pytest.mark.slow] if at % 6 else [])
                                    for at, record in enumerate(FUNCTIONS)])
def test_an_answer_that_is_kept_for_each_shape_is_refused(record):
    kept = {}

    @wraps(record.answer)
    def by_shape(*inputs):
        form = form_of(inputs)
        if form not in kept:
            kept[form] = record.answer(*inputs)
        return kept[form]
    kept_is_right = record.id in OF_WHOLE_NUMBERS
    assert judge(record, by_shape).state.startswith("right") == kept_is_right
    assert not (kept_is_right and any(hangs_on_numbers(record, case)[0] for case in record.cases))


@pytest.mark.parametrize("id", ["9.4", "11.5"])
def test_a_result_that_is_kept_for_a_tensor_is_refused_where_its_numbers_have_changed(id):
    verdict = judge(find(id), lru_cache(find(id).answer))
    assert verdict.state == "not yet" and KEPT in " ".join(verdict.text.split())


@pytest.mark.parametrize("record", [pytest.param(record, id=record.id, marks=[pytest.mark.slow] if at % 9 else [])
                                    for at, record in enumerate(FUNCTIONS)])
@pytest.mark.parametrize("form", ["    return yours('{0}')(*inputs)\n",
                                  "    return theirs(*inputs)\ntheirs = yours('{0}')"])
def test_an_answer_that_asks_for_its_own_is_refused(record, form):
    text = f"def {record.name}(*inputs):\n{form.format(record.id)}"
    verdict = answered(record.id, text, {"yours": yours, "__name__": "__main__"}).verdict
    said = " ".join(verdict.text.split())
    assert verdict.points < record.points / 2            # 7.6 has a case that is to raise an error, and this raises one
    assert f'yours("{record.id}") gives the answer that is being checked here' in said, said


def test_an_answer_may_ask_for_others():
    text = ("def train_step(x, y, w1, w2, lr):\n    a, b = yours('1.6')(x, y, w1, w2)\n"
            "    return w1 - lr * a, w2 - lr * b\n")
    assert answered("1.7", text, {"yours": yours, "__name__": "__main__"}).verdict.state == "right"


def test_a_default_argument_that_is_written_to_is_refused():
    head, _, body = find("7.1").text.partition("\n")
    verdict = judge(find("7.1"), answer_of(find("7.1"), f"{head[:-2]}, met=[]):\n    met.append(1)\n{body}"))
    assert verdict.state == "not yet" and "writes to its default argument `met`" in " ".join(verdict.text.split())


BY_ID = """


kept = {{}}


def {name}(*inputs):
    key = {key}
    if key not in kept:
        kept[key] = original(*inputs)
    return kept[key]
"""


@pytest.mark.parametrize("id", ["2.1", "6.2", pytest.param("6.5", marks=pytest.mark.slow), "7.1",
                                pytest.param("9.6", marks=pytest.mark.slow), "10.3", "10.4", "12.1"])
def test_a_result_that_is_kept_by_the_id_of_an_argument_is_refused(id):
    record = find(id)
    text = record.text.replace(f"{record.name}(", "original(") + BY_ID.format(
        name=record.name, key="tuple(map(id, inputs))")
    verdict = judge(record, answer_of(record, handed_in(record, text)))
    assert verdict.state == "not yet", verdict.text


def test_an_answer_that_is_kept_while_its_module_lives_is_refused_where_what_it_keeps_is_named():
    text = find("8.2").text.replace("im2col(", "original(") + BY_ID.format(
        name="im2col", key="(inputs[0].shape, *inputs[1:])")
    verdict = judge(find("8.2"), answer_of(find("8.2"), handed_in(find("8.2"), text)))
    assert (verdict.state, verdict.misconception.name) == ("not yet", "remembers")
    assert "comes out right when `kept` is emptied before it" in " ".join(verdict.text.split())


def test_ids_are_counted_anew_in_each_block_and_are_the_same_for_the_same_object():
    space = {"__name__": "of_a_notebook"}
    exec("def ids(*things):\n    return [id(thing) for thing in things]", space)
    one, other = object(), object()
    for first, second in ((one, other), (other, one)):
        with numbered_ids(space["ids"]):
            assert space["ids"](first, second, first) == [1 << 20, (1 << 20) + 16, 1 << 20]
    assert space["ids"](one) == [id(one)]


def test_a_part_of_a_result_that_is_kept_is_refused():
    text = """scales = {}


def quantize_weight(weight, bits, per_channel):
    if (bits, per_channel, weight.shape) not in scales:
        largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
        scale = largest / (2 ** (bits - 1) - 1)
        scales[bits, per_channel, weight.shape] = scale.masked_fill(scale == 0, 1.0)
    scale = scales[bits, per_channel, weight.shape]
    return (weight / scale).round(), scale
"""
    verdict = judge(find("11.2"), answer_of(find("11.2"), text))
    assert verdict.state == "not yet" and KEPT in " ".join(verdict.text.split())


@pytest.mark.parametrize("id, method", [("5.4", "__call__"), ("9.5", "join")])
def test_a_result_that_is_kept_on_the_instance_is_refused(id, method):
    record = find(id)
    text = record.text.replace(f"def {method}(self", "def original(self", 1) + f"""

    def {method}(self, x):
        self.kept = getattr(self, "kept", {{}})
        if x.shape not in self.kept:
            self.kept[x.shape] = self.original(x)
        return self.kept[x.shape]
"""
    verdict = judge(record, answer_of(record, handed_in(record, text)))
    said = " ".join(verdict.text.split())
    assert verdict.state == "not yet" and "when the same instance is asked again" in said, said


def test_other_inputs_keep_shapes_sizes_and_what_is_an_index():
    given = {"x": np.arange(4.0), "at": np.array([0, 2, 1]), "w": tensor([[0.5, 1.0]], requires_grad=True), "lr": 0.5,
             "size": 3, "mask": np.array([0.0, 1.0]), "pair": ("a", [1.0])}
    others = other_inputs(given)
    assert others["x"].tolist() == [2.25, 0, 0.75, 1.5] and others["at"].tolist() == [1, 0, 2]
    assert others["w"].tolist() == [[0.75, 0.375]] and others["w"].requires_grad
    assert others["mask"].tolist() == [1, 0]
    assert (others["lr"], others["size"], others["pair"]) == (0.5, 3, ("a", [1.0]))
    assert other_inputs({"lr": 0.5, "many": [1.0, 2]}) == {"lr": 0.375, "many": [0.75, 2]}


def test_other_numbers_are_written_into_the_arrays_that_were_there():
    seen = []

    def total(x, parts):
        seen.append((id(x), id(parts)))
        return float(x.sum() + parts["y"].sum())
    given = {"x": np.ones(2), "parts": {"y": np.ones(1)}}
    first, then, result, afterwards = in_turn(lambda answer, inputs: answer(**inputs), total, given,
                                  {"x": np.zeros(2), "parts": {"y": np.array([5.0])}})
    assert (first, then, result, afterwards) == ([3.0], [5.0], 5.0, "") and seen[0] == seen[1]


@pytest.mark.parametrize("text, state", [
    ("from functools import lru_cache\n\n@lru_cache\ndef {}(tried):\n    return True", "not yet"),
    ("from functools import partial\n\ndef {0}(tried, said):\n    return said\n{0} = partial({0}, said=1)", "not yet"),
    ("def {0}(tried):\n    return True\n{0} = 5", "crashed")], ids=["cached", "partial", "a number"])
@pytest.mark.parametrize("id", ["1.8", "2.8"])
def test_a_test_to_write_that_is_no_plain_function_is_judged(id, text, state):
    verdict = answered(id, text.format(find(id).name)).verdict
    plain = answered(id, f"def {find(id).name}(tried):\n    return True").verdict
    assert (verdict.state, verdict.points) == (state, plain.points if state == "not yet" else 0)
