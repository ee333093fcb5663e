"""Random numbers on GPUs, with PyTorch's names: each GPU has a stream; `minitorch.manual_seed` seeds all of them."""

from struct import Struct

import numpy as np

from .. import backend, random
from ..random import MAX_SEED

__all__ = ["get_rng_state", "get_rng_state_all", "initial_seed", "manual_seed", "manual_seed_all", "seed", "seed_all",
           "set_rng_state", "set_rng_state_all"]

PLACE = Struct("<QQ")                              # the format of a state: seed, number of counters used


def stream_of(device):
    """Return the default generator's stream on a GPU. Raise RuntimeError with the reason if there is no GPU."""
    with backend.gpu(device):
        return random.streams["cupy"](random.default_generator)


def every_gpu():
    """Return the numbers of all GPUs that can be used."""
    return range(backend.cupy().cuda.runtime.getDeviceCount()) if backend.detect()[0] is not None else ()


def manual_seed(seed):
    """Seed the random numbers of the current GPU with seed, an integer; without a GPU, do nothing."""
    if every_gpu():
        stream_of(None).go_to(int(seed) % MAX_SEED, 0)


def manual_seed_all(seed):
    """Seed the random numbers of every GPU with seed, an integer; without a GPU, do nothing."""
    for number in every_gpu():
        stream_of(number).go_to(int(seed) % MAX_SEED, 0)


def seed():
    """Seed the current GPU with a random seed of the operating system."""
    manual_seed(int(np.random.SeedSequence().entropy) % MAX_SEED)


def seed_all():
    """Seed every GPU with one random seed of the operating system."""
    manual_seed_all(int(np.random.SeedSequence().entropy) % MAX_SEED)


def initial_seed():
    """Return the seed of the current GPU's random numbers."""
    return stream_of(None).seed


def get_rng_state(device="cuda"):
    """Return the state of a GPU's random numbers, a ByteTensor on the CPU; `set_rng_state` restores it."""
    stream = stream_of(device)
    return random.byte_tensor(PLACE.pack(stream.seed, stream.used))


def set_rng_state(new_state, device="cuda"):
    """Restore the state of a GPU's random numbers: new_state, a ByteTensor that `get_rng_state` returned.

    Raises TypeError unless it is a ByteTensor on the CPU, RuntimeError unless it has 16 bytes.
    """
    if isinstance(new_state, dict):                               # files of older versions have this format
        return stream_of(device).go_to(int(new_state["seed"]), int(new_state["used"]))
    data = random.bytes_of(new_state)
    if len(data) != PLACE.size:
        raise RuntimeError(f"The state of a GPU's numbers has {PLACE.size} bytes, but this tensor has {len(data)}. "
                           "Pass what cuda.get_rng_state() returned.")
    stream_of(device).go_to(*PLACE.unpack(data))


def get_rng_state_all():
    """Return the states of all GPUs' random numbers, in a list."""
    return [get_rng_state(number) for number in every_gpu()]


def set_rng_state_all(new_states):
    """Restore the states of all GPUs' random numbers: new_states, a list that `get_rng_state_all` returned."""
    for number, state in enumerate(new_states):
        set_rng_state(state, number)
