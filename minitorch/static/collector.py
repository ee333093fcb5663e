"""Find all objects that Python's garbage collector tracks."""

import gc
from itertools import compress


class Mark:
    """A marker object: gc.freeze() freezes it too, so its absence shows that gc.freeze() has run."""


mark = Mark()
frozen: tuple = (None, [])             # (the last `wanted`, weak references to the frozen objects that it accepts)


def all_objects(wanted):
    """Return all tracked objects of a wanted type, frozen ones included.

    wanted   wanted(type) -> bool, the same function in each call; objects of such a type allow weak references

    A notebook has about a million objects, so frozen objects are searched only once.
    """
    global mark, frozen
    from weakref import ref  # imported late, because minitorch pauses the collector first
    young = select_by_type(gc.get_objects(), lambda cls: cls is Mark or wanted(cls))
    found = [x for x in young if type(x) is not Mark]
    if frozen[0] == wanted and any(x is mark for x in young):      # true if gc.freeze() has not run since the last call
        known = set(map(id, found))                            # if gc.unfreeze() ran, do not list an object twice
        return found + [x for each in frozen[1] if (x := each()) is not None and id(x) not in known]
    thawed = gc.get_freeze_count() > 0                   # this is slow: it counts the frozen objects one by one
    if thawed:
        gc.unfreeze()
        gc.collect()                                     # collect first, so that gc.freeze() freezes no garbage
        found = select_by_type(gc.get_objects(), wanted)
        gc.freeze()
    mark, frozen = Mark(), (wanted, [ref(x) for x in found] if thawed else [])
    return found


def select_by_type(objects, wanted):
    """Return the objects of a wanted type; skip types whose metaclass defines __hash__, which is user code."""
    types = {id(each): each for each in map(type, objects)}
    known = {number for number, each in types.items() if type(each).__hash__ is type.__hash__ and wanted(each)}
    return list(compress(objects, map(known.__contains__, map(id, map(type, objects)))))
