"""One rank of `minitorch run`: a process that runs the script, and one above it that tells how it ended.

The launcher starts this file by its path, with the script's arguments. It uses Python's own library only, so that the
process above is there within milliseconds and holds next to no memory.
"""

import os
import signal
import sys
import time

# What MPICH, Open MPI and SLURM call them, and PyTorch last
NAMES = ("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE")
VARIABLES = [("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"),
             ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
              "OMPI_COMM_WORLD_LOCAL_SIZE"),
             ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", ""), NAMES]
HELD = 20                                 # seconds that the process above waits for the launcher to end all ranks
TOLD = ("joining", "ended", "failed")     # notes that a launcher on another machine gets too
LAST = ("out", "err")                     # notes after the last that a rank which failed has printed, on 1 and on 2


def started(environment=os.environ):
    """(rank, number of ranks, rank on this machine, ranks on it) as the starter of this process says."""
    for rank, size, local, here in VARIABLES:
        if rank in environment and size in environment:
            found = environment[rank], environment[size]
            return *map(int, found), int(environment.get(local, found[0])), int(environment.get(here, found[1]))
    return 0, 1, 0, 1


def note(name, text=""):
    """Leave a file for the launcher: what a full disk has room for of its text.

    On another machine than the launcher's, one of TOLD goes among what the rank prints, and the launcher leaves the
    file; the numbers of processes mean nothing there. Nothing is raised: that would keep a rank from ending that fails
    because the disk is full.
    """
    folder = os.environ.get("MINITORCH_RUN", "")
    if not os.path.isdir(folder):
        if folder and name in TOLD:
            os.write(2, f"\x1e{name} {os.environ['RANK']} {text[:1000]}\x1f".encode(errors="replace"))
        return
    path = os.path.join(folder, f"{name}-{os.environ['RANK']}")
    try:
        with open(path + ".part", "w") as file:
            file.write(text)
    except OSError:
        pass                                             # its name says enough
    try:
        os.replace(path + ".part", path)
    except OSError:
        pass


def run(arguments):
    """Run the script (or, after -m, the module) as `python` would; returns the exit code."""
    import runpy
    import traceback
    sys.stdout.reconfigure(line_buffering=True, write_through=False)      # a line is not cut by another rank's
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


def end(code):
    """End this process: at once where it failed, as MPI's own end would wait for the others."""
    sys.stdout.flush()
    sys.stderr.flush()
    if code:
        os._exit(code)
    note("ended")
    if group := sys.modules.get("minitorch.comm.group"):
        group.leave()
    sys.exit(0)


def die_with_parent():
    """Let Linux end this process when the one above it is killed."""
    if sys.platform == "linux":
        import ctypes
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)       # PR_SET_PDEATHSIG


def watch(child):
    """Wait for the process that runs the script, and tell how it ended; returns the exit code."""
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
        meaning = {"SIGKILL": ": killed, by a person or for want of memory", "SIGSEGV": ": a crash outside Python"}
        note("failed", f"was ended by signal {-code} ({name}{meaning.get(name, '')})")
    elif not os.path.exists(os.path.join(os.environ.get("MINITORCH_RUN", ""), f"failed-{os.environ['RANK']}")):
        note("failed", f"ended with exit code {code}")
    tell_last()
    if os.path.isdir(os.environ.get("MINITORCH_RUN", "")):
        time.sleep(HELD)                                 # the launcher is on this machine: it ends all ranks
    return code if code > 0 else 128 - code


def tell_last():
    """Print, for the launcher, that nothing more comes from this rank: what it printed may be on its way for long."""
    for number, name in enumerate(LAST, 1):
        try:
            if "MINITORCH_RUN" in os.environ:
                os.write(number, f"\x1e{name} {os.environ['RANK']} \x1f".encode())
        except OSError:
            pass                                         # nobody reads there


def main(arguments):
    os.environ.update(zip(NAMES, map(str, started())))
    if not hasattr(os, "fork"):                          # on Windows nobody watches but the launcher
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
