"""Reading and writing at indices: gather and scatter.

Arguments that mean the same wherever they occur:

    indices       (…, k)  integers: each row names a place in the first k axes
    updates       indices.shape[:-1] + shape[k:]: an element or slice for each row
    tensor, params
                  any shape but ()
    batch_dims    how many first axes of both go together
"""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.recording import note_rows
from .table import made, op


def check_indices(indices, limit):
    """Raise InvalidArgumentError for an index outside of the axis."""
    flat = indices.reshape(-1).tolist()
    for bad in [i for i in flat if not 0 <= i < limit]:
        raise InvalidArgumentError(f"indices[{flat.index(bad)}] = {bad} is not in [0, {limit}) [Op:GatherV2]")


@op("params | indices",
    v1="gather(params, indices, validate_indices=None, name=None, axis=None, batch_dims=0)")
def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    """Take the slices of `params` at `indices` along an axis.

    indices       integers of any shape
    axis          of params; None: batch_dims
    batch_dims    how many first axes of both go together: row i of the indices picks from row i of params
    returns       params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:]

    Raises InvalidArgumentError for an index outside of the axis.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.gather([10, 20, 30], [2, 0]).numpy()
    array([30, 10], dtype=int32)
    """
    axis = (batch_dims if axis is None else axis) % params.ndim
    batch_dims = 0 if axis == 0 else batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    if batch_dims:
        rows = [gather.function.body(p, i, None, axis - 1, batch_dims - 1)
                for p, i in zip(params.unbind(0), indices.unbind(0))]
        return mt.stack(rows)
    try:
        taken = mt.index_select(params, axis, indices.reshape(-1).long())
    except IndexError:
        check_indices(indices, params.shape[axis])
        raise
    if axis == 0:
        note_rows(params, indices, taken)
    return taken.reshape((*params.shape[:axis], *indices.shape, *params.shape[axis + 1:]))


@op("params | indices", v1="gather_nd(params, indices, name=None, batch_dims=0, bad_indices_policy='')")
def gather_nd(params, indices, batch_dims=0, name=None, bad_indices_policy=""):
    """Take the elements or slices of `params` at indices: indices.shape[:-1] + params.shape[batch_dims + k:]."""
    if batch_dims:
        return mt.stack([gather_nd.function.body(p, i, batch_dims - 1)
                         for p, i in zip(params.unbind(0), indices.unbind(0))])
    return params[tuple(indices.long().unbind(-1))] if indices.shape[-1] else params


def put(x, indices, updates, accumulate):
    """Put, or add, updates at indices (…, k), each row of which names a place."""
    return mt.index_put(x, tuple(indices.long().unbind(-1)), updates, accumulate=accumulate)


scatter_nd = made(
    "scatter_nd(indices, updates, shape, bad_indices_policy='', name=None)", lambda indices, updates, shape, _:
    put(mt.zeros(tuple(shape), dtype=updates.dtype), indices, updates, True),
    "Add updates at the indices to zeros of this shape, a list of sizes.", "indices | updates",
    "scatter(indices, values, shape)")
tensor_scatter_nd_update = made(
    "tensor_scatter_nd_update(tensor, indices, updates, name=None)", lambda x, indices, new: put(
        x, indices, new, False),
    "Copy the tensor, with updates in the place of what stands at the indices.", "tensor updates | indices")
tensor_scatter_nd_add = made(
    "tensor_scatter_nd_add(tensor, indices, updates, bad_indices_policy='', name=None)", lambda x, indices, new, _:
    put(x, indices, new, True), "Copy the tensor, with updates added at the indices.", "tensor updates | indices")
tensor_scatter_nd_sub = made(
    "tensor_scatter_nd_sub(tensor, indices, updates, bad_indices_policy='', name=None)", lambda x, indices, new, _:
    put(x, indices, -new, True), "Copy the tensor, with updates taken off at the indices.", "tensor updates | indices")

