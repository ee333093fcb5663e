"""Kernels as lesson 6 writes them, run in Python one thread after the other; what they read is counted."""

import numpy as np

from .watch import CHANGED, Altered, what_changed


class Memory:
    """An array in a GPU's main memory: it counts, and never raises for an index outside.

    reads     how many numbers were read
    writes    how many were written
    outside   how many indices named no element: a GPU reads or writes what lies there, whosever it is
    touched   the elements that were read or written
    """

    def __init__(self, array):
        self.array = np.array(array, float)
        self.first = self.array.copy()
        self.shape = self.array.shape
        self.reads = self.writes = self.outside = 0
        self.touched: set = set()

    def inside(self, index):
        places = index if isinstance(index, tuple) else (index,)
        inside = len(places) == len(self.shape) and all(0 <= i < n for i, n in zip(places, self.shape))
        self.outside += not inside
        self.touched.add(index)
        return inside

    def unchanged(self, name):
        """Raise Altered if a kernel has written to it: the argument that is called so."""
        what = what_changed(self.first, self.array)
        if what:
            raise Altered(CHANGED.format(name=name, what=what, how="write to `out` alone"))

    def __call__(self, index, *value):
        """Read a number, or write one."""
        if value:
            self.writes += 1
            if self.inside(index):
                self.array[index], = value
            return None
        self.reads += 1
        return float(self.array[index]) if self.inside(index) else 0.0


class Global:
    """An array in a GPU's main memory, as a kernel sees it.

    reach   reach(index) reads a number, reach(index, value) writes one: a Memory
    """

    def __init__(self, shape, reach):
        self.shape, self.reach = tuple(shape), reach

    def __len__(self):
        return self.shape[0]

    def __iter__(self):                       # without it Python asks for indices without end: none is an error here
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index):
        return self.reach(counted(index))

    def __setitem__(self, index, value):
        self.reach(counted(index), value)


def counted(index):
    """Return an index, or several, as Python's whole numbers if they are NumPy's."""
    if isinstance(index, tuple):
        return tuple(map(counted, index))
    return int(index) if isinstance(index, np.integer) else index


def launch(kernel, blocks, threads, *arguments, shared=(), backwards=False):
    """Run a kernel for each thread of each block, one after the other: a GPU runs thousands at the same time.

    blocks    how many, or (rows, columns) of them
    threads   of a block; the same forms
    shared    shapes of arrays that the threads of a block share; when it begins, 999 lies in them
    backwards   whether the last thread of a block is the first to run: a GPU promises no order

    A kernel gets the index of its block, its own index in the block, the shared arrays, the arguments. At a `yield`
    a thread waits for all others of its block, which is CUDA's __syncthreads(). Returned is how often each waited.
    """
    waits = []
    for block in indices(blocks):
        tiles = [np.full(shape, 999.0) for shape in shared]
        waiting = {}
        for thread in reversed(list(indices(threads))) if backwards else indices(threads):
            started = kernel(block, thread, *tiles, *arguments)
            waits.append(0)
            if hasattr(started, "send"):
                waiting[len(waits) - 1] = started
        while waiting:
            waiting = {n: run for n, run in waiting.items() if next(run, run) is not run}    # to its next yield
            for n in waiting:
                waits[n] += 1
    return waits


def indices(counts):
    return list(np.ndindex(counts)) if isinstance(counts, tuple) else range(counts)


