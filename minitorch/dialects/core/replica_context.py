"""What a replica of a strategy knows: its number, its part of the data, and how values of all become one."""

from enum import Enum

from .replicas import inside


class ReduceOp(Enum):
    """How the values of the replicas become one: their sum, or their mean."""

    SUM, MEAN = "SUM", "MEAN"

    @classmethod
    def of(cls, op):
        """Return the member that `op` means: itself, or its name in any case. Raises ValueError for others."""
        found = cls.__members__.get(str(getattr(op, "name", op)).upper())
        if found is None:
            raise ValueError(f"a reduce_op is tf.distribute.ReduceOp.SUM or MEAN, or one of their names, not {op!r}.")
        return found


class InputContext:
    """What a rank that makes its own data needs to know.

    num_input_pipelines       how many ranks there are, each with a pipeline
    input_pipeline_id         this rank
    num_replicas_in_sync      how many replicas
    """

    def __init__(self, num_input_pipelines=1, input_pipeline_id=0, num_replicas_in_sync=1):
        self.num_input_pipelines, self.input_pipeline_id = num_input_pipelines, input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size):
        """Return a replica's part of a batch of global_batch_size samples. Raise ValueError if that does not divide."""
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(f"The `global_batch_size` {global_batch_size!r} is not divisible by `num_replicas_in_sync`"
                             f" {self.num_replicas_in_sync!r} ")
        return global_batch_size // self.num_replicas_in_sync


class ReplicaContext:
    """What a replica knows within `run`, and what it can ask of the others."""

    def __init__(self, replica):
        self.strategy, self.share = replica.strategy, replica.share

    @property
    def num_replicas_in_sync(self):
        """How many replicas share each batch."""
        return self.strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self):
        """This replica's number, from 0."""
        return self.strategy.group.rank()

    def all_reduce(self, reduce_op, value, options=None):
        """As strategy.reduce of this value, within a replica. No gradient passes; options change nothing."""
        return self.strategy.reduce(reduce_op, value)

    def all_gather(self, value, axis, options=None):
        """As strategy.gather of this value, within a replica. No gradient passes; options change nothing."""
        return self.strategy.gather(value, axis)

    def merge_call(self, merge_fn, args=(), kwargs=None):
        """merge_fn(strategy, *args, **kwargs) outside of the replicas."""
        with inside(None):
            return merge_fn(self.strategy, *args, **(kwargs or {}))
