"""For tests of several processes: run a function of rank_programs.py in some ranks, and get what each returned."""

import json
import os
import subprocess
import sys
from pathlib import Path

from timed import comes

HERE = Path(__file__).parent
LIMIT = 300                               # seconds after which a run counts as one that hangs


class Run:
    """How `minitorch run` ended: code, out and err, and in `found` what the ranks returned, in their order."""

    def __init__(self, code, out, err, found):
        self.code, self.out, self.err, self.found = code, out, err, found


def surroundings():
    """The environment in which a process finds minitorch and these programs."""
    path = os.pathsep.join([str(HERE.parent), str(HERE), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path}


def launch(ranks, program, folder, *arguments, options=(), environment=None, start=()):
    """Run rank_programs.`program`(folder, *arguments) in so many ranks; nothing is asked about how it ends.

    A run that does not end in LIMIT seconds is ended, and fails with TimeoutExpired.

    start   a command before that of the launcher
    """
    command = [*start, sys.executable, "-m", "minitorch", "run", "-n", str(ranks), *options,
               str(HERE / "rank_programs.py"), program, str(folder), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, stdin=subprocess.DEVNULL,
                          env=surroundings() | (environment or {}))
    paths = [Path(folder) / f"{program}-{rank}.json" for rank in range(ranks)]
    found = [json.loads(path.read_text()) if path.exists() else None for path in paths]
    return Run(done.returncode, done.stdout, done.stderr, found)


def own_memory(folder, size="64m"):
    """A command before the launcher's: a /dev/shm of the run's own, whose files at the end go into folder/left."""
    words = f'mount -t tmpfs -o size={size} tmpfs /dev/shm; "$@"; code=$?; ls -A /dev/shm > {folder}/left; exit $code'
    return ["unshare", "--mount", "sh", "-c", words, "sh"]


def in_ranks(ranks, program, folder, *arguments):
    """What each of so many ranks returned; all must end well."""
    run = launch(ranks, program, folder, *arguments)
    assert run.code == 0, run.out + run.err
    return run.found


def processes_with(text):
    """Command lines of processes that hold a text; on Linux, where /proc lists them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes())
        except OSError:
            continue                                     # it has ended meanwhile
    return [line for line in found if text.encode() in line]


def all_end(text, seconds=10):
    """Whether every process whose command line holds a text ends soon: who was killed still needs a core to end on."""
    return comes(lambda: not processes_with(text), seconds)
