"""Connect processes that the program started itself, such as `multiprocessing.spawn` does, as the ranks of a group.

As in PyTorch, rank 0 listens at MASTER_ADDR and MASTER_PORT, and the others connect. All run on one machine. MPI then
exchanges addresses by `pmi_server.py`, as if a launcher had started the ranks; that works with MPICH, which the extra
`distributed` installs.
"""

import os
import socket
import subprocess
import sys
from multiprocessing.util import Finalize
from pathlib import Path
from time import monotonic, sleep

from . import mpi

SERVER = Path(__file__).with_name("pmi_server.py")
ENVIRONMENT = ("PMI_FD", "PMI_RANK", "PMI_SIZE")


def address(init_method, environment=os.environ):
    """Return (host, port) from "tcp://host:port", or else from MASTER_ADDR and MASTER_PORT.

    Raises RuntimeError if the host is another machine.
    """
    if init_method in (None, "env://"):
        host, port = environment.get("MASTER_ADDR", "127.0.0.1"), environment.get("MASTER_PORT", "29500")
    else:
        host, _, port = init_method.removeprefix("tcp://").rpartition(":")
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(host, None)}
        own = {"127.0.0.1", "::1", *(entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None))}
    except OSError:
        found, own = {host}, {"127.0.0.1"}
    if not found & own:
        raise RuntimeError(f"rank 0 is at {host}, another machine. Ranks on several machines need a launcher: "
                           "minitorch run -n N --hostfile FILE script.py")
    return "127.0.0.1", int(port)


def join(rank, size, where, seconds):
    """Wait for the other ranks, and return mpi4py's MPI, whose COMM_WORLD has `size` ranks.

    where     (host, port) of rank 0
    seconds   how long to wait
    Raises RuntimeError if another process uses the port, if ranks disagree, or if not all connect in time.
    """
    if not mpi.is_available():
        mpi.load()                                       # this raises the error that names a missing package
    loaded = sys.modules.get("mpi4py.MPI")
    if loaded is not None and loaded.Is_initialized():
        raise RuntimeError("MPI was started in this process before init_process_group, as a single rank. Start the "
                           f"ranks with `minitorch run -n {size} script.py`.")
    until = monotonic() + seconds
    if rank == 0:
        start_server(where, size)
    connection = connect(where, rank, size, until)
    connection.sendall(f"rank={rank} size={size} pid={os.getpid()}\n".encode())
    answer = receive(connection, until)
    if answer != "joined":
        why = answer.removeprefix("refused ") or f"not all ranks came within {seconds:.0f} s"
        raise RuntimeError(f"rank {rank} of {size} found no group at {where[0]}:{where[1]}: {why}. Each rank needs the "
                           "same world_size and a rank of its own.")
    connection.settimeout(None)
    os.environ.update(zip(ENVIRONMENT, map(str, (connection.detach(), rank, size))))
    import mpi4py
    mpi4py.rc.finalize = False                           # `end` calls Finalize, but not in a failed rank: it would wait
    try:
        MPI = mpi.load()
    finally:
        for name in ENVIRONMENT:
            del os.environ[name]                         # processes that this process starts are no ranks
    if MPI.COMM_WORLD.Get_size() != size:
        raise RuntimeError(f"{MPI.Get_library_version().split(chr(10))[0]} cannot connect ranks that no launcher has "
                           f"started, only MPICH can. Start them with `minitorch run -n {size} script.py`.")
    return MPI


def start_server(where, size):
    """Start the process through which ranks find each other. Raises RuntimeError if the port is in use."""
    try:
        listener = socket.create_server(where)
    except OSError as error:
        raise RuntimeError(f"rank 0 cannot listen at {where[0]}:{where[1]} ({error.strerror}): another program does. "
                           "Set MASTER_PORT to another number in all ranks.") from None
    with listener:
        subprocess.Popen([sys.executable, "-I", "-S", str(SERVER), str(listener.fileno()), str(size)],
                         pass_fds=[listener.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def connect(where, rank, size, until):
    """Return a connection to the server of rank 0, which may start later than this process."""
    while True:
        try:
            return socket.create_connection(where, timeout=max(0.1, until - monotonic()))
        except OSError:
            if monotonic() > until:
                raise RuntimeError(f"rank {rank} of {size} found no rank 0 at {where[0]}:{where[1]}. Rank 0 listens "
                                   "there once it calls init_process_group.") from None
        sleep(0.02)


def receive(connection, until):
    """Return one line from the server; "" if no line comes in time."""
    line = b""
    try:
        while not line.endswith(b"\n"):
            connection.settimeout(max(0.1, until - monotonic()))
            byte = connection.recv(1)                    # read single bytes: MPI reads the bytes after the line
            if not byte:
                return ""
            line += byte
    except TimeoutError:
        return ""
    return line.decode().rstrip("\n")


def end_with_group(leave):
    """Call `leave` when this process ends without error. If it fails, it ends at once; the server ends the others."""
    shown = sys.excepthook

    def hook(kind, error, traceback):
        shown(kind, error, traceback)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(1)
    sys.excepthook = hook

    def end():
        MPI = sys.modules["mpi4py.MPI"]
        if sys.exc_info()[0] is None and not MPI.Is_finalized():       # multiprocessing never calls sys.excepthook
            leave()
            MPI.Finalize()
    Finalize(None, end, exitpriority=0)                  # unlike atexit, this runs in processes of multiprocessing too
