"""Run each peer in its own process, if needed in its own environment, so that libraries do not disturb one another.

    python -m benchmarks.elsewhere FOLDER            # makes FOLDER/jax, FOLDER/dezero …, with pip
    python -m benchmarks --environments FOLDER
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

from . import peers

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"jax": ["jax==0.10.2"], "autograd": ["autograd==1.9.1", "scipy"],
            "dezero": ["dezero==0.0.13", "matplotlib"],             # dezero imports it, but does not require it
            "tinygrad": ["tinygrad==0.14.0"], "micrograd": ["micrograd==0.1.0"]}


def python_of(peer, environments):
    """Return a Python in which the peer is installed: its environment's, else this one; None if neither has it."""
    if environments:
        folder = Path(environments) / peers.module(peer)
        found = next((str(path) for path in (folder / "bin/python", folder / "Scripts/python.exe") if path.exists()),
                     None)
        if found:
            return found
    return sys.executable if peers.installed(peer) else None


def settings(threads):
    """Return the environment variables that set the number of threads, for libraries that read them when loaded."""
    one = "--xla_cpu_multi_thread_eigen=false" if threads == 1 else ""
    return {**{f"{name}_NUM_THREADS": str(threads) for name in ("OPENBLAS", "OMP", "MKL")},
            "XLA_FLAGS": one, "NPROC": str(threads)}


def measure(python, peer, workloads, threads, clock):
    """Measure one peer in its own process, which prints its progress; return {workload: figures}."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "found.json"
        command = [python, "-m", "benchmarks", "--peers", peer, "--workloads", *workloads, "--threads", str(threads),
                   "--clock", clock, "--json", str(file)]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False,
                              env={**os.environ, **settings(threads), "PYTHONPATH": str(ROOT)})
        if done.returncode:
            print(f"{peer}: its process ended with {done.returncode}", file=sys.stderr)
            return {}
        ratios = json.loads(file.read_text(encoding="utf-8"))["ratios"]
    return {name: row[peer] for name, row in ratios.items() if peer in row}


def make(folder):
    """Create an environment for each peer, with that peer and NumPy."""
    for name, packages in PACKAGES.items():
        venv.create(Path(folder) / name, with_pip=True)
        python = python_of(next(peer for peer in peers.PEERS if peers.module(peer) == name), folder)
        subprocess.run([python, "-m", "pip", "install", "-q", "numpy", *packages], check=True)


if __name__ == "__main__":
    make(sys.argv[1])