def launch_elementwise(kernel, out, x, y, blockDim):
    """Launch a kernel of 6.4 with as many blocks as cover out, or one of 6.7, where blockDim is (rows, columns)."""
    blocks = tuple(-(-n // each) for n, each in zip(out.shape, blockDim if len(out.shape) > 1 else [blockDim]))
    launch(lambda block, thread: kernel(block, thread, blockDim, out, x, y),
           *((blocks, tuple(blockDim)) if len(blocks) > 1 else (blocks[0], blockDim)))


def launch_product(kernel, shape, T):
    """Launch kernel(block, thread, *tiles) with a thread for each number of a product. Sizes divide by T."""
    rows, columns = shape
    launch(kernel, (rows // T, columns // T), (T, T), shared=[(T, T)] * 2)


def run_elementwise(kernel, x, y, blockDim, out=None):
    """Run a kernel of 6.4 or 6.7; return (out, x, y), each a Memory. out may be a given array."""
    memory = in_memory(np.shape(x), x, y, out=out)
    launch_elementwise(kernel, *(Global(each.shape, each) for each in memory), blockDim)
    return memory


def run_product(kernel, a, b, T, out=None):
    """Run a kernel of 6.5; return (out, a, b), each a Memory. Sizes divide by T. out may be a given array."""
    memory = in_memory((len(a), np.shape(b)[1]), a, b, out=out)
    arrays = [Global(each.shape, each) for each in memory]
    launch_product(lambda block, thread, *tiles: kernel(block, thread, T, *tiles, *arrays), memory[0].shape, T)
    return memory


def fetched_by_warp(kernel, x, bias, blockDim):
    """Return what the first warp, 32 threads, of a kernel of 6.7 fetches of x, in pieces of 128 bytes (float32).

    Returned are the number of pieces, and an array like x: 2 at numbers that are read, 1 at those fetched with them.
    """
    memory = in_memory(x.shape, x, bias)
    arrays, order = [Global(each.shape, each) for each in memory], []
    arrays[1].reach = lambda index: order.append(index) or memory[1](index)
    for thread in list(np.ndindex(*blockDim))[:32]:
        kernel((0, 0), thread, blockDim, *arrays)
    read = np.zeros(x.size, int)
    read[[np.ravel_multi_index(index, x.shape) for index in order]] = 2
    pieces = read.reshape(-1, 32)                      # 32 numbers of 4 bytes
    pieces[(pieces.max(axis=1) > 0)[:, None] & (pieces == 0)] = 1
    return int((pieces.max(axis=1) > 0).sum()), read.reshape(x.shape)


def run_sum(kernel, x, blockDim):
    """Run a kernel of 6.8; return the sums of the blocks: an array."""
    memory = in_memory(-(-len(x) // blockDim), x)
    arrays = [Global(each.shape, each) for each in memory]
    launch(lambda block, thread, shared: kernel(block, thread, blockDim, shared, *arrays), len(arrays[0]), blockDim,
           shared=[(blockDim,)])
    return memory[0].array


def in_memory(shape, *arrays, out=None):
    """Return Memory of an array to write to, -1 everywhere, and of others. The first may be a given array."""
    memory = [Memory(np.full(shape, -1.0)), *map(Memory, arrays)]
    if out is not None:
        out[...] = -1.0
        memory[0].array = out
    return memory


class Device:
    """A GPU's main memory as one row of bytes.

    asked   the sizes of the blocks that were asked for
    """

    def __init__(self, size=1 << 20):
        self.bytes, self.asked = np.zeros(size, np.uint8), []

    def ask(self, size):
        """Return a new block of so many bytes: (address, size)."""
        address = sum(self.asked)
        if address + size > len(self.bytes):
            raise MemoryError(f"out of memory on the GPU: {size:,} bytes asked for, {len(self.bytes) - address:,} free")
        self.asked.append(size)
        return address, size

    def array(self, block, shape):
        """Return the array of float64 at the beginning of a block."""
        address, size = block
        needed = 8 * int(np.prod(shape))
        if needed > size:
            raise MemoryError(f"an array of {needed:,} bytes does not fit into a block of {size:,}.")
        return self.bytes[address:address + needed].view(np.float64).reshape(shape)

    def room(self, pool, *shape):
        """Return a block of a pool of 6.6, and the array of float64 in it."""
        block = pool.get(8 * int(np.prod(shape)))
        return block, self.array(block, shape)
