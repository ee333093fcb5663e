"""While an exercise is graded, the library's own version of it is nowhere in the process: there is nothing to dig out.

That the reference scores full and a blank nothing without it, for every exercise, is said by test_checker.py, which
grades as everyone does: no check needs the library's own where the answer runs.
"""

import json
import os
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from grade.handed import IDS, checker

from minitorch.course.cases import Law
from minitorch.course.record import find
from minitorch.grade import packing
from minitorch.grade.inside import trap
from minitorch.grade.inside.unpacking import opened
from minitorch.grade.packing import packed
from minitorch.grade.plan import Plan, library_own

WITH_OWN = [id for id in IDS if library_own(find(id))]


FRESH = "import json; from grade.test_taken import WITH_OWN, said; print(json.dumps({id: said(id) for id in WITH_OWN}))"


def said(id):
    """What `taken` says of an exercise in a copy of this process, which is then broken for good."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            taken(id)
            os.write(write, b"held")
        except BaseException:
            os.write(write, traceback.format_exc()[-4000:].encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(pid, 0)
    return text


def taken(id):
    """Take the library's own away, and look for what still holds its code."""
    own = opened(packed(library_own(find(id))))            # as it crosses to where the answer runs
    assert all(any(one is each for each in library_own(find(id))) for one in own)
    functions = [function for one in own for function in trap.functions_of(one)]
    codes = [function.__code__ for function in functions if not function.__code__.co_freevars]
    held = sys.getrefcount(compile("1", "", "eval"))       # of code that nobody else knows of
    trap.take_away(own)
    others = {code.co_qualname: sys.getrefcount(code) - held for code in codes}
    assert set(others.values()) <= {2}, others             # the list above, and the loop's own name for it
    for function in functions:
        with pytest.raises(trap.LibraryOwn):
            function()


@pytest.fixture(scope="module")
def told():
    """{id: what was said} in a fresh process: here, a failure that pytest remembers may hold the code as well."""
    tests = Path(__file__).parents[1]
    paths = os.pathsep.join([str(tests), str(tests.parent)])
    found = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True,
                           env={**os.environ, "PYTHONPATH": paths})
    return json.loads(found.stdout)


def test_every_exercise_that_a_piece_of_the_library_answers_has_one():
    assert len(IDS) >= 40 and len(WITH_OWN) >= 28
    assert {id for id in IDS if find(id).piece is not None} <= set(WITH_OWN)


@pytest.mark.parametrize("id", WITH_OWN)
def test_what_an_answer_is_to_be_runs_nowhere_while_it_is_graded(id, told):
    assert told[id] == "held", told[id]


@pytest.mark.parametrize("id", IDS)
def test_no_program_that_is_sent_while_points_are_at_stake_holds_what_is_right(id, monkeypatch):
    """A check's own code runs beside an answer: the reference is no part of it."""
    exercise, sent = find(id), []
    plan = Plan(exercise, checker().plan(id, exercise.version).hidden)
    real = packing.packed_function
    monkeypatch.setattr(packing, "packed_function", lambda function: sent.append(function) or real(function))
    plan.given()
    for case in (*exercise.cases, *plan.hidden):
        if not plan.from_here(case):
            packed((exercise.run, case.inputs))
    if not all(plan.from_here(case) for case in exercise.cases):
        packed([(probe.shown, probe.later) if isinstance(probe, Law) else probe for probe in exercise.probes])
    right = {function.__code__ for function in trap.functions_of(exercise.reference)}
    assert right and not [function for function in sent if function.__code__ in right]


def test_functions_of_the_library_go_by_name_also_before_anything_has_read_them():
    """In a new process: a program that looks one up takes no function with it, and each has a name to import."""
    code = ("from minitorch.course.exercises.lesson_2 import functions, picked; from minitorch.grade import packing;"
            "print(len(packing.packed(picked)), [n for n, f in functions.items() if not packing.import_path(f)])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])})
    size, left = done.stdout.split(maxsplit=1)
    assert int(size) < 1000 and left.strip() == "[]", done


PROBES = [(id, known) for id in IDS for known in find(id).misconceptions if known.probe is not None]


@pytest.mark.parametrize("id, known", PROBES, ids=[f"{id} {known.name}" for id, known in PROBES])
def test_what_finds_a_mistake_can_be_sent_into_the_sandbox(id, known):
    assert packed(known.probe)
