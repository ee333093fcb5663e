"""Which seeds the slow tests of random functions draw: the same each time, or each night others."""

import os

EACH_NIGHT = 500                         # of each of the four files


def many(usual, part, parts):
    """The seeds of one of `parts` tests: `usual`, unless MINITORCH_NIGHT=N asks for the 500 of night N."""
    night = os.environ.get("MINITORCH_NIGHT")
    start = 1_000_000 + EACH_NIGHT * int(night or 0)
    return usual if night is None else range(start + part, start + EACH_NIGHT, parts)
