"""What this session knows: each answer, how it was judged, and what of it the library runs on."""

import re
import sys
from contextlib import suppress
from functools import wraps

import numpy as np

from ..engine.piece import Mount, mount, notify
from ..runtime.errors import ipython_shell
from . import answer_file
from .card import Points, present
from .cases import Case
from .evidence import attempt, judge, judged_now, not_attempted
from .library_calls import borrowed
from .record import find
from .source import at_its_name, defined, globals_of

answers: dict[str, "Answer"] = {}
told: set[tuple[str, str, int]] = set()        # notices given, so that each is given once in a run of a cell
INSTEAD = re.compile(r"The (library|course)'s own runs in its place\. *|: the library's own runs in its place(?=\.)")
STAYS = f"Your last right answer goes on running, and stays in {answer_file.NAME}."
opened: dict[str, int] = {}            # hints opened so far, by exercise; kept here, never sent


class Answer:
    """The last attempt at an exercise: the function, its verdict, and its mount if the library runs on it.

    judged    its verdict; None for one that a mark says was right: it is judged when somebody asks for its verdict
    earlier   the right answer that it came after and has not replaced, on which the library runs still
    """

    def __init__(self, exercise, function, judged=None, earlier=None):
        self.exercise, self.function, self.judged, self.earlier = exercise, function, judged, earlier
        self.mount: Mount | None = None
        self.just_said = False                             # by the cell that defines it: the check says a line

    @property
    def verdict(self):
        """Return the verdict, which gives its points; an answer with a mark is judged now."""
        if self.judged is None:
            self.stop()
            try:
                self.judged = judge(self.exercise, self.function)
            finally:
                if self.judged is None or self.judged.state == "right":
                    self.run()
        return self.judged

    @property
    def state(self):
        """Return the verdict's state; that of an answer that has proved too slow since is "right but slow"."""
        state = "right" if self.judged is None else self.judged.state
        gave_up = self.mount is not None and not self.mount.running
        return "right but slow" if gave_up and state == "right" else state

    @property
    def right(self):
        """Return this answer if it is right, else the earlier one that still is; None if there is none."""
        if self.state == "right":
            return self
        return self.earlier if self.earlier is not None and self.earlier.state == "right" else None

    def run(self):
        """Put it in the place of the library's piece."""
        adapt = self.exercise.adapt or (lambda function: function)
        if self.exercise.piece is not None:
            self.mount = mount(self.exercise.piece(), quiet(adapt(self.function)))

    def stop(self):
        if self.mount is not None:
            self.mount.remove()


def submit(exercise, function, keep=True):
    """Judge an answer and, if it is right, put it in the place of the library's piece and keep it.

    After an answer that is not right, an earlier one that was goes on running.
    """
    before = answers.get(exercise.id)
    earlier = before.right if before is not None else None
    if before is not None:
        before.stop() if earlier is None else earlier.stop()
    try:
        answer = Answer(exercise, function, judge(exercise, function), earlier)
    except BaseException:                                  # interrupted
        if earlier is not None:
            earlier.run()
        raise
    answers[exercise.id] = answer
    if answer.verdict.state in ("crashed", "not yet"):
        for other in unfinished(exercise, function):
            answer.verdict.text += f"\n    It calls your {other.name}, which is not right yet: mend {other.id} first."
    if answer.verdict.state == "right":
        try:
            answer.run()
        except Exception as reason:
            answer.verdict.text += f"\n    The library cannot run on it, and keeps its own: {reason}"
    elif earlier is not None:
        earlier.run()
        answer.verdict.text = f"{INSTEAD.sub('', answer.verdict.text)}\n    {STAYS}"
    if keep and answer.verdict.state.startswith("right") and answer.right in (answer, None):
        trouble = answer_file.save(exercise, function)
        answer.verdict.text += f"\n    {trouble}" if trouble else ""
    return answer


def quiet(function):
    """Return the same function without NumPy's warnings, as the library computes: 1/0 is inf."""
    if isinstance(function, type):
        return function

    @wraps(function)
    def quietly(*inputs, **settings):
        with np.errstate(all="ignore"):
            return function(*inputs, **settings)
    if hasattr(function, "beside"):
        quietly.beside = tuple((target, quiet(other)) for target, other in function.beside)
    return quietly


def unfinished(exercise, function):
    """Return the exercises whose answers an answer calls although they are not right yet."""
    space, names = globals_of(function)
    return [other.exercise for other in answers.values() if other.exercise is not exercise and other.exercise.name in
            names and space.get(other.exercise.name) is other.function and not other.state.startswith("right")]


