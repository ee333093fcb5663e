"""What an exercise is: one record with its answer, its inputs, and the mistakes it knows by name."""

import inspect
import pickle
import sys
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from ..dtypes import get_default_dtype
from ..engine import piece
from ..random import get_rng_state
from .cases import Halves, decided, of_versions, usual
from .compare import plain
from .recorded import Recorded
from .safe_call import call
from .source_code import source_of
from .watch import called, trier
from .wrong import SEPARATOR, pairs_of, written

registry: dict[str, "Exercise"] = {}
of_rules: WeakKeyDictionary = WeakKeyDictionary()     # {case: {rule: (random numbers and dtype, what it gave)}}
earlier: dict[tuple[str, int], "Exercise"] = {}       # older versions and retired exercises, by id and version


def arguments_of(answer):
    """Return the names of the arguments that a function takes by position; () for a class."""
    if isinstance(answer, type):
        return ()
    kinds = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    return tuple(name for name, parameter in inspect.signature(answer).parameters.items() if parameter.kind in kinds)


def cached_result(case, rule, run):
    """Return what run() gives: a rule, right or wrong, on a case. The last result is kept.

    It is kept for the same random numbers and default dtype.
    """
    drawn = pickle.dumps(np.random.get_state())                      # noqa: NPY002 (answers use them)
    now = drawn, get_rng_state().numpy().tobytes(), get_default_dtype()
    results = of_rules.setdefault(case, {})
    then, value = results.get(rule, (None, None))
    if then != now:
        value = run()
        if getattr(value, "error", None) is not None:
            value.error.__traceback__ = None                         # or it keeps the frames, and all arrays in them
        results[rule] = now, value
    return value


