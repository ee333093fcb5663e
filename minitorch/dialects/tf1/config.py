"""ConfigProto: how a Session places operations on devices, and how many threads compute."""

import sys

from ... import backend
from ...backend.threads import set_num_threads
from ..core.devices import engine_device, parsed
from ..core.errors import InvalidArgumentError
from ..keras.core.signed import arguments

HOST = "/job:localhost/replica:0/task:0/device:"


@arguments(per_process_gpu_memory_fraction=0.0, allow_growth=False, visible_device_list="")
class GPUOptions:
    """Settings of TensorFlow's memory on a GPU, which are kept: here memory is taken as it is needed.

    per_process_gpu_memory_fraction, allow_growth, visible_device_list    kept, without effect
    """


@arguments(device_count=None, intra_op_parallelism_threads=0, inter_op_parallelism_threads=0,
           log_device_placement=False, allow_soft_placement=False, gpu_options=None)
class ConfigProto:
    """What `tf.Session(config=…)` takes.

    log_device_placement            print to stderr where each operation runs, once
    allow_soft_placement            run on the CPU what asks for a GPU that is not there; else that is an error, as
                                    TensorFlow has it. A Session without a config is soft
    intra_op_parallelism_threads    threads of one operation; 0: as they are
    inter_op_parallelism_threads    kept: one operation runs at a time
    device_count, gpu_options       kept: {"GPU": 0} in TensorFlow hides GPUs, CUDA_VISIBLE_DEVICES="" does so here
    """

    def _prepare(self):
        self.device_count, self.gpu_options = dict(self.device_count or {}), self.gpu_options or GPUOptions()


class RunOptions:
    """What `session.run(options=…)` takes, such as trace_level=RunOptions.FULL_TRACE.

    settings    kept, without effect: no run is traced here
    """

    NO_TRACE, SOFTWARE_TRACE, HARDWARE_TRACE, FULL_TRACE = range(4)

    def __init__(self, **settings):
        vars(self).update(settings)


class RunMetadata:
    """What a traced run is written into: here nothing is. `minitorch.profiler` says what takes how long."""


class Placement:
    """Where the operations of one Session run, by its config; None: softly, and without a word."""

    def __init__(self, config):
        if config is not None and not isinstance(config, ConfigProto):
            raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
        self.config, self.told = config, set()
        if config is not None and config.intra_op_parallelism_threads:
            set_num_threads(config.intra_op_parallelism_threads)

    def check(self, order):
        """Log new operations of a plan. Raises InvalidArgumentError for a device that is not there, unless softly."""
        if self.config is None:
            return
        for op in order:
            found = device_of(op)
            kind, number = parsed(op.device) if op.device else (None, None)
            if not self.config.allow_soft_placement and kind and found != f"{kind}:{number or 0}":
                raise InvalidArgumentError(
                    f"Cannot assign a device for operation {op.name}: it was explicitly assigned to {op.device}, and "
                    f"the devices are {', '.join(available())}. Give the Session a "
                    f"tf.ConfigProto(allow_soft_placement=True) to run it on the CPU. [[node {op.name}]]")
            if self.config.log_device_placement and op.name not in self.told:
                self.told.add(op.name)
                print(f"{op.name}: ({op.type}): {HOST}{found}", file=sys.stderr)


def device_of(op):
    """Return where an operation runs: "CPU:0", or "GPU:" and its number."""
    try:
        found = engine_device(op.device) or backend.defaults[-1]
    except RuntimeError:                                     # soft placement is off for all of TensorFlow 2 too
        return None
    return f"GPU:{found.index or 0}" if found is not None and found.type == "cuda" else "CPU:0"


def available():
    return ["CPU:0", *(f"GPU:{i}" for i in range(backend.detect()[0] or 0))]
