"""What an attack is: a wrong answer that wants more than it deserves, or means harm."""

import json
import os
import subprocess
import sys
from pathlib import Path

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
    """

    def __init__(self, name, id, code, fires, deserved=0.0, state=None, bounded=None, seconds=20):
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
        read, write = os.pipe()
        try:
            ran = subprocess.run([sys.executable, str(HERE / "unprotected.py"), str(cells), str(write)], cwd=folder,
                                 env=environment, pass_fds=[write], capture_output=True, timeout=self.seconds)
            code, output = ran.returncode, len(ran.stdout)
        except subprocess.TimeoutExpired as late:
            code, output = "still running", len(late.stdout or b"")
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            os.set_blocking(pipe.fileno(), False)
            first = (pipe.read() or b"").split(b"\n")[0]
        seen = json.loads(first) if first.startswith(b"{") else {}
        return {"ended": code, "output": output, **seen}

    def __repr__(self):
        return self.name
