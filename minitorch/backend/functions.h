/* exp, log, tanh, erf and sigmoid for loops over arrays, in float (_f32) and double (_f64), to 2 ulp.

No function branches: both sides of a choice are computed, so that the compiler can work on 4 or 8 numbers at a time.
nan, inf, -0 and denormals give what the C library gives. Correct as long as the compiler follows IEEE 754: never with
-ffast-math. Sources: Muller, Elementary Functions (2016); fdlibm's e_log.c; Cephes' tanhf.c, and ndtr.c for erf. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

INLINE int32_t bits_f32(float x) { int32_t n; memcpy(&n, &x, 4); return n; }
INLINE float from_bits_f32(int32_t n) { float x; memcpy(&x, &n, 4); return x; }
INLINE int64_t bits_f64(double x) { int64_t n; memcpy(&n, &x, 8); return n; }
INLINE double from_bits_f64(int64_t n) { double x; memcpy(&x, &n, 8); return x; }

/* a b + c, rounded once where the processor has that. */
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define MULTIPLY_ADD(a, b, c) fmaf(a, b, c)
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

/* 2^n, n as an exponent in range; for floats n + 127 in the last bits of what is given. */
INLINE float power_f32(uint32_t biased) { return from_bits_f32((int32_t)(biased << 23)); }
INLINE double power_f64(int64_t n) { return from_bits_f64((int64_t)((uint64_t)(n + 1023) << 52)); }

/* x = n ln2 + r with |r| <= ln2/2. Adding 1.5 * 2^23 rounds to a whole number, which then is in the last bits: for
floats n + 254, which is twice the 127 that a power needs. */
INLINE float split_f32(float x, uint32_t *n) {
    float shifted = MULTIPLY_ADD(x, 1.44269504f, 12583166.0f), whole = shifted - 12583166.0f;
    *n = (uint32_t)bits_f32(shifted);
    return MULTIPLY_ADD(whole, 2.12194440e-4f, MULTIPLY_ADD(whole, -0.693359375f, x));
}
INLINE double split_f64(double x, int64_t *n) {
    double shifted = x * 1.4426950408889634 + 6755399441055744.0, whole = shifted - 6755399441055744.0;
    *n = bits_f64(shifted) - 0x4338000000000000;
    return (x - whole * 6.93147180369123816490e-01) - whole * 1.90821492927058770002e-10;
}

/* e^r - 1 by the polynomial of least error, 0.05 ulp; e^r by Taylor's, where what 1 + r rounds away is added to the
smaller terms. */
INLINE float power_less_1_f32(float r) {
    float p = MULTIPLY_ADD(1.3820689637e-3f, r, 8.3686755970e-3f);
    p = MULTIPLY_ADD(p, r, 4.1668266058e-2f); p = MULTIPLY_ADD(p, r, 1.6666521132e-1f);
    p = MULTIPLY_ADD(p, r, 4.9999994040e-1f);
    return MULTIPLY_ADD(p, r * r, r);
}
INLINE double power_of_e_f64(double r) {
    double p = 1.0 / 87178291200, s = 1.0 + r;
    p = p * r + 1.0 / 6227020800; p = p * r + 1.0 / 479001600; p = p * r + 1.0 / 39916800; p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880; p = p * r + 1.0 / 40320; p = p * r + 1.0 / 5040; p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120; p = p * r + 1.0 / 24; p = p * r + 1.0 / 6; p = p * r + 0.5;
    return s + (p * r * r + (r - (s - 1.0)));
}

/* e^x = 2^n e^r. The power is applied in two halves: 2^128 is no float, and a denormal result is rounded once. */
INLINE float exp_f32(float x) {
    uint32_t n;
    x = x < -104.0f ? -104.0f : x > 89.0f ? 89.0f : x;
    float p = power_less_1_f32(split_f32(x, &n)), power = power_f32(n >> 1);
    return MULTIPLY_ADD(p, power, power) * power_f32(n - (n >> 1));
}
INLINE double exp_f64(double x) {
    int64_t n;
    x = x < -746.0 ? -746.0 : x > 710.0 ? 710.0 : x;
    double r = split_f64(x, &n);
    int64_t half = (n + 2048) / 2 - 1024;                   /* n >> 1, which AVX2 lacks for 64 bits */
    return power_of_e_f64(r) * power_f64(half) * power_f64(n - half);
}

