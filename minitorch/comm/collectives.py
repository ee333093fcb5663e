"""PyTorch's collectives on Tensors: every rank of a group makes the same call, and results are written in place.

A single process is a group of one; its collectives are copies. With async_op=True a collective
returns a Work at once, and the tensors must not be used before `.wait()`. `src` and `dst` are global ranks.
"""

import numpy as np

from . import arrays
from .buffers import array_for_ranks, buffer, check, put, stack_tensors
from .group import require_member
from .reduce_op import ReduceOp, mpi_name
from .wait import Work


def run(collective, group, *inputs, async_op, finish=None):
    """Run a collective on arrays, or start it and return its Work. In a group of one nothing is sent."""
    if group.comm is None:
        if finish is not None:
            finish()
        return Work() if async_op else None
    return collective(group, *inputs, now=not async_op, finish=finish)


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    """Replace each element by its sum (or another `op`) over the ranks, with the same bits on all ranks."""
    check("all_reduce", tensor)
    group, array = require_member(group), buffer(tensor)
    mpi_name(op, array.dtype.kind)
    return run(arrays.all_reduce, group, array, op, async_op=async_op, finish=lambda: put(tensor, array))


def reduce(tensor, dst=0, op=ReduceOp.SUM, group=None, async_op=False):
    """Reduce the ranks' tensors into the tensor of rank `dst`; other tensors do not change. For op see all_reduce."""
    check("reduce", tensor)
    group, array = require_member(group), buffer(tensor)
    mpi_name(op, array.dtype.kind)
    root = group.index(dst)
    return run(arrays.reduce, group, array, root, op, async_op=async_op,
               finish=(lambda: put(tensor, array)) if root == group.rank() else None)


def broadcast(tensor, src=0, group=None, async_op=False):
    """Copy the tensor of rank `src` into the tensors of all ranks."""
    check("broadcast", tensor)
    group, array = require_member(group), buffer(tensor)
    return run(arrays.broadcast, group, array, group.index(src), async_op=async_op, finish=lambda: put(tensor, array))


def all_gather(tensor_list, tensor, group=None, async_op=False):
    """Set tensor_list[r] to the tensor of rank r, on all ranks."""
    check("all_gather", tensor)
    group, array = require_member(group), buffer(tensor)
    arrived, finish = array_for_ranks("all_gather", tensor_list, tensor, group)
    if group.comm is None:
        arrived[0] = array
    return run(arrays.all_gather, group, arrived, array, async_op=async_op, finish=finish)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    """Join the tensors of all ranks along dimension 0, or along a new dimension, on all ranks.

    input_tensor    (n, …)  this rank's tensor
    output_tensor   (ranks·n, …) or (ranks, n, …): the result
    """
    check("all_gather_into_tensor", output_tensor, input_tensor)
    group, array, arrived = require_member(group), buffer(input_tensor), buffer(output_tensor)
    check_sizes("all_gather_into_tensor", group, array, arrived)
    if group.comm is None:
        arrived.reshape(-1)[:] = array.reshape(-1)
    return run(arrays.all_gather, group, arrived, array, async_op=async_op, finish=lambda: put(output_tensor, arrived))


def gather(tensor, gather_list=None, dst=0, group=None, async_op=False):
    """Set gather_list[r] to the tensor of rank r, on rank `dst`; other ranks pass no list."""
    check("gather", tensor)
    group, array = require_member(group), buffer(tensor)
    root = group.index(dst)
    check_list("gather", "gather_list", gather_list, group, root)
    arrived, finish = (None, None) if gather_list is None else array_for_ranks("gather", gather_list, tensor, group)
    if group.comm is None:
        arrived[0] = array
    return run(arrays.gather, group, arrived, array, root, async_op=async_op, finish=finish)


def scatter(tensor, scatter_list=None, src=0, group=None, async_op=False):
    """Set the tensor on rank r to scatter_list[r] of rank `src`; other ranks pass no list."""
    check("scatter", tensor)
    group, array = require_member(group), buffer(tensor)
    root = group.index(src)
    check_list("scatter", "scatter_list", scatter_list, group, root)
    parts = None if scatter_list is None else stack_tensors("scatter", scatter_list, tensor)
    if group.comm is None:
        array[...] = parts[0]
    return run(arrays.scatter, group, array, parts, root, async_op=async_op, finish=lambda: put(tensor, array))


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    """Set the output on rank r to the sum (or another `op`) of input_list[r] over all ranks."""
    check("reduce_scatter", output)
    group, array = require_member(group), buffer(output)
    parts, _ = array_for_ranks("reduce_scatter", input_list, output, group)
    return reduce_scatter_parts(group, output, array, parts, op, async_op)


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    """Call reduce_scatter with one tensor that contains all inputs: input (ranks·n, …) -> output (n, …).

    op   see all_reduce
    """
    check("reduce_scatter_tensor", output, input)
    group, array, parts = require_member(group), buffer(output), buffer(input)
    check_sizes("reduce_scatter_tensor", group, array, parts)
    return reduce_scatter_parts(group, output, array, parts, op, async_op)


def reduce_scatter_parts(group, output, array, parts, op, async_op):
    mpi_name(op, array.dtype.kind)
    if group.comm is None:
        array.reshape(-1)[:] = parts.reshape(-1)
    return run(arrays.reduce_scatter, group, array, parts, op, async_op=async_op, finish=lambda: put(output, array))


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    """Set output_tensor_list[s] on rank r to input_tensor_list[r] of rank s; all tensors have the same shape."""
    group = require_member(group)
    check("all_to_all", *input_tensor_list, *output_tensor_list)
    parts, _ = array_for_ranks("all_to_all", input_tensor_list, input_tensor_list[0], group)
    arrived, finish = array_for_ranks("all_to_all", output_tensor_list, input_tensor_list[0], group)
    if group.comm is None:
        arrived[...] = parts
    return run(arrays.all_to_all, group, arrived, parts, async_op=async_op, finish=finish)


def barrier(group=None, async_op=False, device_ids=None):
    """Wait until every rank of the group has called this. device_ids are accepted as in PyTorch."""
    group = require_member(group)
    if group.comm is None:
        return Work() if async_op else None
    return arrays.barrier(group, now=not async_op)


def check_sizes(name, group, small, large):
    """Raise ValueError unless `large` has group.size() times as many elements as `small`, and the same dtype."""
    if large.size != group.size() * small.size or large.dtype != small.dtype:
        raise ValueError(f"{name}: the large tensor, {large.shape} {large.dtype}, must have {group.size()} (ranks) "
                         f"times as many elements as the small one, {small.shape} {small.dtype}, and its dtype.")


def check_list(name, what, given, group, root):
    """Raise ValueError unless only rank `root` passes a list, with one tensor for each rank."""
    if (given is not None) != (group.rank() == root):
        raise ValueError(f"{name}: {what} must be passed on rank {group.ranks[root]}, and on no other; this is rank "
                         f"{group.ranks[group.rank()]}.")
    if given is not None and len(given) != group.size():
        raise ValueError(f"{name}: {what} needs {group.size()} tensors, one for each rank, not {len(given)}.")


def total(numbers, group=None):
    """Return the sums of a few Python numbers over the ranks as a list, such as losses and counts."""
    group, array = require_member(group), np.array(numbers, np.float64)
    run(arrays.all_reduce, group, array, ReduceOp.SUM, async_op=False)
    return array.tolist()
