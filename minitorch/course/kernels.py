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

    def __getitem__(self, index):
        return self.reach(counted(index))

    def __setitem__(self, index, value):
        self.reach(counted(index), value)


def counted(index):
    """An index, or several, as Python's whole numbers where they are NumPy's."""
    if isinstance(index, tuple):
        return tuple(map(counted, index))
    return int(index) if isinstance(index, np.integer) else index


def launch(kernel, blocks, threads, *arguments, shared=()):
    """Run a kernel for each thread of each block, one after the other: a GPU runs thousands at the same time.

    blocks    how many, or (rows, columns) of them
    threads   of a block; the same forms
    shared    shapes of arrays that the threads of a block share; when it begins, 999 lies in them

    A kernel gets the index of its block, its own index in the block, the shared arrays, the arguments. At a `yield`
    a thread waits for all others of its block, which is CUDA's __syncthreads().
    """
    for block in indices(blocks):
        tiles = [np.full(shape, 999.0) for shape in shared]
        waiting = []
        for thread in indices(threads):
            started = kernel(block, thread, *tiles, *arguments)
            waiting += [started] if hasattr(started, "send") else []
        while waiting:
            waiting = [run for run in waiting if next(run, run) is not run]       # to its next yield, or to its end


def indices(counts):
    return list(np.ndindex(counts)) if isinstance(counts, tuple) else range(counts)


def launch_elementwise(kernel, out, x, y, blockDim):
    """Launch a kernel of 6.4 with as many blocks as cover x."""
    launch(lambda block, thread: kernel(block, thread, blockDim, out, x, y), -(-len(x) // blockDim), blockDim)


def launch_product(kernel, shape, T):
    """Launch kernel(block, thread, *tiles) with a thread for each number of a product. Sizes divide by T."""
    rows, columns = shape
    launch(kernel, (rows // T, columns // T), (T, T), shared=[(T, T)] * 2)


def run_elementwise(kernel, x, y, blockDim):
    """What a kernel of 6.4 does: (out, x, y), each Memory. -1 lies in out at first."""
    memory = in_memory(len(x), x, y)
    launch_elementwise(kernel, *(Global(each.shape, each) for each in memory), blockDim)
    return memory


def run_product(kernel, a, b, T):
    """What a kernel of 6.5 does: (out, a, b), each Memory. -1 lies in out at first; sizes divide by T."""
    memory = in_memory((len(a), np.shape(b)[1]), a, b)
    arrays = [Global(each.shape, each) for each in memory]
    launch_product(lambda block, thread, *tiles: kernel(block, thread, T, *tiles, *arrays), memory[0].shape, T)
    return memory


def in_memory(shape, *arrays):
    """Memory of an array to write to, in which -1 lies at first, and of others."""
    return [Memory(np.full(shape, -1.0)), *map(Memory, arrays)]
