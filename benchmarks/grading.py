"""Measure how long grading a class takes, with generated submissions of lesson 2: right, partly right, and hostile.

    python -m benchmarks.grading [--submissions 300] [--jobs 2] [--kill]

Of ten submissions six are right, three partly right, and one is an attack from the tests. With --kill the grader is
killed half way and started again, and its grades are compared with those of an undisturbed run.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

HOME = Path(__file__).resolve().parents[1]
GOAL = 180 / 300                         # seconds per submission: three hundred in three minutes, on two idle cores
TARGET = "2.3"                           # the exercise that contains the attack of a hostile submission
TOKEN = "7311999"


def notebook(cells):
    made = [{"cell_type": "code", "source": text, "metadata": {}, "outputs": [], "execution_count": None}
            for text in cells]
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made}


def hostile(folder):
    """Return the sources of attacks, each as an answer to an exercise of lesson 2."""
    from grade.attacks import on_checker, on_files, on_library, on_machines, on_marks  # noqa: F401
    from grade.attacks.attack import every
    found = [attack.written(1, TOKEN=TOKEN, TARGET=str(folder / "nobody")) for attack in every if attack.id == "1.5"]
    return [text.replace('exercise("1.5")', f'exercise("{TARGET}")').replace(
        "def relu_derivative(grad, out, x):", "def sum_to(grad, out, x=0.0):") for text in found]


def made(folder, count):
    """Write `count` submissions into a folder; return how many there are of each kind."""
    sys.path.insert(0, str(HOME / "tests"))
    from grade.handed import ANSWERS, handed
    right, wrong, bank = ANSWERS[2].REFERENCE, ANSWERS[2].WRONG, hostile(folder)
    kinds = {"right": 0, "partly": 0, "hostile": 0}
    for i in range(count):
        answers = dict(right)
        kind = "hostile" if i % 10 == 9 else "partly" if i % 10 in (2, 5, 8) else "right"
        kinds[kind] += 1
        if kind == "partly":
            for place, id in enumerate(right):
                if (i + place) % 3 == 0:
                    faults = list(wrong[id].values())
                    answers[id] = faults[(i + place) % len(faults)]
        submission = handed(answers)
        if kind == "hostile":
            submission.cells[submission.sources[TARGET][0][0]] = bank[i // 10 % len(bank)]
        (folder / f"s{i:03d}.ipynb").write_text(json.dumps(notebook(submission.cells)))
    return kinds


def command(folder, base, jobs):
    return [sys.executable, "-m", "minitorch", "grade", str(folder), "--lesson", "2", "--seed", "7", "--jobs",
            str(jobs), "--db", str(base), "--solutions", str(HOME / "solutions")]


class Processor:
    """Processor seconds of a command and of all processes that it starts, including those killed in sandboxes.

    If this program may create process groups (cgroups), its group is measured; otherwise the whole machine.
    """

    def __init__(self):
        self.group, self.of = None, "of the whole machine's processors"
        for home, file in ((Path("/sys/fs/cgroup/cpuacct"), "cpuacct.usage"), (Path("/sys/fs/cgroup"), "cpu.stat")):
            group = home / f"minitorch-grading-{os.getpid()}"
            with suppress(OSError):
                group.mkdir()
                self.group, self.file, self.of = group, file, "of processor"
                break

    def join(self):
        """Put this process into the group; the command calls this before it starts."""
        if self.group is not None:
            (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def seconds(self):
        if self.group is None:
            busy = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:4]
            return sum(map(int, busy)) / os.sysconf("SC_CLK_TCK")
        text = (self.group / self.file).read_text().split()
        return int(text[0]) / 1e9 if len(text) == 1 else int(text[text.index("usage_usec") + 1]) / 1e6

    def close(self):
        """Remove the group, after its last process has ended."""
        for _ in range(50 if self.group else 0):
            with suppress(OSError):
                self.group.rmdir()
                break
            time.sleep(0.1)


def graded(base):
    """Return the grades in a database, without the times that grading took."""
    from minitorch.grade.store import Store
    with Store(base) as store:
        return [result.graded() for result in store.results()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kill", action="store_true", help="kill the grader half way, too, and compare")
    options = parser.parse_args()
    settings = {"env": {**os.environ, "PYTHONPATH": str(HOME)}, "stdout": subprocess.DEVNULL}
    with TemporaryDirectory() as place:
        folder = Path(place, "in")
        folder.mkdir()
        kinds = made(folder, options.submissions)
        print(", ".join(f"{count} {kind}" for kind, count in kinds.items()), flush=True)
        processor = Processor()
        start, before = time.monotonic(), processor.seconds()
        subprocess.run(command(folder, Path(place, "whole"), options.jobs), preexec_fn=processor.join, **settings)
        seconds, used = time.monotonic() - start, processor.seconds() - before
        processor.close()
        whole = graded(Path(place, "whole"))
        print(f"{seconds:.0f} s with {options.jobs} jobs: {seconds / options.submissions:.2f} s a submission "
              f"(goal: {GOAL:g} s), {used / options.submissions:.2f} s {processor.of}")
        print(f"{len(whole)} results, {sum(each['state'] == 'not graded' for each in whole)} not graded")
        if options.kill:
            half = len(whole) // 2
            running = subprocess.Popen(command(folder, Path(place, "broken"), options.jobs), **settings)
            while running.poll() is None and (not Path(place, "broken").is_file()
                                              or len(graded(Path(place, "broken"))) < half):
                time.sleep(0.3)
            running.send_signal(signal.SIGKILL)
            running.wait()
            kept = len(graded(Path(place, "broken")))
            subprocess.run(command(folder, Path(place, "broken"), options.jobs), **settings)
            same = graded(Path(place, "broken")) == whole
            print(f"killed after {kept} results and started again: {'the same grades' if same else 'OTHER GRADES'}")


if __name__ == "__main__":
    main()