/* log(2^n (1 + f)) = n ln2 + 2 atanh(s), s = f / (2 + f), with sqrt(1/2) <= 1 + f < sqrt(2). */
INLINE float log_f32(float x) {
    int small = x < 1.17549435e-38f;
    float scaled = small ? x * 8388608.0f : x;
    int32_t bits = bits_f32(scaled), n = (int32_t)((uint32_t)bits - 0x3F3504F3u) >> 23;
    float f = from_bits_f32((int32_t)((uint32_t)bits - ((uint32_t)n << 23))) - 1.0f;
    float k = (float)(n - (small ? 23 : 0)), s = f / (2.0f + f), z = s * s, w = z * z, half = 0.5f * f * f;
    float rest = z * (0.66666662693f + w * 0.28498786688f) + w * (0.40000972152f + w * 0.24279078841f);
    float found = k * 6.9313812256e-01f - ((half - (s * (half + rest) + k * 9.0580006145e-06f)) - f);
    found = x > 3.40282347e38f ? x : found;                 /* inf */
    found = x == 0 ? -INFINITY : x < 0 ? NAN : found;
    return x != x ? x : found;
}
INLINE double log_f64(double x) {
    int64_t small = x < 2.2250738585072014e-308;
    double scaled = small ? x * 4503599627370496.0 : x;
    int64_t bits = bits_f64(scaled);
    uint64_t shifted = ((uint64_t)bits + (0x3FF0000000000000u - 0x3FE6A09E667F3BCDu)) >> 52;      /* n + 1023 */
    double f = from_bits_f64((int64_t)((uint64_t)bits - ((shifted - 1023) << 52))) - 1.0;
    double k = from_bits_f64((int64_t)(0x4330000000000000u | shifted)) - 4503599627371519.0;     /* 2^52 + 1023 */
    k -= small ? 52.0 : 0.0;
    double s = f / (2.0 + f), z = s * s, w = z * z, half = 0.5 * f * f;
    double odd = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    double even = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01
        + w * 1.479819860511658591e-01)));
    double found = k * 6.93147180369123816490e-01
        - ((half - (s * (half + (odd + even)) + k * 1.90821492927058770002e-10)) - f);
    found = x > 1.7976931348623157e308 ? x : found;
    found = x == 0 ? -INFINITY : x < 0 ? NAN : found;
    return x != x ? x : found;
}

/* 1 - 2 / (e^2x + 1); near 0, where that cancels, x plus a polynomial (Cephes' tanhf.c), or a fraction (tanh.c). */
INLINE float tanh_f32(float x) {
    uint32_t n;
    float a = fabsf(x), z = a * a, p = MULTIPLY_ADD(-5.70498872745e-3f, z, 2.06390887954e-2f);
    p = MULTIPLY_ADD(p, z, -5.37397155531e-2f); p = MULTIPLY_ADD(p, z, 1.33314422036e-1f);
    p = MULTIPLY_ADD(p, z, -3.33332819422e-1f);
    float r = split_f32(2.0f * (a > 9.5f ? 9.5f : a), &n), power = power_f32(n - 127);    /* beyond 9.1 it is 1 */
    float far = 1.0f - 2.0f / MULTIPLY_ADD(power_less_1_f32(r), power, power + 1.0f);
    return copysignf(a < 0.625f ? MULTIPLY_ADD(a, z * p, a) : far, x);
}
INLINE double tanh_f64(double x) {
    double a = fabs(x), z = a * a, near = a < 0.625, n = -9.64399179425052238628e-1, d = z + 1.12811678491632931402e2;
    n = n * z - 9.92877231001918586564e1; n = n * z - 1.61468768441708447952e3;
    d = d * z + 2.23548839060100448583e3; d = d * z + 4.84406305325125486048e3;
    double q = (near ? n * z : 2.0) / (near ? d : exp_f64(2.0 * a) + 1.0);
    return copysign(near ? a + a * q : 1.0 - q, x);
}

