"""One exercise as the checker tries it: what is wanted, and how each check reaches the answer."""

from base64 import b64encode
from contextlib import contextmanager
from functools import partial
from random import Random
from zlib import crc32

import numpy as np

from ..course.cases import Law
from ..course.compare import plain, same
from ..course.evidence import Trial
from ..course.instances import told_twice
from ..course.library_calls import twins
from ..course.other_values import in_turn
from ..course.recognition import recognise
from ..course.record import registry
from ..course.safe_call import call
from ..course.watch import positional
from ..tensors import Tensor
from .by_heart import like
from .packing import import_path, packed

LESSONS = "minitorch.course.exercises"
NO_VALUES = "What came of it when it was called once more is not what was asked for."


def order(id):
    """Return a key that sorts exercise ids by lesson and number."""
    return [int(part) for part in id.split(".")]


def sendable(value, functions):
    """Whether a value can cross as data; with `functions`, those as calls back."""
    if isinstance(value, tuple | list | set | frozenset):
        return all(sendable(part, functions) for part in value)
    if isinstance(value, dict):
        return all(sendable(part, functions) for part in (*value, *value.values()))
    if value is None or isinstance(value, bool | int | float | complex | str | np.dtype | np.generic):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "biufc"
    if isinstance(value, Tensor):
        return value.is_leaf and value.grad is None
    return functions and callable(value) and not isinstance(value, type)


def library_own(exercise):
    """Return the library's functions and classes that do what an exercise asks for: its piece's, and the aliases."""
    piece = None if exercise.piece is None else exercise.piece()
    pieces = [*([] if piece is None else [getattr(piece, "piece", piece)]), *twins(exercise, load=True)]
    return [getattr(piece, "library", piece) for piece in pieces]


def sent_with(run, given, all_of_it):
    """Return the arguments of a worker's `run`; all_of_it: whether everything that is given may be sent packed."""
    return [packed((run, *given))] if all_of_it else [packed((run,)), *given]


@contextmanager
def counting_ids(worker):
    """Let an answer's `id` give the same numbers again, in the block: see course/numbered.py."""
    worker.counting = True
    try:
        yield
    finally:
        worker.counting = False


