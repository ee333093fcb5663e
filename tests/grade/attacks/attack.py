"""What an attack is: a wrong answer that wants more than it deserves, or means harm."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

HERE = Path(__file__).resolve().parent
HOME = HERE.parents[2]
every: list["Attack"] = []


class Attack:
    """One hostile submission.

    name     what it does, in a few words
    id       the exercise it answers
    code     the source of its answer; the words in `bounded` are put into it
    fires    fires(seen, folder): whether it worked on a runner without protection. `seen` is what that runner
             says (see unprotected.py), `folder` is where it ran
    deserved at most so many points, for what the answer is worth without the trick
    state    the states it may end in; None: any
    bounded  {word: (small, full)}: small on the unprotected runner, so that it cannot hurt, full in the sandbox
    seconds  after which the unprotected runner is stopped: few for one that never ends
    """

    def __init__(self, name, id, code, fires, deserved=0.0, state=None, bounded=None, seconds=600):
        self.name, self.id, self.code, self.fires = name, id, code, fires
        self.deserved, self.state, self.bounded, self.seconds = deserved, state, bounded or {}, seconds
        every.append(self)

    def written(self, full, **more):
        code = self.code
        for word, sizes in self.bounded.items():
            code = code.replace(word, str(sizes[full]))
        for word, value in more.items():
            code = code.replace(word, value)
        return code

    def unprotected(self, folder, **more):
        """Run it as a grader without protection would: in one process, with the course beside it."""
        cells = Path(folder) / "cells.json"
        cells.write_text(json.dumps({"id": self.id, "code": self.written(0, **more)}))
        environment = {**os.environ, "PYTHONPATH": str(HOME), "OPENBLAS_NUM_THREADS": "1"}
        with TemporaryFile() as marks, TemporaryFile() as printed:     # no pipes: nobody has to empty or to close them
            try:
                code = subprocess.run([sys.executable, str(HERE / "unprotected.py"), str(cells), str(marks.fileno())],
                                      cwd=folder, env=environment, pass_fds=[marks.fileno()], stdout=printed,
                                      stderr=subprocess.DEVNULL, timeout=self.seconds).returncode
            except subprocess.TimeoutExpired:
                code = "still running"
            marks.seek(0)
            first, output = marks.readline().rstrip(b"\n"), os.fstat(printed.fileno()).st_size
        seen = json.loads(first) if first.startswith(b"{") else {}
        return {"ended": code, "output": output, **seen}

    def __repr__(self):
        return self.name
