"""Grade a small class in copies of this process, each of which kills itself (-9) at a moment that was drawn.

A moment is a line of the grader's own code, or an instruction of the database's machine: no clock says when it comes.
Prints a line of JSON for each: how many submissions were said to be kept, what the store holds, and what the next run
makes of it.
"""

import json
import os
import random
import signal
import sys
from pathlib import Path

from grade.test_runner import Here, one

from minitorch.grade.runner import Run, exercises_of
from minitorch.grade.store import Store

STUDENTS = [f"s{i:02d}" for i in range(8)]


def grade(path, event, show=lambda *state: None):
    """Grade the class with event() called at each moment; returns the students that were graded now."""
    def trace(frame, what, value):
        if f"{os.sep}grade{os.sep}" in frame.f_code.co_filename:
            event()
            return trace
        return None

    Here.asked = []
    with Store(path) as store:
        store.base.set_progress_handler(event, 1)
        sys.settrace(trace)
        try:
            Run(store, seed=7, executor=Here, jobs=2, show=show).over([one(name) for name in STUDENTS])
        finally:
            sys.settrace(None)
    return Here.asked


def held(path):
    """{student: the results that a store holds of them}."""
    found: dict = {}
    with Store(path) as store:
        for result in store.results():
            found.setdefault(result.student, []).append(result.graded())
    return found


def killed(path, moment):
    """How often a copy that ends at a moment has said that a submission is kept; it is dead when this returns."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        left = iter(range(moment))

        def event():
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
        grade(path, event, lambda done, *state: os.write(write, bytes([done])))
        os._exit(0)
    os.close(write)
    with open(read, "rb") as pipe:
        said = pipe.read()
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
    return max(said, default=0)


def main(folder, count):
    folder, met = Path(folder), []
    exercises_of(1)                                        # loads the records, once for all
    grade(folder / "first", lambda: None)                  # what is kept for all runs is made here
    grade(folder / "whole", lambda: met.append(1))
    whole = held(folder / "whole")
    for number, moment in enumerate(random.Random(26).sample(range(len(met)), int(count))):
        path = folder / str(number)
        said = killed(path, moment)
        torn = path.with_name(f"{number}-journal").exists()
        part = held(path)
        print(json.dumps({"said": said, "kept": len(part), "torn": torn, "as_whole": part.items() <= whole.items(),
                          "again": grade(path, int), "at_the_end": held(path) == whole}))


main(*sys.argv[1:])
