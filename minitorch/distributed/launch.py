"""`minitorch run -n 4 script.py`: start a script in several ranks by the machine's MPI, and watch over them.

    minitorch run -n 2 train.py --lr 0.1
    minitorch run -n 8 --hostfile hosts train.py            eight ranks on the machines that the file names

Where one rank ends with an error or is killed, the others are ended, and a line says which it was and why.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from codecs import getincrementaldecoder
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

from ..comm import worker

WORKER = Path(worker.__file__)
NOTE = re.compile(f"\x1e({'|'.join(worker.TOLD + worker.LAST)}) (\\d+) ([^\x1f]*)\x1f")         # as worker prints it
BEGIN, LONGEST = "\x1e", 4000             # of a note: its first character, and how many come at most
DRAIN = 10                                # seconds at most for what a rank that failed printed last to arrive
OPTIONS = {
    "-n": {"dest": "ranks", "metavar": "N", "help": "how many ranks in all (default: --nproc_per_node × --nnodes)"},
    "--nproc_per_node": {"metavar": "N", "help": "how many on each machine; auto: one a core"},
    "--nnodes": {"type": int, "default": 1, "metavar": "N", "help": "how many machines"},
    "--hostfile": {"metavar": "FILE", "help": "names of machines, one a line, as this MPI reads them"},
    "--standalone": {"action": "store_true", "help": "one machine: as it is without --nnodes"},
    "--master_addr": {"default": "127.0.0.1", "metavar": "NAME", "help": "given to the script as MASTER_ADDR"},
    "--master_port": {"default": "29500", "metavar": "PORT", "help": "given to the script as MASTER_PORT"},
    "--max_restarts": {"type": int, "default": 0, "metavar": "N",
                       "help": "after a failure start all ranks anew, so often; the script finds its checkpoint"},
    "--module": {"action": "store_true", "help": "the script is the name of a module"},
    "script": {"metavar": "SCRIPT", "help": "what each rank runs"},
    "arguments": {"nargs": "...", "metavar": "...", "help": "its arguments"},
}
ALIASES = {"--nproc_per_node": ["--nproc-per-node"], "--master_addr": ["--master-addr"], "--master_port":
           ["--master-port"], "--max_restarts": ["--max-restarts"], "--module": ["-m"], "-n": ["-np"]}


def starter(environment=os.environ):
    """The program that starts ranks: mpiexec beside this Python, else on the path; srun inside a SLURM job.

    Raises RuntimeError that says what to install where there is none.
    """
    beside = [str(Path(sys.executable).parent / name) for name in ("mpiexec", "mpirun")]
    inside = ["srun"] if "SLURM_JOB_ID" in environment else []
    for name in (*inside, *beside, "mpiexec", "mpirun"):
        if found := shutil.which(name, path=environment.get("PATH")):
            return found
    raise RuntimeError("no mpiexec here, which starts the ranks. Install the extra `distributed`, as in "
                       'pip install -e ".[distributed]": it brings MPICH.')


def counted(options):
    """The number of ranks that was asked for. Raises ValueError for what is no number from 1 up, or does not fit."""
    def number(text):
        text = os.cpu_count() if text in ("auto", "cpu", "gpu") else text
        if not str(text).isdigit() or int(text) < 1:
            raise ValueError(f"the number of ranks must be a whole number from 1 up, not {text!r}.")
        return int(text)
    each = None if options.nproc_per_node is None else number(options.nproc_per_node)
    total = (each or 1) * options.nnodes if options.ranks is None else number(options.ranks)
    if each is not None and total != each * options.nnodes:
        raise ValueError(f"-n {total} and --nproc_per_node {each} on {options.nnodes} machines do not agree: give one.")
    return total


def command(options, program, total):
    """The command line that starts all ranks."""
    script = [*["-m"] * options.module, options.script, *options.arguments]
    each = [sys.executable, str(WORKER), *script]
    name = Path(program).name
    if name == "srun":
        return [program, "--ntasks", str(total), "--nodes", str(options.nnodes), "--kill-on-bad-exit=1", *each]
    hosts = [] if options.hostfile is None else ["--hostfile", options.hostfile]
    share = [] if options.hostfile is None or options.nproc_per_node is None else ["-ppn", options.nproc_per_node]
    return [program, *hosts, *share, "-n", str(total), *each]


def surroundings(options, total, folder, restarts):
    """The environment of the ranks: PyTorch's variables, threads that share the cores, and leave for Open MPI."""
    here = max(1, total // options.nnodes)
    threads = str(max(1, (os.cpu_count() or 1) // here))
    usual = {"OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads, "MKL_NUM_THREADS": threads,
             "MASTER_ADDR": options.master_addr, "MASTER_PORT": options.master_port,
             "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
             "OMPI_MCA_rmaps_base_oversubscribe": "1", "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}
    return {**usual, **os.environ, "MINITORCH_RUN": folder, "TORCHELASTIC_RUN_ID": Path(folder).name,
            "TORCHELASTIC_RESTART_COUNT": str(restarts)}


def pump(source, sink, over, folder):
    """Pass on what the ranks print, as it comes; once all is over, drop what the starter says of their end.

    Notes among it (of a rank's last words, and of ranks on another machine) are taken out, and left as files once what
    came before them is passed on.
    """
    decode, held = getincrementaldecoder("utf-8")("replace").decode, ""
    while data := os.read(source.fileno(), 1 << 16):
        parts = NOTE.split(held + decode(data))
        shown, begun, held = "".join(parts[::4]).partition(BEGIN)
        if len(held) > LONGEST:                          # another program's
            shown, begun, held = shown + begun + held, "", ""
        held = begun + held
        if not over.is_set():
            sink.write(shown)
            sink.flush()
        for name, rank, text in zip(parts[1::4], parts[2::4], parts[3::4]):
            note(folder, name, rank, text)
    sink.write("" if over.is_set() else held)


def note(folder, name, rank, text):
    """Leave the note of a rank, unless it has left one of that name before."""
    path = Path(folder) / f"{name}-{rank}"
    if not path.exists():
        path.with_suffix(".part").write_text(text)
        path.with_suffix(".part").replace(path)


def note_who_waits(folder):
    """Note as failed a rank that waits in init_process_group for one whose script has ended without it."""
    joining, ended = ({int(path.name.partition("-")[2]) for path in Path(folder).glob(f"{name}-*[0-9]")}
                      for name in ("joining", "ended"))
    if (gone := ended - joining) and (waits := joining - ended):
        for name in worker.LAST:                         # it waits, and says no more
            note(folder, name, min(waits), "")
        note(folder, "failed", min(waits), f"waits in init_process_group for rank {', '.join(map(str, sorted(gone)))}, "
                                           "whose script has ended without it")


def end_all(process, folder):
    """End every rank on this machine, and the starter, which ends those on others."""
    for path in Path(folder).glob("pid-*"):
        for pid in map(int, path.read_text().split()):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass                                     # it has ended by itself
    process.terminate()
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def failures(folder):
    """{rank: why} of those that failed, the first to fail first."""
    paths = sorted(Path(folder).glob("failed-*[0-9]"), key=lambda path: path.stat().st_mtime_ns)
    return {int(path.name.partition("-")[2]): path.read_text() or "failed" for path in paths}


def all_heard(folder, rank):
    """Whether all that a rank which failed has printed was passed on."""
    return all((Path(folder) / f"{name}-{rank}").exists() for name in worker.LAST)


def join(threads, seconds):
    """Wait until threads have ended, so many seconds at most: what a rank has left running may hold a pipe open."""
    until = monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, until - monotonic()))


def attempt(options, program, total, restarts):
    """Start all ranks once, and wait for their end.

    returns   (exit code, why it is not 0 in words)
    """
    with tempfile.TemporaryDirectory(prefix="minitorch-run-") as folder:
        process = subprocess.Popen(command(options, program, total), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=surroundings(options, total, folder, restarts),
                                   preexec_fn=worker.die_with_parent if os.name == "posix" else None)
        over = Event()
        pumps = [Thread(target=pump, args=(*pair, over, folder), daemon=True)
                 for pair in ((process.stdout, sys.stdout), (process.stderr, sys.stderr))]
        for thread in pumps:
            thread.start()
        try:
            while process.poll() is None and not failures(folder):
                note_who_waits(folder)
                sleep(0.05)
            code = process.returncode
            if code is not None:
                join(pumps, DRAIN)                       # a note of another machine may be among what came last
            if found := failures(folder):
                rank, why = next(iter(found.items()))
                until = monotonic() + DRAIN
                while process.poll() is None and not all_heard(folder, rank) and monotonic() < until:
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


def run(options):
    """`minitorch run`: returns the exit code, 0 where every rank ended well."""
    if not options.module and not Path(options.script).is_file():
        raise FileNotFoundError(f"there is no script {options.script!r} here, in {os.getcwd()}.")
    program, total = starter(), counted(options)
    for restarts in range(options.max_restarts + 1):
        code, why = attempt(options, program, total, restarts)
        if not code:
            return 0
        left = options.max_restarts - restarts
        print(f"minitorch run: {why}" + (f" Starting all anew; {left - 1} more times at most." if left else ""),
              file=sys.stderr, flush=True)
    return code


def main(arguments=None):
    """The same under PyTorch's path: python -m minitorch.distributed.launch."""
    from argparse import ArgumentParser
    parser = ArgumentParser("minitorch.distributed.launch", description=__doc__.splitlines()[0])
    for name, how in OPTIONS.items():
        parser.add_argument(name, *ALIASES.get(name, ()), **how)
    return run(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
