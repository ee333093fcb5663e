"""PyTorch's names for training in several processes, which `minitorch run -n N script.py` starts and MPI connects.

Arguments that mean the same in all functions:

    group      the ranks that take part; None: all
    async_op   whether to return a Work at once; call its wait() before you use the tensors
    tag        a number that sender and receiver of a message must share
"""

from ..runtime import missing as _missing
from ..comm.collectives import (all_gather, all_gather_into_tensor, all_reduce, all_to_all, barrier, broadcast, gather,
                                reduce, reduce_scatter, reduce_scatter_tensor, scatter)
from ..comm.group import (GroupMember, ProcessGroup, destroy_process_group, get_backend, get_global_rank,
                          get_group_rank, get_process_group_ranks, get_rank, get_world_size, init_process_group,
                          is_initialized, new_group)
from ..comm.messages import P2POp, batch_isend_irecv, irecv, isend, monitored_barrier, recv, send
from ..comm.mpi import is_available as is_mpi_available
from ..comm.objects import all_gather_object, broadcast_object_list, gather_object, scatter_object_list
from ..comm.reduce_op import ReduceOp
from ..comm.wait import Work

group = GroupMember


def is_available():
    """Return True; a single process is a group of one, but several processes need the extra `distributed`."""
    return True


def is_nccl_available():
    """Return False: here GPUs communicate through the host."""
    return False


def is_gloo_available():
    """Return False: here the backend "gloo" is MPI."""
    return False


def is_torchelastic_launched():
    """Return True if `minitorch run` started this process with --max-restarts, so that it may restart it."""
    from os import environ
    return "TORCHELASTIC_RUN_ID" in environ


__all__ = [name for name, value in globals().items() if callable(value)] + ["group"]

_missing.speak_for(globals(), later=("launch", "optim", "parameter_server", "placement", "ring", "scaling"))
