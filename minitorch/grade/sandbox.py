"""Where answers run: bubblewrap around a process that sees the library, nothing of the course, and no network."""

import os
import shutil
import socket
import subprocess
import sys
import sysconfig
from contextlib import suppress
from functools import cache
from pathlib import Path
from weakref import finalize

from .copies import copies
from .inside.__main__ import BOX, COPIES, LIBRARY
from .inside.syscalls import known
from .temporary import Folder
from .usage import ending

PACKAGE = Path(__file__).resolve().parents[1]
WITHHELD = ("course", "author", "grade")                    # parts of the package that are not there
SHOWN = ("course/safe_call.py", "course/compare.py", "course/numbered.py", "course/watch.py",          # but for these
         "grade/inside")
COURSE = os.path.dirname(LIBRARY)                          # where the library lies inside
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/alternatives",
          "/etc/fonts", "/etc/localtime")
NAMESPACES = ("unshare", "--mount", "--ipc", "--pid", "--fork", "--mount-proc")      # of a submission; of an exercise
FIRST_UID = 200_000                                        # users that nobody is, when the grader runs as root

INSTEAD = """bubblewrap cannot be used here: {reason}.
Without it an answer can read and change whatever you can. To grade in earnest:
    Linux             install bubblewrap (apt install bubblewrap, dnf install bubblewrap)
    Ubuntu 24.04 on   allow it user namespaces: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0
    Docker            docker run --security-opt seccomp=unconfined --cap-add SYS_ADMIN …
    Windows, macOS    grade in WSL 2, a Linux virtual machine or a container as above
Leave --official out to try things with limits on time and memory only."""


class Lost(Exception):
    """The sandbox has died."""


def environment(home, course):
    """Return the variables inside: nothing of the instructor's own."""
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {"HOME": str(home), "TMPDIR": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MPLBACKEND": "Agg",
            "PYTHONPATH": str(course), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0",
            "MPLCONFIGDIR": str(home), "MINITORCH_C": "0", **threads}


def roots():
    """Return the folders that Python needs, none inside another."""
    found = {Path(path) for path in SYSTEM if os.path.exists(path)}
    found |= {Path(path).resolve() for path in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
    found |= {Path(path) for path in (sys.prefix, sys.base_prefix)}
    found |= {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")}
    found |= {Path(entry) for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")}
    return sorted(path for path in found if path.exists() and not any(other in path.parents for other in found))


def command(hide=(), uid="", copies=None):
    """Return the bwrap command line.

    hide   folders and files of the course that must not be seen, should one of them lie within what is shown
    uid    the user to become inside, when the grader runs as root: then limits on processes hold
    copies the folder with files to lay over the library's, by exercise
    """
    made = [found() or "bwrap", "--die-with-parent", "--new-session", "--clearenv"]
    made += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"] if uid else [
        "--unshare-all"]
    made += ["--hostname", "sandbox", "--cap-drop", "ALL"]       # of the first process; an exercise's has none
    for name in ("SYS_ADMIN", *(("SETUID", "SETGID", "KILL") if uid else ())):
        made += ["--cap-add", f"CAP_{name}"]
    shown = [*roots(), Path(COURSE, "minitorch")]
    for parent in sorted({parent for path in shown for parent in path.parents if str(parent) != "/"}):
        made += ["--dir", str(parent)]                     # bwrap's own would be closed to other users
    for path in roots():
        made += (["--symlink", os.readlink(path), str(path)] if path.is_symlink() else
                 ["--ro-bind", str(path), str(path)])
    for path in hidden(hide):
        made += ["--tmpfs", str(path)] if path.is_dir() else ["--ro-bind", os.devnull, str(path)]
    made += ["--ro-bind", str(PACKAGE), f"{COURSE}/minitorch"]
    for name in WITHHELD:
        made += ["--tmpfs", f"{COURSE}/minitorch/{name}"]
    for name in SHOWN:
        made += ["--ro-bind", str(PACKAGE / name), f"{COURSE}/minitorch/{name}"]
    made += [word for name in WITHHELD for word in ("--remount-ro", f"{COURSE}/minitorch/{name}")]
    made += ["--ro-bind", str(copies), COPIES] if copies else []
    made += [word for path in hidden(hide) if path.is_dir() for word in ("--remount-ro", str(path))]
    made += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--dir", BOX, "--chdir", BOX,
             "--remount-ro", "/"]
    for name, value in environment(BOX, COURSE).items():
        made += ["--setenv", name, value]
    return made


def hidden(hide):
    """Return which of the folders to hide would be visible, this package where it is installed and its copies too."""
    shown = roots()
    wanted = [Path(path).resolve() for path in (*hide, PACKAGE)]
    clone = PACKAGE.parent
    if (clone / "solutions").is_dir():
        wanted += [clone / "solutions", clone / "tests", clone / ".git"]
    wanted += copies(tuple(shown), PACKAGE)
    return sorted({path for path in wanted if path.exists() and any(
        root == path or root in path.parents for root in shown)})


def found():
    """Return the path of bubblewrap, searched in absolute folders of PATH; None if it is not installed."""
    absolute = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(folder)]
    return shutil.which("bwrap", path=os.pathsep.join(absolute))


