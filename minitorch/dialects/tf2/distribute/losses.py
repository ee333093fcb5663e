"""Losses of a replica as parts of the mean over all: what tf.nn has for loops of one's own."""

from ...core.replicas import state
from ...functions import reduction
from ...functions.creation import cast, convert_to_tensor


def compute_average_loss(per_example_loss, sample_weight=None, global_batch_size=None):
    """Return the sum of the losses of a replica's samples, divided by the number of samples of all replicas.

    per_example_loss    (N, …): a loss for each sample
    sample_weight       (N,) or None
    global_batch_size   samples of all replicas; default: N times the number of replicas

    >>> from minitorch.dialects import tf2 as tf
    >>> float(tf.nn.compute_average_loss([1.0, 2.0, 3.0], global_batch_size=6))
    1.0
    """
    losses = convert_to_tensor(per_example_loss)
    if sample_weight is not None:
        losses = losses * cast(sample_weight, losses.dtype)
    replicas = state.replica.strategy.num_replicas_in_sync if state.replica is not None else 1
    size = losses.shape[0] * replicas if global_batch_size is None else global_batch_size
    return reduction.reduce_sum(losses) / cast(size, losses.dtype)

