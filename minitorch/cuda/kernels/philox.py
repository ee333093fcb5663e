"""Random numbers on a GPU: each is a function of the seed and of its position in the stream, so threads share nothing.

The only state of a counter-based generator is its position. It is on the GPU and is advanced there after each draw, so
a captured graph draws new numbers each time it runs.
"""

from math import prod

import numpy as np

from ... import backend, random
from ...ops.random.sampling import dropout
from .build import blocks, capturing, launch, on_gpu, state

SOURCE = r"""
typedef unsigned int u32;
typedef unsigned long long u64;
struct Words { u32 at[4]; };

// Philox 4x32-10 (Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, 2011): ten rounds of two products mix a
// counter of 128 bits with a key of 64 bits.
__device__ Words philox(u64 key, u64 low, u64 high) {
    u32 a = (u32)low, b = (u32)(low >> 32), c = (u32)high, d = (u32)(high >> 32);
    u32 first = (u32)key, second = (u32)(key >> 32);
    for (int round = 0; round < 10; round++) {
        u32 x = __umulhi(0xD2511F53u, a), y = 0xD2511F53u * a, z = __umulhi(0xCD9E8D57u, c), w = 0xCD9E8D57u * c;
        a = z ^ b ^ first; b = w; c = x ^ d ^ second; d = y;
        first += 0x9E3779B9u; second += 0xBB67AE85u;
    }
    return {{a, b, c, d}};
}

// The words of thread i. place: the seed, and the lower and the upper half of the stream's current counter.
__device__ Words words_of(const u64* place, i64 i) { return philox(place[0], place[1] + i, place[2]); }

// Uniform in [0, 1): a float with 24 bits from one word, a double with 53 bits from two. A thread makes EACH numbers.
#define EACH (sizeof(T) == 8 ? 2 : 4)
__device__ float unit(u32 word) { return (word >> 8) * (1.0f / 16777216); }
__device__ A uniform_of(const Words& words, int j) {
    if (sizeof(T) == 8)
        return (A)(((u64)words.at[2 * j % 4] << 32 | words.at[(2 * j + 1) % 4]) >> 11) * (A)(1.0 / 9007199254740992.0);
    return unit(words.at[j]);
}

// Thread i writes out[i], out[i + threads], …, so that neighbouring threads write neighbouring elements.
extern "C" __global__ void words(u32* out, const u64* place, i64 n) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x, threads = (n + 3) / 4;
    if (i >= threads) return;
    Words found = words_of(place, i);
    for (int j = 0; j < 4 && i + j * threads < n; j++) out[i + j * threads] = found.at[j];
}

extern "C" __global__ void uniform(T* out, const u64* place, i64 n) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x, threads = (n + EACH - 1) / EACH;
    if (i >= threads) return;
    Words found = words_of(place, i);
    for (int j = 0; j < EACH && i + j * threads < n; j++) out[i + j * threads] = (T)uniform_of(found, j);
}

// Two normal numbers from two uniform ones: a random angle, and a radius (Box and Muller, 1958).
extern "C" __global__ void normal(T* out, const u64* place, i64 n) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x, threads = (n + EACH - 1) / EACH;
    if (i >= threads) return;
    Words found = words_of(place, i);
    for (int j = 0; j < EACH; j += 2) {
        A radius = sqrt(-2 * log(1 - uniform_of(found, j))), angle = (A)6.283185307179586 * uniform_of(found, j + 1);
        if (i + j * threads < n) out[i + j * threads] = (T)(radius * cos(angle));
        if (i + (j + 1) * threads < n) out[i + (j + 1) * threads] = (T)(radius * sin(angle));
    }
}

// Each element becomes 0 with probability p, else x·scale; random numbers are drawn and used in one pass.
extern "C" __global__ void dropout(const T* x, T* out, bool* kept, const u64* place, i64 n, float p, A scale) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x, threads = (n + 3) / 4;
    if (i >= threads) return;
    Words found = words_of(place, i);
    for (int j = 0; j < 4 && i + j * threads < n; j++) {
        i64 at = i + j * threads;
        kept[at] = unit(found.at[j]) >= p;
        out[at] = (T)((A)x[at] * (kept[at] ? scale : (A)0));
    }
}
"""
NAMES = "words", "uniform", "normal", "dropout"


