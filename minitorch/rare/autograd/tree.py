"""Trees: flatten nested dicts, lists and tuples of tensors to one list of tensors, and rebuild them from it."""

SEQUENCES = list, tuple


def leaves(tree):
    """Return the leaves of a structure of dicts, lists and tuples, in order."""
    if isinstance(tree, dict):
        return [leaf for part in tree.values() for leaf in leaves(part)]
    if isinstance(tree, SEQUENCES):
        return [leaf for part in tree for leaf in leaves(part)]
    return [tree]


def rebuilt(tree, values):
    """Return the same structure with other leaves, which are taken in order from `values`, an iterator."""
    if isinstance(tree, dict):
        return {key: rebuilt(part, values) for key, part in tree.items()}
    if isinstance(tree, SEQUENCES):
        parts = [rebuilt(part, values) for part in tree]
        return type(tree)(*parts) if hasattr(tree, "_fields") else type(tree)(parts)
    return next(values)
