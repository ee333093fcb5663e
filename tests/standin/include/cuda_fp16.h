// __half for tests on a processor: stored in 16 bits, converted as CUDA's is.
#pragma once
struct __half {
    _Float16 bits;
    __half() = default;
    __half(float x) : bits((_Float16)x) {}
    operator float() const { return (float)bits; }
};
