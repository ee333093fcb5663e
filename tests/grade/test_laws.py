"""Nothing is judged where an answer runs: not laws, nor what many results come to; what was forged is worth nothing."""

from types import SimpleNamespace

import numpy as np
import pytest
from course.answers import IDS

from minitorch.course.cases import Law
from minitorch.course.compare import plain, same
from minitorch.course.other_values import copied
from minitorch.course.record import find
from minitorch.course.safe_call import Outcome, call
from minitorch.grade.plan import Plan

LAWS = [pytest.param(id, number, id=f"{id} law {number + 1}") for id in IDS
        for number, probe in enumerate(find(id).probes) if isinstance(probe, Law)]
HALVES = [id for id in IDS if find(id).halves is not None]
FORGED = [None, True, False, "", "right", "RuntimeError", [], (), {}, 0, 1.0, [True] * 6, [False] * 6, [None, None],
          [[], []], (None, False), (0.0, False), np.zeros(3), np.array([[None]], object), object(), float("nan"),
          ["RuntimeError"] * 4, [1, 1], ([], []), ([], 1), (["run.mt"], 1), [(2, 0), (2, 0)], [(1.0, False)] * 6,
          (np.zeros(3), True, np.zeros(3)), [(0.0, True), (1.0, True), (2.0, True)]]


def plan_of(id, seed):
    made = Plan(find(id))
    made.draw([], seed)
    return made


def replies(value):
    """A worker whose process says this, whatever it is asked."""
    def tried(run, *words):
        return Outcome(value, None, "", 0.0)
    return SimpleNamespace(tried=tried, run=None, dead=None, renew=lambda: None)


def reply_of(id, law, seed):
    """What a right answer shows, and whether that is all that is judged: else the checker saw what was asked too."""
    found = []

    def begin(inputs):
        given, kept = law.begin(inputs)
        shown = plain(law.shown(find(id).reference, given))
        shown = shown if law.later is None else plain(law.later(find(id).reference, given, shown))
        found.extend([shown, given is kept])
        return given, kept
    plan_of(id, seed).held_to(replies(None), Law(law.draw, law.shown, law.judge, begin))
    return found


@pytest.mark.parametrize("id, number", LAWS)
def test_only_what_a_right_answer_shows_of_these_inputs_holds(id, number):
    law, plan = find(id).probes[number], plan_of(id, 7)
    assert law(find(id).reference) is None
    reply, is_all = reply_of(id, law, 7)
    said = plan.held_to(replies(reply), law)
    assert said.error is None and (said.value is None) == is_all
    by_heart = [reply_of(id, law, seed)[0] for seed in (1, 2, 3)]
    for forged in (*FORGED, *by_heart):
        words = plan.held_to(replies(forged), law).value
        assert isinstance(words, str) and words, forged


@pytest.mark.parametrize("id", HALVES)
def test_what_a_verdict_compares_is_nothing_that_a_reply_can_say(id):
    """The words that are wanted, and what a right answer gives to other inputs, are no right replies."""
    plan, exercise = plan_of(id, 7), find(id)
    given = [exercise.halves.begin(case.fresh()) for case in exercise.cases]
    right = [plain(exercise.shown(exercise.reference, inputs)) for inputs, _ in given]
    for case, reply, (inputs, kept) in zip(exercise.cases, right, given):
        assert same(exercise.halves.read(reply, kept), plan.wanted(case), exercise.close), case.name
        assert plan.trial(replies(reply), case).passed == (inputs is kept), "what was asked for is seen here as well"
        assert not plan.trial(replies(plan.wanted(case)), case).passed, case.name
    for forged in (None, True, "right", [], [None, None], [[0]], np.zeros(3), right[0], right[-1]):
        passed = [case.name for case in exercise.cases[1:-1] if plan.trial(replies(forged), case).passed]
        assert len(passed) <= len(exercise.cases) / 2, (forged, passed)


def test_there_are_laws_and_no_probe_is_judged_beside_the_answer():
    assert len(LAWS) >= 11 and len(FORGED) >= 30 and len(HALVES) >= 10
    for id in IDS:
        plan = plan_of(id, 0)
        if not all(isinstance(probe, Law) for probe in find(id).probes):
            assert all(plan.from_here(case) for case in find(id).cases), id


def overwriting(answer):
    """The same answer, after which nothing holds what it held among the arrays that it was given."""
    def overwrites(*inputs, **settings):
        out = answer(*inputs, **settings)
        for value in map(plain_array, (*inputs, *settings.values())):
            if isinstance(value, np.ndarray) and value.flags.writeable:
                value[...] = 77
        return out
    return overwrites


def plain_array(value):
    return getattr(value, "array", value)


@pytest.mark.parametrize("id", [id for id in IDS if find(id).kind == "function" and not find(id).is_test])
def test_what_an_answer_writes_where_a_probe_asks_it_is_in_no_case(id):
    """Else the answers that are graded after it would be tried on what it wrote."""
    record = find(id)
    before = [copied(case.inputs) for case in record.cases]
    for probe in [*record.probes, *[known.probe for known in record.misconceptions if known.probe]]:
        call(probe, overwriting(record.answer))
    for case, held in zip(record.cases, before):
        for name, value in held.items():
            assert callable(value) or same(plain(case.inputs[name]), plain(value), 0), (case.name, name)
