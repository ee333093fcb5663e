"""Changes between two calls: of what stands outside of the program, or is asked in C, and of what is returned."""

import os
import random
import sys
import tempfile
import time
import weakref
from operator import attrgetter

import numpy as np
from static.changes import change, refused, x
from static.changes_of_names import Thing, each, module

import minitorch as mt


@refused
def pythons_chance_in_c(run):
    random.seed(3)
    call = run(lambda data: data * next(iter(random.random, 2)))
    return [call(x()) for _ in range(3)]


@refused
def a_generator_of_pythons(run):
    draws = random.Random(3)
    call = run(lambda data: data * next(iter(draws.random, 2)))
    return [call(x()) for _ in range(3)]


@refused
def a_clock_in_c(run):
    call = run(lambda data: data.double() * 0 + next(iter(time.perf_counter_ns, 2)))
    return len({call(x())[0, 0].item() for _ in range(3)})


@refused
def an_attrgetter_from_outside(run):
    thing, get = Thing(), attrgetter("rate")
    return each(run(lambda data: data * get(thing)), lambda value: setattr(thing, "rate", value), [3.0])


@refused
def a_weak_reference(run):
    thing = Thing()
    table = weakref.WeakValueDictionary(a=thing)
    return each(run(lambda data: data * table["a"].rate), lambda value: setattr(thing, "rate", value), [3.0])


@refused
def modules_by_name(run):
    sys.modules["settings_of_a_test"] = settings = module(rate=1.0)
    call = run(lambda data: data * sys.modules["settings_of_a_test"].rate)
    found = each(call, lambda value: setattr(settings, "rate", value), [3.0])
    del sys.modules["settings_of_a_test"]
    return found


@refused
def globals_by_name(run):
    globals()["FACTOR"] = 1.0
    found = each(run(lambda data: data * globals()["FACTOR"]), lambda value: globals().update(FACTOR=value), [3.0])
    del globals()["FACTOR"]
    return found


@refused
def a_version(run):
    weight = x()
    return each(run(lambda data: data * weight._version), weight.add_, [1.0, 2.0])


@refused
def where_random_numbers_stand(run):
    mt.manual_seed(3)
    call = run(lambda data: data * mt.initial_seed() + mt.get_rng_state()[0].float())
    return each(call, mt.manual_seed, [4, 5])


@refused
def a_mode_that_is_left(run):
    def function(data):
        mt.set_grad_enabled(False)
        return data * 2
    call, found = run(function), []
    for _ in range(3):
        with mt.enable_grad():
            found += call(x()), mt.is_grad_enabled()
    return found


@refused
def an_attribute_of_a_result(run):
    def function(data):
        result = data * 2
        result.tag = "new"
        return result
    call = run(function)
    return [call(x()).tag for _ in range(3)]


@change
def a_set_that_is_returned(run):
    call, found = run(lambda data: (data * 2, {"parts": {1, 2}})), []
    for more in range(3, 6):
        _, result = call(x())
        found.append(len(result["parts"]))
        result["parts"].add(more)
    return found


@change
def a_slice_that_is_returned(run):
    call = run(lambda data: (data[:len(data) // 2], slice(0, len(data)), range(len(data))))
    return [repr(call(x(size))) for size in range(3, 9)]


def of_a_file(run, read, write):
    with tempfile.TemporaryDirectory() as folder:
        path, found = f"{folder}/numbers.npy", []
        write(path, 1.0)
        call = run(lambda data: data * float(read(path)))
        for value in (2.0, 3.0):
            found += call(x()), call(x())
            write(path, value)
        return *found, call(x())


@refused
def a_file_that_numpy_reads(run):
    return of_a_file(run, np.load, lambda path, value: np.save(path, np.float32(value)))


@refused
def a_file_that_minitorch_reads(run):
    return of_a_file(run, mt.load, lambda path, value: mt.save(mt.tensor(value), path))


@refused
def a_file_of_numbers(run):
    return of_a_file(run, lambda path: np.fromfile(path)[0], lambda path, value: np.full(1, value).tofile(path))


@refused
def whether_a_file_is_there(run):
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "flag")
        call = run(lambda data: data * (2 if os.path.exists(place) else 3))
        found = [call(x()), call(x())]
        open(place, "w").close()
        return found, call(x())


@change
def where_home_is(run):
    home, call = os.environ.get("HOME"), run(lambda data: data * len(os.path.expanduser("~/data")))
    found = []
    for place in ("/one", "/other", "/one"):
        os.environ["HOME"] = place
        found.append(call(x()))
    os.environ.pop("HOME") if home is None else os.environ.update(HOME=home)
    return found
