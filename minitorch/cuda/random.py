"""The random numbers of GPUs, under PyTorch's names: each GPU has a stream, and `minitorch.manual_seed` seeds all."""

from struct import Struct

import numpy as np

from .. import backend, random
from ..random import MAX_SEED

__all__ = ["get_rng_state", "get_rng_state_all", "initial_seed", "manual_seed", "manual_seed_all", "seed", "seed_all",
           "set_rng_state", "set_rng_state_all"]

PLACE = Struct("<QQ")                              # of a state: seed, counters used


def stream_of(device):
    """The default generator's stream on a GPU. RuntimeError with the reason where there is none."""
    with backend.gpu(device):
        return random.streams["cupy"](random.default_generator)


def every_gpu():
    """The numbers of all GPUs; none where none can be used."""
    return range(backend.cupy().cuda.runtime.getDeviceCount()) if backend.detect()[0] is not None else ()


def manual_seed(seed):
    """Start the numbers of the current GPU from seed, an integer. Nothing happens where there is no GPU."""
    if every_gpu():
        stream_of(None).go_to(int(seed) % MAX_SEED, 0)


def manual_seed_all(seed):
    """Start the numbers of every GPU from seed, an integer. Nothing happens where there is none."""
    for number in every_gpu():
        stream_of(number).go_to(int(seed) % MAX_SEED, 0)


def seed():
    """Seed the current GPU from the system."""
    manual_seed(int(np.random.SeedSequence().entropy) % MAX_SEED)


def seed_all():
    """Seed every GPU from the system, alike."""
    manual_seed_all(int(np.random.SeedSequence().entropy) % MAX_SEED)


def initial_seed():
    """The seed that the current GPU's numbers started from."""
    return stream_of(None).seed


def get_rng_state(device="cuda"):
    """The place of a GPU's numbers, a ByteTensor on the CPU: pass it to `set_rng_state` to come back here."""
    stream = stream_of(device)
    return random.byte_tensor(PLACE.pack(stream.seed, stream.used))


def set_rng_state(new_state, device="cuda"):
    """Bring a GPU's numbers back to new_state, a ByteTensor that `get_rng_state` returned.

    Raises TypeError for what is no ByteTensor of the CPU, RuntimeError for one that is not of 16 bytes.
    """
    if isinstance(new_state, dict):                               # as files of older versions hold it
        return stream_of(device).go_to(int(new_state["seed"]), int(new_state["used"]))
    data = random.bytes_of(new_state)
    if len(data) != PLACE.size:
        raise RuntimeError(f"The state of a GPU's numbers has {PLACE.size} bytes, but this tensor has {len(data)}. "
                           "Pass what cuda.get_rng_state() returned.")
    stream_of(device).go_to(*PLACE.unpack(data))


def get_rng_state_all():
    """The place of every GPU's numbers, in a list."""
    return [get_rng_state(number) for number in every_gpu()]


def set_rng_state_all(new_states):
    """Bring every GPU's numbers back to new_states, a list that `get_rng_state_all` returned."""
    for number, state in enumerate(new_states):
        set_rng_state(state, number)
