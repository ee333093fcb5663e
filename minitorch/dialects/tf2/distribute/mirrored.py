"""Strategies whose replicas take each step together, and the one of a single device."""

from contextlib import contextmanager

from ...core.devices import device
from ...core.strategy import Strategy, ranks


class MirroredStrategy(Strategy):
    """Each rank has the whole model, and takes the same steps: with the gradients of all added up.

    devices            None; or names of devices, one a rank. Raises ValueError where there are more or fewer ranks
    cross_device_ops   taken as TensorFlow does: MPI adds up

    TensorFlow's replicas are the GPUs of one process. Here each is a process: `minitorch run -n 2 script.py` starts two
    that run the same script; a script started alone is one replica.

    >>> from minitorch.dialects import tf2 as tf
    >>> strategy = tf.distribute.MirroredStrategy()
    >>> strategy.num_replicas_in_sync
    1
    >>> with strategy.scope():
    ...     v = tf.Variable(2.0)
    >>> strategy.reduce("sum", strategy.run(lambda x: x * v, args=(tf.constant([1.0, 2.0]),)), axis=0)
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """

    def __init__(self, devices=None, cross_device_ops=None):
        super().__init__()
        self.group = ranks()
        count = len(devices) if isinstance(devices, list | tuple) else self.group.size()
        if count != self.group.size():
            raise ValueError(f"{type(self).__name__} names {count} devices, and a replica is a process here, of which "
                             f"there are {self.group.size()}: start them with `minitorch run -n {count} script.py`, or "
                             "name no devices.")


class MultiWorkerMirroredStrategy(MirroredStrategy):
    """MirroredStrategy over several machines: `minitorch run -n 8 --hostfile hosts script.py`.

    cluster_resolver, communication_options   are taken as TensorFlow does: the starter tells each rank its place
    """

    def __init__(self, cluster_resolver=None, communication_options=None):
        super().__init__()
        self.cluster_resolver = cluster_resolver


class OneDeviceStrategy(Strategy):
    """One replica, whose tensors and variables are made on one device.

    device   its name: "/gpu:0"
    """

    def __init__(self, device):
        super().__init__()
        self.device = device

    @contextmanager
    def scope(self):
        with super().scope(), device(self.device):
            yield self