def exercise(id, version=1):
    """Mark a function or class as the answer to an exercise: it is checked at once and shows the evidence.

    A right answer takes the place of the library's piece, and all later cells run on it, until another right one is
    given; in the place of a blank the name stands for the last right answer, or the library's own. A notebook says
    which version of the exercise it asks for, where that is not the first.
    """
    record = find(id)
    if version != record.version:
        notify(f"{id} {record.name}: this notebook asks for version {version}, the installed minitorch has version "
               f"{record.version}. Fetch the lesson anew")

    def decorate(function):
        at_its_name(function)
        answer = submit(record, function)
        verdict, answer.just_said = answer.verdict, True
        present(verdict, print)
        if verdict.state != "not attempted" or verdict.waits_for is not None:
            return function
        right = answer.right                               # so that other answers may call what was skipped
        return right.function if right is not None else record.reference or function
    return decorate


def say(text):
    """Print, whatever has become of print."""
    with suppress(Exception):
        sys.stdout.write(f"{text}\n")


def last_of(record):
    """Return the last answer to an exercise; without one, that of a cell that has lost its @exercise line."""
    if record.id not in answers and (function := defined(record)) is not None:
        say(f"{record.id} has lost its @exercise line; it was found by its name, {record.name}.")
        submit(record, function)
    return answers.get(record.id)


def check(id):
    """Show how an exercise stands; its value is the number of points earned. Never raises.

    What its cell has just shown is said in one line; asked again, whole.
    """
    try:
        record = find(id)
        answer = last_of(record)
        verdict = answer.verdict if answer is not None else not_attempted(record)
        brief = answer is not None and answer.just_said
        if brief:
            answer.just_said = False
        present(verdict, say, verdict.so_far(), brief)
        if brief and answer.right not in (None, answer):
            say(f"    {STAYS}")
        return Points(verdict.points)
    except Exception as error:
        say(f"check({id!r}) could not run: {type(error).__name__}: {error}")
        return 0


def yours(id):
    """Return the learner's last right answer to an exercise; the library's own, with a notice, if there is none yet.

    Raises NotImplementedError where nothing can run in its place: a graded course gives out no answers that could.
    Raises RuntimeError while the answer to this exercise is judged: it would be its own pattern.
    """
    record = find(id)
    if record in judged_now:
        raise RuntimeError(borrowed(f'yours("{record.id}")'))
    answer = answers.get(record.id)
    state = answer.state if answer is not None else "not attempted"
    right = answer.right if answer is not None else None
    notice = (id, state, run_of_a_cell())
    if right is None and record.reference is None:
        raise NotImplementedError(f"this cell runs on your {record.id} {record.name}, which is {state}, and this "
                                  f"course gives out nothing that could run in its place: write {record.id} first.")
    if right is not answer or answer is None:
        if notice not in told:                             # once is read, a thousand times is noise
            told.add(notice)
            notify(f"{record.id} {record.name} runs on " + (
                f"your last right answer: what its cell holds now is {state}" if right is not None else
                "the library's own for now: yours is right, but slow" if state == "right but slow" else
                "the library's own until yours is right"))
    return record.reference if right is None else right.function


def run_of_a_cell():
    """Return a number that differs for every run of a cell; 0 outside notebooks."""
    return getattr(ipython_shell(), "execution_count", 0)


def reset():
    """Forget all answers and put the library's pieces back."""
    for answer in answers.values():
        for each in filter(None, (answer, answer.right)):
            each.stop()
    answers.clear()
    answer_file.seen.clear()
    answer_file.newest.clear()
    opened.clear()
    told.clear()


def hidden(id, inputs, count=5, seed=0, version=None):
    """Try an answer on inputs it has not seen; the value is the points of the exercise, a fifth of them for this.

    inputs    inputs(rng) gives a dict of arguments; stands in the solution notebook only
    version   of the exercise, where it is an older one, that some still hand in: only `minitorch grade` tries that
    """
    try:
        record = find(id)
        if version not in (None, record.version):
            return None
        if (answer := last_of(record)) is None or not answer.verdict.state.startswith("right"):
            return Points(0 if answer is None else answer.verdict.points)
        rng = np.random.default_rng(seed)
        passed = 0
        for _ in range(count):
            trial = attempt(record, answer.function, Case("hidden", **inputs(rng)))
            passed += trial.passed
            if trial.outcome.stopped:
                break
        say(f"{id} {record.name}: {passed} of {count} unseen cases")
        points = record.points * (0.8 + 0.2 * passed / count)
        return Points(int(points) if points == int(points) else round(points, 2))
    except Exception as error:
        say(f"hidden({id!r}) could not run: {type(error).__name__}: {error}")
        return 0
