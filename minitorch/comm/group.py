"""Process groups: sets of ranks that communicate; `init_process_group` creates the group of all ranks."""

import atexit
import os
import sys
from datetime import timedelta
from time import sleep

from . import mpi, rendezvous, worker

BACKENDS = ("mpi", "gloo", "nccl")
DEFAULT_TIMEOUT = timedelta(minutes=30)   # PyTorch's default timeout of a collective


class ProcessGroup:
    """Ranks that take part in a collective together.

    comm      MPI's communicator; None for a single process, which is a group of one
    ranks     the global ranks of the members, in order
    timeout   seconds that a collective waits for the other ranks
    backend   the name that the program asked for
    """

    def __init__(self, comm, ranks, timeout, backend="mpi"):
        self.comm, self.ranks, self.timeout, self.backend = comm, tuple(ranks), timeout, backend
        self.own = 0 if comm is None else comm.Get_rank()

    def rank(self):
        """Return this process's number in the group."""
        return self.own

    def size(self):
        """Return the number of ranks in the group."""
        return len(self.ranks)

    def index(self, rank):
        """Return the number of a global rank in this group. Raises ValueError if the rank is not in the group."""
        if rank not in self.ranks:
            raise ValueError(f"rank {rank} is not in this group, whose ranks are {', '.join(map(str, self.ranks))}.")
        return self.ranks.index(rank)

    def __repr__(self):
        return f"<ProcessGroup of {len(self.ranks)}, rank {self.own}, by {self.backend}>"


class State:
    """What init_process_group stores: the group of all ranks, or None; and a communicator to announce a rank's end."""

    world: ProcessGroup | None = None
    endings = None


class GroupMember:
    """PyTorch's constants: WORLD is the group of all ranks; `new_group` returns NON_GROUP_MEMBER to non-members."""

    WORLD = None
    NON_GROUP_MEMBER = object()


def is_initialized():
    """Return True if `init_process_group` has created the group of all ranks."""
    return State.world is not None


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None,
                       group_name="", pg_options=None, device_id=None):
    """Connect this process with the other ranks; a single process is a group of one.

    Ranks are the processes that `minitorch run -n N` (or mpiexec) started, or processes of one machine that each give
    their rank and world_size, such as those of `multiprocessing.spawn`, which connect at MASTER_ADDR and MASTER_PORT.

    backend       None, "mpi", "gloo" or "nccl": all use MPI, and a tensor on a GPU is sent through the host
    init_method   None or "env://"; "tcp://host:port" for ranks without a launcher, in place of MASTER_ADDR, MASTER_PORT
    timeout       timedelta that a collective waits for the others; default 30 minutes
    world_size, rank   needed without a launcher; with a launcher, they must equal its numbers

    store, group_name, pg_options and device_id are accepted as in PyTorch, without effect.
    Raises RuntimeError if the group exists already, or if launcher and MPI disagree about the number of ranks.

    >>> init_process_group("gloo")
    >>> get_rank(), get_world_size()
    (0, 1)
    >>> destroy_process_group()
    """
    if State.world is not None:
        raise RuntimeError("trying to initialize the default process group twice! Call destroy_process_group() first.")
    name = "mpi" if backend is None else str(backend).lower().split(":")[-1]
    if name not in BACKENDS:
        raise ValueError(f"backend must be None, 'mpi', 'gloo' or 'nccl' (all use MPI), not {backend!r}.")
    if init_method not in (None, "env://") and not str(init_method).startswith("tcp://"):
        raise ValueError(f"init_method {init_method!r} is not supported, as ranks find each other by MPI. Leave it "
                         "out, and start the ranks with `minitorch run -n N script.py`.")
    number, size, *_ = worker.ranks_from_environment()
    seconds = (timeout or DEFAULT_TIMEOUT).total_seconds()
    alone = not worker.is_launched()
    if alone and world_size not in (-1, None) and rank not in (-1, None):
        number, size = int(rank), int(world_size)
    for what, given, here in (("world_size", world_size, size), ("rank", rank, number)):
        if given not in (-1, None, here):
            raise RuntimeError(f"init_process_group got {what}={given}, but this process was started with "
                               f"{here}. Leave it out, and start the ranks with `minitorch run -n N script.py`.")
    if size == 1:
        State.world = ProcessGroup(None, (0,), seconds, name)
        return
    worker.note("joining")
    MPI = rendezvous.join(number, size, rendezvous.address(init_method), seconds) if alone else mpi.load()
    comm, State.endings = MPI.COMM_WORLD.Dup(), State.endings or MPI.COMM_WORLD.Dup()
    worker.remove_shared_memory(names="mpich_")  # all ranks have these files open; a killed rank would not delete them
    if comm.Get_size() != size:
        raise RuntimeError(f"the starter set {size} ranks, but MPI finds {comm.Get_size()}: the mpiexec belongs to "
                           "another MPI than mpi4py, or was not used. Start the ranks "
                           "with `minitorch run -n N script.py`.")
    State.world = ProcessGroup(comm, range(size), seconds, name)
    if name != "mpi" and number == 0:
        print(f"minitorch.distributed: backend {name!r} is MPI here, {MPI.Get_library_version().split(chr(10))[0]}.",
              file=sys.stderr, flush=True)
    if alone:
        rendezvous.end_with_group(leave)
    elif "MINITORCH_RUN" not in os.environ:              # `minitorch run` does both in comm/worker.py
        end_all_if_one_fails(MPI)
        atexit.register(leave)


