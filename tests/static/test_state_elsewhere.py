"""What a function reads outside of its own module: Python's library, classes, NumPy's chance. Changes are noticed."""

import functools
import io
import logging
import os
import sys
import time

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.static.compile import Compiled

pytestmark = pytest.mark.filterwarnings("ignore:compile")
ONES = mt.ones(2)


@pytest.mark.parametrize("draw", [
    np.random.rand, np.random.normal, lambda: np.random.randint(1000), lambda: np.random.choice(1000),
    lambda: np.random.permutation(1000)[0]])
def test_numpys_numbers_are_drawn_in_each_call(draw):
    def function(x):
        return x * float(draw())
    found, wanted = [], []
    for run, numbers in ((Compiled(function), found), (function, wanted)):
        np.random.seed(3)
        numbers += [run(ONES).tolist() for _ in range(4)]
    assert found == wanted and len({*map(str, found)}) == 4


def test_it_is_told_that_numpy_draws():
    def function(x):
        y = x * 2
        return y * np.random.rand()
    with pytest.warns(UserWarning, match=r"Numbers are drawn from numpy\.random.*Draw them with minitorch's functions"):
        Compiled(function)(ONES)


@pytest.mark.parametrize("function", [
    lambda x: x * float(os.environ["MINITORCH_TEST"]), lambda x: x * float(os.environ.get("MINITORCH_TEST", 7)),
    lambda x: x * float(os.getenv("MINITORCH_TEST", "7"))])
def test_the_environment_is_asked(function, monkeypatch):
    call = Compiled(function)
    for value in ("2", "2", "3", "2"):
        monkeypatch.setenv("MINITORCH_TEST", value)
        assert call(ONES).tolist() == [float(value)] * 2


def test_attributes_of_pythons_modules_are_asked(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["program"])
    monkeypatch.setattr(sys, "rate", 2.0, raising=False)
    call = Compiled(lambda x: x * len(sys.argv) * sys.rate)
    assert [call(ONES).tolist() for _ in range(2)] == [[2.0, 2.0]] * 2
    sys.argv.append("more")
    assert call(ONES).tolist() == [4.0, 4.0]
    sys.rate = 3.0
    assert call(ONES).tolist() == [6.0, 6.0]


def test_a_logger_logs_from_when_its_level_says_so():
    shown, log = io.StringIO(), logging.getLogger("minitorch.tests.static")
    log.propagate, log.handlers[:] = False, [logging.StreamHandler(shown)]
    log.setLevel(logging.WARNING)

    def function(x):
        y = x * 2
        log.info("shape %s", tuple(y.shape))
        return y
    call = Compiled(function)
    for level, calls in ((logging.WARNING, 2), (logging.INFO, 3), (logging.WARNING, 1)):
        log.setLevel(level)
        assert [call(ONES).tolist() for _ in range(calls)] == [[2, 2]] * calls
    assert shown.getvalue() == "shape (2,)\n" * 3


def test_a_partial_of_a_clock_is_asked():
    now = functools.partial(time.perf_counter)
    call = Compiled(lambda x: x * 0 + now())
    assert len({call(mt.ones((), dtype=mt.float64)).item() for _ in range(3)}) == 3


def test_an_attribute_of_a_base_class_is_its_subclass_own_later():
    class Base:
        rate = 2.0

    class Own(Base):
        pass
    call, own = Compiled(lambda x: x * Own.rate), Own()
    by_object = Compiled(lambda x: x * own.rate)

    def found():
        return call(ONES)[0].item(), by_object(ONES)[0].item()
    assert [found(), found()] == [(2, 2)] * 2
    Own.rate = 3.0
    assert found() == (3, 3)
    own.rate = 4.0
    assert found() == (3, 4)
    del Own.rate, own.rate
    assert found() == (2, 2)
    Base.rate = 5.0
    assert found() == (5, 5)


def test_a_forward_of_one_module_is_taken_and_given_back(monkeypatch):
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)

        def forward(self, x):
            return self.layer(x) * 2
    model = Model()
    call, x = mt.compile(model), mt.rand(3, 2)

    def agrees():
        return all(call(x).tolist() == model(x).tolist() for _ in range(2))
    assert agrees()
    model.forward = lambda x: x + 1
    assert agrees() and call(x).tolist() == (x + 1).tolist()
    del model.forward
    assert agrees() and call(x).tolist() != (x + 1).tolist()
    model.layer.forward = lambda x: x * 3
    assert agrees()
    del model.layer.forward
    before = nn.Linear.forward
    monkeypatch.setattr(nn.Linear, "forward", lambda self, x: before(self, x) + 1)
    assert agrees()
    monkeypatch.undo()
    assert agrees()
