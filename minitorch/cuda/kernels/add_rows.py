"""The gradient of an embedding: add rows to rows of a table; one thread adds all rows of one index, in a fixed order.

After sorting, equal indices are neighbours and form a run. Atomic additions would have another order in each call,
which changes the last digits.
"""

from ... import backend
from ...ops.kernels import scatter_add
from .build import blocks, launch, plain_floats, state

SOURCE = r"""
// For each column, the thread at the first position of a run adds up the run; the other threads return at once.
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
    """Compute table[index[i]] += grad[i] for each i, on a GPU; return False, without adding, if the kernel cannot.

    table   (V, …), contiguous
    index   (…) integers
    grad    (…, *table.shape[1:])
    """
    xp, n = backend.library_of(table), index.size
    if xp.__name__ != "cupy" or not (state["enabled"] and plain_floats([table]) and grad.dtype == table.dtype
                                     and table.flags.c_contiguous):
        return False
    if not grad.size:
        return True
    rows = index.reshape(-1).astype("int64") % table.shape[0]            # -1 is the last row
    order = rows.argsort()
    launch(SOURCE, "add_rows", table.dtype, blocks(grad.size), (
        table, rows.take(order), order, xp.ascontiguousarray(grad), xp.int64(n), xp.int64(grad.size // n)))
    return True


scatter_add.by_kernel.append(add_rows)
