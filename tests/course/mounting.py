"""A learner's answer in the place of the library's piece, as a lesson's check puts it there, its calls noted."""

from course.answers import of
from course.written import cell

import minitorch as mt
from minitorch.course.record import find
from minitorch.course.session import submit


def mounted(id, text):
    """An answer in the place of the library's piece; the list that its calls are noted in."""
    record, calls = find(id), []
    mine = cell(text, cell(of(record.lesson).HELPERS))[record.name]
    answer = submit(record, mine)
    assert answer.verdict.state == "right", answer.verdict.text
    answer.mount.remove()

    def noted(*inputs):
        calls.append(inputs)
        return mine(*inputs)
    answer.mount = mt.piece.mount(record.piece(), record.adapt(noted) if record.adapt else noted)
    return calls
