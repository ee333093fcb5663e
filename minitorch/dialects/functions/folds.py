"""Functions of each row: mapped, and the running results of a fold."""

from itertools import accumulate

from ...rare.autograd.tree import leaves, rebuilt
from ..core.recording import state
from .arrays import stack
from .creation import convert_to_tensor
from .slices import getitem


def tensors_in(tree):
    """Return a structure with tensors in the place of numbers and arrays."""
    return rebuilt(tree, iter([convert_to_tensor(x) for x in leaves(tree)]))


def of_unknown_size(elems):
    """Return whether a tf.function is traced, and only a run knows how many rows there are."""
    return state.tracing is not None and any(None in x.shape for x in leaves(elems) if hasattr(x, "symbolic_owner"))


def rows_of(elems):
    """Yield the rows of a structure of tensors, one after the other."""
    tensors = leaves(tensors_in(elems))
    for i in range(len(tensors[0])):
        yield rebuilt(elems, iter([getitem(x, i) for x in tensors]))


def joined(results):
    """Stack results of rows, part by part."""
    stacked = [stack(list(parts)) for parts in zip(*map(leaves, results))]
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
    if of_unknown_size(elems):
        return state.tracing.folds.map_fn(fn, elems, dtype, fn_output_signature=fn_output_signature)
    return joined([fn(row) for row in rows_of(elems)])


def vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True):
    """Call fn for each row of elems, and stack the results; fallback_to_while_loop, warn: taken, without effect."""
    return map_fn(fn, elems)


def scan(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True,
         reverse=False, name=None):
    """Stack the running results of a fold: fn(… fn(fn(initializer, row 0), row 1) …) after each row.

    fn             a function of the result so far and a row, which gives the next one
    elems          a tensor (n, …), or a structure of them with the same n
    initializer    the first result, of fn's structure, which is left out; None: row 0, with which the results begin
    reverse        whether it goes from the last row to row 0
    returns        (n, …), or a structure
    """
    if of_unknown_size(elems):
        return state.tracing.folds.scan(fn, elems, initializer, reverse=reverse)
    rows, first = list(rows_of(elems)), None if initializer is None else tensors_in(initializer)
    found = list(accumulate(rows[::-1 if reverse else 1], lambda result, row: tensors_in(fn(result, row)),
                            initial=first))[first is not None:]
    return joined(found[::-1 if reverse else 1])
