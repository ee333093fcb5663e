"""What this session knows: each answer, how it was judged, and what of it the library runs on."""

from ..piece import Mount, banner, mount
from .evidence import Verdict, judge
from .record import find, registry

answers: dict[str, "Answer"] = {}
opened: dict[str, int] = {}            # hints opened so far, by exercise; kept here, never sent


class Answer:
    """The last attempt at an exercise: the function, its verdict, and its mount if the library runs on it."""

    def __init__(self, exercise, function, verdict):
        self.exercise, self.function, self.verdict = exercise, function, verdict
        self.mount: Mount | None = None


def submit(exercise, function):
    """Judge an answer and, if it is right, put it in the place of the library's piece."""
    before = answers.get(exercise.id)
    if before is not None and before.mount is not None:
        before.mount.remove()
    answer = Answer(exercise, function, judge(exercise, function))
    answers[exercise.id] = answer
    if answer.verdict.state.startswith("right") and exercise.piece is not None:
        mine = function if exercise.adapt is None else exercise.adapt(function)
        answer.mount = mount(exercise.piece(), mine)
    return answer


def exercise(id):
    """Mark a function or class as the answer to an exercise: it is checked at once and shows the evidence.

    A right answer takes the place of the library's piece, and all later cells run on it.
    """
    record = find(id)

    def decorate(function):
        print(submit(record, function).verdict.text)
        return function
    return decorate


def check(id):
    """Show how an exercise stands; its value is the plain number of points earned. Never raises."""
    try:
        record = find(id)
        answer = answers.get(id)
        verdict = answer.verdict if answer is not None else Verdict(
            record, "not attempted", 0, text=f"{id} {record.name}: not attempted\n"
            f"    The library's own runs in its place.  hint(\"{id}\") has {len(record.hints)} hints.")
        print(verdict.text)
        return verdict.points
    except Exception as error:
        print(f"check({id!r}) could not run: {type(error).__name__}: {error}")
        return 0


def yours(id):
    """The learner's right answer to an exercise; the library's own, with a banner, when there is none yet."""
    record = find(id)
    answer = answers.get(id)
    if answer is not None and answer.verdict.state.startswith("right"):
        return answer.function
    banner(f"{record.id} {record.name} runs on the library's own until yours is right")
    return record.reference


def reset():
    """Forget all answers and put the library's pieces back."""
    for answer in answers.values():
        if answer.mount is not None:
            answer.mount.remove()
    answers.clear()
    opened.clear()


__all__ = ["answers", "check", "exercise", "opened", "registry", "reset", "submit", "yours"]
