"""Switches of PyTorch's backends: accepted, so that programs run; those of cuDNN count on a GPU."""

import sys
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace

from . import backend, missing as _missing

__path__: list[str] = []                  # its parts are made below; there are no files of theirs
__all__ = ["cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp", "opt_einsum"]


class Cuda:
    """`backends.cuda`: NVIDIA's GPUs, through CuPy."""

    matmul = SimpleNamespace(allow_tf32=False, allow_fp16_reduced_precision_reduction=True,
                             allow_bf16_reduced_precision_reduction=True)

    @staticmethod
    def is_built():
        """Whether GPUs can be used here at all: whether CuPy is installed."""
        from importlib.util import find_spec
        return backend.found is not None and backend.found[0] is not None or find_spec("cupy") is not None


def is_available():
    """False: minitorch has no such backend."""
    return False


def flags(**settings):
    """`with backends.mkldnn.flags(...):` changes nothing."""
    return backend.NOWHERE


def set_float32_matmul_precision(precision):
    """Do nothing: products of float32 are computed in float32.

    precision is "highest", "high" or "medium", else RuntimeError.
    """
    if precision not in ("highest", "high", "medium"):
        raise RuntimeError(f"{precision!r} is not one of 'highest', 'high' and 'medium'.")


def get_float32_matmul_precision():
    """"highest": products of float32 are computed in float32."""
    return "highest"


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Do nothing, whatever mode and warn_only are: every computation repeats to the last bit once seeded."""


def are_deterministic_algorithms_enabled():
    """True: every computation repeats to the last bit once the generator is seeded."""
    return True


def get_num_interop_threads():
    """1: operations run one after another."""
    return 1


def set_num_interop_threads(threads):
    """Do nothing, whatever number of threads: operations run one after another."""


def set_flush_denormal(mode):
    """False, whatever the mode: denormal numbers are kept."""
    return False


@contextmanager
def cudnn_flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
    """Set switches of `backends.cudnn` in a block: whether convolutions on a GPU are cuDNN's, and may round float32.

    benchmark, benchmark_limit and deterministic change nothing: plans are never timed, and the same numbers come twice.
    """
    given = {"enabled": enabled, "benchmark": benchmark, "benchmark_limit": benchmark_limit,
             "deterministic": deterministic, "allow_tf32": allow_tf32}
    before = {name: getattr(cudnn, name) for name in given}
    vars(cudnn).update(given)
    try:
        yield
    finally:
        vars(cudnn).update(before)


def part(name, **settings):
    """A backend that is not there, as a module: `import minitorch.backends.cudnn as cudnn` finds it."""
    made = ModuleType(f"{__name__}.{name}", f"PyTorch's switches of {name}.")
    vars(made).update(is_available=is_available, is_built=is_available, **settings)
    sys.modules[made.__name__] = made
    return made


cuda = Cuda()
sys.modules[f"{__name__}.cuda"] = cuda  # type: ignore[assignment]
# cuda.convolution reads `enabled` and `allow_tf32`. Every computation is deterministic; there is nothing to tune.
cudnn = part("cudnn", enabled=True, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True,
             flags=cudnn_flags, version=lambda: None)
mps = part("mps")
mkl = part("mkl")
mkldnn = part("mkldnn", enabled=True, flags=flags)
openmp = part("openmp")
opt_einsum = part("opt_einsum", enabled=True, strategy="auto")
_missing.speak_for(globals())
