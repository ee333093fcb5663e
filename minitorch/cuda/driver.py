"""Ask NVIDIA's driver directly for its GPUs and its CUDA version, even if CuPy is missing."""

import ctypes
import sys


def driver():
    """Return (names of the NVIDIA GPUs, newest CUDA version of the driver, reason if there are none)."""
    try:
        cuda = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return [], 0, "no NVIDIA driver is installed"
    count, newest, names = ctypes.c_int(), ctypes.c_int(), []
    if (failed := cuda.cuInit(0)) or (failed := cuda.cuDeviceGetCount(ctypes.byref(count))):
        return [], 0, f"the NVIDIA driver finds no GPU (its error {failed})"
    cuda.cuDriverGetVersion(ctypes.byref(newest))
    for place in range(count.value):
        text = ctypes.create_string_buffer(100)
        cuda.cuDeviceGetName(text, 100, place)
        names.append(text.value.decode())
    return names, newest.value // 1000, "the NVIDIA driver finds no GPU"
