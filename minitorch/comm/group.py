"""Process groups: which ranks speak together, and the group of all that `init_process_group` makes."""

import atexit
import os
import sys
from datetime import timedelta
from time import sleep

from . import mpi, worker

BACKENDS = ("mpi", "gloo", "nccl")
PATIENCE = timedelta(minutes=30)          # PyTorch's: how long a collective waits for the other ranks


class ProcessGroup:
    """Ranks that take part in a collective together.

    comm      MPI's communicator; None for a process that was started alone, a group of one
    ranks     their numbers among all ranks, in order
    timeout   seconds that a collective waits for the others
    backend   the name that was asked for
    """

    def __init__(self, comm, ranks, timeout, backend="mpi"):
        self.comm, self.ranks, self.timeout, self.backend = comm, tuple(ranks), timeout, backend
        self.own = 0 if comm is None else comm.Get_rank()

    def rank(self):
        """This process's number in the group."""
        return self.own

    def size(self):
        """How many ranks the group has."""
        return len(self.ranks)

    def index(self, rank):
        """The number in this group of a rank of the world. Raises ValueError for a rank that is no member."""
        if rank not in self.ranks:
            raise ValueError(f"rank {rank} is not in this group, whose ranks are {', '.join(map(str, self.ranks))}.")
        return self.ranks.index(rank)

    def __repr__(self):
        return f"<ProcessGroup of {len(self.ranks)}, rank {self.own}, by {self.backend}>"


class State:
    """What `init_process_group` made: the group of all ranks, or None; and where ranks say that they have ended."""

    world: ProcessGroup | None = None
    endings = None


class GroupMember:
    """WORLD stands for the group of all; NON_GROUP_MEMBER is what `new_group` gives those who are not in it."""

    WORLD = None
    NON_GROUP_MEMBER = object()


def is_initialized():
    """Whether `init_process_group` has made a group."""
    return State.world is not None


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None,
                       group_name="", pg_options=None, device_id=None):
    """Join the other ranks that `minitorch run -n N` (or mpiexec) started; a process started alone is a group of one.

    backend       None, "mpi", "gloo" or "nccl": all speak MPI, and a tensor on a GPU goes by way of the host
    init_method   None or "env://": the starter tells each process its rank
    timeout       timedelta that a collective waits for the others; default 30 minutes
    world_size, rank   are checked against what the starter says, where given

    store, group_name, pg_options and device_id are taken as PyTorch does, and change nothing.
    Raises RuntimeError where the group is made twice, or the starter and MPI do not agree.

    >>> init_process_group("gloo")
    >>> get_rank(), get_world_size()
    (0, 1)
    >>> destroy_process_group()
    """
    if State.world is not None:
        raise RuntimeError("trying to initialize the default process group twice! Call destroy_process_group() first.")
    name = "mpi" if backend is None else str(backend).lower().split(":")[-1]
    if name not in BACKENDS:
        raise ValueError(f"backend {backend!r} is not known here: None, 'mpi', 'gloo' or 'nccl' (all speak MPI).")
    if init_method not in (None, "env://"):
        raise ValueError(f"init_method {init_method!r}: ranks find each other by MPI here. Leave it out, and start "
                         "them with `minitorch run -n N script.py`.")
    number, size, *_ = worker.started()
    for what, given, here in (("world_size", world_size, size), ("rank", rank, number)):
        if given not in (-1, None, here):
            raise RuntimeError(f"init_process_group was given {what}={given}, and this process was started with "
                               f"{here}. Leave it out, and start the ranks with `minitorch run -n N script.py`.")
    seconds = (timeout or PATIENCE).total_seconds()
    if size == 1:
        State.world = ProcessGroup(None, (0,), seconds, name)
        return
    worker.note("joining")
    MPI = mpi.load()
    comm, State.endings = MPI.COMM_WORLD.Dup(), State.endings or MPI.COMM_WORLD.Dup()
    if comm.Get_size() != size:
        raise RuntimeError(f"the starter says that there are {size} ranks, and MPI finds {comm.Get_size()}: this is "
                           "another MPI's mpiexec than mpi4py was loaded with, or no mpiexec at all. Start the ranks "
                           "with `minitorch run -n N script.py`.")
    State.world = ProcessGroup(comm, range(size), seconds, name)
    if name != "mpi" and number == 0:
        print(f"minitorch.distributed: backend {name!r} is MPI here, {MPI.Get_library_version().split(chr(10))[0]}.",
              file=sys.stderr, flush=True)
    if "MINITORCH_RUN" not in os.environ:                # else the worker that runs the script does both
        end_all_where_one_fails(MPI)
        atexit.register(leave)


