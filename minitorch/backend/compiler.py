"""Compile C source with the system's compiler into a library, which is stored in a folder of this user.

The library's name is a hash of everything that it depends on: source, header, compiler, flags, processor. A library is
written under another name and then renamed, so it is never incomplete, even if two processes compile at once. Large
loops run in the threads of one pool, which all libraries of the process share.
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

from . import threads
from .user_folder import user_folder

HERE = Path(__file__).parent
HEADER = HERE / "functions.h"
NATIVE = "-march=native" if platform.machine().lower() in ("x86_64", "amd64", "i686") else "-mcpu=native"
# Never -ffast-math: it assumes no nan and no inf, and when linked it sets denormals to 0 in the whole process.
FLAGS = ("-O3", NATIVE, "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off", "-fwrapv", "-fopenmp-simd")
LONGEST = 60.0                         # maximum seconds that a compilation may take
ADVICE = "Install one, such as gcc or clang, or name it in the environment variable CC."


class NotCompiled(RuntimeError):
    """The error for a missing C compiler, and for a compilation that failed."""


def compiler():
    """Return the path of the system's C compiler: $CC, cc, gcc or clang; None without one."""
    return next(filter(None, map(shutil.which, filter(None, (os.environ.get("CC"), "cc", "gcc", "clang")))), None)


def compiler_file(path):
    """Return what identifies a compiler's file, which differs for each version: its path without links, size, time."""
    about = os.stat(path)
    return f"{os.path.realpath(path)} {about.st_size} {about.st_mtime_ns}"


@cache
def processor():
    """Return the name and features of the processor for which libraries are compiled."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")[0].splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return "\n".join(line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part")))


def library_folder():
    """Return the folder for compiled libraries, and create it with mode 0700 if it does not exist.

    It is $MINITORCH_HOME/c, $XDG_CACHE_HOME/minitorch/c or ~/.cache/minitorch/c.

    Raises PermissionError if other users own it or have access, because a library from there runs as this user.
    """
    path = user_folder("c")
    os.makedirs(path, 0o700, exist_ok=True)
    about = os.lstat(path)
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid() or stat.S_IMODE(about.st_mode) & 0o077:
        raise PermissionError(f"{path} must be a folder that only this user can access: chmod 700 it, or delete it")
    return path


@cache
def private_folder():
    """Return a temporary folder, for use if library_folder() fails; it is deleted when the process exits."""
    return TemporaryDirectory(prefix="minitorch-c-")


def run_compiler(command, source=None):
    """Run the compiler; raise NotCompiled with its message if it fails."""
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    except OSError as error:
        raise NotCompiled(f"{command[0]} did not run: {error}") from None
    try:
        said = process.communicate(source, timeout=LONGEST)[1]
    except BaseException as stopped:
        os.killpg(process.pid, signal.SIGKILL)               # kill the compiler's child processes too
        process.communicate()
        if not isinstance(stopped, subprocess.TimeoutExpired):
            raise
        raise NotCompiled(f"{command[0]} took longer than {LONGEST:g} seconds") from None
    if process.returncode:
        raise NotCompiled(f"{command[0]} did not compile: {said.strip()[:600]}")


@cache
def compiled_library(source, *flags):
    """Return the library of a C source as a ctypes.CDLL; compile it with `flags`, extra flags, if it is not stored yet.

    Raises NotCompiled without a compiler, or with its message about the source.
    """
    path = compiler()
    if path is None or os.name != "posix":
        raise NotCompiled(f"there is no C compiler here. {ADVICE}")
    name = library_name(source, path, flags)
    try:
        return load_library(source, path, flags, library_folder(), name)
    except OSError:                                # there is no home folder, or the disk is full or mounted with noexec
        return load_library(source, path, flags, private_folder().name, name)


def library_name(source, path, flags=()):
    """Return the file name of a source's library, for the compiler at `path`: a hash of all that it depends on."""
    headers = [header.read_text(encoding="utf-8") for header in sorted(HERE.glob("*.h"))]
    parts = (source, *headers, path, compiler_file(path), *FLAGS, *flags, processor())
    return sha256("\0".join(parts).encode()).hexdigest()[:32] + ".so"


def load_library(source, path, flags, where, name):
    """Return the library `name` in the folder `where`; compile it first if it does not exist."""
    target = os.path.join(where, name)
    if not os.path.exists(target):
        handle, made = mkstemp(".so", dir=where)
        os.close(handle)
        try:
            run_compiler([path, *FLAGS, *flags, "-shared", "-fPIC", "-I", str(HERE), "-x", "c", "-", "-o", made, "-lm"],
                         source)
            os.replace(made, target)
        except BaseException:
            os.unlink(made)
            raise
    return ctypes.CDLL(target)


# C code at the start of libraries whose loops threads can share. Without a thread pool, in_turn runs all rows.
PARTS = """typedef void Part(void **given, long start, long end);
static void in_turn(Part *part, void **given, long rows) { part(given, 0, rows); }
void (*in_parts)(Part *part, void **given, long rows) = in_turn;      /* or a pool of threads: see threads.h */
"""


@cache
def thread_pool():
    """Return the library of the thread pool, with its number of threads set; None if it cannot be compiled."""
    try:
        made = compiled_library('#include "threads.h"\n', "-pthread")
    except NotCompiled:
        return None
    made.use_threads(threads.get_num_threads())
    threads.told.append(made.use_threads)
    return made


def use_thread_pool(made):
    """Let a compiled library run its large loops in the thread pool."""
    if thread_pool() is not None:
        ctypes.c_void_p.in_dll(made, "in_parts").value = ctypes.cast(thread_pool().in_parts, ctypes.c_void_p).value
