"""One rank of `minitorch run`: a process that runs the script, and a parent process that reports its end.

The launcher starts this file by its path, with the script's arguments. It imports only Python's standard library, so
that the parent process starts within milliseconds and needs very little memory.
"""

import os
import signal
import sys
import time

# The environment variables in which MPICH, Open MPI, SLURM and PyTorch store a rank's numbers
NAMES = ("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE")
VARIABLES = [("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"),
             ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
              "OMPI_COMM_WORLD_LOCAL_SIZE"),
             ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", ""), NAMES]
LAUNCHER_TIME = 20                        # seconds that a failed rank waits for the launcher to end all ranks
PRINTED = ("joining", "ended", "failed")  # notes that are printed for a launcher on another machine
SEGMENTS = ("mpich_", "vader_segment", "sm_segment")     # prefixes of files in /dev/shm
LAST = ("out", "err")                     # a failed rank prints these notes after its last output


def ranks_from_environment(environment=os.environ):
    """Return (rank, number of ranks, rank on this machine, ranks on this machine) from the environment variables."""
    for rank, size, local, here in VARIABLES:
        if rank in environment and size in environment:
            found = environment[rank], environment[size]
            return *map(int, found), int(environment.get(local, found[0])), int(environment.get(here, found[1]))
    return 0, 1, 0, 1


def is_launched(environment=os.environ):
    """Return True if a launcher has started this process as a rank; a program may set PyTorch's variables itself."""
    return any(rank in environment and size in environment for rank, size, *_ in VARIABLES[:-1])


def note(name, text=""):
    """Write a note, a file that the launcher reads; if the disk is full, the text may be incomplete.

    If the launcher runs on another machine, a note in PRINTED is printed into the rank's output, and the launcher
    writes the file; other notes are dropped. No error is raised: a rank that fails on a full disk must still end.

    """
    folder = os.environ.get("MINITORCH_RUN", "")
    if not os.path.isdir(folder):
        if folder and name in PRINTED:
            os.write(2, f"\x1e{name} {os.environ['RANK']} {text[:1000]}\x1f".encode(errors="replace"))
        return
    path = os.path.join(folder, f"{name}-{os.environ['RANK']}")
    try:
        with open(path + ".part", "w") as file:
            file.write(text)
    except OSError:
        pass                                             # the launcher reads only the name of this empty file
    try:
        os.replace(path + ".part", path)
    except OSError:
        pass


def run(arguments):
    """Run the script (or, after -m, the module) as `python` would; return the exit code."""
    import runpy
    import traceback
    sys.stdout.reconfigure(line_buffering=True, write_through=False)      # so that lines of ranks do not mix
    module = arguments[0] == "-m"
    sys.argv = arguments[1:] if module else arguments
    sys.path[0] = os.getcwd() if module else os.path.dirname(os.path.abspath(arguments[0]))
    try:
        if module:
            runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as ended:
        if ended.code is None or ended.code == 0:
            return 0
        why = f"ended with exit code {ended.code}" if isinstance(ended.code, int) else f"ended: {ended.code}"
        return failed(why, ended.code if isinstance(ended.code, int) else 1)
    except KeyboardInterrupt:
        return failed("was stopped by Ctrl-C", 130)
    except BaseException as error:
        kind, _, frames = sys.exc_info()
        while frames is not None and frames.tb_frame.f_code.co_filename in (__file__, runpy.__file__, "<frozen runpy>"):
            frames = frames.tb_next
        text = "".join(traceback.format_exception(kind, error, frames))
        sys.stdout.flush()
        sys.stderr.write(f"rank {os.environ['RANK']} of {os.environ['WORLD_SIZE']} failed:\n{text}")
        sys.stderr.flush()
        said = str(error).partition("\n")[0].rstrip(" .:")
        return failed(f"raised {kind.__name__}: {said}" if said else f"raised {kind.__name__}")
    return 0


def failed(why, code=1):
    note("failed", why)
    return code


def remove_shared_memory(pid="self", names=SEGMENTS):
    """Delete the files of MPI's shared memory in a process; processes that have opened the memory can still use it."""
    try:
        with open(f"/proc/{pid}/maps") as file:
            paths = {line.split(None, 5)[-1].rstrip("\n") for line in file if " /dev/shm/" in line}
    except OSError:
        return                                           # the process has ended, or this is not Linux
    for path in paths:
        try:
            if os.path.basename(path).startswith(names):
                os.unlink(path)
        except OSError:
            pass                                         # another rank has deleted the file


def end(code):
    """End this process; after a failure, end it at once, because MPI's own end would wait for the other ranks."""
    sys.stdout.flush()
    sys.stderr.flush()
    if code:
        remove_shared_memory()
        os._exit(code)
    note("ended")
    if group := sys.modules.get("minitorch.comm.group"):
        group.leave()
    sys.exit(0)


def die_with_parent():
    """Let Linux end this process when its parent is killed."""
    if sys.platform == "linux":
        import ctypes
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)       # 1 is PR_SET_PDEATHSIG


def watch(child):
    """Wait for the process that runs the script, report its end, and return the exit code."""
    def pass_on(number, frame):
        os.kill(child, number)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, pass_on)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return 0
    if code < 0:
        name = signal.Signals(-code).name
        meaning = {"SIGKILL": ": killed, by a person or for want of memory", "SIGSEGV": ": a crash outside Python",
                   "SIGBUS": ": a file or shared memory that it used was full, or became shorter"}
        note("failed", f"was ended by signal {-code} ({name}{meaning.get(name, '')})")
    elif not os.path.exists(os.path.join(os.environ.get("MINITORCH_RUN", ""), f"failed-{os.environ['RANK']}")):
        note("failed", f"ended with exit code {code}")
    note_last_output()
    if os.path.isdir(os.environ.get("MINITORCH_RUN", "")):
        time.sleep(LAUNCHER_TIME)                        # give the local launcher time to end all ranks
    return code if code > 0 else 128 - code


def note_last_output():
    """Print a note that marks the end of this rank's output, because the output may reach the launcher late."""
    for number, name in enumerate(LAST, 1):
        try:
            if "MINITORCH_RUN" in os.environ:
                os.write(number, f"\x1e{name} {os.environ['RANK']} \x1f".encode())
        except OSError:
            pass                                         # the launcher no longer reads this output


def main(arguments):
    os.environ.update(zip(NAMES, map(str, ranks_from_environment())))
    if not hasattr(os, "fork"):                          # Windows has no fork: no parent process watches
        end(run(arguments))
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        die_with_parent()
        note("pid", f"{os.getpid()} {os.getppid()}")
        end(run(arguments))
    return watch(child)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
