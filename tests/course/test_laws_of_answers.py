"""Wrong answers that any exercise invites: made of its right answer, and refused by each exercise."""

from functools import lru_cache, wraps

import numpy as np
import pytest

from minitorch import tensor
from minitorch.course.evidence import judge
from minitorch.course.other_values import hangs_on_numbers, in_turn, other_inputs
from minitorch.course.record import find
from minitorch.grade.answers import of_lesson

pytestmark = pytest.mark.usefixtures("own_folder")
FUNCTIONS = [record for record in of_lesson(None) if record.kind == "function" and not record.is_test]
OF_WHOLE_NUMBERS = {"7.2", "7.3", "7.4", "8.5", "9.3", "10.1", "10.5", "11.1", "12.2"}     # by themselves, and names
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


def test_an_answer_that_is_kept_while_its_module_lives_is_refused_in_the_words_of_the_law():
    record, kept = find("8.2"), {}

    def im2col(x, size, stride):
        return kept.setdefault((x.shape, size, stride), record.answer(x, size, stride))
    verdict = judge(record, im2col)
    assert verdict.points < record.points and KEPT in " ".join(verdict.text.split())


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
    first, then, result = in_turn(lambda answer, inputs: answer(**inputs), total, given,
                                  {"x": np.zeros(2), "parts": {"y": np.array([5.0])}})
    assert (first, then, result) == ([3.0], [5.0], 5.0) and seen[0] == seen[1]