class Exercise:
    """One exercise. Ids are never used again; a changed exercise gets a new version.

    While answers to the old version are still to be graded, its record stays beside the new one. So does the record
    of a retired exercise.

    id            "1.5": lesson and number
    answer        what is right, as a learner writes it: a function or class, whose name the learner's has too. Its
                  text is what the notebook's cell holds between the marks, and what wrong answers are written from
    difficulty    1, 2 or 3: about two minutes, ten, half an hour
    reference     what cases are compared with, and blanks run on, where it is not the answer: the library's own
    piece         the library's piece it becomes, or None; a function that gives it, called late
    adapt         turns the learner's function into one with the piece's arguments
    cases         visible checks, in order; partial points are counted by them, and by results: see parts.py
    run           run(answer, inputs) gives what is compared of a case; by default what the answer gives. Where that
                  says in words what many results come to, or counts what an answer does, it is a Halves
    probes        functions of the answer that return None, or what is wrong in words
    wrong         wrong answers by name, at least five
    others        right answers in another style, at least one, each in a form that `written` takes
    hints         three, from a nudge to nearly all
    apart         while it is graded, functions among its inputs stay with the grader, and an answer can only
                  call them: they take and give arrays, Tensors (by value) or nodes of a graph; of those that
                  `in_two` made one half stays there. Without it, what is no plain data is sent to where the
                  answer runs
    aliases       a function that gives what else of the library would be the answer, besides the piece; what is in
                  modules that are loaded late as "module:name"
    results       what the parts of a result are called, where there are several: ("loss", "slopes of input")
    changes       arguments that a right answer changes; any other that is not as it was is a mistake
    retired       whether no notebook asks for it any more: answers that were kept or handed in are still judged
    recorded      in a graded course, what came of the cases, in the place of right and wrong answers: `answer` is
                  the blank then, and without a `reference` nothing runs in its place
    numpy_only    whether an answer may use no op of the library's Tensors: NumPy's functions do the computing
    numbers       whether plain numbers are wanted: a Tensor with its graph among what comes back is a mistake

    Of a test to write:

    right         {name: a version that it is to accept}; the faulty ones are those that wrong answers accept
    refused       what to look at where it refuses the right one, in words
    no            errors that count as False: an assert that fails, unless its text says otherwise
    """

    def __init__(self, id, answer, *, difficulty, points, wrong, hints, cases=(), others=(), reference=None, piece=None,
                 adapt=None, probes=(), version=1, run=None, close=1e-6, apart=False, aliases=lambda: (), results=(),
                 changes=(), numbers=False, numpy_only=False, right=None, refused="", no=(AssertionError,),
                 recorded=None, retired=False):
        self.is_test = right is not None
        if right is not None:
            argument, = arguments_of(answer)
            cases, run, apart = of_versions(argument, right, wrong), decided(argument, tuple(no)), True
            wrong = [*wrong, *usual(answer.__name__, argument, refused)]
        self.id, self.answer, self.name, self.version = id, answer, answer.__name__, version
        self.difficulty, self.points, self.hints, self.others = difficulty, points, tuple(hints), tuple(others)
        self.recorded = None if recorded is None else Recorded(self, recorded)
        self.reference = answer if reference is None and recorded is None else reference
        self.kind = "class" if isinstance(answer, type) else "function"
        self.cases, self.probes, self.misconceptions = tuple(cases), tuple(probes), tuple(wrong)
        self.piece, self.adapt, self.close = piece, adapt, close
        self.names, self.changes = arguments_of(answer), tuple(changes)
        self.run = trier(run or called, self.names, self.changes, numbers)
        self.halves = run if isinstance(run, Halves) else None
        self.shown = self.halves and trier(self.halves.shown, self.names, self.changes, numbers)
        self.programs = run is not None or self.kind == "class"     # more than one call of an answer with its inputs
        self.apart, self.aliases, self.results, self.numpy_only = apart, aliases, tuple(results), numpy_only
        self.line = sys._getframe(1).f_lineno
        for each in self.misconceptions:
            each.exercise = self
        other = registry.get(id)
        if other is not None and other.version == version or (id, version) in earlier:
            raise ValueError(f"exercise {id} exists already, as {find(id).name}: ids are never used again.")
        if not retired and (other is None or other.version < version):
            registry[id] = self
        older = other if registry.get(id) is self else self
        if older is not None:
            earlier[id, older.version] = older

    @property
    def lesson(self):
        return int(self.id.partition(".")[0])

    @property
    def keeps_dtype(self):
        """Return whether float32 is too coarse for float64 arguments: of NumPy arrays, and of Functions."""
        return self.numpy_only or hasattr(self.answer, "backward")

    @property
    def stars(self):
        return "•" * self.difficulty

    @cached_property
    def text(self):
        """Return the source of the answer."""
        return source_of(self.answer)

    @property
    def right(self):
        """Return the sources of all right answers that are known: the answer, then those in another style."""
        return [self.text, *(written(self, form, f"{self.id}, another right answer,") for form in self.others)]

    @cached_property
    def pairs(self):
        """Return two wrong answers in one, each pair with its rule."""
        return [] if self.is_test or self.recorded else list(pairs_of(self))

    def message(self, name):
        """Return the words of a mistake, or of several, by the name that a verdict has; '' if there is none."""
        return " And: ".join(known.message for known in self.misconceptions if known.name in name.split(SEPARATOR))

    def wanted(self, case):
        """Return what should come out of a case."""
        if case.wanted is not None:
            return case.wanted
        if self.recorded:
            return self.recorded.wanted(case)
        if piece.mounted:                                  # a learner's code may be slow, or count its calls
            return self.run(self.reference, case.fresh())
        return cached_result(case, self.reference, lambda: self.run(self.reference, case.fresh()))

    def outcome(self, rule, case):
        """Return the Outcome of a wrong answer, one of a mistake's `rules`, on a case.

        A rule runs once on each case: a wrong answer that keeps something on its class gives other results later.
        """
        return self.recorded.outcome(rule, case) if self.recorded else cached_result(
            case, rule, lambda: call(lambda: plain(self.run(rule, case.fresh()))))

    def __repr__(self):
        return f"<exercise {self.id} {self.name}>"


def find(id, version=None):
    """Return the exercise of that id, the newest or in one version; raise ValueError with the ids there are."""
    from . import exercises  # noqa: F401  (its lessons register themselves)
    id = str(id)                                           # check(1.1) is a number
    newest = registry.get(id) or max((record for (other, _), record in earlier.items() if other == id),
                                     key=lambda record: record.version, default=None)
    if newest is None:
        raise ValueError(f"there is no exercise {id!r}; there are {', '.join(sorted(registry))}.")
    if version in (None, newest.version):
        return newest
    if (id, version) not in earlier:
        raise ValueError(f"exercise {id} has no version {version} any more; it has {newest.version}.")
    return earlier[id, version]
