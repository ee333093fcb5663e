"""Write fused steps as kernels in CUDA C: one thread for each element, or one block of threads for each row.

NVRTC or nvcc can compile them. With --fmad=false, products are rounded before they are added, as on the CPU.
"""

from math import prod

from .c_lines import Loop
from .c_rows import RowLoop
from .c_writer import CWriter

SHARED = 40_000                        # maximum number of bytes of shared memory for the intermediate results of a row
HEAD = """// Launch as many blocks of THREADS threads as the GPU runs at once: their loops cover all elements.
#define THREADS 256
#ifdef __CUDACC_RTC__                  // NVRTC has no C headers
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;
typedef unsigned long long uint64_t;
#else
#include <math.h>
#include <stdint.h>
#endif
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fc00000)
#endif
#define exp_f32 expf
#define log_f32 logf
#define tanh_f32 tanhf
#define exp_f64 exp
#define log_f64 log
#define tanh_f64 tanh
"""
REDUCING = """
// Reduce the numbers of a block's threads to one, which every thread gets: by halves, always in the same order.
template <class T, class Join> __device__ T joined(T x, Join join) {
    __shared__ T parts[THREADS];
    parts[threadIdx.x] = x;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] = join(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    x = parts[0];
    __syncthreads();
    return x;
}
struct Add { template <class T> __device__ T operator()(T a, T b) { return a + b; } };
struct Larger { template <class T> __device__ T operator()(T a, T b) { return b > a ? b : a; } };
"""
SUMMING = """// Add up the column sums that each block of an earlier kernel has written, always in the same order.
extern "C" __global__ void total_KIND(const double *parts, KIND *sums, int length, int blocks) {
    for (int at = blockIdx.x * THREADS + threadIdx.x; at < length; at += gridDim.x * THREADS) {
        double sum = 0;
        for (int block = 0; block < blocks; block++) sum += parts[(long long)block * length + at];
        sums[at] = (KIND)sum;
    }
}
"""


def counter_line(counters, lengths):
    """Return a line that computes the index along each dimension from the flat index of an element or row."""
    parts, below = [], 1
    for counter, length in reversed([*zip(counters, lengths)]):
        parts.append(f"{counter} = place{f' / {below}' * (below > 1)} % {length}")
        below *= length
    return f"long long {', '.join(parts)};"


class CudaLoop(Loop):
    """A writer of the CUDA kernel of a fused step, in which each thread computes one element after another."""

    def text(self, name):
        """Return the CUDA source of the kernel, with this name."""
        lengths, kind = [length for length, _ in self.dims], self.kind
        lines = [f'extern "C" __global__ {self.head(name)}',
                 "    long long first = blockIdx.x * (long long)THREADS + threadIdx.x;",
                 "    long long all = gridDim.x * (long long)THREADS;",
                 f"    for (long long place = first; place < {prod(lengths)}; place += all) {{",
                 f"        {counter_line(self.counters, lengths)}"]
        lines += [f"        {kind(x)} {self.names[x]} = {self.element(x)};" for x in self.reads]
        lines += [f"        {self.line(step)}" for step in self.fused.steps]
        lines += [f"        {self.element(x)} = {self.names[x]};" for x in self.fused.outputs]
        return "\n".join([*lines, "    }", "}\n"])


class CudaRows(RowLoop):
    """A writer of the CUDA kernel of a Rows, in which a thread has the same elements of a row in all loops.

    For a sum over rows it writes a double for each block and column; a second kernel, total_KIND, adds the doubles.
    """

    is_apart = False

    def __init__(self, rows):
        super().__init__(rows)
        self.parts = []                                  # no partial sums in float: a block adds its few rows in double

    @property
    def fits(self):
        """Whether the intermediate results of one row fit into a block's shared memory."""
        return self.length * (8 * len(self.rows.sums) + sum(x.dtype.itemsize for x in self.kept)) <= SHARED

    def made_of(self, x):
        return "double" if x in self.rows.sums else self.kind(x)

    def summed(self, x):
        return f"{self.names[x].upper()}[blockIdx.x * {self.length} + at] = {self.names[x]}_row[at];"

    def head(self, name):
        return f'extern "C" __global__ {super().head(name)}'

    def begin(self):
        lengths = [length for length, _ in self.dims[:-1]]
        self.add(f"for (long long place = blockIdx.x; place < {prod(lengths)}; place += gridDim.x) {{")
        self.indent += "    "
        if lengths:
            self.add(counter_line(self.counters, lengths))

    def end(self):
        self.close()

    def declare_row(self, x):
        self.add(f"__shared__ {self.made_of(x)} {self.names[x]}_row[{self.length}];")
        if x in self.rows.sums:
            self.open("at", self.length)
            self.add(f"{self.names[x]}_row[at] = 0;")
            self.close()

    def open(self, counter, length):
        self.add(f"for (int {counter} = threadIdx.x; {counter} < {length}; {counter} += THREADS) {{")
        self.indent += "    "

    def vectorised(self, reduced):
        """Add no line, because threads compute the elements in parallel."""

    def joined(self, name, sums):
        """Add a line that reduces the numbers of all threads to their sum or maximum."""
        self.add(f"{name} = joined({name}, {'Add' if sums else 'Larger'}());")

    def once_written(self, x):
        self.add(f"if (threadIdx.x == 0) {self.element(x)} = {self.names[x]};")


def cuda_code(program):
    """Return CUDA C for a program's fused steps; leave out steps that do not fit into a block's shared memory."""
    texts, totals = {}, {}
    for call, (loop, _) in CWriter(program).loops.items():
        if type(loop) is Loop:
            texts.setdefault(CudaLoop(call).text("NAME"), False)
        elif (rows := CudaRows(call)).fits:
            texts.setdefault(rows.text("NAME"), True)
            totals.update((rows.kind(x), None) for x in call.sums)
    kernels = [text.replace("NAME", f"fused_{number}", 1) for number, text in enumerate(texts, 1)]
    summing = [SUMMING.replace("KIND", kind) for kind in totals]
    return "\n".join([HEAD + REDUCING * any(texts.values()), *summing, *kernels])
