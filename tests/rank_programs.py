"""Programs that ranks run in tests/distributed: each is a function, whose result goes to a JSON file per rank."""

import json
import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import rank_placement
import rank_shares
import rank_strategies
import rank_training

import minitorch as mt
import minitorch.distributed as dist
from minitorch import nn
from minitorch.nn.parallel import DistributedDataParallel


def collectives(folder):
    """Return the result of every collective on this rank, as lists."""
    rank, size, found = dist.get_rank(), dist.get_world_size(), {}
    for op in ("SUM", "AVG", "PRODUCT", "MIN", "MAX"):
        x = mt.arange(3.0) + rank + 1
        dist.all_reduce(x, getattr(dist.ReduceOp, op))
        found[op] = x.tolist()
    for op in ("BAND", "BOR", "BXOR"):
        x = mt.tensor([rank + 1, 7])
        dist.all_reduce(x, getattr(dist.ReduceOp, op))
        found[op] = x.tolist()
    x = mt.full((2,), rank + 0.5, dtype=mt.float16)
    dist.all_reduce(x)
    found["half"] = [str(x.dtype), *x.tolist()]
    x = mt.tensor([rank == 0, True])
    dist.all_reduce(x, dist.ReduceOp.PRODUCT)
    found["bools"] = x.tolist()
    x = mt.zeros(3, 2).t()
    x[0] = rank
    dist.all_reduce(x)
    found["strided"] = x.tolist()
    x = mt.full((2,), float(rank))
    dist.broadcast(x, size - 1)
    found["broadcast"] = x.tolist()
    x = mt.ones(2) * (rank + 1)
    dist.reduce(x, 1)
    found["reduce"] = x.tolist()
    parts = [mt.zeros(2) for _ in range(size)]
    dist.all_gather(parts, mt.ones(2) * rank)
    found["all_gather"] = [part.tolist() for part in parts]
    x = mt.zeros(size, 2)
    dist.all_gather_into_tensor(x, mt.ones(2) * rank)
    found["into"] = x.tolist()
    parts = [mt.zeros(1) for _ in range(size)] if rank == 0 else None
    dist.gather(mt.ones(1) * rank, parts)
    found["gather"] = parts and [part.tolist() for part in parts]
    x = mt.zeros(1)
    dist.scatter(x, [mt.ones(1) * 10 * r for r in range(size)] if rank == 0 else None)
    found["scatter"] = x.tolist()
    dist.reduce_scatter(x, [mt.ones(1) * (rank + 10 * r) for r in range(size)])
    found["reduce_scatter"] = x.tolist()
    x = mt.zeros(2)
    dist.reduce_scatter_tensor(x, mt.arange(2.0 * size), dist.ReduceOp.AVG)
    found["scatter_tensor"] = x.tolist()
    parts = [mt.zeros(1) for _ in range(size)]
    dist.all_to_all(parts, [mt.ones(1) * (10 * rank + r) for r in range(size)])
    found["all_to_all"] = [part.tolist() for part in parts]
    return found | messages() | groups() | late()


def messages():
    rank, size, found = dist.get_rank(), dist.get_world_size(), {}
    x = mt.zeros(2)
    works = dist.batch_isend_irecv([dist.P2POp(dist.isend, mt.ones(2) * rank, (rank + 1) % size),
                                    dist.P2POp(dist.irecv, x, (rank - 1) % size)])
    for work in works:
        work.wait()
    found["ring"] = x.tolist()
    if rank == 0:
        found["sources"] = sorted(dist.recv(x, tag=3) for _ in range(size - 1))
    else:
        dist.send(mt.ones(2), 0, tag=3)
    objects = [None] * size
    dist.all_gather_object(objects, {"rank": rank, "long": "x" * rank})
    found["objects"] = objects
    given = [{"seed": 3}, "two"] if rank == 0 else [None, None]
    dist.broadcast_object_list(given)
    found["given"] = given
    own = [None]
    dist.scatter_object_list(own, list("abcdefgh"[:size]) if rank == 0 else None)
    gathered = [None] * size if rank == 0 else None
    dist.gather_object(own[0], gathered)
    return found | {"own": own, "gathered": gathered}


def groups():
    rank, size = dist.get_rank(), dist.get_world_size()
    group, x = dist.new_group([0, size - 1]), mt.ones(1) * (rank + 1)
    if rank in (0, size - 1):
        dist.all_reduce(x, group=group)
        dist.broadcast(x, size - 1, group)
    dist.monitored_barrier()
    return {"group": [dist.get_world_size(group), dist.get_rank(group), x.item()]}


