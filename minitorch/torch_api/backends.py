"""Switches of PyTorch's backends: accepted, so that programs run; those of cuDNN have an effect, on a GPU.

`backends.c` is minitorch's own: with `backends.c.enabled = False` no row kernel runs in C.
"""

import sys
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace

from .. import backend
from ..ops.kernels.row_kernels import c
from ..runtime import missing as _missing

__path__: list[str] = []                  # marks a package; its modules are created below, without files
__all__ = ["c", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp", "opt_einsum"]


class Cuda:
    """`backends.cuda`: NVIDIA's GPUs, through CuPy."""

    matmul = SimpleNamespace(allow_tf32=False, allow_fp16_reduced_precision_reduction=True,
                             allow_bf16_reduced_precision_reduction=True)

    @staticmethod
    def is_built():
        """Return whether CuPy is installed, which is needed to use a GPU."""
        from importlib.util import find_spec
        return backend.found is not None and backend.found[0] is not None or find_spec("cupy") is not None


def is_available():
    """Return False: minitorch does not have this backend."""
    return False


def flags(**settings):
    """Return a context that changes nothing: `with backends.mkldnn.flags(...):`."""
    return backend.NOWHERE


def set_float32_matmul_precision(precision):
    """Do nothing: matrix products of float32 are computed in float32.

    precision is "highest", "high" or "medium", else RuntimeError.
    """
    if precision not in ("highest", "high", "medium"):
        raise RuntimeError(f"{precision!r} is not one of 'highest', 'high' and 'medium'.")


def get_float32_matmul_precision():
    """Return "highest": matrix products of float32 are computed in float32."""
    return "highest"


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Do nothing, whatever mode and warn_only are: with the same seed, a program computes the same bits each time."""


def are_deterministic_algorithms_enabled():
    """Return True: with the same seed, a program computes the same bits each time."""
    return True


def get_num_interop_threads():
    """Return 1: operations run one after another."""
    return 1


def set_num_interop_threads(threads):
    """Do nothing, whatever number of threads: operations run one after another."""


def set_flush_denormal(mode):
    """Return False for any mode: denormal numbers are not changed."""
    return False


@contextmanager
def cudnn_flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
    """Set `backends.cudnn` in a block: whether convolutions on a GPU use cuDNN, and may round float32 (allow_tf32).

    benchmark, benchmark_limit and deterministic change nothing: plans are never timed, and results always repeat.
    """
    given = {"enabled": enabled, "benchmark": benchmark, "benchmark_limit": benchmark_limit,
             "deterministic": deterministic, "allow_tf32": allow_tf32}
    before = {name: getattr(cudnn, name) for name in given}
    vars(cudnn).update(given)
    try:
        yield
    finally:
        vars(cudnn).update(before)


def make_backend(name, **settings):
    """Create a module of a backend's switches, so that `import minitorch.backends.cudnn as cudnn` works."""
    made = ModuleType(f"minitorch.backends.{name}", f"PyTorch's switches of {name}.")
    vars(made).update(is_available=is_available, is_built=is_available, **settings)
    sys.modules[made.__name__] = made
    return made


cuda = Cuda()
sys.modules["minitorch.backends.cuda"] = cuda  # type: ignore[assignment]
sys.modules["minitorch.backends.c"] = c  # type: ignore[assignment]
# cuda.convolution reads `enabled` and `allow_tf32`; the other settings have no effect.
cudnn = make_backend("cudnn", enabled=True, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True,
             flags=cudnn_flags, version=lambda: None)
mps = make_backend("mps")
mkl = make_backend("mkl")
mkldnn = make_backend("mkldnn", enabled=True, flags=flags)
openmp = make_backend("openmp")
opt_einsum = make_backend("opt_einsum", enabled=True, strategy="auto")
_missing.speak_for(globals())
