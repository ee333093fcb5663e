"""Checks of numbers on a GPU without waiting for it: a flag notes the first failure; the next copy to the CPU raises.

A check on the CPU raises at once. On a GPU, every step would then have to wait for its own labels. Instead the check
writes its number, a position and a value into three integers on the GPU, which are read at the next copy to the host,
or by `cuda.synchronize()`. Until then a wrong index does no harm: CuPy's indexing wraps around, and our kernels clamp
indices. With CUDA_LAUNCH_BLOCKING=1 in the environment each flag is read immediately after its check.
"""

import os
from math import prod

import numpy as np

from .. import backend
from ..runtime.errors import source_line, user_frame

EMPTY = 0                                # value of the flag as long as no check has failed
checks: dict = {}                        # (explain, settings, shape, code, position in it) -> the number of the check
flags: dict = {}                         # GPU -> its flag: number of the check, position and value
unread: set = set()                      # GPUs whose flag may have been written since it was last read
writers: list = []           # write(flag, array, low, high, ignored, number) checks in a kernel; returns True if it ran
LATER = "The GPU noted this error and continued; the next copy to the CPU raises it. CUDA_LAUNCH_BLOCKING=1 " \
        "raises it at its own line."


def flag(array, low, high, explain, settings, ignored):
    """Check every number of an array on a GPU, as `flag_outside` in runtime/libraries.py says."""
    frame = user_frame()
    key = explain, settings, array.shape, frame.f_code, frame.f_lasti
    number = checks.setdefault(key, len(checks) + 1)
    with array.device:
        flag = flag_of(array.device)
        if not any(write(flag, array, low, high, ignored, number) for write in writers):
            write_plainly(flag, array, low, high, ignored, number)
    unread.add(array.device.id)
    if os.environ.get("CUDA_LAUNCH_BLOCKING") == "1":
        read(array.device)


def flag_of(device):
    """Return the flag of a GPU; create it at the first call."""
    xp = backend.cupy()
    if device.id not in flags or type(flags[device.id]) is not xp.ndarray:
        flags[device.id] = xp.zeros(3, "int64")
    return flags[device.id]


def write_plainly(flag, array, low, high, ignored, number):
    """If a number is outside [low, high] and the flag is empty, write to it with CuPy's own functions."""
    xp = backend.library_of(array)
    wrong = ~((array >= low) & (array <= high))          # True for nan too
    if ignored is not None:
        wrong &= array != ignored
    position = wrong.argmax().astype("int64")
    value = array.reshape(-1)[position].astype("int64") if array.dtype.kind in "iu" else position
    found = xp.stack([xp.full((), number, "int64"), position, value])
    xp.copyto(flag, found, where=wrong.any() & (flag[0] == EMPTY))


def read(device):
    """Raise the error that a check on this GPU has noted since the last call, if any check has failed."""
    if device.id not in unread:
        return
    unread.discard(device.id)
    with device:
        number, position, value = flags[device.id].get().tolist()
        if number == EMPTY:
            return
        flags[device.id].fill(EMPTY)
    (explain, settings, shape, code, at), = [key for key, own in checks.items() if own == number]
    place = tuple(map(int, np.unravel_index(position, shape))) if prod(shape) > 1 or shape else ()
    error = explain(value, place[0] if len(place) == 1 else place, *settings)
    error.args = (f"{error.args[0]}\nAt {source_line(code, at)}. {LATER}", *error.args[1:])
    raise error


backend.copied.append(read)
