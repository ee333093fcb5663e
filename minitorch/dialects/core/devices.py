"""Devices by TensorFlow's names, and whether values are computed at once."""

import re
from contextlib import nullcontext

from ... import backend
from .recording import sketching, state
from .temporary import pushed

PATTERN = re.compile(r"^(?:/job:(\w+))?(?:/replica:\d+)?(?:/task:(\d+))?/?(?:device:)?(cpu|gpu|tpu)?(?::(\d+|\*))?$",
                     re.I)


def parsed(name):
    """Return ("CPU" or "GPU", number) of a device's name; (None, None) for "". Raises ValueError for what is none."""
    found = PATTERN.match(name)
    if not found:
        raise ValueError(f"Could not parse name {name!r}: devices are called '/CPU:0', '/GPU:0', '/gpu:1'.")
    kind, number = found.groups()[2:]
    return kind and kind.upper(), None if number in (None, "*") else int(number)


def canonical(name):
    """Return a device's name in TensorFlow's full form: "/job:worker/task:1/device:GPU:0", without what is not said."""
    job, task = PATTERN.match(name).groups()[:2]
    kind, number = parsed(name)
    where = "".join(f"/{part}:{value}" for part, value in (("job", job), ("task", task)) if value is not None)
    return where + (f"/device:{kind}:{number or 0}" if kind else "")


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


def device(device_name):
    """Make new tensors on a device in a with-block; where there is no such GPU, on the CPU.

    device_name    "/GPU:0", "gpu:1", "/CPU:0"; None or "": where they are made otherwise

    Raises ValueError for what is no device's name, and RuntimeError for a GPU that is not there where soft placement
    is off.
    """
    where = engine_device(device_name)
    return nullcontext() if where is None else pushed(backend.defaults, where)


def executing_eagerly():
    """Return whether each value is computed at once: not while a tf.function is traced."""
    return state.tracing is None


def init_scope():
    """Compute values at once in a with-block, also while a tf.function is traced."""
    return sketching(state.sketching)
