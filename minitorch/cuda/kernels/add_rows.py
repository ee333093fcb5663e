"""The gradient of an embedding: rows added to rows of a table, those of one number by one thread, in a fixed order.

Sorted by number, equal ones stand side by side: a run. Atomic additions would come in another order each time, and with
them other last digits.
"""

from ... import backend
from ...ops.kernels import scatter_add
from .build import blocks, launch, plain_floats, state

SOURCE = r"""
// The thread of a run's first place adds up the run, for a column; the others have nothing to do.
extern "C" __global__ void add_rows(T* table, const i64* rows, const i64* order, const T* grad, i64 n, i64 width) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x, place = i / width, column = i % width;
    if (place >= n || (place > 0 && rows[place] == rows[place - 1])) return;
    i64 row = rows[place];
    A total = (A)table[row * width + column];
    for (i64 next = place; next < n && rows[next] == row; next++) total += (A)grad[order[next] * width + column];
    table[row * width + column] = (T)total;
}
"""
NAMES = ("add_rows",)


def add_rows(table, index, grad):
    """table[index[i]] += grad[i] for each i, on a GPU. Returns False where atomic additions must do.

    table   (V, …), one row after the other in memory
    index   (…) integers
    grad    (…, *table.shape[1:])
    """
    xp, n = backend.library_of(table), index.size
    if xp.__name__ != "cupy" or not (state["enabled"] and plain_floats([table]) and grad.dtype == table.dtype
                                     and table.flags.c_contiguous):
        return False
    if not grad.size:
        return True
    rows = index.reshape(-1).astype("int64") % table.shape[0]            # -1 names the last
    order = rows.argsort()
    launch(SOURCE, "add_rows", table.dtype, blocks(grad.size), (
        table, rows.take(order), order, xp.ascontiguousarray(grad), xp.int64(n), xp.int64(grad.size // n)))
    return True


scatter_add.by_kernel.append(add_rows)
