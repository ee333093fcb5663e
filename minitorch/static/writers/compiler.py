"""C becomes functions: the system's compiler makes a library of it, which a folder of this user keeps.

The library's name is a hash of all that it depends on: source, header, compiler, flags, processor. A library is written
under another name and then renamed, so it is there whole or not at all, also where two processes compile at once.
"""

import ctypes
import os
import platform
import shutil
import signal
import stat
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, mkstemp

from ...serialization.user_folder import user_folder

HERE = Path(__file__).parent
HEADER = HERE / "functions.h"
NATIVE = "-march=native" if platform.machine().lower() in ("x86_64", "amd64", "i686") else "-mcpu=native"
# Never -ffast-math: it lets nan and inf be left out, and where it links, denormals are 0 in the whole process.
FLAGS = ("-O3", NATIVE, "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off", "-fwrapv", "-fopenmp-simd")
LONGEST = 60.0                         # seconds that a compilation may take
ADVICE = "Install one, such as gcc or clang, or name it in the environment variable CC."


class NotCompiled(RuntimeError):
    """There is no C compiler here, or it did not compile."""


def compiler():
    """The path of the system's C compiler: $CC, cc, gcc or clang; None without one."""
    return next(filter(None, map(shutil.which, filter(None, (os.environ.get("CC"), "cc", "gcc", "clang")))), None)


@cache
def version(path, changed):
    """What a compiler says it is. changed: when its file was, so that another one is asked anew."""
    found = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60)
    return found.stdout.partition("\n")[0]


@cache
def processor():
    """The processor's name and features, for which the library is made."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")[0].splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return "\n".join(line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part")))


def folder():
    """The folder of libraries, of mode 0700: $MINITORCH_HOME/c, $XDG_CACHE_HOME/minitorch/c or ~/.cache/minitorch/c.

    Raises PermissionError for one that others own or may write to: a library from there would run as this user.
    """
    path = user_folder("c")
    os.makedirs(path, 0o700, exist_ok=True)
    about = os.lstat(path)
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid() or stat.S_IMODE(about.st_mode) & 0o077:
        raise PermissionError(f"{path} is not a folder of this user alone")
    return path


@cache
def private():
    """A folder of this process, where the other cannot be used; it goes with the process."""
    return TemporaryDirectory(prefix="minitorch-c-")


def run(command, source=None):
    """Run the compiler, and raise NotCompiled with what it says where it fails."""
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    except OSError as error:
        raise NotCompiled(f"{command[0]} did not run: {error}") from None
    try:
        said = process.communicate(source, timeout=LONGEST)[1]
    except BaseException as stopped:
        os.killpg(process.pid, signal.SIGKILL)               # cc's own children too, which would go on alone
        process.communicate()
        if not isinstance(stopped, subprocess.TimeoutExpired):
            raise
        raise NotCompiled(f"{command[0]} took longer than {LONGEST:g} seconds") from None
    if process.returncode:
        raise NotCompiled(f"{command[0]} did not compile: {said.strip()[:600]}")


@cache
def library(source, *flags):
    """The library of a C source, as ctypes.CDLL: from the folder, or compiled into it. flags: more than the usual.

    Raises NotCompiled without a compiler, or with what it says of the source.
    """
    path = compiler()
    if path is None or os.name != "posix":
        raise NotCompiled(f"there is no C compiler here. {ADVICE}")
    headers = [header.read_text(encoding="utf-8") for header in sorted(HERE.glob("*.h"))]
    parts = (source, *headers, path, version(path, os.stat(path).st_mtime_ns), *FLAGS, *flags, processor())
    name = sha256("\0".join(parts).encode()).hexdigest()[:32] + ".so"
    try:
        return loaded(source, path, flags, folder(), name)
    except OSError:                                          # no home, a full disk, a folder where nothing may run
        return loaded(source, path, flags, private().name, name)


def loaded(source, path, flags, where, name):
    """The library of that name in a folder, compiled where it is not there yet."""
    target = os.path.join(where, name)
    if not os.path.exists(target):
        handle, made = mkstemp(".so", dir=where)
        os.close(handle)
        try:
            run([path, *FLAGS, *flags, "-shared", "-fPIC", "-I", str(HERE), "-x", "c", "-", "-o", made, "-lm"], source)
            os.replace(made, target)
        except BaseException:
            os.unlink(made)
            raise
    return ctypes.CDLL(target)
