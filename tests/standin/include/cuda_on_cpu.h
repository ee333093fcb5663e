// CUDA C on a processor, for tests: the threads of a block are fibers that take turns at each __syncthreads().
#pragma once
#include <cmath>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#undef INFINITY                                 // NVRTC knows no constants of math.h
#undef NAN
#undef HUGE_VAL
#undef M_PI

#define __global__
#define __device__
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(...)
#define __shared__ static                       // blocks run one after another, so that one array serves all

struct dim3 { unsigned x, y, z; };
static dim3 gridDim, blockDim, blockIdx, threadIdx;

namespace fibers {
const unsigned STACK = 1 << 16, MOST = 1024;    // bytes of each stack, threads of a block
static jmp_buf home, places[MOST];              // where the loop over threads, and each thread, goes on
static unsigned alive;                          // threads that have a stack; they serve one block after another
static bool ended[MOST];
static unsigned long long slots[MOST];          // what each thread shows the others in a shuffle
static unsigned current;
static void (*body)(void*);
static void* captured;

inline unsigned flat() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
inline void yield() { if (!_setjmp(places[current])) _longjmp(home, 1); }
inline void live() { for (;;) { body(captured); ended[current] = true; yield(); } }

// Let thread t run up to its next barrier, or its end.
inline void resume(unsigned t) {
    current = t;
    threadIdx = {t % blockDim.x, t / blockDim.x % blockDim.y, t / (blockDim.x * blockDim.y)};
    if (_setjmp(home)) return;
    if (t < alive) _longjmp(places[t], 1);
    static ucontext_t born, here;
    getcontext(&born);
    born.uc_stack.ss_sp = malloc(STACK);
    born.uc_stack.ss_size = STACK;
    makecontext(&born, (void (*)())live, 0);
    alive = t + 1;
    swapcontext(&here, &born);
}

// Run one block: every thread up to its next barrier, in turn. A barrier that only some reach is an error.
inline void block() {
    unsigned n = blockDim.x * blockDim.y * blockDim.z;
    for (unsigned t = 0; t < n; t++) ended[t] = false;
    for (unsigned running = n; running; ) {
        for (unsigned t = 0; t < n; t++) {
            if (ended[t]) continue;
            resume(t);
            running -= ended[t];
        }
        if (running && running < n) { fprintf(stderr, "not every thread of a block reached a barrier\n"); abort(); }
    }
}

template <class F> void grid(const unsigned* g, const unsigned* b, F kernel) {
    gridDim = {g[0], g[1], g[2]}; blockDim = {b[0], b[1], b[2]};
    body = [](void* f) { (*(F*)f)(); };
    captured = &kernel;
    for (unsigned z = 0; z < g[2]; z++) for (unsigned y = 0; y < g[1]; y++) for (unsigned x = 0; x < g[0]; x++) {
        blockIdx = {x, y, z};
        block();
    }
}
}  // namespace fibers

inline void __syncthreads() { fibers::yield(); }
inline void __threadfence() {}

template <class V> V __shfl_xor_sync(unsigned, V value, int lanes) {      // all threads of the block must call it
    unsigned me = fibers::flat();
    memcpy(&fibers::slots[me], &value, sizeof(V));
    fibers::yield();
    memcpy(&value, &fibers::slots[me ^ lanes], sizeof(V));
    fibers::yield();
    return value;
}

template <class V> V atomicAdd(V* place, V value) { V old = *place; *place = old + value; return old; }
inline int atomicCAS(int* place, int expected, int value) { int old = *place; if (old == expected) *place = value; return old; }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
inline float __int_as_float(int bits) { float x; memcpy(&x, &bits, 4); return x; }
inline float rsqrt(float x) { return 1.0f / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
template <class V> V max(V a, V b) { return a > b ? a : b; }
template <class V> V min(V a, V b) { return a < b ? a : b; }
using std::erf; using std::exp; using std::expm1; using std::fabs; using std::fmax; using std::fmin; using std::isnan;
using std::log; using std::log1p; using std::sqrt; using std::tanh; using std::cos; using std::sin;