def end_all_if_one_fails(MPI):
    """If an exception ends this rank, end the other ranks too, because they would wait for it forever."""
    shown = sys.excepthook

    def hook(kind, error, traceback):
        shown(kind, error, traceback)
        print(f"minitorch.distributed: rank {MPI.COMM_WORLD.Get_rank()} failed with {kind.__name__}; all ranks are "
              "ended.", file=sys.stderr, flush=True)
        MPI.COMM_WORLD.Abort(1)
    sys.excepthook = hook


def leave():
    """Tell the other ranks that this rank ends, and wait for them with little CPU time, unlike MPI_Finalize."""
    MPI = sys.modules.get("mpi4py.MPI")
    if MPI is None or not MPI.Is_initialized() or MPI.Is_finalized() or MPI.COMM_WORLD.Get_size() == 1:
        return
    if State.endings is None:
        told = [MPI.COMM_WORLD.Ibarrier()]
    else:
        others = [rank for rank in range(State.endings.size) if rank != State.endings.rank]
        told = [call(bytearray(0), rank, tag=0) for rank in others
                for call in (State.endings.Isend, State.endings.Irecv)]
    while not MPI.Request.Testall(told):
        sleep(0.01)


def ranks_ended(group):
    """Return the ranks of the group that have ended their script."""
    return [rank for rank in group.ranks if rank != group.ranks[group.own] and State.endings.Iprobe(rank, tag=0)]


def destroy_process_group(group=None):
    """Delete a group; by default the group of all ranks."""
    if group is None or group is State.world:
        State.world = None


def world():
    """Return the group of all ranks. Raises ValueError if there is no group yet."""
    if State.world is None:
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group. "
                         "A process started alone may call it too: it is then a group of one.")
    return State.world


def require_member(group):
    """Return the group, or for None the group of all ranks. Raises ValueError if this rank is not in the group."""
    if group is None:
        return world()
    if not isinstance(group, ProcessGroup):
        raise ValueError("this rank is not in the group, because new_group(ranks) returned "
                         "GroupMember.NON_GROUP_MEMBER here. Check `dist.get_rank() in ranks` first.")
    return group


def get_rank(group=None):
    """Return this process's number in the group, from 0; -1 if it is not in the group."""
    return -1 if group is GroupMember.NON_GROUP_MEMBER else require_member(group).rank()


def get_world_size(group=None):
    """Return the number of ranks; -1 if this process is not in the group."""
    return -1 if group is GroupMember.NON_GROUP_MEMBER else require_member(group).size()


def get_backend(group=None):
    """Return the name of the backend that was passed to `init_process_group`, or "mpi"."""
    return require_member(group).backend


def get_process_group_ranks(group=None):
    """Return the global ranks of a group's members."""
    return list(require_member(group).ranks)


def get_global_rank(group, group_rank):
    """Return the global rank of the member with the number group_rank in the group."""
    return require_member(group).ranks[group_rank]


def get_group_rank(group, global_rank):
    """Return the number in the group of the member with the global rank global_rank."""
    return require_member(group).index(global_rank)


def new_group(ranks=None, timeout=None, backend=None, pg_options=None):
    """Create a group of some of the ranks. All ranks, members or not, must call this with the same arguments.

    ranks     the global ranks of the members; None: all. ValueError for a rank that does not exist or occurs twice
    timeout   timedelta that the group's collectives wait; default: that of the group of all ranks
    backend   as in init_process_group; pg_options change nothing
    returns   the group; GroupMember.NON_GROUP_MEMBER for ranks that are not in it
    """
    whole = world()
    ranks = sorted(whole.ranks if ranks is None else ranks)
    strange = [rank for rank in ranks if rank not in whole.ranks]
    if strange or len(set(ranks)) != len(ranks) or not ranks:
        raise ValueError(f"new_group({ranks}): ranks must be different numbers from 0 to {whole.size() - 1}.")
    seconds = whole.timeout if timeout is None else timeout.total_seconds()
    if whole.comm is None:
        return ProcessGroup(None, ranks, seconds, whole.backend)
    comm = whole.comm.Split(0 if whole.rank() in ranks else 1, whole.rank())
    return (ProcessGroup(comm, ranks, seconds, whole.backend) if whole.rank() in ranks else
            GroupMember.NON_GROUP_MEMBER)
