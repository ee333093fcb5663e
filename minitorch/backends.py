"""Switches of PyTorch's backends: accepted, so that programs run, and true where there is nothing to switch."""

from types import SimpleNamespace

from . import backend, missing as _missing


class Cuda:
    """`backends.cuda`: NVIDIA's GPUs, through CuPy."""

    matmul = SimpleNamespace(allow_tf32=False, allow_fp16_reduced_precision_reduction=True,
                             allow_bf16_reduced_precision_reduction=True)

    @staticmethod
    def is_built():
        """Whether GPUs can be used here at all: whether CuPy is installed."""
        from importlib.util import find_spec
        return backend.found is not None and backend.found[0] is not None or find_spec("cupy") is not None


class Nothing:
    """A backend that is not there."""

    def __init__(self, **settings):
        self.__dict__.update(settings)

    def is_available(self):
        """False: minitorch has none."""
        return False

    is_built = is_available


def flags(**settings):
    """`with backends.cudnn.flags(...):` changes nothing."""
    return backend.NOWHERE


cuda = Cuda()
# Every computation is deterministic, whatever is asked of cudnn; there is nothing to tune.
cudnn = Nothing(enabled=True, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, flags=flags,
                version=lambda: None)
mps = Nothing()
mkl = Nothing()
mkldnn = Nothing(enabled=True, flags=flags)
openmp = Nothing()
opt_einsum = Nothing(enabled=True, strategy="auto")
_missing.speak_for(globals())
