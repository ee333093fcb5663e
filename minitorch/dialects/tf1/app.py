"""tf.app: the way in to a program, `tf.app.run()`, and its flags."""

import sys

from . import flags

__all__ = ["flags", "run"]


def run(main=None, argv=None):
    """Read the flags, call main(what is left of the command line), and leave Python with what it returns.

    main    a function of a list of texts; None: that of the program
    argv    the command line; None: sys.argv
    """
    main = main or sys.modules["__main__"].main
    sys.exit(main(flags.FLAGS(sys.argv if argv is None else argv, known_only=True)))
