"""Attacks that mean harm: what never ends, what grows, what stays behind, what writes where it should not.

Without protection each runs in a small form, which cannot hurt, and has to show what the full one would do.
"""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from .attack import Attack

RIGHT = "    return grad * (x > 0)\n"


def alive(word):
    """Processes whose command line holds a word."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            pass
    return found


def end(word):
    """Ends what a test of the unprotected runner has started; it carries the test's own number."""
    for pid in alive(word):
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def ended(word, seconds=20.0):
    """Whether none of them is left, or will be in a moment."""
    until = time.monotonic() + seconds
    while alive(word) and time.monotonic() < until:
        time.sleep(0.05)
    return not alive(word)


Attack("a loop that swallows every interrupt", "1.5", """
import signal
@exercise("1.5")
def relu_derivative(grad, out, x):
    while True:
        try:
            for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            while True:
                pass
        except BaseException:
            pass
""", lambda seen, folder: seen["ended"] == "still running", 0.0, ["stopped"], seconds=6)

Attack("the process ended from within", "1.5", """
import os
@exercise("1.5")
def relu_derivative(grad, out, x):
    os._exit(0)
""", lambda seen, folder: seen["ended"] == 0 and "check" not in seen, 0.0, ["stopped"])

Attack("the parent killed", "1.5", """
import os, signal, pathlib
@exercise("1.5")
def relu_derivative(grad, out, x):
    pathlib.Path("parent").write_text(str(os.getppid()))
    if FULL:
        for pid in (os.getppid(), 1, 2, -1):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
    return grad
""", lambda seen, folder: (folder / "parent").is_file(), 0.5, bounded={"FULL": (False, True)})

Attack("memory without end", "1.5", """
calls = []
@exercise("1.5")
def relu_derivative(grad, out, x):
    kept = []
    calls.append(1)
    if len(calls) > 1 and BLOCKS < 10:
        return grad
    for _ in range(BLOCKS):
        kept.append(bytearray(b"x") * (64 << 20))
""" + RIGHT, lambda seen, folder: seen.get("memory", 0) > 256 << 20, 0.0, ["crashed", "stopped"],
       bounded={"BLOCKS": (4, 400)})

Attack("processes without end", "1.5", """
import os, time
@exercise("1.5")
def relu_derivative(grad, out, x):
    for _ in range(COUNT):
        if os.fork() == 0:
            time.sleep(10 if COUNT < 100 else 600)
            os._exit(0)
""" + RIGHT, lambda seen, folder: seen.get("children", 0) >= 5, 0.0, ["crashed", "stopped"],
       bounded={"COUNT": (5, 5000)})

Attack("threads without end", "1.5", """
import threading, time
@exercise("1.5")
def relu_derivative(grad, out, x):
    for _ in range(COUNT):
        threading.Thread(target=time.sleep, args=(10 if COUNT < 100 else 600,), daemon=True).start()
    if threading.active_count() > COUNT:
        raise RuntimeError("all threads run")
""" + RIGHT, lambda seen, folder: seen.get("check", 1) == 0, 0.0, ["crashed", "stopped"], bounded={"COUNT": (20, 5000)})

Attack("a process left behind", "1.5", """
import subprocess
@exercise("1.5")
def relu_derivative(grad, out, x):
    subprocess.Popen(["sh", "-c", "setsid sleep SECONDS.TOKEN & setsid sleep SECONDS.TOKEN"], start_new_session=True)
    return grad
""", lambda seen, folder: len(alive(seen["token"])) > 0, 0.5, bounded={"SECONDS": (60, 99999)})

Attack("the disk filled", "1.5", """
import pathlib
@exercise("1.5")
def relu_derivative(grad, out, x):
    for folder in (".", "/tmp", "/dev/shm", "/var/tmp", "/"):
        for number in range(FILES):
            try:
                with open(pathlib.Path(folder, f"TOKEN-{number}"), "wb") as file:
                    for _ in range(100):
                        file.write(b"x" * 1000000)
            except OSError:
                break
        if FILES == 1:
            break
    return grad
""", lambda seen, folder: sum(path.stat().st_size for path in folder.glob("*-0")) >= 90_000_000, 0.5,
       bounded={"FILES": (1, 20)})

Attack("output without end", "1.5", """
import os, sys
@exercise("1.5")
def relu_derivative(grad, out, x):
    for _ in range(BLOCKS):
        os.write(1, b"x" * 1000000)
        print("x" * 1000000)
    return grad
""", lambda seen, folder: seen["output"] > 10_000_000, 0.5, bounded={"BLOCKS": (10, 500)})

Attack("other people's marks rewritten", "1.5", """
import pathlib
@exercise("1.5")
def relu_derivative(grad, out, x):
    for path in ("TARGET", *[f"/proc/{number}/" + "rootTARGET" for number in (1, __import__('os').getppid())]):
        try:
            pathlib.Path(path).write_text("100 points for everyone")
        except OSError:
            pass
    return grad
""", lambda seen, folder: "100 points" in (folder / "grades").read_text(), 0.5)

Attack("a result of a hundred million numbers", "1.5", """
calls = []
@exercise("1.5")
def relu_derivative(grad, out, x):
    calls.append(1)
    return grad if len(calls) > 1 and SIZE < 50_000_000 else np.ones(SIZE)
""", lambda seen, folder: seen.get("memory", 0) > 200 << 20, 0.0, bounded={"SIZE": (20_000_000, 100_000_000)})

Attack("files without end, all of them empty", "1.5", """
import os
@exercise("1.5")
def relu_derivative(grad, out, x):
    try:
        for folder in FOLDERS:
            os.makedirs(f"{folder}/TOKEN", exist_ok=True)
            for number in range(COUNT):
                os.close(os.open(f"{folder}/TOKEN/{number}", os.O_CREAT | os.O_WRONLY))
    except OSError:
        pass
    return grad
""", lambda seen, folder: len(list((folder / seen["token"]).iterdir())) >= 200, 0.0, ["stopped", "not yet"],
       bounded={"COUNT": (200, 10_000_000), "FOLDERS": ('["."]', '["/dev/shm", "."]')})

Attack("the sandbox's first process stopped", "1.5", """
import os, signal, time
@exercise("1.5")
def relu_derivative(grad, out, x):
    if FULL:
        os.kill(os.getppid(), signal.SIGSTOP)
    elif os.fork() == 0:
        os.kill(os.getppid(), signal.SIGSTOP)
        time.sleep(1)
        os.kill(os.getppid(), signal.SIGKILL)
        os._exit(0)
    else:
        time.sleep(15)                             # stopped meanwhile
    return grad
""", lambda seen, folder: seen["ended"] == -9, 0.5, bounded={"FULL": (False, True)})