def late():
    """Asynchronous collectives; the second is so long that it is sent in several messages."""
    small, large = mt.ones(3), mt.ones(2_500_000)
    works = [dist.all_reduce(small, async_op=True), dist.all_reduce(large, async_op=True)]
    assert all(work.wait() for work in works) and all(work.is_completed() for work in works)
    return {"late": [small.sum().item(), large.min().item(), large.max().item()]}


def killed(folder):
    if dist.get_rank() == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    dist.barrier()


def raising(folder):
    if dist.get_rank() == 1:
        raise ValueError("no such file")
    dist.barrier()


def exiting(folder):
    if dist.get_rank() == 1:
        sys.exit(3)
    dist.barrier()


def early(folder):
    """Rank 1 has one batch fewer."""
    model = DistributedDataParallel(nn.Linear(1, 1))
    for _ in range(3 - dist.get_rank()):
        model(mt.ones(1, 1)).sum().backward()


def other_shape(folder):
    dist.all_reduce(mt.zeros(3 + dist.get_rank()))


def other_call(folder):
    dist.barrier() if dist.get_rank() else dist.broadcast(mt.zeros(2))


def other_model(folder):
    DistributedDataParallel(nn.Linear(2, 3 + dist.get_rank()))


def addresses(folder):
    """Return the addresses of this rank's host."""
    said = subprocess.run(["ip", "-4", "-o", "addr", "show", "scope", "global"], capture_output=True, text=True,
                          timeout=20)
    return [line.split()[3].partition("/")[0] for line in said.stdout.splitlines()]


def received(folder):
    """Return how many bytes this host's network interface receives in an all_reduce of 4 MB."""
    def so_far():
        lines = Path("/proc/net/dev").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.lstrip().startswith("wire"))
    dist.barrier()
    before = so_far()
    dist.all_reduce(mt.ones(1_000_000))
    dist.barrier()
    return so_far() - before


def cut_off(folder):
    """Rank 1 disconnects its host from the network."""
    group = dist.new_group(timeout=timedelta(seconds=5))
    dist.barrier()
    if dist.get_rank() == 1:
        subprocess.run(["ip", "link", "set", "wire1", "down"], check=True, timeout=20)
    while True:
        dist.all_reduce(mt.ones(1000), group=group)


def slow(folder):
    """Rank 1 comes late, but before the timeout: the others wait. The second time it comes after the timeout."""
    time.sleep(0.7 * dist.get_rank())
    dist.barrier()
    group = dist.new_group(timeout=timedelta(seconds=0.5))
    time.sleep(30 * dist.get_rank())                     # the launcher ends it long before
    dist.monitored_barrier(group)


def stopped(folder):
    """Rank 1 of 3 is stopped for a while; the others wait for it and then continue."""
    dist.barrier()
    if dist.get_rank() == 1:
        subprocess.Popen(["sh", "-c", f"sleep 20; kill -CONT {os.getpid()}"])
        os.kill(os.getpid(), signal.SIGSTOP)
    dist.barrier()
    time.sleep(1)                                        # its late answer must not look as if a rank had ended
    dist.barrier()
    return dist.get_rank()


def ending(folder):
    """Nothing fails."""
    dist.barrier()


def launcher():
    """Return the process id of the launcher, from which this rank's starter comes."""
    pid = os.getpid()
    while b"minitorch\0run\0" not in Path(f"/proc/{pid}/cmdline").read_bytes():
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid


def launcher_killed(folder):
    """Rank 0 kills the launcher; the ranks must end too, although they could continue."""
    dist.barrier()
    if dist.get_rank() == 0:
        os.kill(launcher(), signal.SIGKILL)
    time.sleep(60)


def launcher_told_to_end(folder, pause):
    """Rank 0 sends SIGTERM to the launcher; rank 1 then saves a file, which takes `pause` seconds."""
    def save(number, frame):
        time.sleep(float(pause))
        (Path(folder) / "saved").touch()
        sys.exit()
    if dist.get_rank() == 1:
        signal.signal(signal.SIGTERM, save)
    dist.barrier()
    if dist.get_rank() == 0:
        os.kill(launcher(), signal.SIGTERM)
    time.sleep(60)


def never_joining(folder):
    """The script of rank 1 ends before init_process_group."""


if __name__ == "__main__":
    name, folder, *rest = sys.argv[1:]
    if name == "never_joining" and os.environ["RANK"] == "1":
        sys.exit()
    dist.init_process_group("mpi")
    result = {**vars(rank_training), **vars(rank_shares), **vars(rank_placement), **vars(rank_strategies),
              **globals()}[name](folder, *rest)
    (Path(folder) / f"{name}-{dist.get_rank()}.json").write_text(json.dumps(result))
