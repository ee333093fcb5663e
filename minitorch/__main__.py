"""`python -m minitorch` is `minitorch`."""

import sys

from .cli import main

sys.exit(main())
