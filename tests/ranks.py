"""For tests of several processes: run a function of rank_programs.py in several ranks and return their results."""

import json
import os
import subprocess
import sys
from pathlib import Path

from timed import comes

HERE = Path(__file__).parent
LIMIT = 300                               # seconds after which a run counts as hanging


class Run:
    """How `minitorch run` ended: exit code, stdout, stderr, and in `found` the results of the ranks, in order."""

    def __init__(self, code, out, err, found):
        self.code, self.out, self.err, self.found = code, out, err, found


def surroundings():
    """Return environment variables with which a process finds minitorch and these programs."""
    path = os.pathsep.join([str(HERE.parent), str(HERE), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path}


def launch(ranks, program, folder, *arguments, options=(), environment=None, start=()):
    """Run rank_programs.`program`(folder, *arguments) in `ranks` ranks; return a Run, even if they fail.

    A run of more than LIMIT seconds is ended and raises TimeoutExpired.

    start   a command that starts the launcher's command
    """
    command = [*start, sys.executable, "-m", "minitorch", "run", "-n", str(ranks), *options,
               str(HERE / "rank_programs.py"), program, str(folder), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, stdin=subprocess.DEVNULL,
                          env=surroundings() | (environment or {}))
    paths = [Path(folder) / f"{program}-{rank}.json" for rank in range(ranks)]
    found = [json.loads(path.read_text()) if path.exists() else None for path in paths]
    return Run(done.returncode, done.stdout, done.stderr, found)


def own_memory(folder, size="64m"):
    """Return a command for `start`: the run gets its own /dev/shm; its files' names at the end go to folder/left."""
    words = f'mount -t tmpfs -o size={size} tmpfs /dev/shm; "$@"; code=$?; ls -A /dev/shm > {folder}/left; exit $code'
    return ["unshare", "--mount", "sh", "-c", words, "sh"]


def in_ranks(ranks, program, folder, *arguments):
    """Return the results of all ranks; assert that all end without error."""
    run = launch(ranks, program, folder, *arguments)
    assert run.code == 0, run.out + run.err
    return run.found


def processes_with(text):
    """Return the command lines of processes that contain a text; only on Linux, from /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes())
        except OSError:
            continue                                     # the process has ended meanwhile
    return [line for line in found if text.encode() in line]


def all_end(text, seconds=10):
    """Return whether every process whose command line contains a text ends in time; killed ones also need a moment."""
    return comes(lambda: not processes_with(text), seconds)
