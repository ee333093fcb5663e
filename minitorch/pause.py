"""A pause for Python's cyclic collector, while much is made that stays."""

import gc
from contextlib import contextmanager


@contextmanager
def collector_paused():
    """Nobody looks for garbage inside the block. `import minitorch` makes none, and the looking took a tenth of it."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
