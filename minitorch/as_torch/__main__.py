"""`python -m minitorch.as_torch SCRIPT [ARGS…]`, or -m MODULE, runs a program written for PyTorch on minitorch."""

import sys
from pathlib import Path

from . import install
from .names import why_missing
from .program import run

USAGE = "usage: python -m minitorch.as_torch [SCRIPT | -m MODULE] [ARGS…]"


def main(arguments):
    """Run a program as Python does: a script's folder is first on the path; its arguments are sys.argv."""
    module = arguments[:1] == ["-m"]
    if arguments[module:][:1] in ([], ["-h"], ["--help"]):
        print(USAGE, __doc__, sep="\n\n")
        return 0 if arguments else 2
    install()
    sys.argv = arguments[module:]
    if not module and not sys.flags.safe_path:
        sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    try:
        run(f"-m {sys.argv[0]}" if module else sys.argv[0])
    except ImportError as error:
        if reason := why_missing(getattr(first_cause(error), "name", None)):
            error.add_note(reason)
        raise
    return 0


def first_cause(error):
    """Return the first error in a chain of `raise … from …`, which libraries raise if an import of theirs fails."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
