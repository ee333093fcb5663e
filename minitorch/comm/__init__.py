"""Messages between processes: a group of ranks, and the collectives by which their tensors meet. MPI carries them."""

from . import collectives, group, objects
from .reduce_op import ReduceOp

__all__ = ["ReduceOp", "collectives", "group", "objects"]
