"""Run `python -m minitorch` like the command `minitorch`."""

import sys

from .tools.cli import main

sys.exit(main())
