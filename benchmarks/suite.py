"""The run itself: every workload beside torch, and beside each other peer that can do it."""

import importlib.util
import os
import platform
from datetime import date

from .goals import GOALS
from .measure import agree, interleave
from .workloads import WORKLOADS


def run(peers=None, workloads=None, threads=1):
    """Measure, print as it goes, and return {"date", "machine", "threads", "ratios": {workload: {peer: …}}}."""
    from . import others
    peers = peers or ["torch", *(name for name in others.PEERS if importlib.util.find_spec(name))]
    missing = [name for name in peers if not importlib.util.find_spec(name)]
    if missing:
        raise SystemExit(f"not installed here: {', '.join(missing)}. `pip install` it, or leave it out of --peers.")
    if "torch" in peers:
        import torch
        torch.set_num_threads(threads)
    import minitorch
    minitorch.set_num_threads(threads)
    found = {"date": date.today().isoformat(), "machine": machine(), "threads": threads, "ratios": {}}
    print(f"{found['machine']}, threads: {threads}\nminitorch's time as a multiple of the peer's [least-most]; "
          "below 1 is faster\n")
    print(f"{'':<37}{'goal':>6}  " + "".join(f"{name:<22}" for name in peers), flush=True)
    for name in workloads or GOALS:
        workload = WORKLOADS[name]
        row = {peer: compare(name, workload, peer, minitorch, others) for peer in peers}
        found["ratios"][name] = {peer: ratio.plain() for peer, ratio in row.items() if ratio is not None}
        print(f"{name:<11}{workload.title:<26}{GOALS[name]:>6}  "
              + "".join(f"{'cannot' if r is None else r!s:<22}" for r in row.values()), flush=True)
    return found


def compare(name, workload, peer, minitorch, others):
    """minitorch beside one peer on one workload, after their first steps agreed; None where the peer has no way."""
    if peer == "torch":
        import torch
        build = lambda: workload.build(torch)
    else:
        build = others.PEERS[peer].get(name)
        if build is None:
            return None
    base, ours = build(), workload.build(minitorch)
    agree(name, ours.first, base.first, workload.tolerance)
    return interleave(base.step, ours.step, workload.repeats)


def machine():
    """The class of machine: what it is, not which one."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
