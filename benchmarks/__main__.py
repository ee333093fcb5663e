"""minitorch beside its peers: python -m benchmarks [--peers torch …] [--workloads W1 …] [--threads 1]

Every figure is minitorch's time divided by that of torch, or of the peer named, measured in turn in one run:
below 1 is faster. Times in seconds of a shared machine say nothing and are not kept.
"""

import argparse
import json
import os
import sys
from pathlib import Path


def arguments():
    from .goals import GOALS
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--peers", nargs="*", help="libraries to compare with; default: torch, and all installed")
    parser.add_argument("--workloads", nargs="*", choices=sorted(GOALS), metavar="W", help=", ".join(GOALS))
    parser.add_argument("--threads", type=int, default=1, help="of the matrix products, for everyone")
    parser.add_argument("--json", metavar="FILE", help="write the ratios there")
    parser.add_argument("--record", action="store_true", help="add the ratios to benchmarks/history.json")
    parser.add_argument("--check", action="store_true", help="fail when one is over 25 %% slower than history says")
    return parser.parse_args()


def main():
    options = arguments()
    for name in ("OPENBLAS", "OMP", "MKL"):              # read when the libraries are loaded, so before all imports
        os.environ[f"{name}_NUM_THREADS"] = str(options.threads)
    from . import history, suite
    found = suite.run(options.peers, options.workloads, options.threads)
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.record:
        history.add(found)
    if options.check:
        slower = history.slower(found)
        print("\n".join(slower) or "nothing is over 25 % slower than it was")
        sys.exit(bool(slower))


if __name__ == "__main__":
    main()
