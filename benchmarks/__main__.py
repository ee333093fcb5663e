"""minitorch beside its peers: python -m benchmarks [--peers torch …] [--workloads W1 …] [--threads 1]

Every figure is minitorch's time divided by that of torch, or of the peer named, measured in turn in one run:
below 1 is faster. Times in seconds of a shared machine say nothing and are not kept.
"""

import argparse
import json
import os
import sys
from pathlib import Path


def arguments(words=None):
    from .goals import GOALS
    from .peers import PEERS
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--peers", nargs="*", choices=["torch", *PEERS], metavar="P",
                        help=f"what to compare with: torch, {', '.join(PEERS)}; default: those that are installed")
    parser.add_argument("--workloads", nargs="*", choices=sorted(GOALS), metavar="W", help=", ".join(GOALS))
    parser.add_argument("--threads", type=int, default=1, help="of the matrix products, for everyone")
    parser.add_argument("--clock", choices=["processor", "wall"],
                        help="whose time counts; default: the processor's on one thread, else the wall's")
    parser.add_argument("--environments", metavar="FOLDER", help="one for each peer: see benchmarks/elsewhere.py")
    parser.add_argument("--json", metavar="FILE", help="write the ratios there")
    parser.add_argument("--record", action="store_true", help="add the ratios to benchmarks/history.json")
    parser.add_argument("--check", action="store_true",
                        help="fail when one is over 25 %% slower than history says, three times in a row")
    return parser.parse_args(words)


def main():
    options = arguments()
    from .elsewhere import settings
    os.environ.update(settings(options.threads))         # read when the libraries are loaded, so before all imports
    from . import history, suite

    def measure(workloads):
        return suite.run(options.peers, workloads, options.threads, options.environments, options.clock)
    found = measure(options.workloads)
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.record:
        history.add(found)
    if options.check:
        slower = history.still_slower(found, measure)
        print("\n".join(slower.values()) or "nothing is over 25 % slower than it was")
        sys.exit(bool(slower))


if __name__ == "__main__":
    main()
