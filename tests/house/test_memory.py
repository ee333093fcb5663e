"""Freed memory is kept for the next step, where the C library can be told so, and only where nobody minds."""

import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from minitorch.backend import memory

PROGRAM = """
import resource, numpy as np, minitorch
print(minitorch.backend.memory.kept)
for size in (5, 9, 7, 8) * 3:                            # of changing sizes, so that none fits where the last was
    if size == 5:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    np.ones(size << 20).sum()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the switch is glibc's")


def run(**environment):
    """(kept, pages asked of the system by the last four arrays) in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MALLOC_", "MINITORCH_KEEP"))}
    said = subprocess.run([sys.executable, "-c", PROGRAM], env={**clean, **environment}, text=True,
                          capture_output=True, check=True).stdout.split()
    return said[0] == "True", int(said[1])


@glibc
def test_large_arrays_are_made_again_without_asking_the_system():
    kept, pages = run()
    plain, asked = run(MINITORCH_KEEP_MEMORY="0")
    if not asked:
        pytest.skip("this system does not count the pages it gives")
    assert kept and not plain and asked > 100 and pages < asked / 10


@pytest.mark.parametrize("environment, wanted", [
    ({}, True), ({"MINITORCH_KEEP_MEMORY": "1"}, True), ({"MINITORCH_KEEP_MEMORY": "0"}, False),
    ({"MALLOC_ARENA_MAX": "2"}, False), ({"GLIBC_TUNABLES": "glibc.malloc.trim_threshold=1"}, False),
    ({"GLIBC_TUNABLES": "glibc.cpu.x86_shstk=off"}, True)])
def test_whoever_has_said_otherwise_is_left_alone(environment, wanted):
    assert memory.wanted(environment) is wanted


def test_other_systems_are_left_alone(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert memory.keep_freed() is False


class Kind(np.ndarray):
    """A subclass with an attribute of its own."""


@pytest.mark.parametrize("array", [np.ones(3), np.ones((4, 6))[1:, ::-2], np.ones(()), np.empty((0, 3)),
                                   np.arange(9.0).view(Kind)[2:], np.broadcast_to(1.0, (2, 3)), np.array([{}, "x"])],
                         ids=["new", "view", "number", "empty", "subclass", "broadcast", "objects"])
def test_address_is_the_address_that_numpy_reports(array):
    assert memory.address(array) == array.__array_interface__["data"][0] == array.ctypes.data


LINES = """
import numpy as np, minitorch as mt
from minitorch.backend.memory import begins_a_line, on_a_line
made = [mt.randn(100, 100), mt.tensor(np.ones((100, 101))), mt.zeros(300, 401, dtype=mt.float64), mt.empty(9999)]
print([begins_a_line(x.array) and x.array.base is None for x in made])
numbers = np.arange(24000.0).reshape(60, 400)
moved = on_a_line(numbers[:, ::2])
print(begins_a_line(moved) and (moved == numbers[:, ::2]).all())
"""


@glibc
def test_a_weight_begins_where_a_line_of_the_cache_does():
    """In a process of its own: where memory has long been given out and taken back, no array may fit."""
    said = subprocess.run([sys.executable, "-c", LINES], text=True, capture_output=True, check=True).stdout
    assert said.split("\n")[:2] == ["[True, True, True, True]", "True"]


def test_what_is_written_many_times_over_begins_a_line_wherever_numpy_puts_it():
    for size in range(memory.FEW // 8, memory.FEW // 8 + 2000, 111):
        array = memory.aligned(np, (2, size), "float32")
        assert memory.begins_a_line(array) and array.shape == (2, size) and array.dtype == np.float32
        assert array.flags.c_contiguous and array.flags.writeable
    assert memory.aligned(np, (3,), "float64").base is None and memory.aligned(np, (), "int64").shape == ()


def test_small_arrays_and_very_large_ones_stay_where_they_are(monkeypatch):
    monkeypatch.setattr(memory, "MANY", 1 << 16)
    for size in (10, 1 << 15):
        for array in [np.ones(size) for _ in range(5)]:
            assert memory.on_a_line(array) is array


def test_where_no_array_fits_the_given_one_stays(monkeypatch):
    monkeypatch.setattr(memory, "begins_a_line", lambda array: False)
    array = np.ones(1 << 12)
    assert memory.on_a_line(array) is array