def end_all_where_one_fails(MPI):
    """Let an exception that ends this rank end the others too: they would wait for it for ever."""
    shown = sys.excepthook

    def hook(kind, error, traceback):
        shown(kind, error, traceback)
        print(f"minitorch.distributed: rank {MPI.COMM_WORLD.Get_rank()} failed with {kind.__name__}; all ranks are "
              "ended.", file=sys.stderr, flush=True)
        MPI.COMM_WORLD.Abort(1)
    sys.excepthook = hook


def leave():
    """Tell the other ranks of this one's end, and wait for theirs without using a core: MPI's own end would spin."""
    MPI = sys.modules.get("mpi4py.MPI")
    if MPI is None or not MPI.Is_initialized() or MPI.Is_finalized() or MPI.COMM_WORLD.Get_size() == 1:
        return
    if State.endings is None:
        told = [MPI.COMM_WORLD.Ibarrier()]
    else:
        others = [rank for rank in range(State.endings.size) if rank != State.endings.rank]
        told = [call(bytearray(0), rank) for rank in others for call in (State.endings.Isend, State.endings.Irecv)]
    while not MPI.Request.Testall(told):
        sleep(0.01)


def ranks_ended(group):
    """Ranks of the group whose script has come to its end."""
    return [rank for rank in group.ranks if rank != group.ranks[group.own] and State.endings.Iprobe(rank)]


def destroy_process_group(group=None):
    """Forget a group; without one, the group of all."""
    if group is None or group is State.world:
        State.world = None


def world():
    """The group of all ranks. Raises ValueError where there is none yet."""
    if State.world is None:
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group. "
                         "A process started alone may call it too: it is then a group of one.")
    return State.world


def member(group):
    """The group that is meant: None is that of all. Raises ValueError for one that this rank is not in."""
    if group is None:
        return world()
    if not isinstance(group, ProcessGroup):
        raise ValueError("this rank is not in the group that was given: new_group(ranks) gives those who are not in it "
                         "GroupMember.NON_GROUP_MEMBER. Ask `dist.get_rank() in ranks` first.")
    return group


def get_rank(group=None):
    """This process's number, from 0; -1 in a group that it is not in."""
    return -1 if group is GroupMember.NON_GROUP_MEMBER else member(group).rank()


def get_world_size(group=None):
    """How many ranks there are; -1 for a group that this process is not in."""
    return -1 if group is GroupMember.NON_GROUP_MEMBER else member(group).size()


def get_backend(group=None):
    """The name that `init_process_group` was given, or "mpi"."""
    return member(group).backend


def get_process_group_ranks(group=None):
    """The numbers among all ranks of a group's members."""
    return list(member(group).ranks)


def get_global_rank(group, group_rank):
    """The number among all ranks of the member with the number group_rank in the group."""
    return member(group).ranks[group_rank]


def get_group_rank(group, global_rank):
    """The number in the group of the rank global_rank of the world."""
    return member(group).index(global_rank)


def new_group(ranks=None, timeout=None, backend=None, pg_options=None):
    """A group of some of the ranks. All ranks must call this, with the same numbers, members or not.

    ranks     their numbers; None: all. ValueError for one that is not there, or twice
    timeout   timedelta that its collectives wait; default: as the whole group's
    backend   taken as init_process_group does; pg_options change nothing
    returns   the group; GroupMember.NON_GROUP_MEMBER for ranks that are not in it
    """
    whole = world()
    ranks = sorted(whole.ranks if ranks is None else ranks)
    strange = [rank for rank in ranks if rank not in whole.ranks]
    if strange or len(set(ranks)) != len(ranks) or not ranks:
        raise ValueError(f"new_group({ranks}): each rank once, from 0 to {whole.size() - 1}.")
    seconds = whole.timeout if timeout is None else timeout.total_seconds()
    if whole.comm is None:
        return ProcessGroup(None, ranks, seconds, whole.backend)
    comm = whole.comm.Split(0 if whole.rank() in ranks else 1, whole.rank())
    return (ProcessGroup(comm, ranks, seconds, whole.backend) if whole.rank() in ranks else
            GroupMember.NON_GROUP_MEMBER)
