"""PyTorch's names for training in several processes, which `minitorch run -n N script.py` starts, over MPI.

Arguments that mean the same wherever they occur:

    group      the ranks that take part; None: all
    async_op   return a Work at once, to wait for before the tensors are used
    tag        a number that both ends of a message give: it goes to the receiver that asks for it
"""

from .. import missing as _missing
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
    """True: a process started alone is a group of one; several need the extra `distributed`."""
    return True


def is_nccl_available():
    """False: GPUs speak by way of the host here."""
    return False


def is_gloo_available():
    """False: the backend "gloo" is MPI here."""
    return False


def is_torchelastic_launched():
    """Whether `minitorch run` started this process, and would start it again where --max-restarts says so."""
    from os import environ
    return "TORCHELASTIC_RUN_ID" in environ


__all__ = [name for name, value in globals().items() if callable(value)] + ["group"]

_missing.speak_for(globals(), later=("launch", "optim", "parameter_server", "placement", "ring", "scaling"))
