// __nv_bfloat16 for tests on a processor: the upper half of a float, rounded to even.
#pragma once
#include <stdint.h>
#include <string.h>
struct __nv_bfloat16 {
    uint16_t bits;
    __nv_bfloat16() = default;
    __nv_bfloat16(float x) {
        uint32_t all; memcpy(&all, &x, 4);
        bits = x != x ? 0x7fc0 : (uint16_t)((all + 0x7fff + ((all >> 16) & 1)) >> 16);
    }
    operator float() const { uint32_t all = (uint32_t)bits << 16; float x; memcpy(&x, &all, 4); return x; }
};
