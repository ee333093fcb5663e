"""keras.tree: structures of dicts, lists and tuples, as tf.nest has them, by Keras' names of arguments."""

from ..core import nest as _nest
from ..core.missing import speak_for as _speak_for

__all__ = ["assert_same_structure", "flatten", "is_nested", "lists_to_tuples", "map_structure", "pack_sequence_as"]


def assert_same_structure(a, b, check_types=None):
    """Raise ValueError where a and b differ in structure; TypeError where their kinds do.

    check_types    taken, as Keras takes it: they are compared
    """
    _nest.assert_same_structure(a, b)


def flatten(structure):
    """Return the parts of a structure as a list; dicts by their sorted keys."""
    return _nest.flatten(structure)


def is_nested(structure):
    """Whether `structure` is a dict, a list or a tuple."""
    return _nest.is_nested(structure)


def map_structure(func, *structures, none_is_leaf=True):
    """func of each part, in the same structure; of several structures it takes a part of each.

    none_is_leaf   whether None is a part that func takes; False: it stays as it is

    Raises ValueError or TypeError where they differ, as assert_same_structure does.
    """
    def of_parts(*parts):
        return None if not none_is_leaf and parts[0] is None else func(*parts)
    return _nest.map_structure(of_parts, *structures)


def pack_sequence_as(structure, flat_sequence):
    """Return the structure with its parts replaced, in order, by those of a list flat_sequence.

    Raises ValueError where there are more or fewer parts.
    """
    return _nest.pack_sequence_as(structure, flat_sequence)


def lists_to_tuples(structure):
    """Return the structure with its lists as tuples."""
    if isinstance(structure, dict):
        return {key: lists_to_tuples(value) for key, value in structure.items()}
    return tuple(map(lists_to_tuples, structure)) if isinstance(structure, list | tuple) else structure


_speak_for(globals(), "keras.tree")
