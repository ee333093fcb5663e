"""Wrong answers that any exercise invites: made of its right answer, and refused by each exercise of lessons 1 to 5."""

from functools import wraps

import pytest

from minitorch.course.evidence import judge
from minitorch.grade.answers import of_lesson

pytestmark = pytest.mark.usefixtures("own_folder")
FUNCTIONS = [record for lesson in range(1, 6) for record in of_lesson(lesson)
             if record.kind == "function" and not record.is_test]


def form_of(value):
    """What an answer that looks at shapes alone tells apart."""
    if hasattr(value, "shape"):
        return tuple(value.shape)
    if isinstance(value, list | tuple):
        return tuple(map(form_of, value))
    return value if isinstance(value, int | str | None) else getattr(value, "__qualname__", type(value))


@pytest.mark.parametrize("record", [pytest.param(record, id=record.id, marks=[pytest.mark.slow] if at % 3 else [])
                                    for at, record in enumerate(FUNCTIONS)])
def test_an_answer_that_is_kept_for_each_shape_is_refused(record):
    kept = {}

    @wraps(record.answer)
    def by_shape(*inputs):
        form = form_of(inputs)
        if form not in kept:
            kept[form] = record.answer(*inputs)
        return kept[form]
    assert not judge(record, by_shape).state.startswith("right")
