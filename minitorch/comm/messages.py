"""Messages from one rank to another: send and recv, and isend and irecv, which do not wait."""

from time import monotonic, sleep

from . import mpi
from .buffers import buffer, check, put
from .group import require_member
from .wait import SPINS, Work, wait

TAG = 32000                               # the tag of messages of monitored_barrier


def check_peer(name, group, peer):
    """Return the number of another rank in the group. Raises ValueError for this rank itself."""
    index = group.index(peer)
    if index == group.rank():
        raise ValueError(f"{name}: rank {peer} is this process itself, which cannot wait for its own message.")
    return index


def isend(tensor, dst=None, group=None, tag=0):
    """Start to send a tensor to rank `dst` and return a Work; the tensor must not change before its `.wait()`.

    Raises ValueError without a dst.
    """
    check("send", tensor)
    group = require_member(group)
    if dst is None:
        raise ValueError("send needs dst, the rank that receives the tensor.")
    peer, array = check_peer("send", group, dst), buffer(tensor)
    what = f"send of {array.shape} {array.dtype} to rank {dst}"
    return Work(group, what, [group.comm.Isend(array, peer, tag)])


def send(tensor, dst=None, group=None, tag=0):
    """Send a tensor to rank `dst`, and wait until the tensor may be changed."""
    isend(tensor, dst, group, tag).wait()


def irecv(tensor, src=None, group=None, tag=0):
    """Start to receive a tensor, and return a Work with wait() and is_completed(). src None: from any rank."""
    check("recv", tensor)
    group = require_member(group)
    return Receiving(group, tensor, None if src is None else check_peer("recv", group, src), tag)


def recv(tensor, src=None, group=None, tag=0):
    """Receive a tensor and return the rank that sent it. src None: from any rank.

    Raises RuntimeError if the message has another size.
    """
    work = irecv(tensor, src, group, tag)
    work.wait()
    return work.source


class Receiving:
    """A Work that waits for a message, and checks its size before it is received."""

    def __init__(self, group, tensor, peer, tag):
        if group.comm is None:
            raise ValueError("recv: a group of one has no other rank to receive from.")
        MPI = mpi.load()
        self.group, self.tensor, self.tag, self.array = group, tensor, tag, buffer(tensor)
        self.peer = MPI.ANY_SOURCE if peer is None else peer
        self.status, self.source, self.message, self.done = MPI.Status(), None, None, False
        self.what = (f"recv of {self.array.shape} {self.array.dtype} from "
                     f"{'any rank' if peer is None else f'rank {group.ranks[peer]}'}")

    def Test(self):
        """Return True if the message has arrived; the name is that of MPI's requests, so that `wait` can call it."""
        if self.message is None:
            self.message = self.group.comm.Improbe(self.peer, self.tag, self.status)
        return self.message is not None

    def is_completed(self):
        return self.done or self.Test()

    def wait(self, timeout=None):
        """Wait for the message, receive it and return True."""
        if self.done:
            return True
        source = () if self.peer == mpi.load().ANY_SOURCE else [self.group.ranks[self.peer]]
        wait(self.group, self.what, self, None if timeout is None else timeout.total_seconds(), source)
        self.source = self.group.ranks[self.status.Get_source()]
        here = self.status.Get_count(mpi.load().BYTE)
        if here != self.array.nbytes:
            raise RuntimeError(f"{self.what}: rank {self.source} sent {here:,} bytes, but the tensor takes "
                               f"{self.array.nbytes:,}. Both must have the same shape and dtype.")
        wait(self.group, self.what, self.message.Irecv(self.array))
        put(self.tensor, self.array)
        self.done = True
        return True


class P2POp:
    """A message for `batch_isend_irecv`: op is `isend` or `irecv`; ValueError for others.

    peer   the other rank
    """

    def __init__(self, op, tensor, peer=None, group=None, tag=0):
        if op not in (isend, irecv):
            raise ValueError("P2POp: op must be minitorch.distributed.isend or .irecv.")
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


def batch_isend_irecv(p2p_op_list):
    """Start the messages in p2p_op_list, a list of P2POps; return a Work for each."""
    return [one.op(one.tensor, one.peer, one.group, one.tag) for one in p2p_op_list]


def has_arrived(group, rank):
    """Return True if a rank's message to `monitored_barrier` has arrived, and receive it."""
    message = group.comm.improbe(rank, TAG)
    if message is not None:
        message.recv()
    return message is not None


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    """Wait for all ranks, and name the ranks that do not arrive in time.

    timeout          timedelta; default: the timeout of the group
    wait_all_ranks   accepted, without effect: all late ranks are named

    Raises RuntimeError with the numbers of the late ranks on rank 0 of the group; on other ranks as barrier does.
    """
    group = require_member(group)
    if group.comm is None:
        return
    limit = group.timeout if timeout is None else timeout.total_seconds()
    start = monotonic()
    if group.rank():
        sent = group.comm.isend(None, 0, TAG)
        wait(group, "monitored_barrier", group.comm.Ibarrier(), limit)
        sent.wait()
        return
    late = set(range(1, group.size()))
    while late:
        late -= {rank for rank in late if has_arrived(group, rank)}
        passed = monotonic() - start
        if late and passed > limit:
            names = ", ".join(str(group.ranks[rank]) for rank in sorted(late))
            raise RuntimeError(f"monitored_barrier: rank {names} did not arrive within {limit:.1f} s.")
        sleep(0 if passed < SPINS else 0.0005)
    wait(group, "monitored_barrier", group.comm.Ibarrier(), limit)
