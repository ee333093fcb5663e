"""Measure every workload compared with torch, and with each other peer that can run it."""

import os
import platform
import sys
from datetime import date

import numpy as np

from . import elsewhere, loading, measure, peers as others, workloads as steps
from .footprint import FIGURES
from .goals import GOALS, IN_C, OWN, goal_text, verdict
from .measure import agree, interleave

BACKENDS = {"compiled": "numpy", **dict.fromkeys(("c", "c-compile", "c-jax-jit", "c-floor"), "c")}
BESIDE = {"torch": GOALS, "c": IN_C}                         # {peer: goals in the column after its ratios}
WORKLOADS = {**steps.WORKLOADS, **loading.WORKLOADS}


def run(peers=None, workloads=None, threads=1, environments=None, clock=None):
    """Measure, print, and return {"date", "machine", "threads", "clock", "ratios": {workload: {peer: figures}}}."""
    workloads = list(workloads or GOALS)
    clock = clock or ("processor" if threads == 1 else "wall")
    where = {peer: elsewhere.python_of(peer, environments) for peer in peers or ["torch", *others.PEERS]}
    missing = [peer for peer, python in where.items() if python is None]
    if peers and missing:
        raise SystemExit(f"not installed here: {', '.join(missing)}. `pip install` it, leave it out of --peers, or "
                         "give it an environment: python -m benchmarks.elsewhere --help")
    where = {peer: python for peer, python in where.items() if python}
    if len(where) == 1 and list(where.values()) == [sys.executable]:
        columns = {peer: here(peer, workloads, threads, clock) for peer in where}
    else:
        columns = {peer: elsewhere.measure(python, peer, workloads, threads, clock) for peer, python in where.items()}
    found = {"date": date.today().isoformat(), "machine": machine(), "threads": threads, "clock": clock,
             "ratios": {name: {peer: column[name] for peer, column in columns.items() if name in column}
                        for name in workloads}}
    print("\n".join(table(found, list(columns))), flush=True)
    return found


def here(peer, workloads, threads, clock):
    """Measure one peer in this process; return {workload: figures}."""
    import minitorch
    measure.tell_time_by(clock)
    minitorch.set_num_threads(threads)
    if others.module(peer) == "torch":
        import torch
        torch.set_num_threads(threads)
    if peer == "torch":
        builders = {name: lambda w=workload: w.build(torch) for name, workload in WORKLOADS.items()}
    else:
        builders = others.builders(peer)
    column = {}
    for name in workloads:
        if name in FIGURES and BACKENDS.get(peer) != "c":
            figures = FIGURES[name][1](others.module(peer), threads)
        elif name in builders:
            figures = compare(name, WORKLOADS[name], builders[name], minitorch, BACKENDS.get(peer)).plain()
        else:
            continue
        if figures is not None:
            column[name] = figures
            print(f"{peer:<10}{name:<10}{shown(name, figures)}", file=sys.stderr, flush=True)
    return column


def compare(name, workload, build, minitorch, backend=None):
    """Time minitorch and a peer on a workload after their first steps agreed; `backend` compiles minitorch's step."""
    base, ours = build(), workload.build(minitorch)
    if base.first is not None:                               # bare products have no result to compare
        agree(name, ours.first, base.first, workload.tolerance)
    if backend:
        ours.step = minitorch.compile(ours.step, fullgraph=True, backend=backend)
        found = ours.step(), base.step()
        if all(hasattr(x, "detach") for x in found):
            agree(name, *[[np.asarray(x.detach())] for x in found], 0.0 if backend == "numpy" else workload.tolerance)
    return interleave(base.step, ours.step, workload.repeats)


def title(name):
    return FIGURES[name][0] if name in FIGURES else WORKLOADS[name].title


def shown(name, figures):
    if figures is None:
        return "cannot"
    least, most = figures["min"], figures["max"]
    own = f" ({figures['ours']:.2g} {OWN[name]})" if name in OWN else ""
    return f"{figures['ratio']:.3g}" + (f" [{least:.2g}-{most:.2g}]" if least < most else own)


def table(found, peers):
    """Return the lines of the table of a run."""
    lines = [f"{found['machine']}, threads: {found['threads']}, time of the {found['clock']}",
             "minitorch's time (or memory) as a multiple of the peer's [least-most]; below 1 is faster (or less)", "",
             f"{'':<44}{'goal':>7}  " + "".join(f"{name + (' ' * 14 if name in BESIDE else ''):<21}"
                                                for name in peers)]
    for name, row in found["ratios"].items():
        cells = []
        for peer in peers:
            cells.append(f"{shown(name, row.get(peer)):<21}")
            if peer in BESIDE:
                cells[-1] += f"{verdict(name, row.get(peer), BESIDE[peer]):<9}"
        lines.append(f"{name:<10}{title(name):<34}{goal_text(name):>7}  " + "".join(cells))
    return lines


def machine():
    """Return the kind of this machine: its processor, cores, system and Python, without its name."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
