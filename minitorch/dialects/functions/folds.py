"""Functions of each row: mapped, folded, and the running results of a fold."""

from itertools import accumulate

from ...rare.autograd.tree import leaves, rebuilt
from ..core.convert import engine_tensor
from ..core.engine import mt
from ..core.lift import wrapped
from .creation import convert_to_tensor
from .slices import getitem


def parts_of(elems):
    """Yield the samples of a structure of tensors, one after the other."""
    tensors = [convert_to_tensor(x) for x in leaves(elems)]
    for i in range(len(tensors[0])):
        yield rebuilt(elems, iter([getitem(x, i) for x in tensors]))


def joined(results):
    """Stack results of samples, part by part."""
    stacked = [wrapped(mt.stack([engine_tensor(part) for part in parts])) for parts in zip(*map(leaves, results))]
    return rebuilt(results[0], iter(stacked))


def map_fn(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True,
           name=None, fn_output_signature=None):
    """Call fn for each row, and stack the results.

    fn       a function of one row, or of a structure of rows
    elems    a tensor (n, …), or a structure of them with the same n
    returns  (n, …)  what fn gives, or its structure

    dtype and fn_output_signature, the type of the result, are taken from what fn returns.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.map_fn(lambda row: tf.reduce_sum(row), tf.constant([[1, 2], [3, 4]])).numpy()
    array([3, 7], dtype=int32)
    """
    return joined([fn(part) for part in parts_of(elems)])


def vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True):
    """Call fn for each row of elems, and stack the results; fallback_to_while_loop, warn: taken, without effect."""
    return map_fn(fn, elems)


def scan(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True,
         reverse=False, name=None):
    """Stack all the totals of a fold: fn, elems and initializer are foldl's; reverse: from the last row to row 0.

    The result is (n, …); it begins with row 0 where there is no initializer.
    """
    rows = list(parts_of(elems))[::-1 if reverse else 1]
    totals = list(accumulate(rows, fn, initial=initializer))[initializer is not None:]
    return joined(totals[::-1] if reverse else totals)