@cache
def trouble():
    """Return why bubblewrap cannot be used here; '' if it can."""
    if not sys.platform.startswith("linux"):
        return f"there is none for {sys.platform}"
    if found() is None:
        return "it is not installed"
    if not known():
        return f"the numbers of the system calls of {os.uname().machine} are not known here"
    try:
        tried = subprocess.run([*command(), *2 * NAMESPACES, "true"], capture_output=True, timeout=20, text=True)
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    return "" if tried.returncode == 0 else tried.stderr.strip().split("\n")[-1] or "it ends with an error"


def isolation(official):
    """Return the isolation that this machine allows, and what to say about it.

    Raises RuntimeError where the grades are to be official and bubblewrap cannot be used.
    """
    reason = trouble()
    if not reason:
        return "bwrap", "isolation: bwrap (no network, nothing of the course, limits on time, memory, processes, files)"
    if official:
        raise RuntimeError(f"--official needs a sandbox. {INSTEAD.format(reason=reason)}")
    if not hasattr(os, "fork"):
        raise RuntimeError(INSTEAD.format(reason=reason).replace("Leave --official out to try things with limits on "
                                                                 "time and memory only.", ""))
    return "rlimits", ("isolation: limits on time and memory only. This is not a sandbox. "
                       + INSTEAD.format(reason=reason))


def put(entry, place, uid):
    """Put a file or folder of the library where answers find it: as a link, or for another user as a copy."""
    if not uid:
        place.symlink_to(entry)
    elif entry.is_dir():
        shutil.copytree(entry, place, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(entry, place)


def finish(control, process):
    """End a sandbox's first process, and all processes below it."""
    control.close()
    process.kill()
    process.wait()


class Sandbox:
    """One sandbox, for one submission at a time: a first process, and one child at a time for each exercise.

    isolation   "bwrap"; "user" for limits and a user of its own, who sees what others may read (needs root); or
                "rlimits" for limits only: then it is no sandbox
    hide        files and folders of the course
    copies      the folder with files to lay over the library's, by exercise
    """

    def __init__(self, isolation="bwrap", hide=(), copies=None):
        self.isolation, self.folder, self.closed = isolation, None, False
        self.control, theirs = socket.socketpair()
        uid = str(FIRST_UID + os.getpid() % 100_000) if isolation != "rlimits" and os.geteuid() == 0 else ""
        inside = [sys.executable, "-P", "-s", "-m", "minitorch.grade.inside", str(theirs.fileno())]
        if isolation == "bwrap":
            line, place_ = [*command(hide, uid, copies), "--", *inside, "bwrap", uid], None
            settings = None
        else:
            self.held = Folder()
            self.folder = self.held.path
            line, place_ = [*inside, "", uid], self.box(uid)
            settings = environment(place_, self.folder / "course")
        self.process = subprocess.Popen(line, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=settings,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=place_,
                                        start_new_session=True)
        theirs.close()
        self.finish = finalize(self, finish, self.control, self.process)
        self.heard(b"r", 60.0)

    def box(self, uid):
        """Make a folder with the library and without the course, where bubblewrap is missing; for another user a copy.
        """
        package = self.folder / "course" / "minitorch"
        for name in WITHHELD:
            (package / name).mkdir(parents=True)
        for entry in PACKAGE.iterdir():
            if entry.name not in WITHHELD:
                put(entry, package / entry.name, uid)
        for name in SHOWN:
            put(PACKAGE / name, package / name, uid)
        box = self.folder / "box"
        box.mkdir()
        if uid:
            self.folder.chmod(0o755)
            os.chown(box, int(uid), int(uid))
        return box

    def heard(self, wanted, seconds):
        self.control.settimeout(seconds)
        try:
            answer = self.control.recv(9)
        except OSError:
            answer = b""
        if answer[:1] != wanted:
            self.close()
            raise Lost
        return answer[1:].decode()

    def anew(self):
        """Remove everything of a submission before this returns; without bubblewrap the sandbox is closed."""
        if self.isolation != "bwrap":
            return self.close()
        with suppress(Lost):
            self.asked(b"n", 20.0, b"r")

    def fork(self, name=""):
        """Start a process for one exercise, and return the socket to it. name: of its folder among the copies."""
        mine, theirs = socket.socketpair()
        with theirs:
            self.asked(b"f" + name.encode(), 20.0, lines=[theirs.fileno()])
        return mine

    def asked(self, what, seconds, wanted=b"k", lines=()):
        """Send a request and open files to the first process, and return its reply."""
        try:
            socket.send_fds(self.control, [what], lines)
        except OSError:
            self.close()
            raise Lost from None
        return self.heard(wanted, seconds)

    def end(self):
        """End everything that the last exercise started, before this returns."""
        self.asked(b"e", 20.0)           # what was stopped, or has too much to clear away, ends with its sandbox

    def why(self):
        """Return why the process of an exercise is gone, in words."""
        try:
            return ending(self.asked(b"w", 20.0))
        except Lost:
            return "its sandbox is gone"

    def close(self):
        """End the sandbox and all that is in it."""
        self.closed = True
        self.finish()
        if self.folder is not None:
            self.held.close()
