"""A pause for Python's cyclic collector, while much is made that stays."""

import gc
from contextlib import contextmanager


@contextmanager
def collector_paused():
    """Keep the collector from looking for garbage inside the block, and from looking through what was made in it after.

    `import minitorch` makes no garbage, and looking for it took a fifth of its time.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():                    # unless a program has frozen objects of its own
            gc.freeze()                                  # the two together make every object an old one, which
            gc.unfreeze()                                # only a full collection looks at
        if running:
            gc.enable()
