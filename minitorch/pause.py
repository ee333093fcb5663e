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


class Mark:
    """Stands among the objects that are not frozen. A program that freezes them freezes it with them."""


mark = Mark()
frozen: tuple = (None, [])             # (wanted, weak references to what was frozen and wanted when the mark was made)


def all_objects(wanted):
    """What the collector knows of that is of a wanted type, also what a program has frozen.

    wanted   a function of a type, the same one in each call; objects of such a type take weak references

    A notebook has a million objects of hundreds of types. What is frozen is looked through once.
    """
    global mark, frozen
    from weakref import ref  # not before the collector is paused
    young = of_types(gc.get_objects(), lambda cls: cls is Mark or wanted(cls))
    found = [x for x in young if type(x) is not Mark]
    if frozen[0] == wanted and any(x is mark for x in young):            # nothing was frozen since
        known = set(map(id, found))                                      # and of that something may be thawed
        return found + [x for each in frozen[1] if (x := each()) is not None and id(x) not in known]
    thawed = gc.get_freeze_count() > 0                   # which counts them one by one
    if thawed:
        gc.unfreeze()
        gc.collect()                                     # or garbage would be frozen too
        found = of_types(gc.get_objects(), wanted)
        gc.freeze()
    mark, frozen = Mark(), (wanted, [ref(x) for x in found] if thawed else [])
    return found


def of_types(objects, wanted):
    """Those objects whose type is wanted; none of a type that is hashed by code of its own, which must not run here."""
    types = {id(each): each for each in map(type, objects)}
    known = {number for number, each in types.items() if type(each).__hash__ is type.__hash__ and wanted(each)}
    return list(compress(objects, map(known.__contains__, map(id, map(type, objects)))))
