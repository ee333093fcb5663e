"""tf.config: which devices there are."""

from collections import namedtuple

from ... import backend
from ..core.devices import soft

PhysicalDevice = namedtuple("PhysicalDevice", "name device_type")
LogicalDevice = namedtuple("LogicalDevice", "name device_type")
eager = [False]


def list_physical_devices(device_type=None):
    """Return the CPU, and the GPUs that work; device_type: "CPU" or "GPU" only.

    >>> list_physical_devices("CPU")
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    """
    found = [PhysicalDevice("/physical_device:CPU:0", "CPU")]
    found += [PhysicalDevice(f"/physical_device:GPU:{i}", "GPU") for i in range(backend.detect()[0] or 0)]
    return [one for one in found if device_type in (None, one.device_type)]


def list_logical_devices(device_type=None):
    """Return the CPU, and the GPUs that work: LogicalDevice(name, device_type); device_type: "CPU" or "GPU" only."""
    return [LogicalDevice(one.name.replace("physical_device", "device"), one.device_type)
            for one in list_physical_devices(device_type)]


def set_visible_devices(devices, device_type=None):
    """Raise RuntimeError unless `devices` are all devices of device_type: none can be hidden."""
    if set(devices) != set(list_physical_devices(device_type)):
        raise RuntimeError("devices cannot be hidden here: set CUDA_VISIBLE_DEVICES before Python starts.")


def set_soft_device_placement(enabled):
    """Say whether what asks for a GPU that is not there is done on the CPU (enabled=True), or raises RuntimeError."""
    soft[0] = bool(enabled)


def run_functions_eagerly(run_eagerly):
    """Let every tf.function run as the Python it was made of (run_eagerly=True), as one does to debug it."""
    eager[0] = bool(run_eagerly)


class experimental:
    """Older names."""

    list_physical_devices = staticmethod(list_physical_devices)

    @staticmethod
    def set_memory_growth(device, enable):
        """Do nothing, whatever device and enable say: memory is taken as it is needed."""
