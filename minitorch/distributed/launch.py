"""`minitorch run -n 4 script.py`: start a script in several ranks by MPI, and watch the ranks.

    minitorch run -n 2 train.py --lr 0.1
    minitorch run -n 8 --hostfile hosts train.py            eight ranks on the machines that the file names

If a rank fails or is killed, the launcher ends the other ranks, and prints which rank it was and why.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from codecs import getincrementaldecoder
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from time import monotonic, sleep

from ..comm import worker

WORKER = Path(worker.__file__)
NOTE = re.compile(f"\x1e({'|'.join(worker.PRINTED + worker.LAST)}) (\\d+) ([^\x1f]*)\x1f")    # a worker's note
BEGIN, LONGEST = "\x1e", 4000             # first character of a note; maximum number of characters of a note
DRAIN = 10                                # maximum seconds to wait for the last output of a failed rank
GRACE = 10                                # seconds between SIGTERM and SIGKILL, in which a rank can save a checkpoint
SHARED_MEMORY, SEGMENT = "/dev/shm", 1.1  # the folder for MPI's message buffers, and MB that each rank needs there
OPTIONS = {
    "-n": {"dest": "ranks", "metavar": "N", "help": "total number of ranks (default: --nproc_per_node × --nnodes)"},
    "--nproc_per_node": {"metavar": "N", "help": "ranks on each machine; auto: one for each core"},
    "--nnodes": {"type": int, "default": 1, "metavar": "N", "help": "number of machines"},
    "--hostfile": {"metavar": "FILE", "help": "names of machines, one on each line, in the format of your MPI"},
    "--standalone": {"action": "store_true", "help": "use one machine, which is the default"},
    "--master_addr": {"default": "127.0.0.1", "metavar": "NAME", "help": "passed to the script as MASTER_ADDR"},
    "--master_port": {"default": "29500", "metavar": "PORT", "help": "passed to the script as MASTER_PORT"},
    "--max_restarts": {"type": int, "default": 0, "metavar": "N",
                       "help": "how often to restart all ranks after a failure; the script must load its checkpoint"},
    "--module": {"action": "store_true", "help": "the script is the name of a module"},
    "script": {"metavar": "SCRIPT", "help": "the script that each rank runs"},
    "arguments": {"nargs": "...", "metavar": "...", "help": "its arguments"},
}
ALIASES = {"--nproc_per_node": ["--nproc-per-node"], "--master_addr": ["--master-addr"], "--master_port":
           ["--master-port"], "--max_restarts": ["--max-restarts"], "--module": ["-m"], "-n": ["-np"]}


def find_starter(environment=os.environ):
    """Return the program that starts ranks: mpiexec next to this Python, else on the path; srun in a SLURM job.

    Raises RuntimeError with a command that installs it if there is none.
    """
    beside = [str(Path(sys.executable).parent / name) for name in ("mpiexec", "mpirun")]
    inside = ["srun"] if "SLURM_JOB_ID" in environment else []
    for name in (*inside, *beside, "mpiexec", "mpirun"):
        if found := shutil.which(name, path=environment.get("PATH")):
            return found
    raise RuntimeError("there is no mpiexec, which starts the ranks. Install the extra `distributed`, as in "
                       'pip install -e ".[distributed]": it brings MPICH.')


def rank_count(options):
    """Return the number of ranks from the options. Raises ValueError unless it is 1 or more, or if options disagree."""
    def number(text):
        text = os.cpu_count() if text in ("auto", "cpu", "gpu") else text
        if not str(text).isdigit() or int(text) < 1:
            raise ValueError(f"the number of ranks must be an integer of at least 1, not {text!r}.")
        return int(text)
    each = None if options.nproc_per_node is None else number(options.nproc_per_node)
    total = (each or 1) * options.nnodes if options.ranks is None else number(options.ranks)
    if each is not None and total != each * options.nnodes:
        raise ValueError(f"-n {total} disagrees with --nproc_per_node {each} on {options.nnodes} machines: pass one.")
    return total


def command(options, program, total):
    """Return the command line that starts all ranks."""
    script = [*["-m"] * options.module, options.script, *options.arguments]
    each = [sys.executable, str(WORKER), *script]
    name = Path(program).name
    if name == "srun":
        return [program, "--ntasks", str(total), "--nodes", str(options.nnodes), "--kill-on-bad-exit=1", *each]
    hosts = [] if options.hostfile is None else ["--hostfile", options.hostfile]
    share = [] if options.hostfile is None or options.nproc_per_node is None else ["-ppn", options.nproc_per_node]
    return [program, *hosts, *share, "-n", str(total), *each]


def rank_environment(options, total, folder, restarts):
    """Return the environment of the ranks: PyTorch's variables, numbers of threads, Open MPI's options."""
    here = max(1, total // options.nnodes)
    threads = str(max(1, (os.cpu_count() or 1) // here))
    usual = {"OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads, "MKL_NUM_THREADS": threads,
             "MASTER_ADDR": options.master_addr, "MASTER_PORT": options.master_port,
             "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
             "OMPI_MCA_rmaps_base_oversubscribe": "1", "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}
    return {**usual, **os.environ, "MINITORCH_RUN": folder, "TORCHELASTIC_RUN_ID": Path(folder).name,
            "TORCHELASTIC_RESTART_COUNT": str(restarts)}


def pump(source, sink, over, folder):
    """Print the ranks' output as it arrives; after the end of the run, drop the messages of mpiexec.

    Notes in the output, which come from other machines, are not printed but written to files, each after the text
    before it was printed.
    """
    decode, held = getincrementaldecoder("utf-8")("replace").decode, ""
    while data := os.read(source.fileno(), 1 << 16):
        parts = NOTE.split(held + decode(data))
        shown, begun, held = "".join(parts[::4]).partition(BEGIN)
        if len(held) > LONGEST:                          # the text is no note: another program printed it
            shown, begun, held = shown + begun + held, "", ""
        held = begun + held
        if not over.is_set():
            sink.write(shown)
            sink.flush()
        for name, rank, text in zip(parts[1::4], parts[2::4], parts[3::4]):
            note(folder, name, rank, text)
    sink.write("" if over.is_set() else held)


def note(folder, name, rank, text):
    """Write the note of a rank to a file, unless a file of that name exists already."""
    path = Path(folder) / f"{name}-{rank}"
    if not path.exists():
        path.with_suffix(".part").write_text(text)
        path.with_suffix(".part").replace(path)


def note_waiting_rank(folder):
    """Note as failed the first rank that waits in init_process_group for a rank that ended without calling it."""
    joining, ended = ({int(path.name.partition("-")[2]) for path in Path(folder).glob(f"{name}-*[0-9]")}
                      for name in ("joining", "ended"))
    if (gone := ended - joining) and (waits := joining - ended):
        for name in worker.LAST:                         # the rank waits, so it prints no more
            note(folder, name, min(waits), "")
        note(folder, "failed", min(waits), f"waits in init_process_group for rank {', '.join(map(str, sorted(gone)))}, "
                                           "whose script has ended without it")


def processes(folder):
    """Return [(process id of a rank, process id of its parent)] for the ranks on this machine."""
    return [tuple(map(int, path.read_text().split())) for path in Path(folder).glob("pid-*[0-9]")]


def send(number, pids):
    """Send a signal to processes (0: only look for them); return True if at least one of the processes exists."""
    found = False
    for pid in pids:
        try:
            os.kill(pid, number)
            found = True
        except OSError:
            pass                                         # the process has already ended
    return found


def end_all(process, folder):
    """End every rank on this machine, and the program that started them, which ends the ranks on other machines."""
    for pids in processes(folder):
        worker.remove_shared_memory(pids[0])
        send(signal.SIGKILL, pids)
    process.terminate()
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def failures(folder):
    """Return {rank: reason} of the ranks that failed, in the order of their failures."""
    paths = sorted(Path(folder).glob("failed-*[0-9]"), key=lambda path: path.stat().st_mtime_ns)
    return {int(path.name.partition("-")[2]): path.read_text() or "failed" for path in paths}


def output_is_complete(folder, rank):
    """Return True if all output of a failed rank has been printed."""
    return all((Path(folder) / f"{name}-{rank}").exists() for name in worker.LAST)


def join(threads, seconds):
    """Wait for threads, but at most `seconds`, because a process that a rank has started may keep a pipe open."""
    until = monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, until - monotonic()))


def check_shared_memory(ranks):
    """Raise RuntimeError if /dev/shm is too small for so many ranks, because they would be killed by SIGBUS."""
    if not os.path.isdir(SHARED_MEMORY):
        return                                           # /dev/shm exists only on Linux
    found = os.statvfs(SHARED_MEMORY)
    free, size, needed = found.f_bavail * found.f_frsize / 1e6, found.f_blocks * found.f_frsize / 1e6, ranks * SEGMENT
    if ranks > 1 and free < needed:
        raise RuntimeError(f"{SHARED_MEMORY}, the machine's shared memory, is full: {free:.1f} of {size:.0f} MB are "
                           f"free, but {ranks} ranks need {needed:.1f}. Delete files that ended programs have left "
                           "(ls -l /dev/shm), or give a container more (docker run --shm-size=1g).")


def pass_signal_on(folder, number):
    """Pass a signal on to the ranks on this machine, and wait until they have ended, at most GRACE seconds."""
    pids, until = [pids[0] for pids in processes(folder)], monotonic() + GRACE
    for pid in pids:
        worker.remove_shared_memory(pid)
    send(number, pids)
    while send(0, pids) and monotonic() < until:
        sleep(0.05)


def run_once(options, program, total, restarts, signals=()):
    """Start all ranks once and wait for their end.

    signals   a list of the signals received so far that ask the launcher to end
    returns   (exit code, the reason if it is not 0)
    """
    check_shared_memory(total // options.nnodes)
    with tempfile.TemporaryDirectory(prefix="minitorch-run-") as folder:
        process = subprocess.Popen(command(options, program, total), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=rank_environment(options, total, folder, restarts),
                                   preexec_fn=worker.die_with_parent if os.name == "posix" else None)
        over = Event()
        pumps = [Thread(target=pump, args=(*pair, over, folder), daemon=True)
                 for pair in ((process.stdout, sys.stdout), (process.stderr, sys.stderr))]
        for thread in pumps:
            thread.start()
        try:
            while process.poll() is None and not failures(folder) and not signals:
                note_waiting_rank(folder)
                sleep(0.05)
            if signals:
                pass_signal_on(folder, signals[0])
                return 128 + signals[0], f"ended by {signal.Signals(signals[0]).name}; the ranks were ended."
            code = process.returncode
            if code is not None:
                join(pumps, DRAIN)                # the last output may contain a note from another machine
            if found := failures(folder):
                rank, why = next(iter(found.items()))
                until = monotonic() + DRAIN
                while process.poll() is None and not output_is_complete(folder, rank) and monotonic() < until:
                    sleep(0.05)
                return 1, f"rank {rank} of {total} {why}" + ("; the other ranks were ended." if total > 1 else ".")
        finally:
            if process.poll() is None:
                over.set()
                end_all(process, folder)
            join(pumps, 1 if over.is_set() else DRAIN)
            process.stdout.close()
            process.stderr.close()
        return code, f"{Path(program).name} ended with exit code {code}." if code else ""


@contextmanager
def signals_to_end():
    """Return a list to which SIGTERM and SIGHUP are added during a block, instead of ending this process at once."""
    numbers, found = [], []
    if current_thread() is main_thread():    # Python can handle signals only in the main thread; `nohup` ignores SIGHUP
        numbers = [number for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
                   if signal.getsignal(number) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, lambda number, frame: found.append(number))
    try:
        yield found
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def run(options):
    """Run `minitorch run`; return the exit code, 0 if no rank failed."""
    if not options.module and not Path(options.script).is_file():
        raise FileNotFoundError(f"there is no script {options.script!r} in {os.getcwd()}.")
    program, total = find_starter(), rank_count(options)
    with signals_to_end() as signals:
        for left in range(options.max_restarts, -1, -1):
            code, why = run_once(options, program, total, options.max_restarts - left, signals)
            if not code:
                return 0
            again = left and not signals
            print(f"minitorch run: {why}" + (f" Restarting all ranks; restarts left: {left - 1}." if again else ""),
                  file=sys.stderr, flush=True)
            if not again:
                return code


def main(arguments=None):
    """Run the launcher by PyTorch's command: python -m minitorch.distributed.launch."""
    from argparse import ArgumentParser
    parser = ArgumentParser("minitorch.distributed.launch", description=__doc__.splitlines()[0])
    for name, how in OPTIONS.items():
        parser.add_argument(name, *ALIASES.get(name, ()), **how)
    return run(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
