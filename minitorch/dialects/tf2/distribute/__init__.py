"""tf.distribute: one model trained by several replicas, each a rank that `minitorch run -n N script.py` starts.

    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
        model.compile("adam", "mse")
    model.fit(x, y, batch_size=64)            # of each batch of 64, half on each of two ranks
"""

from ...core.missing import speak_for as _speak_for
from ...core.replica_context import InputContext, ReduceOp, ReplicaContext
from ...core.shares import Shares as DistributedDataset
from ...core.strategy import (Strategy, get_replica_context, get_strategy, has_strategy,
                              in_cross_replica_context)
from . import coordinator, experimental
from .mirrored import MirroredStrategy, MultiWorkerMirroredStrategy, OneDeviceStrategy
from .server import ParameterServerStrategy

__all__ = ["DistributedDataset", "InputContext", "MirroredStrategy", "MultiWorkerMirroredStrategy", "OneDeviceStrategy",
           "ParameterServerStrategy", "ReduceOp", "ReplicaContext", "Strategy", "coordinator", "experimental",
           "get_replica_context", "get_strategy", "has_strategy", "in_cross_replica_context"]
_speak_for(globals(), "tf.distribute")
