"""PyTorch's names for training in several processes: they can be imported, and say that this comes in a later stage."""

from enum import Enum

from . import missing as _missing


class ReduceOp(Enum):
    """How the tensors of several processes become one."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR = range(8)


def is_available():
    """False: training in several processes comes in a later stage."""
    return False


def is_initialized():
    """False: there is no group of processes."""
    return False


is_torchelastic_launched = is_nccl_available = is_gloo_available = is_mpi_available = is_available


def later(name):
    """A function that says it comes in a later stage when it is called."""
    def absent(*given, **settings):
        raise RuntimeError(f"minitorch.distributed.{name}: training in several processes comes in a later stage. "
                           "Ask is_available() and is_initialized() first, which are False; one process has rank 0 "
                           "of a world_size of 1.")
    absent.__name__ = absent.__qualname__ = name
    absent.__doc__ = "Raise RuntimeError: this comes in a later stage."
    return absent


_NAMES = """init_process_group destroy_process_group get_rank get_world_size get_backend new_group barrier broadcast
all_reduce reduce all_gather gather scatter reduce_scatter all_to_all send recv isend irecv broadcast_object_list
all_gather_object all_gather_into_tensor reduce_scatter_tensor""".split()
globals().update({name: later(name) for name in _NAMES})

__all__ = [name for name, value in globals().items() if callable(value) and name not in ("Enum", "later")]

_missing.speak_for(globals())
