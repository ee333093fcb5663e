"""Test and measure minitorch on a GPU in one run, compared with PyTorch; write a report with date and device.

    python -m benchmarks.gpu --all [--small] [--device cpu] [--out FILE]

On a GPU it takes under 8 minutes: each section has a time limit, and the report names what was not measured within it.
With --small everything runs in seconds, and the figures mean nothing; tests run it with a simulated CuPy.
"""

import argparse
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import minitorch as mt
from minitorch import backend

from . import gpu_work

ROOT = Path(__file__).resolve().parents[1]
SECONDS = {"laws": 130, "parity": 60, "gemm": 30, "crossing": 20, "conv": 55, "attention": 20, "naive": 15,
           "training": 110, "copies": 10, "loading": 20}         # 470 together
TESTS = {"laws": ["tests/engine/test_laws_of_derivatives.py", "-k", "cupy"],
         "parity": ["tests/backends/test_same.py", "tests/backends/test_kernels.py"]}
SMALL = ["-k", "softmax or matmul"]      # the tests that --small runs
WHOLE = 470                              # maximum seconds of all sections together


def described(device):
    """Return the device's name and the versions of the software on it."""
    if device == "cpu":
        return f"the CPU, NumPy {backend.np.__version__}: no GPU took part"
    name, (major, minor) = mt.cuda.get_device_name(), mt.cuda.get_device_capability()
    simulated = ": simulated on the CPU, the times say nothing" if name == "Stand-in" else ""
    runtime = backend.cupy().cuda.runtime
    cuda, driver = (f"{n // 1000}.{n % 1000 // 10}" for n in (runtime.runtimeGetVersion(), runtime.driverGetVersion()))
    torch = f", PyTorch {importlib.metadata.version('torch')}" if importlib.util.find_spec("torch") else ""
    return (f"{name}, compute capability {major}.{minor}, CUDA {cuda}, driver {driver}, CuPy "
            f"{backend.cupy().__version__}, cuDNN {mt.backends.cudnn.version()}{torch}{simulated}")


def tested(section, device, small, limit):
    """Run the tests of a section on this device, for at most `limit` seconds; return one row with pytest's result."""
    if device == "cpu":
        return
    environment = {**os.environ, **({} if mt.cuda.get_device_name() == "Stand-in" else {"MINITORCH_CUPY": "real"})}
    words = [sys.executable, "-m", "pytest", "-q", "--tb=line", "-p", "no:cacheprovider", *TESTS[section]]
    if small:
        words = [word for word in words if word not in ("-k", "cupy")] + SMALL
    try:
        done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True,
                              timeout=limit)
        lines, code = done.stdout.strip().splitlines() or [done.stderr.strip()[-200:]], done.returncode
    except subprocess.TimeoutExpired as late:
        lines, code = ["not finished: " + (late.stdout or b"").decode()[-100:]], 1
    yield {"name": " ".join(TESTS[section]), "result": lines[-1], "all passed": "yes" if code == 0 else "no"}
    yield from ({"name": line[:150], "result": "", "all passed": "no"} for line in lines if line.startswith("FAILED"))


def measured(section, device, small, left=WHOLE):
    """Return the rows of a section that can be measured in its time and in the time left; an error becomes a row."""
    rows, start, limit = [], time.perf_counter(), min(SECONDS[section], round(left))
    if left < 0:
        return [{"name": f"not measured: the {WHOLE} s of all sections were over"}], 0.0
    try:
        for row in (tested(section, device, small, limit) if section in TESTS else
                    getattr(gpu_work, section)(device, small)):
            rows.append(row)
            if time.perf_counter() - start > limit and section not in TESTS:
                rows.append({"name": f"the rest was not measured: {limit} s were over"})
                break
    except Exception as error:           # report the other sections even if one fails
        rows.append({"name": f"failed: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"})
    return rows, time.perf_counter() - start


def shown(value):
    if value is None:
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value).replace("|", "/")


def table(rows):
    """Return rows as a Markdown table, with a column for each key of any row."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [names, ["---"] * len(names), *[[shown(row.get(name)) for name in names] for row in rows]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def run(sections, device="cuda", small=False, tell=print):
    """Measure the sections and return the report as Markdown. Raises RuntimeError with the reason if no GPU works."""
    if device != "cpu":
        mt.cuda.init()
    parts, start = [], time.perf_counter()
    for section in sections:
        rows, took = measured(section, device, small, WHOLE - (time.perf_counter() - start))
        tell(f"{section}: {len(rows)} rows, {took:.0f} s")
        idea = (getattr(gpu_work, section).__doc__ if section in vars(gpu_work) else
                f"{section.capitalize()}, by the tests.")
        parts.append(f"## {section}\n\n{idea}\n\n{table(rows) if rows else 'Nothing to measure on this device.'}\n")
    took = time.perf_counter() - start
    head = (f"# minitorch on {described(device)}\n\nMeasured {date.today().isoformat()} in {took:.0f} s"
            f"{', at small sizes: the figures mean nothing' if small else ''}. Speed is PyTorch's time divided by "
            "minitorch's, in the same run: above 1 is faster.\n")
    return "\n".join([head, *parts])


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__.split("\n")[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECONDS))
    parser.add_argument("--all", action="store_true", help="every section")
    parser.add_argument("--small", action="store_true", help="sizes that take seconds, to try the script")
    parser.add_argument("--device", default="cuda", help="cuda (default) or cpu")
    parser.add_argument("--out", type=Path, help="the report; default: benchmarks/results/gpu-DATE.md")
    options = parser.parse_args(words)
    unknown = set(options.sections) - set(SECONDS)
    if unknown or not (options.all or options.sections):
        parser.error(f"name sections of {', '.join(SECONDS)}, or --all" + (f"; not {min(unknown)}" if unknown else ""))
    report = run(list(SECONDS) if options.all else options.sections, options.device, options.small)
    out = options.out or ROOT / "benchmarks" / "results" / f"gpu-{date.today().isoformat()}.md"
    out.parent.mkdir(parents=True, exist_ok=True)
    partial = out.with_suffix(".part")
    partial.write_text(report, encoding="utf-8")
    partial.replace(out)                 # so that no incomplete report is left
    print(f"written: {out}")


if __name__ == "__main__":
    main()
