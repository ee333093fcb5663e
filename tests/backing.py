"""The backends on which laws are tested: NumPy and CuPy, which a strict imitation replaces if there is no GPU.

MINITORCH_CUPY=real uses CuPy itself, on a GPU.
"""

import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import minitorch as mt
from minitorch import backend, random
from minitorch.runtime import device_checks

REAL = os.environ.get("MINITORCH_CUPY") == "real"
STANDIN = str(Path(__file__).parent / "standin")
loaded: dict = {}                          # the imitation's modules, imported once


def modules():
    """Return the imported modules of CuPy and of cuDNN's frontend."""
    theirs = "cupy", "cupyx", "cudnn"
    return {name: module for name, module in sys.modules.items() if name.partition(".")[0] in theirs}


@contextmanager
def cupy_there():
    """In this block minitorch finds CuPy, or its imitation; yields the module."""
    if REAL:
        import cupy
        yield cupy
        return
    before, found = modules(), backend.found
    for name in before:
        del sys.modules[name]
    sys.path.insert(0, STANDIN)
    sys.modules.update(loaded)
    try:
        import cupy

        from minitorch.cuda import kernels
        backend.found = None
        cupy.cuda.here.device = 0
        kernels.enable(shutil.which("g++") is not None)      # g++ compiles the imitation's kernels
        yield cupy
    finally:
        device_checks.unread.clear()                         # drop checks that only this test left unread
        device_checks.flags.clear()
        mt.default_generator.on_gpus.clear()
        mt.default_generator.places.clear()
        loaded.update(modules())
        for name in loaded:
            sys.modules.pop(name, None)
        sys.modules.update(before)
        sys.path.remove(STANDIN)
        backend.found = found


@contextmanager
def drawn_on_the_cpu():
    """In this block random numbers for a GPU are drawn on the CPU, so that results from them can be compared."""
    streams, random.streams = random.streams, {}
    try:
        yield
    finally:
        random.streams = streams


@contextmanager
def cupy_missing(reason="ModuleNotFoundError: there is no cupy"):
    """In this block minitorch finds no GPU, even if this machine has one."""
    found, backend.found = backend.found, (None, reason)
    try:
        yield
    finally:
        backend.found = found


class NumPy:
    """Tensors on the CPU."""

    name = "numpy"
    ndarray = np.ndarray
    device = "cpu"

    def tensor(self, array, requires_grad=False):
        """A Tensor on this backend with the values and the strides of a NumPy array."""
        x = mt.from_numpy(array)
        return x.requires_grad_() if requires_grad else x

    def numpy(self, x):
        """The values of a Tensor or a bare array as a NumPy array."""
        return backend.move(x.detach().array if isinstance(x, mt.Tensor) else x, "cpu")

    def share(self, a, b):
        """Whether two Tensors have memory in common."""
        return np.shares_memory(a.array, b.array)

    @contextmanager
    def active(self):
        yield self

    def __repr__(self):
        return self.name


class CuPy(NumPy):
    """Tensors on a GPU, or on its imitation."""

    name = "cupy"
    device = "cuda"

    def tensor(self, array, requires_grad=False):
        whole = array if array.base is None or not array.base.flags.c_contiguous else array.base
        moved = mt.from_numpy(whole).cuda()
        if whole is not array:
            start = (array.__array_interface__["data"][0] - whole.__array_interface__["data"][0]) // array.itemsize
            moved.array = self.xp.lib.stride_tricks.as_strided(moved.array.reshape(-1)[start:], array.shape,
                                                               array.strides)
        return moved.requires_grad_() if requires_grad else moved

    def share(self, a, b):
        return a.device == b.device and bool(self.xp.may_share_memory(a.array, b.array))

    @contextmanager
    def active(self):
        with cupy_there() as self.xp:
            self.ndarray = self.xp.ndarray
            yield self


BACKENDS = {"numpy": NumPy(), "cupy": CuPy()}


@contextmanager
def new_tensors_on(name, monkeypatch):
    """Create new tensors on this backend; `.numpy()` copies from a GPU without .cpu(), to keep tests short."""
    if name == "numpy":
        yield
        return
    from_numpy, numpy = mt.from_numpy, mt.Tensor.numpy
    with BACKENDS[name].active(), mt.device("cuda"):
        monkeypatch.setenv("CUDA_LAUNCH_BLOCKING", "1")      # errors in values are raised at the line that causes them
        monkeypatch.setattr(mt, "from_numpy", lambda ndarray: from_numpy(ndarray).cuda())
        monkeypatch.setattr(mt.Tensor, "numpy", lambda self, *, force=False: (
            numpy(self, force=force or not self.requires_grad)))
        yield
