"""NVIDIA's run-time compiler: CUDA C to machine code for any kind of GPU, on machines without one.

It is part of CUDA and of `pip install nvidia-cuda-nvrtc-cu12 nvidia-cuda-runtime-cu12`. If these packages are in
another environment, MINITORCH_NVRTC is their folder.
"""

import ctypes
import os
import sys
from functools import cache
from pathlib import Path


@cache
def found():
    """Return (file of the library, folder of CUDA's headers), or None if one is missing."""
    places = [os.environ.get("MINITORCH_NVRTC", ""), *sys.path, "/usr/local/cuda"]
    for home in (Path(place) for place in places if place):
        home = home / "nvidia" if (home / "nvidia").is_dir() else home
        if home.name in ("nvidia", "cuda"):
            libraries = sorted(home.glob("**/libnvrtc.so.1[23]"))
            headers = sorted(home.glob("**/cuda_fp16.h"))
            if libraries and headers:
                return libraries[0], headers[0].parent
    return None


def machine_code(source, architecture, options=()):
    """Compile a source for an architecture (75, 80 …) to machine code; RuntimeError with the compiler's message."""
    library, headers = found()
    nvrtc = ctypes.CDLL(str(library))
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    if nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None):
        raise RuntimeError("nvrtcCreateProgram failed")
    words = [f"--gpu-architecture=sm_{architecture}", "--std=c++17", f"-I{headers}", *options]
    given = (ctypes.c_char_p * len(words))(*[word.encode() for word in words])
    failed = nvrtc.nvrtcCompileProgram(program, len(words), given)
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    if failed:
        raise RuntimeError(log.value.decode())
    nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
    code = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetCUBIN(program, code)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return code.raw
