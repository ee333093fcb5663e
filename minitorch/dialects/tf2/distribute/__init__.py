"""tf.distribute: one model trained by several replicas, each a rank that `minitorch run -n N script.py` starts.

    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
        model.compile("adam", "mse")
    model.fit(x, y, batch_size=64)            # of each batch of 64, half on each of two ranks
"""

from ...core.shares import Shares as DistributedDataset
from ...core.strategy import ReduceOp, Strategy, get_strategy
from . import experimental
from .mirrored import MirroredStrategy, MultiWorkerMirroredStrategy, OneDeviceStrategy
