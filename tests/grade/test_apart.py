"""Answers that are to tell versions apart see nothing of them but what they do: which is right stands nowhere."""

from contextlib import closing

import numpy as np
import pytest
from grade.handed import ANSWERS, IDS, checker, graded, handed

from minitorch.course.evidence import judge
from minitorch.course.record import find
from minitorch.grade.plan import sendable
from minitorch.grade.sandbox import Sandbox
from minitorch.grade.usage import Limits
from minitorch.grade.worker import Worker

bwrap = pytest.mark.needs("bwrap")
MADE = {"4.8": "make([mt.zeros(1, requires_grad=True)], lr=1.0)",
        "5.8": "make(np.arange(6), np.arange(6), 2, np.random.default_rng(0))"}

READ = """
import types
def words(value, depth=0, seen=None):
    seen = set() if seen is None else seen
    if depth > 6 or id(value) in seen:
        return []
    seen.add(id(value))
    if isinstance(value, str):
        return [value]
    if isinstance(value, (bool, int, float, bytes, types.ModuleType, type(None))):
        return [repr(value)[:40]] if isinstance(value, (bool, int, float)) else []
    inner = list(value) if isinstance(value, (list, tuple, set)) else []
    inner += [*value, *value.values()] if isinstance(value, dict) else []
    if isinstance(value, types.FunctionType):
        inner += [value.__name__, value.__qualname__, value.__doc__, value.__defaults__, value.__kwdefaults__]
        inner += [cell.cell_contents for cell in value.__closure__ or ()] + [value.__code__.co_consts]
    elif not isinstance(value, (type, dict, list, tuple, set)):
        inner += [getattr(value, "__dict__", None)]
    inner += [type(value).__name__]
    return [word for each in inner for word in words(each, depth + 1, seen)]
"""


def told(id):
    """What an answer can read of each version, as the error it raises; bare numbers count what has crossed so far."""
    name = find(id).name
    code = READ + f"def {name}(make):\n    made = {MADE[id]}\n" \
                  "    found = [word for word in words(make) + words(made) if not word.isdecimal()]\n" \
                  "    raise KeyError(' '.join(sorted(found)))\n"
    plan = checker().plan(id, find(id).version)
    submission, said = handed({id: code}), []
    with closing(Sandbox("bwrap")) as sandbox:
        worker = Worker(sandbox, Limits(), lambda other: checker().reference(id, other))
        assert worker.begin(plan.start(submission, submission.sources[id][0][0]))[0] == "ready"
        for case in find(id).cases:
            said.append(str(plan.trial(worker, case).error))
        worker.close()
    return said


@bwrap
@pytest.mark.parametrize("id", MADE)
def test_all_versions_look_alike_from_inside(id):
    said = told(id)
    assert "KeyError" not in said[0] and len(said[0]) > 100, said[0]
    assert len(set(said)) == 1, said


@bwrap
@pytest.mark.parametrize("id", MADE)
@pytest.mark.parametrize("how", ["COUNT.append(1) or len(COUNT) == {place}", "make.__name__ in ('right', 'loader_C')",
                                 "not any(each for cell in make.__closure__ or () for each in "
                                 "[cell.cell_contents] if isinstance(each, str))",
                                 "'passes' not in vars({made}) and len(vars({made})) == 5"])
def test_guesses_by_order_or_name_are_worth_what_a_coin_is(id, how):
    place = 1 + [case.name for case in find(id).cases].index("right")
    name = find(id).name
    code = f"COUNT = []\ndef {name}(make):\n    return {how.format(place=place, made=MADE[id])}\n"
    points = [graded({id: code}, seed=seed)[id].points for seed in (1, 2, 3)]
    assert sum(points) / 3 < 0.5 * find(id).points      # one order in six is guessed, and brings half


def test_every_exercise_that_hands_out_versions_keeps_them():
    """A function among inputs that is one of several, of which an answer says whether it is right, stays outside."""
    found = []
    for id in IDS:
        exercise = find(id)
        wanted = [exercise.wanted(case) for case in exercise.cases]
        if all(isinstance(value, bool) for value in wanted) and any(map(callable, exercise.cases[0].inputs.values())):
            assert exercise.apart and all(sendable(case.inputs, True) for case in exercise.cases), id
            found.append(id)
    assert found == ["1.8", "2.8", "3.8", "4.8", "5.8"]


@pytest.mark.parametrize("id", MADE)
def test_in_one_process_they_do_the_same(id):
    name = find(id).name
    space = {"np": __import__("numpy"), "mt": __import__("minitorch")}
    exec(ANSWERS[find(id).lesson].REFERENCE[id], space)
    assert judge(find(id), space[name]).state == "right"


@bwrap
@pytest.mark.parametrize("given, change", [
    ([np.ones(2)], "given[0] *= 2"), ({"w": (np.ones(2), 3)}, "given['w'][0][:] = 2"), (np.ones(2), "given += 1")])
def test_what_an_answer_changes_in_place_is_seen_inside_lists_too(given, change):
    code = f"def {find('1.1').name}(given):\n    {change}\n    return 0\n"
    plan, submission = checker().plan("1.1", find("1.1").version), handed({"1.1": code})
    with closing(Sandbox("bwrap")) as sandbox:
        worker = Worker(sandbox, Limits(), lambda other: checker().reference("1.1", other))
        worker.begin(plan.start(submission, submission.sources["1.1"][0][0]))
        assert worker.answer(given) == 0
        worker.close()
    array = given[0] if isinstance(given, list) else given["w"][0] if isinstance(given, dict) else given
    assert array.tolist() == [2, 2]
