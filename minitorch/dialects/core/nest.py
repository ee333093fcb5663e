"""Structures of dicts, lists and tuples: what tf.nest and keras.tree do with them."""

from ...rare.autograd.tree import leaves, rebuilt


def ordered(structure):
    """Return the structure with the keys of its dicts in order, as TensorFlow goes through them."""
    return arranged(structure, structure, sorted)


def rebuilt_as(structure, parts):
    """Return the structure with these parts, which come in the order of flatten: dicts with their own order of keys."""
    return arranged(structure, rebuilt(ordered(structure), iter(parts)))


def arranged(structure, made, order=iter):
    """Return `made`, of the same structure, with the keys of its dicts in the order of that, or in another."""
    if isinstance(structure, dict):
        return type(structure)((key, arranged(structure[key], made[key], order)) for key in order(structure))
    if not isinstance(structure, list | tuple):
        return made
    parts = [arranged(own, part, order) for own, part in zip(structure, made)]
    return type(structure)(*parts) if hasattr(structure, "_fields") else type(structure)(parts)


def flatten(structure, expand_composites=False):
    """Return what is in a structure, as a list; dicts by their sorted keys.

    >>> flatten({"b": [1, 2], "a": 3})
    [3, 1, 2]
    """
    return leaves(ordered(structure))


def is_nested(seq):
    """Return whether `seq` is a dict, a list or a tuple."""
    return isinstance(seq, dict | list | tuple)


def map_structure(func, *structure, **kwargs):
    """Call func with each part, in the same structure; of several structures it takes a part of each.

    Raises ValueError or TypeError where they differ, as assert_same_structure does; kwargs are TensorFlow's settings.
    """
    for other in structure[1:]:
        assert_same_structure(structure[0], other)
    return rebuilt_as(structure[0], [func(*parts) for parts in zip(*map(flatten, structure))])


def pack_sequence_as(structure, flat_sequence, expand_composites=False):
    """Return the structure with other parts, taken in order from a list flat_sequence.

    Raises ValueError where there are more or fewer parts.
    """
    if len(leaves(structure)) != len(flat_sequence):
        raise ValueError(f"Structure has {len(leaves(structure))} elements, but flat_sequence has "
                         f"{len(flat_sequence)}.")
    return rebuilt_as(structure, flat_sequence)


def assert_same_structure(nest1, nest2, check_types=True, expand_composites=False):
    """Raise ValueError where nest1 and nest2 differ in structure; TypeError where their kinds do.

    check_types    whether a list and a tuple, or two kinds of dict, differ
    """
    if is_nested(nest1) != is_nested(nest2):
        raise ValueError(f"The two structures don't have the same nested structure: {nest1!r} and {nest2!r}")
    if not is_nested(nest1):
        return
    if check_types and type(nest1) is not type(nest2):
        raise TypeError(f"The two structures don't have the same sequence type: {type(nest1).__name__} and "
                        f"{type(nest2).__name__}")
    if len(nest1) != len(nest2) or isinstance(nest1, dict) and nest1.keys() != nest2.keys():
        raise ValueError(f"The two structures don't have the same number of elements: {nest1!r} and {nest2!r}")
    pairs = [(nest1[k], nest2[k]) for k in nest1] if isinstance(nest1, dict) else zip(nest1, nest2)
    for one, two in pairs:
        assert_same_structure(one, two, check_types)
