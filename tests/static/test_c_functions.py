"""exp, log, tanh, erf and sigmoid in C: to 2 ulp over their whole range, with nan, inf, -0 and denormals."""

import ctypes
import math

import numpy as np
import pytest

from minitorch.backend import compiler

pytestmark = [pytest.mark.needs("cc"), pytest.mark.host]

NAMES = "exp", "log", "tanh", "erf", "sigmoid"
TYPES = {"f32": "float", "f64": "double"}
LOOP = "void {0}_{1}_all(const {2} *x, {2} *y, long n) {{ for (long i = 0; i < n; i++) y[i] = {0}_{1}(x[i]); }}\n"
LOOPS = '#include "functions.h"\n' + "".join(LOOP.format(name, short, kind) for name in NAMES
                                            for short, kind in TYPES.items())
# The largest error of a float function over every `step`-th float, in ulp, beside the C library's in double.
SWEEP = """
static double logistic(double x) { return 1 / (1 + exp(-x)); }
double sweep_NAME(uint32_t step) {
    double worst = 0;
    for (uint64_t bits = 0; bits < 0x100000000; bits += step) {
        float x = from_bits_f32((int32_t)(uint32_t)bits), found = NAME_f32(x);
        double right = fmax(-0x1p128, fmin(0x1p128, RIGHT(x))), got = fmax(-0x1p128, fmin(0x1p128, found));
        if (isnan(RIGHT(x)) != isnan(found)) return INFINITY;
        if (isnan(found)) continue;
        double size = fabs(right), ulp = size < 0x1p-126 ? 0x1p-149 : ldexp(1, ilogb(size) - 23);
        double off = fabs(got - right) / ulp;
        worst = off > worst ? off : worst;
    }
    return worst;
}
"""
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]


def called(name, x):
    """A function in C, over an array."""
    short, y = "f32" if x.dtype == np.float32 else "f64", np.empty_like(x)
    getattr(compiler.compiled_library(LOOPS), f"{name}_{short}_all")(
        ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data), ctypes.c_long(x.size))
    return y


def precisely(name, x):
    """The function in more digits than x has, one number after the other for erf."""
    wide = x.astype(np.longdouble if x.dtype == np.float64 else np.float64)
    with np.errstate(all="ignore"):
        if name == "erf":
            return np.array([math.erf(v) for v in x.tolist()], wide.dtype)
        if name == "sigmoid":
            e = np.exp(-abs(wide))
            return np.where(wide < 0, e, 1) / (1 + e)
        return getattr(np, name)(wide)


def errors(name, x):
    """The errors of the C function in ulp; inf where nan, inf or a zero's sign is another."""
    found, right = called(name, x), precisely(name, x)
    with np.errstate(all="ignore"):
        rounded = right.astype(x.dtype)
        ulp = np.maximum(np.spacing(np.abs(rounded)), np.finfo(x.dtype).smallest_subnormal)
        off = np.asarray(np.abs(found - right) / ulp, float)
    exact = (found == rounded) & (np.signbit(found) == np.signbit(rounded)) | np.isnan(found) & np.isnan(rounded)
    return np.where(exact, 0, np.where(np.isfinite(off) & (rounded != 0), off, np.inf))


@pytest.mark.parametrize("dtype", [np.float32, np.float64], ids=["float32", "float64"])
@pytest.mark.parametrize("name", NAMES)
def test_a_function_is_right_to_two_ulp(name, dtype):
    if dtype is np.float64 and np.finfo(np.longdouble).nmant < 60:
        pytest.skip("needs a long double of more digits than double")
    rng, info = np.random.default_rng(0), np.finfo(dtype)
    small = rng.normal(size=5000) * 10.0 ** rng.uniform(np.log10(float(info.tiny)) - 5, 0, 5000)
    large = rng.normal(size=5000) * 10.0 ** rng.uniform(0, np.log10(float(info.max)) - 1, 5000)
    edge = np.log(float(info.max))
    x = np.concatenate([rng.uniform(-2, 2, 30_000), rng.uniform(-30, 30, 20_000), rng.uniform(-1.1, 1.1, 10_000) * edge,
                        small, large, SPECIAL, [info.tiny, -info.tiny, info.max, info.min,
                                                info.smallest_subnormal, -info.smallest_subnormal]]).astype(dtype)
    assert errors(name, x).max() <= 2
    assert np.isnan(called(name, np.full(9, np.nan, dtype))).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_float_function_is_right_for_floats_of_every_size(name):
    sweep = SWEEP.replace("NAME", name).replace("RIGHT", "logistic" if name == "sigmoid" else name)
    function = getattr(compiler.compiled_library('#include "functions.h"\n' + sweep), f"sweep_{name}")
    function.restype = ctypes.c_double
    assert function(ctypes.c_uint32(211)) <= 2               # 20 million floats
