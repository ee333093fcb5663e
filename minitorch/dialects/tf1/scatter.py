"""Operations that change rows of a variable, and leave the others.

Arguments that mean the same wherever they occur:

    ref        a variable (n, …)
    indices    integers of any shape: the rows; in scatter_nd_… (…, k), each a place in the first k axes
    updates    what comes there: indices.shape + ref.shape[1:]
"""

from ..functions import arrays, gathering
from .graph import graphed


def scattering(function, name, alone):
    """tf.scatter_…: a change of a variable by one of the functions of tensors; alone: each index is a row."""
    def changed(ref, indices, updates):
        if alone:
            indices, updates = arrays.reshape(indices, [-1, 1]), arrays.reshape(updates, [-1, *ref.shape[1:]])
        return function(ref, indices, updates)

    def update(ref, indices, updates, use_locking=True, name=None):
        return ref.assign(graphed(changed)(ref, indices, updates), name=name or kind)

    def add(ref, indices, updates, use_locking=False, name=None):
        return ref.assign(graphed(changed)(ref, indices, updates), name=name or kind)
    call, kind = update if name.endswith("update") else add, "".join(part.title() for part in name.split("_"))
    what = {"update": "gives rows of a variable new values", "add": "adds to rows of a variable",
            "sub": "subtracts from rows of a variable"}[name.rpartition("_")[2]]
    call.__name__, call.__doc__ = name, f"Return an operation that {what} at each run, and the variable."
    return call


scatter_update = scattering(gathering.tensor_scatter_nd_update, "scatter_update", True)
scatter_add = scattering(gathering.tensor_scatter_nd_add, "scatter_add", True)
scatter_sub = scattering(gathering.tensor_scatter_nd_sub, "scatter_sub", True)
scatter_nd_update = scattering(gathering.tensor_scatter_nd_update, "scatter_nd_update", False)
scatter_nd_add = scattering(gathering.tensor_scatter_nd_add, "scatter_nd_add", False)
scatter_nd_sub = scattering(gathering.tensor_scatter_nd_sub, "scatter_nd_sub", False)
