"""Ranks that no launcher has started, as in most tutorials: processes that give their own rank and world_size."""

import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from ranks import surroundings
from timed import comes

from minitorch.comm import rendezvous
from minitorch.comm.pmi_server import Server

pytestmark = pytest.mark.needs("mpi")
PROGRAM = """
import os, sys
import minitorch as torch
import minitorch.distributed as dist
import minitorch.multiprocessing as mp

def train(rank, size, how):
    if how == "environment":
        os.environ.update(RANK=str(rank), WORLD_SIZE=str(size))
        dist.init_process_group("gloo")
    else:
        dist.init_process_group("gloo", rank=rank, world_size=size + (how == "sizes" and rank == 0))
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1, bias=False))
    model(torch.full((1, 2), float(rank))).sum().backward()
    if how == "raises" and rank == 1:
        raise ValueError("no such file")
    if how == "exits" and rank == 1:
        os._exit(3)
    if how in ("raises", "exits"):
        dist.barrier()
    sys.stdout.write(f"rank {rank} of {dist.get_world_size()}: {model.module.weight.grad.tolist()}\\n")

if __name__ == "__main__":
    start, how, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if start in ("spawn", "fork"):
        mp.spawn(train, args=(size, how), nprocs=size, start_method=start)
    elif start == "process":
        started = [mp.get_context("spawn").Process(target=train, args=(rank, size, how)) for rank in range(size)]
        for process in started:
            process.start()
        for process in started:
            process.join()
        print("codes", [process.exitcode for process in started])
    else:
        train(int(start), size, how)
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def begun(folder, *arguments, **variables):
    """A process of the program."""
    (folder / "train.py").write_text(PROGRAM)
    return subprocess.Popen([sys.executable, str(folder / "train.py"), *map(str, arguments)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
                            env={**surroundings(), "MASTER_ADDR": "localhost", **variables})


def ended(*processes):
    """(code, output, errors) of each process."""
    return [(process.returncode, *said) for said, process in [(each.communicate(timeout=120), each)
                                                              for each in processes]]


@pytest.mark.parametrize("start, how, size", [("spawn", "arguments", 2), ("fork", "arguments", 3),
                                              ("process", "environment", 2)])
def test_processes_of_a_program_are_ranks(start, how, size, tmp_path):
    (code, out, err), = ended(begun(tmp_path, start, how, size, MASTER_PORT=str(free_port())))
    mean = sum(range(size)) / size
    lines = sorted(line for line in out.splitlines() if line.startswith("rank"))
    assert code == 0 and lines == [f"rank {rank} of {size}: [[{mean}, {mean}]]" for rank in range(size)], err
    assert "codes" not in out or "codes [0, 0]" in out


def test_two_programs_are_ranks_of_one_group(tmp_path):
    port = str(free_port())
    ranks = ended(*(begun(tmp_path, rank, "arguments", 2, MASTER_PORT=port) for rank in (1, 0)))
    assert [code for code, _, _ in ranks] == [0, 0] and "rank 1 of 2: [[0.5, 0.5]]" in ranks[0][1], ranks


@pytest.mark.parametrize("start, how, told", [
    ("spawn", "raises", "Process 1 terminated with the following error:"),
    pytest.param("spawn", "exits", "process 1 terminated with exit code 3", marks=pytest.mark.slow),
    ("process", "raises", "rank 1 of 2 has ended before its group; the other ranks are ended."),
    pytest.param("process", "exits", "rank 1 of 2 has ended before its group", marks=pytest.mark.slow),
    pytest.param("spawn", "sizes", "rank 1 of 2 came to a group of 3. Each rank needs the same world_size",
                 marks=pytest.mark.slow)])
def test_a_rank_that_fails_ends_the_others_and_leaves_nothing(start, how, told, tmp_path):
    port = str(free_port())
    (code, out, err), = ended(begun(tmp_path, start, how, 2, MASTER_PORT=port))
    assert told in err and (how != "raises" or "ValueError: no such file" in err), err
    assert (code == 1) if start == "spawn" else out.startswith("codes [-15, ")
    assert comes(lambda: not left(port)), left(port)


def left(port):
    """Processes of a run that have not ended: all of them have its MASTER_PORT."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if f"MASTER_PORT={port}\0" in path.read_bytes().decode(errors="replace"):
                found.append(path.parent.name)
    return found


def test_a_port_in_use_and_another_machine_are_named():
    with socket.create_server(("127.0.0.1", 0)) as server:
        with pytest.raises(RuntimeError, match="another program does. Set MASTER_PORT"):
            rendezvous.start_server(server.getsockname(), 2)
    with pytest.raises(RuntimeError, match="192.0.2.1, another machine. Ranks on several machines need a launcher"):
        rendezvous.address("tcp://192.0.2.1:29500")
    assert rendezvous.address("tcp://localhost:1234") == ("127.0.0.1", 1234)
    with pytest.raises(RuntimeError, match="rank 1 of 2 found no rank 0 at 127.0.0.1"):
        rendezvous.join(1, 2, ("127.0.0.1", free_port()), 0.3)


@pytest.mark.parametrize("line", [b"GET / HTTP/1.1\r\n\r\n", b"\n", b"\xff\xfe\n", b"rank=one size=2 pid=1\n",
                                  b"rank=1 size=2\n", b"cmd=abort\n", b"x" * 5000])
def test_another_program_that_finds_the_port_does_not_end_the_server(line):
    listener = socket.create_server(("127.0.0.1", 0))
    address = listener.getsockname()
    serving = threading.Thread(target=Server(listener, 2).run, daemon=True)
    serving.start()
    first = socket.create_connection(address, 10)
    first.sendall(b"rank=0 size=2 pid=1\n")
    with socket.create_connection(address, 10) as stranger:
        stranger.sendall(line)
        assert stranger.recv(100) == b""                         # its connection is closed
    with first, socket.create_connection(address, 10) as second:
        second.sendall(b"rank=1 size=2 pid=1\n")
        for rank in (first, second):
            assert rank.recv(100) == b"joined\n"
            rank.sendall(b"cmd=finalize\n")
            assert rank.recv(100) == b"cmd=finalize_ack\n"
    serving.join(10)
    assert not serving.is_alive()


def test_two_groups_have_different_names_for_their_shared_memory():
    names = set()
    for _ in range(2):
        listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=Server(listener, 1).run, daemon=True).start()
        with socket.create_connection(listener.getsockname(), 10) as rank:
            rank.sendall(b"rank=0 size=1 pid=1\n")
            assert rank.recv(100) == b"joined\n"
            rank.sendall(b"cmd=get_my_kvsname\n")
            names.add(rank.recv(200))
            rank.sendall(b"cmd=finalize\n")
            assert rank.recv(100) == b"cmd=finalize_ack\n"
    assert len(names) == 2 and all(name.startswith(b"cmd=my_kvsname kvsname=kvs_") for name in names)