class GPUStream:
    """The stream of a generator on one GPU, with the methods of NumPy's Generator that minitorch uses.

    seed, used   the seed, and the number of counters used so far: the host's copy of `place`
    place        the position in the stream, on the GPU: the seed, and the counter's lower and upper half
    """

    def __init__(self, seed, used, device):
        self.device = device
        with device:
            self.place = backend.cupy().zeros(3, "uint64")
            self.counter = self.place[1:2]
        self.go_to(seed, used)

    def go_to(self, seed, used):
        """Move to a position in the stream of a seed. A kernel writes the position, so that no copy is needed."""
        self.seed, self.used = seed, used
        with self.device:
            self.place[0] = np.uint64(seed)
            self.place[1] = np.uint64(used)

    def draw(self, name, out, numbers, dtype, arrays=(), after=()):
        """Run one of the kernels, with several numbers for each thread; advance the stream by the counters it used."""
        if size := out.size:
            xp, threads = backend.cupy(), -(-size // numbers)
            launch(SOURCE, name, dtype, blocks(threads), (*arrays, self.place, xp.int64(size), *after))
            self.advance(threads)
        return out

    def advance(self, count):
        """Advance the stream by `count` counters."""
        self.counter += np.uint64(count)
        self.used += count
        for graph in capturing:
            graph.drawn[self] = graph.drawn.get(self, 0) + count

    def reserve(self, count):
        """Leave `count` numbers to a library with its own Philox generator: return seed and counter, and skip them.

        The result is (4,) on the GPU: seed and counter are each in the first half of 16 bytes.
        """
        found = backend.cupy().zeros(4, "int64")
        found[::2] = self.place[:2].view("int64")
        self.advance(count)
        return found

    def numbers(self, name, size, dtype):
        dtype = "float64" if np.dtype(dtype) == "float64" else "float32"
        out = backend.cupy().empty(size, dtype)
        return self.draw(name, out, 2 if dtype == "float64" else 4, dtype, (out,))

    def random(self, size, dtype=np.float64):
        """Draw uniform numbers in [0, 1)."""
        return self.numbers("uniform", size, dtype)

    def standard_normal(self, size, dtype=np.float64):
        return self.numbers("normal", size, dtype)

    def uniform(self, low, high, size):
        return self.random(size) * (high - low) + low

    def normal(self, mean, std, size):
        return self.standard_normal(size) * std + mean

    def exponential(self, scale, size):
        return -backend.cupy().log1p(-self.random(size)) * scale

    def long_words(self, count):
        """Draw integers of 64 random bits."""
        out = backend.cupy().empty(2 * count, "uint32")
        return self.draw("words", out, 4, "float32", (out,)).view("uint64")

    def integers(self, low, high, size):
        """Draw integers from low up to high, without high; probabilities differ by less than (high − low) / 2⁶⁴."""
        size = size if isinstance(size, tuple) else (size,)
        return (self.long_words(prod(size)) % np.uint64(high - low)).astype("int64").reshape(size) + low

    def permutation(self, n):
        """Return the integers below n in random order, by sorting n random numbers."""
        return self.long_words(n).argsort()


def stream_here(generator):
    """Return the stream of a generator on the current GPU; None if kernels are off."""
    if not state["enabled"]:
        return None
    device = backend.cupy().cuda.Device()
    if device.id not in generator.on_gpus:
        generator.on_gpus[device.id] = GPUStream(*generator.place_on(device.id), device)
    return generator.on_gpus[device.id]


random.streams["cupy"] = stream_here


def drops_elements_on_gpu(x, *, p, size=None, generator=None):
    """Return True if dropout draws each element separately, and on the GPU."""
    return size in (None, x.shape) and type(random.stream(backend.cupy(), generator)) is GPUStream


@on_gpu(dropout, drops_elements_on_gpu)
def dropout_fused(xp, x, *, p, size=None, generator=None):
    out, kept = xp.empty(x.shape, x.dtype), xp.empty(x.shape, bool)
    scale = np.float64 if x.dtype == "float64" else np.float32
    random.stream(xp, generator).draw("dropout", out, 4, x.dtype, (x, out, kept),
                                      (np.float32(p), scale(1 / (1 - p) if p < 1 else 0)))
    return out, kept
