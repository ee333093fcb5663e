"""Report skipped tests in one sentence at the end of a run, not with a letter for each."""

import re
from collections import Counter

NAMES = {"torch": "PyTorch", "bwrap": "bubblewrap", "dot": "Graphviz", "browser": "a browser",
         "index": "a package index", "sphinx": "Sphinx", "tensorboard": "TensorBoard", "PIL": "Pillow",
         "sklearn": "scikit-learn", "mpi": "mpi4py with mpiexec", "netns": "network namespaces", "cc": "a C compiler",
         "onnx": "onnx with onnxruntime", "nvrtc": "NVIDIA's NVRTC", "cudnn": "cuDNN with its frontend",
         "serve": "starlette with uvicorn"}
NEEDS = re.compile(r"needs (the program dot|[\w.]+)(?:$|:)|could not import '(\w+)")


def pytest_report_teststatus(report):
    """Count a skipped test, and name it only under -v: thousands of letters would hide all other output."""
    return ("skipped", "", "SKIPPED") if report.skipped and not hasattr(report, "wasxfail") else None


def pytest_terminal_summary(terminalreporter):
    said = sentence([report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())])
    if said:
        terminalreporter.write_line(said)


def sentence(reasons):
    """Return a sentence with the number of skipped tests for each reason; "" for none."""
    found = [NEEDS.match(reason.removeprefix("Skipped: ")) for reason in reasons]
    counted = Counter(NAMES.get(name := match[1] or match[2], name) for match in found if match)
    missing = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    rest = len(reasons) - sum(count for _, count in missing)
    parts = [", ".join(f"{name} ({count:,})" for name, count in missing) + " not installed"] * bool(missing)
    parts += [f"{rest:,} {'does' if rest == 1 else 'do'} not apply here (-rs says why)"] * bool(rest)
    tests = "test was" if len(reasons) == 1 else "tests were"
    return f"{len(reasons):,} {tests} skipped: {'; '.join(parts)}." if reasons else ""
