"""Compare minitorch with its peers: python -m benchmarks [--peers torch …] [--workloads W1 …] [--threads 1]

Compare it with another revision of itself: python -m benchmarks --against REV; see against.py.

Every figure is minitorch's time divided by that of torch, or of another peer, measured alternately in one run:
below 1 is faster. Times in seconds are not stored, because on a shared machine they mean nothing.
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
    parser.add_argument("--against", metavar="REV", help="compare with this project at that revision, not with peers")
    parser.add_argument("--workloads", nargs="*", choices=sorted([*GOALS, "import"]), metavar="W",
                        help=f"{', '.join(GOALS)}; beside a revision also import")
    parser.add_argument("--threads", type=int, default=1, help="threads of matrix products, in every library")
    parser.add_argument("--clock", choices=["processor", "wall"],
                        help="which clock to use; default: processor time for one thread, else wall time")
    parser.add_argument("--environments", metavar="FOLDER", help="environments of peers: see benchmarks/elsewhere.py")
    parser.add_argument("--json", metavar="FILE", help="write the ratios to this file")
    parser.add_argument("--record", action="store_true",
                        help="add the ratios to benchmarks/history.json, and update the tables of both READMEs")
    parser.add_argument("--check", action="store_true",
                        help="fail if a workload is over 25 %% slower than in the history, three times in a row")
    options = parser.parse_args(words)
    if "import" in (options.workloads or ()) and not options.against:
        parser.error("beside peers the import is W10; `import` is measured --against a revision")
    return options


def main():
    options = arguments()
    from .elsewhere import settings
    os.environ.update(settings(options.threads))         # before all imports: libraries read it when loaded
    from . import against, history, report, suite

    if options.against:
        found = against.run(options.against, options.workloads)
        if options.json:
            Path(options.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return

    def measure(workloads):
        return suite.run(options.peers, workloads, options.threads, options.environments, options.clock)
    found = measure(options.workloads)
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.record:
        history.add(found)
        report.write(history.read())
    if options.check:
        slower = history.still_slower(found, measure)
        print("\n".join(slower.values()) or "nothing is over 25 % slower than it was")
        sys.exit(bool(slower))


if __name__ == "__main__":
    main()
