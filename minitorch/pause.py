"""Python's cyclic collector: a pause for it, and all that it knows of. Imports nothing that would start it."""

import gc


class CollectorPaused:
    """Keep the collector from looking for garbage inside the block, and from looking through what was made in it after.

    `import minitorch` makes no garbage, and looking for it took a fifth of its time.
    """

    def __enter__(self):
        self.running = gc.isenabled()
        gc.disable()

    def __exit__(self, *failure):
        if not gc.get_freeze_count():                    # unless a program has frozen objects of its own
            gc.freeze()                                  # the two together make every object an old one, which
            gc.unfreeze()                                # only a full collection looks at
        if self.running:
            gc.enable()


def all_objects():
    """What the collector knows of, also what a program has frozen."""
    frozen = gc.get_freeze_count()
    if frozen:
        gc.unfreeze()
    found = gc.get_objects()
    if frozen:
        gc.freeze()
    return found