/* 1 / (1 + e^-x) or e^x / (1 + e^x), of which one does not overflow; where e^x is small, as e^x less its share. */
INLINE float sigmoid_f32(float x) {
    float e = exp_f32(-fabsf(x)), q = (x < 0 ? e : 1.0f) / (1.0f + e);
    return x < 0 && e < 0.5f ? e - e * q : q;
}
INLINE double sigmoid_f64(double x) {
    double e = exp_f64(-fabs(x)), q = (x < 0 ? e : 1.0) / (1.0 + e);
    return x < 0 && e < 0.5 ? e - e * q : q;
}

/* erf: Taylor's polynomial up to 1; from there on 1 - e^-x^2 times a smooth function. */
INLINE float erf_f32(float x) {
    float a = fabsf(x), b = a < 1.0f ? 1.0f : a > 4.0f ? 4.0f : a, z = a < 1.0f ? a * a : 1.0f, p = 1.4807192816e-08f;
    p = p * z - 1.6365844691e-07f; p = p * z + 1.6462114366e-06f; p = p * z - 1.4925650358e-05f;
    p = p * z + 1.2055332982e-04f; p = p * z - 8.5483270235e-04f; p = p * z + 5.2239776254e-03f;
    p = p * z - 2.6866170645e-02f; p = p * z + 1.1283791671e-01f; p = p * z - 3.7612638903e-01f;
    p = p * z + 1.2837916710e-01f;                          /* 2 / sqrt(pi) - 1 */
    float y = b - 2.5f, q = 6.0699776e-05f;
    q = q * y - 1.5450941e-05f; q = q * y + 1.0245018e-04f; q = q * y - 9.1751074e-04f; q = q * y + 2.4723120e-03f;
    q = q * y - 7.8554286e-03f; q = q * y + 2.5014688e-02f; q = q * y - 7.4343047e-02f; q = q * y + 2.1080380e-01f;
    float found = a < 1.0f ? a + a * p : 1.0f - q * exp_f32(-b * b);
    return copysignf(x != x ? x : found, x);
}
INLINE double erf_f64(double x) {
    double a = fabs(x), b = a < 1.0 ? 1.0 : a > 6.0 ? 6.0 : a, z = a < 1.0 ? a * a : 1.0, p = 4.763348040515068e-18;
    p = p * z - 9.063970842808673e-17; p = p * z + 1.6342614095367152e-15; p = p * z - 2.7835162072109212e-14;
    p = p * z + 4.4632242632864775e-13; p = p * z - 6.7113668551641105e-12; p = p * z + 9.422759064650411e-11;
    p = p * z - 1.2290555301717926e-09; p = p * z + 1.4807192815879218e-08; p = p * z - 1.6365844691234924e-07;
    p = p * z + 1.6462114365889246e-06; p = p * z - 1.492565035840625e-05; p = p * z + 0.00012055332981789664;
    p = p * z - 0.0008548327023450852; p = p * z + 0.005223977625442188; p = p * z - 0.026866170645131252;
    p = p * z + 0.11283791670955126; p = p * z - 0.37612638903183754; p = p * z + 0.12837916709551257;
    double n = 2.46196981473530512524e-10, d = 1.0;
    n = n * b + 5.64189564831068821977e-1; n = n * b + 7.46321056442269912687; n = n * b + 4.86371970985681366614e1;
    n = n * b + 1.96520832956077098242e2; n = n * b + 5.26445194995477358631e2; n = n * b + 9.34528527171957607540e2;
    n = n * b + 1.02755188689515710272e3; n = n * b + 5.57535335369399327526e2;
    d = d * b + 1.32281951154744992508e1; d = d * b + 8.67072140885989742329e1; d = d * b + 3.54937778887819891062e2;
    d = d * b + 9.75708501743205489753e2; d = d * b + 1.82390916687909736289e3; d = d * b + 2.24633760818710981792e3;
    d = d * b + 1.65666309194161350182e3; d = d * b + 5.57535340817727675546e2;
    double found = a < 1.0 ? a + a * p : 1.0 - n / d * exp_f64(-b * b);
    return copysign(x != x ? x : found, x);
}