class Plan:
    """One exercise as the checker tries it: every wanted result computed once, every program packed once."""

    def __init__(self, exercise, hidden=()):
        self.exercise, self.kept, self.hidden, self.like = exercise, {}, [], {}
        self.draw(list(hidden), 0)

    def draw(self, hidden, seed):
        """Take other hidden cases, and another order in which those that are shown are tried."""
        gone = {id(case) for cases in [self.hidden, *self.like.values()] for case in cases}
        self.kept = {key: kept for key, kept in self.kept.items() if key[1] not in gone}
        self.hidden, self.like, self.seed, self.order = hidden, {}, seed, list(self.exercise.cases)
        if self.exercise.apart:
            Random(f"{seed} {self.exercise.id}").shuffle(self.order)      # so that an answer cannot count them

    def once(self, what, key, make):
        if (what, id(key)) not in self.kept:
            self.kept[what, id(key)] = make(), key         # the key stays alive, so that its id is its own
        return self.kept[what, id(key)][0]

    def wanted(self, case):
        def make():
            outcome = call(lambda: plain(self.exercise.wanted(case)))
            if outcome.error is not None:
                raise outcome.error
            return outcome.value
        return self.once("wanted", case, make)

    def others(self, case):
        """Return cases like one that is shown: see by_heart.py."""
        if case.name not in self.like:
            self.like[case.name] = like(self.exercise, case, self.wanted(case), self.seed)
        return self.like[case.name]

    def from_here(self, case):
        """Whether the check runs here and only the answer there; else all of it runs there."""
        exercise = self.exercise
        plainly = not exercise.programs or exercise.apart
        return plainly and self.once("sendable", case, lambda: sendable(case.inputs, exercise.apart))

    def trial(self, worker, case):
        """Try one case, as evidence.attempt does."""
        wanted = self.wanted(case)
        if self.exercise.halves is not None:
            outcome = self.in_halves(worker, case)
        elif self.from_here(case):
            outcome = worker.tried(lambda: plain(self.exercise.run(worker.answer, case.fresh())))
        else:
            code = self.once("program", case, lambda: packed((self.exercise.run, case.inputs)))
            outcome = worker.tried(worker.run, code)
        return Trial(case, outcome.error is None and same(outcome.value, wanted, self.exercise.close), wanted, outcome)

    def once_more(self, worker, case):
        """Try a case once more, with ids of earlier arguments used again."""
        with counting_ids(worker):
            return self.trial(worker, case)

    def in_turn(self, worker, case):
        """Return an Outcome of a case and then of one with other numbers, to find an answer that kept the first."""
        exercise, other = self.exercise, case.varied
        if exercise.halves is not None:
            (given, kept), (then, _) = (exercise.halves.begin(each.fresh()) for each in (case, other))
            run = partial(in_turn, exercise.shown)
            sent = sent_with(run, [given, then], given is kept)
        elif self.from_here(case):
            with counting_ids(worker):
                outcome = worker.tried(lambda: in_turn(exercise.run, worker.answer, case.fresh(), other.fresh()))
            if outcome.error is None and not exercise.apart:          # what came is a copy: the answer's is there
                there = worker.tried(worker.run, self.both(case))
                if there.error is None:
                    outcome.value = *outcome.value[:-1], there.value[-1]
            return outcome
        else:
            sent = [self.both(case)]
        return worker.tried(worker.run, *sent)

    def both(self, case):
        """Return the program that tries a case, and then the same with other numbers, where the answer runs."""
        run = partial(in_turn, self.exercise.run)
        return self.once("in turn", case, lambda: packed((run, case.inputs, case.varied.inputs)))

    def told_twice(self, worker, name, case):
        """Return an Outcome of a method of an answer, called with other numbers and then with a case's own."""
        run = partial(told_twice, self.exercise.run, name)
        return worker.tried(worker.run, self.once(f"told {name}", case, lambda: packed((run, case.inputs))))

    def in_halves(self, worker, case):
        """Return an Outcome of a case of which one half runs in the sandbox, and the result is read here."""
        halves, shown = self.exercise.halves, self.exercise.shown
        given, kept = halves.begin(case.fresh())
        outcome = worker.tried(worker.run, *sent_with(shown, [given], given is kept))
        if outcome.error is None:
            read = call(lambda: plain(halves.read(outcome.value, kept)))
            outcome.value, outcome.error = read.value, read.error
        return outcome

    def asked(self, worker, probe):
        """Return an Outcome of a probe: None or words, or whether it is a mistake."""
        if isinstance(probe, Law):
            return self.held_to(worker, probe)
        if all(self.from_here(case) for case in self.exercise.cases):
            return worker.tried(probe, positional(worker.answer, self.exercise.names))
        return worker.tried(worker.run, self.once("probe", probe, lambda: packed((probe,))))

    def held_to(self, worker, law):
        """Return an Outcome of a law: the sandbox returns values, which are judged here."""
        given, kept = law.begin(law.draw(np.random.default_rng([self.seed, crc32(self.exercise.id.encode())])))
        outcome = worker.tried(worker.run, *sent_with(law.shown, [given], given is kept))
        if outcome.error is None and law.later is not None:
            worker.renew()
            outcome = worker.tried(worker.run, packed((law.later,)), given, outcome.value)
        if outcome.error is None:
            judged = call(law.judge, outcome.value, kept)
            outcome.value = judged.value if judged.error is None else NO_VALUES
        return outcome

    def recognised(self, worker, trials):
        """Return the known mistake that an answer makes, or None."""
        def ask(probe):
            outcome = self.asked(worker, probe)
            outcome.value = outcome.value is True
            return outcome
        known = recognise(self.exercise, trials, ask)
        return known if worker.dead is None else None

    def start(self, submission, target, reach=0):
        """Return the first message to a worker: the cells, which of them to run, what it may know of the course."""
        exercise = self.exercise
        earlier = {record.name: record.id for record in registry.values() if order(record.id) < order(exercise.id)}
        return {"id": exercise.id, "name": exercise.name, "numpy_only": exercise.numpy_only, "others": earlier,
                "cells": submission.cells, "target": target, "reach": reach, **self.once("start", exercise, self.given)}

    def given(self):
        from .. import course
        helpers = {name: value for name, value in ((name, getattr(course, name)) for name in course.__all__)
                   if import_path(value) or value.__module__.startswith(LESSONS)}     # all else has nothing to do here
        return {"names": list(course.__all__), "given": b64encode(packed(helpers)).decode(),
                "own": [[one.__module__, b64encode(packed(one)).decode()] for one in library_own(self.exercise)]}
