"""Between two calls of a compiled function something changes: it gives eager's numbers, or says what it cannot hold."""

import subprocess
import sys

import numpy as np
import pytest
from static import (
    changes,
    changes_elsewhere,
    changes_of_calls,
    changes_of_modules,
    changes_of_names,
    changes_of_programs,
    changes_of_training,
    changes_of_variables,
)

import minitorch as mt
from minitorch import static
from minitorch.rare.autograd.tree import leaves
from minitorch.static.compile import Compiled
from minitorch.static.guards import Eager

FILES = (changes_elsewhere, changes_of_calls, changes_of_modules, changes_of_names, changes_of_programs,
         changes_of_training, changes_of_variables)              # which fill CHANGES


def numbers(found):
    """All that a change returned, as arrays and whatever else there is."""
    return [x.detach().numpy() if isinstance(x, mt.Tensor) else x for x in leaves(found)]


def same(a, b):
    return type(a) is type(b) and (np.array_equal(a, b, equal_nan=True) and a.dtype == b.dtype
                                   if isinstance(a, np.ndarray) else a == b)


def differences(name, compiled):
    wanted = numbers(changes.CHANGES[name](lambda function: function))
    found = numbers(changes.CHANGES[name](compiled))
    assert len(found) == len(wanted)
    return [(place, a, b) for place, (a, b) in enumerate(zip(wanted, found)) if not same(a, b)]


@pytest.mark.parametrize("name", changes.CHANGES)
@pytest.mark.filterwarnings("ignore:compile", "ignore:divide by zero:RuntimeWarning")      # by zeros of either sign
def test_a_change_is_noticed(name):
    made = []

    def compiled(function):
        made.append(Compiled(function))
        return made[0]
    assert not differences(name, compiled)
    eager = made[0].breaks is not None or any(type(form) is Eager for form in made[0].forms)
    assert eager == (name in changes.REFUSED), made[0].notices


@pytest.mark.parametrize("name", sorted(changes.REFUSED))
def test_what_no_program_can_hold_is_an_error_where_a_whole_graph_is_asked_for(name):
    with pytest.raises(static.NotRecorded, match="line"):
        differences(name, lambda function: Compiled(function, fullgraph=True))


def test_after_eight_recordings_one_line_says_why():
    call = Compiled(lambda data, factor: data * factor)
    with pytest.warns(UserWarning, match="was recorded 8 times.* argument 1 was 7, and now 8") as told:
        found = [call(mt.ones(1), factor).item() for factor in range(12)]
    assert found == list(range(12)) and len(told) == 1 and len(call.forms) == 8


def test_thirty_changes_are_planted():
    assert len(changes.CHANGES) - len(changes.REFUSED) >= 30


FROZEN = """
import gc

import minitorch as mt
from minitorch.engine import tensor_types
from minitorch.static.collector import all_objects
from minitorch.static.compile import Compiled

for _ in range(2):                                       # what was frozen before is not looked through again
    weights = mt.ones(3)
    gc.freeze()
    young = mt.ones(3)
    for _ in range(2):
        run = Compiled(lambda data, weights=weights, young=young: data * 2.0 + weights + young, fullgraph=True)
        assert run(mt.ones(3)).tolist() == [4, 4, 4] and gc.get_freeze_count()

looked, old = [], mt.ones(3)
gc.freeze()
found = all_objects(tensor_types)
gc.unfreeze = lambda: looked.append(1)
young = mt.ones(3)
again = all_objects(tensor_types)
assert {id(old), id(young)} <= set(map(id, again)) and not looked
assert len(again) == len(found) + 1
"""


def test_tensors_that_a_program_has_frozen_are_found_and_looked_for_once():
    """In a process of its own: the objects of all tests would be looked through several times."""
    subprocess.run([sys.executable, "-c", FROZEN], check=True)


def test_looking_for_tensors_runs_no_code_of_other_peoples_classes():
    class Kind(type):
        def __hash__(cls):
            raise RuntimeError("asked for its hash")

        __eq__ = type.__eq__

    class Odd(metaclass=Kind):
        pass
    odd, weights = Odd(), mt.ones(3)
    run = Compiled(lambda data: data + weights, fullgraph=True)
    assert run(mt.ones(3)).tolist() == [2, 2, 2] and type(odd) is Odd


def test_a_parameter_without_a_shape_is_passed_over():
    lazy, weights = mt.nn.LazyLinear(2), mt.ones(3)
    run = Compiled(lambda data: data + weights, fullgraph=True)
    assert run(mt.ones(3)).tolist() == [2, 2, 2] and lazy.has_uninitialized_params()


def test_an_import_that_is_not_reached_is_not_looked_for():
    space = {"__name__": "__main__"}
    exec("def run(data, more=False):\n    if more:\n        from .nowhere import it\n    return data * 2", space)
    assert Compiled(space["run"], fullgraph=True)(mt.ones(1)).item() == 2


def test_an_import_among_many_constants_is_read_as_it_stands():
    space = {"__name__": "__main__"}
    many = "".join(f"    x = {number}\n" for number in range(1000, 1300))
    exec(f"def run(data):\n{many}    from math import pi\n    return data * pi", space)
    assert Compiled(space["run"], fullgraph=True)(mt.ones(1)).item() == mt.tensor(3.14159265).item()
