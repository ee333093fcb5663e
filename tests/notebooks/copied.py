"""A plugin for nbval: each kernel is a copy of one process that has loaded IPython and minitorch, for Linux only.

To load them takes most of the time of a notebook of three cells. A copy has run nothing of another notebook.
"""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress


class Kernel:
    """A copy, as jupyter_client handles a process that it started itself."""

    stdin = stdout = stderr = None

    def __init__(self, pid):
        self.pid = pid

    def poll(self):
        with suppress(ProcessLookupError):
            return os.kill(self.pid, 0)
        return 0

    def wait(self):
        while self.poll() is None:
            time.sleep(0.01)
        return 0

    def send_signal(self, number):
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)


def pytest_configure(config):
    from jupyter_client.provisioning import local_provisioner
    server = subprocess.Popen([sys.executable, "-m", "notebooks.copied"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True, bufsize=1)

    def launch(command, cwd=None, env=None, **_):
        server.stdin.write(json.dumps([command, cwd, env]) + "\n")
        said = server.stdout.readline()
        if not said:
            raise RuntimeError("The process that kernels are copies of has ended: see what it wrote above.")
        return Kernel(int(said))

    def end():
        server.stdin.close()
        server.wait()
    local_provisioner.launch_kernel = launch
    config.add_cleanup(end)


def main():
    """Make a copy of this process for each line that comes; it says its number."""
    os.environ["JPY_PARENT_PID"] = str(os.getpid())      # with which a kernel ends
    from ipykernel import ipkernel, kernelapp, zmqshell  # noqa: F401  (loaded once, for all copies)

    signal.signal(signal.SIGCHLD, ended)
    while line := sys.stdin.readline():                  # no more than a line is read: copies have none of it
        if not os.fork():
            (_, *words), cwd, env = json.loads(line)
            kernel(words[words.index("-f"):], cwd, env or {})


def ended(*_):
    """Let copies that have ended be gone; the time they took counts as this process's."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def kernel(words, cwd, env):
    """Be a kernel, in a session of its own as jupyter_client has it, until it is ended."""
    from ipykernel.kernelapp import launch_new_instance
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    print(os.getpid(), flush=True)                       # only now: who ends a kernel ends its whole session
    os.chdir(cwd or ".")
    os.environ.update(env, JPY_PARENT_PID=os.environ["JPY_PARENT_PID"])
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    launch_new_instance(argv=words)
    os._exit(0)


if __name__ == "__main__":
    main()
