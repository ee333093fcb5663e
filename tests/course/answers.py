"""What students hand in, right and wrong, by lesson: read from the exercises' records, so that none is missing."""

from functools import cache
from types import SimpleNamespace

from minitorch.author.answers import of_lesson, right, wrong

HELPERS = "from minitorch.learn import *\n"      # what stands in a notebook's first cell


@cache
def of(lesson):
    """REFERENCE {id: text}, OTHERS {id: texts in another style}, WRONG {id: {mistake: text}}, FORMS {…: its texts}."""
    records = of_lesson(lesson)
    forms = {record.id: wrong(record) for record in records}
    return SimpleNamespace(
        HELPERS=HELPERS, REFERENCE={record.id: right(record)[0] for record in records}, FORMS=forms,
        OTHERS={record.id: right(record)[1:] for record in records},
        WRONG={id: {name: texts[0] for name, texts in known.items()} for id, known in forms.items()})


RECORDS = of_lesson(None)
IDS = [record.id for record in RECORDS]
LESSONS = sorted({record.lesson for record in RECORDS})
ANSWERS = {lesson: of(lesson) for lesson in LESSONS}
