"""Devices by TensorFlow's names, and whether values are computed at once."""

import re
from contextlib import contextmanager

from ... import backend
from .recording import sketching, state

PATTERN = re.compile(r"^(?:/job:(\w+))?(?:/replica:\d+)?(?:/task:(\d+))?/?(?:device:)?(cpu|gpu|tpu)?(?::(\d+|\*))?$",
                     re.I)


class DeviceSpec:
    """A device in parts.

    device_type          "CPU" or "GPU"
    device_index         its number
    job, replica, task   of TensorFlow's clusters; kept, without effect
    """

    def __init__(self, job=None, replica=None, task=None, device_type=None, device_index=None):
        self.job, self.replica, self.task = job, replica, task
        self.device_type, self.device_index = device_type, device_index

    @classmethod
    def from_string(cls, spec):
        """Return the parts of a device's name `spec`: "/GPU:0". Raises ValueError for what is none."""
        kind, number = parsed(spec)
        job, task = PATTERN.match(spec).groups()[:2]
        return cls(job, None, None if task is None else int(task), kind, number)

    def to_string(self):
        """Its name: "/job:worker/task:1/device:GPU:0", without the parts that are None."""
        where = "".join(f"/{name}:{value}" for name, value in (("job", self.job), ("task", self.task))
                        if value is not None)
        return where + (f"/device:{self.device_type}:{self.device_index or 0}" if self.device_type else "")


def parsed(name):
    """Return ("CPU" or "GPU", number) of a device's name; (None, None) for "". Raises ValueError for what is none."""
    found = PATTERN.match(name)
    if not found:
        raise ValueError(f"Could not parse name {name!r}: devices are called '/CPU:0', '/GPU:0', '/gpu:1'.")
    kind, number = found.groups()[2:]
    return kind and kind.upper(), None if number in (None, "*") else int(number)


def engine_device(name):
    """Return the engine's device of this name; the CPU where there is no such GPU, as soft placement has it.

    "/job:worker/task:1" is worker:1, the rank 1 that `minitorch.distributed.placement` runs a program's steps on.
    """
    if name is None or name == "":
        return None
    kind, number = parsed(name)
    job, task = PATTERN.match(name).groups()[:2]
    if job == "worker" and task is not None:
        return backend.device(f"worker:{task}")
    if kind != "GPU" or backend.detect()[0] is None or (number or 0) >= backend.detect()[0]:
        if kind == "GPU" and not soft[0]:
            raise RuntimeError(f"Could not satisfy device specification {name!r}: there is no such GPU, and soft "
                               "device placement is off: tf.config.set_soft_device_placement(True)")
        return backend.device("cpu")
    return backend.device(f"cuda:{number or 0}")


soft = [True]


@contextmanager
def device(device_name):
    """Make new tensors on a device in a with-block; where there is no such GPU, on the CPU.

    device_name    "/GPU:0", "gpu:1", "/CPU:0", or a DeviceSpec; None or "": where they are made otherwise

    Raises ValueError for what is no device's name, and RuntimeError for a GPU that is not there where soft placement
    is off.
    """
    where = engine_device(device_name.to_string() if isinstance(device_name, DeviceSpec) else device_name)
    if where is None:
        yield
        return
    backend.defaults.append(where)
    try:
        yield
    finally:
        backend.defaults.pop()


def executing_eagerly():
    """Whether each value is computed at once: not while a tf.function is traced."""
    return state.tracing is None


@contextmanager
def init_scope():
    """Compute values at once in a with-block, also while a tf.function is traced."""
    with sketching(state.sketching):
        yield
