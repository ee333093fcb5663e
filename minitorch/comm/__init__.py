"""Messages between processes by MPI: groups of ranks, and collectives on their tensors."""

from . import collectives, group, objects
from .reduce_op import ReduceOp

__all__ = ["ReduceOp", "collectives", "group", "objects"]
