"""Compile CUDA C to a kernel, at its first use; a source uses T for the type of elements and A for the type of sums.

The first lines of every kernel define `T`, the type of elements, and `A`, the type of sums (float32 for float16 and
bfloat16).
"""

from functools import cache

from ... import backend
from ...runtime import forward_for

THREADS = 256                            # number of threads in a block: eight warps of 32
TYPES = {"float32": ("float", "float"), "float64": ("double", "double"), "float16": ("__half", "float"),
         "bfloat16": ("__nv_bfloat16", "float")}
ARCHITECTURES = {75: "T4", 80: "A100", 89: "L4, RTX 40", 90: "H100, H200"}     # {version: GPUs} to test

HEADER = """
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef long long i64;
typedef {T} T;
typedef {A} A;
#define THREADS 256
#ifndef INFINITY                                 // NVRTC, by which CuPy compiles, has no math.h
#define INFINITY __int_as_float(0x7f800000)
#endif

// The sum of x over the threads of a block, in every thread: by shuffles in each warp, then over the warps.
__device__ A block_sum(A x) {{
    __shared__ A parts[THREADS / 32];
    for (int lanes = 16; lanes > 0; lanes >>= 1) x += __shfl_xor_sync(0xffffffffu, x, lanes);
    __syncthreads();                             // wait until the previous call has read `parts`
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = x;
    __syncthreads();
    x = 0;
    for (int warp = 0; warp < THREADS / 32; warp++) x += parts[warp];
    return x;
}}

// The largest x over the threads of a block, in every thread; nan is ignored.
__device__ A block_max(A x) {{
    __shared__ A parts[THREADS / 32];
    for (int lanes = 16; lanes > 0; lanes >>= 1) x = fmax(x, __shfl_xor_sync(0xffffffffu, x, lanes));
    __syncthreads();
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = x;
    __syncthreads();
    x = parts[0];
    for (int warp = 1; warp < THREADS / 32; warp++) x = fmax(x, parts[warp]);
    return x;
}}

// The maximum of a row, and the sum of e^(x − maximum), in every thread of the row's block.
__device__ A row_peak(const T* x, int n) {{
    A peak = -INFINITY;
    for (int i = threadIdx.x; i < n; i += THREADS) peak = fmax(peak, (A)x[i]);
    return block_max(peak);
}}

__device__ A row_total(const T* x, int n, A peak) {{
    A total = 0;
    for (int i = threadIdx.x; i < n; i += THREADS) total += exp((A)x[i] - peak);
    return block_sum(total);
}}
"""

capturing: list = []                     # contains the CUDAGraph that captures launches, if there is one
state = {"enabled": True}                # "enabled": False: no op uses these kernels; each runs its `forward`


def source_for(source, dtype):
    """Return the complete CUDA source of a kernel for elements of a dtype."""
    T, A = TYPES[dtype]
    return HEADER.format(T=T, A=A) + source


@cache
def build(library, source, name, dtype):
    return library.RawKernel(source_for(source, dtype), name, options=("--std=c++17",))


def launch(source, name, dtype, grid, args, threads=THREADS):
    """Run the kernel `name` of a source on a grid of blocks. Nothing is launched for an empty grid."""
    if 0 not in grid:
        build(backend.cupy(), source, name, str(dtype))(grid, (threads,), args)


def blocks(elements):
    """Return the grid for a kernel with a thread for each element."""
    return (-(-elements // THREADS),)


def on_gpu(op, supports=lambda *arrays, **settings: True):
    """Attach a kernel to an op: it runs on a GPU for float inputs that it supports; else the op's own forward runs.

    The kernel is called like the op's forward, with contiguous arrays.
    """
    def declare(kernel):
        @forward_for("cupy", op)
        def forward(xp, *arrays, **settings):
            if state["enabled"] and plain_floats(arrays) and supports(*arrays, **settings):
                return kernel(xp, *[xp.ascontiguousarray(a) if hasattr(a, "shape") else a for a in arrays], **settings)
            return op.piece.library(xp, *arrays, **settings)
        return kernel
    return declare


def plain_floats(arrays):
    """Return True if kernels support the first array's dtype, and other float arrays have this dtype or the sums'."""
    kinds = [a.dtype.name for a in arrays if hasattr(a, "dtype") and a.dtype.kind not in "iub"]
    return bool(kinds) and kinds[0] in TYPES and set(kinds) <= {kinds[0], sum_dtype_name(kinds[0])}


def sum_dtype_name(dtype):
    """Return the name of the dtype in which elements of a dtype are summed."""
    return "float64" if str(dtype) == "float64" else "float32"
