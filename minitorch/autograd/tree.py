"""Dicts, lists and tuples of tensors, as one list of tensors and back: how a function may take all its parameters."""

SEQUENCES = list, tuple


def leaves(tree):
    """What is in a structure of dicts, lists and tuples, in order."""
    if isinstance(tree, dict):
        return [leaf for part in tree.values() for leaf in leaves(part)]
    if isinstance(tree, SEQUENCES):
        return [leaf for part in tree for leaf in leaves(part)]
    return [tree]


def rebuilt(tree, values):
    """The same structure with other leaves: the next of `values`, an iterator, in the place of each."""
    if isinstance(tree, dict):
        return {key: rebuilt(part, values) for key, part in tree.items()}
    if isinstance(tree, SEQUENCES):
        parts = [rebuilt(part, values) for part in tree]
        return type(tree)(*parts) if hasattr(tree, "_fields") else type(tree)(parts)
    return next(values)
