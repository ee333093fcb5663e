"""Workers from the outside: started anew, interrupted, orphaned, beside a GPU."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from timed import comes

import minitorch as mt
from minitorch.data import DataLoader

ROOT = Path(mt.__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
SLOW = """
import os, sys, time
from minitorch.data import DataLoader, Dataset

class Slow(Dataset):
    def __len__(self):
        return 1000
    def __getitem__(self, index):
        os.write(1, f"worker {os.getpid()}\\n".encode())     # whole, whoever else writes
        time.sleep(0.2)
        return index

if __name__ == "__main__":
    for batch in DataLoader(Slow(), num_workers=2):
        pass
"""


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="reads /proc")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=["ctrl-c", "term", "kill -9"])
def test_workers_go_when_their_program_does(end):
    program = subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=ENVIRONMENT, start_new_session=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))   # as at a terminal
    workers = set()
    while len(workers) < 2:
        workers.add(int(program.stdout.readline().split()[1]))
    if end == signal.SIGINT:
        os.killpg(program.pid, end)                      # as a terminal does: all processes get it
    else:
        os.kill(program.pid, end)
    error = program.communicate(timeout=120)[1]
    assert program.returncode == (1 if end == signal.SIGINT and program.returncode == 1 else -end)
    if end == signal.SIGINT:
        assert error.count("KeyboardInterrupt") == 1     # the program's own, none of the workers'
    assert comes(lambda: not any(map(alive, workers)))


def run(code, path):
    """Run a script of its own: (what it printed, what it complained of)."""
    path.write_text(code)
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=300, env=ENVIRONMENT)
    return done.stdout, done.stderr


SPAWNED = """
import minitorch as mt
from minitorch.data import DataLoader, TensorDataset

{guard}
    loader = DataLoader(TensorDataset(mt.arange(50_000)), 25_000, num_workers=1, multiprocessing_context="spawn")
    print([batch[0].sum().item() for batch in loader])
"""


def test_workers_can_be_started_anew(tmp_path):
    said, complaint = run(SPAWNED.format(guard='if __name__ == "__main__":'), tmp_path / "script.py")
    assert said.strip() == str([sum(range(25_000)), sum(range(25_000, 50_000))]), complaint


def test_a_script_without_a_guard_is_told_of_it(tmp_path):
    _, complaint = run(SPAWNED.format(guard="if True:"), tmp_path / "script.py")
    assert 'belong under `if __name__ == "__main__":`' in complaint.splitlines()[-1]


def test_what_cannot_be_pickled_is_named():
    loader = DataLoader([1, 2], num_workers=1, collate_fn=lambda batch: batch, multiprocessing_context="spawn")
    with pytest.raises(RuntimeError, match=r"started by 'spawn' get the dataset.*lambda.*or use num_workers=0"):
        list(loader)


class OnDemand:
    """A dataset as a notebook's cell defines it: `make` is no function that can be pickled."""

    def __init__(self, make):
        self.make = make

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return self.make(i)


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux")
def test_workers_are_forked_beside_a_gpu_in_use_and_give_batches_of_the_cpu(cupy):
    model, seen = mt.nn.Linear(1, 1).cuda(), []
    mt.rand(3, device="cuda")                            # its generator's place lies on the GPU
    for batch in DataLoader(OnDemand(lambda i: mt.rand(1) + i), 2, num_workers=2, pin_memory=True):
        assert not batch.is_cuda
        seen.append(model(batch.to("cuda", non_blocking=True)).shape)
    assert seen == [(2, 1)] * 2
    there = mt.arange(4.0).cuda()
    for make in (lambda i: mt.tensor([i]).cuda(), lambda i: mt.zeros(1, device="cuda"), lambda i: there[i] * 2,
                 lambda i: mt.cuda.current_device()):
        with pytest.raises(RuntimeError, match="Cannot re-initialize CUDA in forked subprocess.*spawn"):
            list(DataLoader(OnDemand(make), 2, num_workers=1))
    found, = DataLoader(OnDemand(lambda i: int(mt.cuda.is_available())), 4, num_workers=1)
    assert found.tolist() == [0] * 4
    assert there.sum().item() == 6
