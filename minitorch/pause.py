"""Python's cyclic collector: a pause for it, and all that it knows of. Imports nothing that would start it."""

import gc
from itertools import compress


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


def all_objects(wanted):
    """What the collector knows of that is of a wanted type, also what a program has frozen.

    wanted   a function of a type: a notebook has a million objects and hundreds of types
    """
    frozen = gc.get_freeze_count()
    if frozen:
        gc.unfreeze()
    found = gc.get_objects()
    if frozen:
        gc.freeze()
    types = {each for each in set(map(type, found)) if wanted(each)}
    return list(compress(found, map(types.__contains__, map(type, found))))
