"""Answers as students hand them in: each text of an exercise's record, below what it needs of the lesson."""

import inspect
import sys
import types

from ..course.record import registry
from ..course.source import names_in
from ..course.source_code import source_of
from ..course.wrong import space_of

GIVEN = ("np", "mt", "minitorch")        # what every notebook has, besides minitorch.learn
LESSONS = "minitorch.course.exercises"


def handed_in(exercise, text):
    """Return a text of an exercise as a notebook's cells: imports and earlier answers that it names, then the text.

    Raises ValueError for a name of the exercise's file that no notebook has.
    """
    return "\n\n".join([*above(exercise, text, {exercise.name}), text]) + "\n"


def above(exercise, text, seen):
    """Return what must precede a text, in order: imports, other exercises' answers, helpers of the exercise's file."""
    from .. import course
    space, blocks = space_of(exercise.answer), []
    for name in sorted(names_in(text) - seen):
        seen.add(name)
        value = space.get(name)
        if name not in space or name in GIVEN or getattr(course, name, None) is value and name in course.__all__:
            continue
        if inspect.isfunction(value) or isinstance(value, type):
            if value.__module__.startswith(LESSONS):       # another exercise's answer, or a program of the lesson
                blocks += [*above(exercise, source_of(value), seen), source_of(value)]
                continue
        blocks.append(imported(exercise, name, value))
    return blocks


def imported(exercise, name, value):
    """Return the line that imports a module, or a name that a module has.

    Raises ValueError for anything else.
    """
    if isinstance(value, types.ModuleType):
        package, _, last = value.__name__.rpartition(".")
        return f"import {value.__name__}" + (f" as {name}" if "." in value.__name__ or name != last else "") if (
            not package) else f"from {package} import {last}" + (f" as {name}" if name != last else "")
    home = getattr(value, "__module__", None)
    for own in [getattr(value, word, name) for word in ("__name__", "__qualname__")]:   # the first may be PyTorch's
        if home and getattr(sys.modules.get(home), own, None) is value:
            return f"from {home} import {own}" + (f" as {name}" if own != name else "")
    raise ValueError(f"{exercise.id} {exercise.name} names {name}, which stands in the exercise's file and in no "
                     "notebook: give it as an argument, or write it inside the answer.")


def right(exercise):
    """Return the known right answers as they are handed in: the record's own, then those in another style."""
    return [handed_in(exercise, text) for text in exercise.right]


def wrong(exercise):
    """Return {name of the mistake: [each of its forms, as it is handed in]}."""
    return {known.name: [handed_in(exercise, text) for text in known.texts] for known in exercise.misconceptions}


def of_lesson(lesson):
    """Return the exercises of a lesson, in order; of all lessons if `lesson` is None."""
    from ..course import exercises  # noqa: F401  (its lessons register themselves)
    return sorted((record for record in registry.values() if lesson in (None, record.lesson)),
                  key=lambda record: [int(n) for n in record.id.split(".")])
