"""Generators of random numbers, which draw the same numbers for the same seed, and the default generator.

Parameters are drawn on the CPU, so that a seed gives the same parameters on every device. Other numbers are drawn on
the tensor's GPU: the same in each run, but different from the CPU's. A CPU generator passed to a call draws on the CPU.
"""

from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from struct import Struct

import numpy as np

from . import backend

MAX_SEED = 2**64
PLACE = Struct("<Q16s16s?3xI")              # form of a state: seed, PCG64's state and increment, unused half of a draw
GPU_PLACE = Struct("<QQQ")                # one part for each GPU: its number, seed of its stream, counters used
wrap = None                               # wrap(array) returns a Tensor; the layer `tensors`, above this one, sets it
streams: dict = {}                     # {name of a library: f(generator), which returns the stream of its GPU, or None}


class Generator:
    """A stream of random numbers: PyTorch's Generator, based on NumPy's PCG64.

    >>> g = Generator().manual_seed(3)
    >>> a = g.numpy.random(); g.manual_seed(3).numpy.random() == a
    True
    """

    def __init__(self, device="cpu"):
        self.device = backend.device(device)
        self.on_gpus, self.places = {}, {}               # {GPU: its stream}; {GPU: the start of its stream}
        if self.device.type == "cuda":
            backend.gpu(self.device)                     # this call raises if there is no GPU
        self.manual_seed(67280421310721)

    def manual_seed(self, seed):
        """Restart the stream from `seed`, an integer; return self."""
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            raise TypeError(f"manual_seed needs an integer, not {seed!r}.")
        self.start = seed.__index__() % MAX_SEED
        self.__dict__.pop("numpy", None)
        self.go_to({})
        return self

    def go_to(self, places):
        """Move the streams on GPUs to `places`, {GPU: [seed, counters used]}; other streams return to their start."""
        self.places = {int(gpu): tuple(map(int, place)) for gpu, place in places.items()}
        for gpu, stream in self.on_gpus.items():
            stream.go_to(*self.place_on(gpu))

    def place_on(self, gpu):
        """Return where the random numbers of a GPU start: (seed, number of counters already used)."""
        return self.places.get(gpu, (self.start, 0))

    @cached_property
    def numpy(self):
        """NumPy's generator, created at the first draw because numpy.random is slow to import."""
        return np.random.Generator(np.random.PCG64(self.start))

    def initial_seed(self):
        return self.start

    def seed(self):
        """Restart the stream from a random seed of the system; return that seed."""
        self.manual_seed(int(np.random.SeedSequence().entropy % MAX_SEED))
        return self.start

    def get_state(self):
        """Return the state of the stream as a ByteTensor, which `set_state` takes to continue from this point."""
        state = self.numpy.bit_generator.state
        words = [state["state"][word].to_bytes(16, "little") for word in ("state", "inc")]
        places = self.places | {gpu: (stream.seed, stream.used) for gpu, stream in self.on_gpus.items()}
        return byte_tensor(PLACE.pack(self.start, *words, state["has_uint32"], state["uinteger"])
                           + b"".join(GPU_PLACE.pack(gpu, *places[gpu]) for gpu in sorted(places)))

    def set_state(self, new_state):
        """Continue from new_state, a ByteTensor that `get_state` returned; return self.

        new_state   also a dict, as older versions of minitorch returned and saved it

        Raises TypeError if it is no ByteTensor on the CPU, RuntimeError if its length is wrong.
        """
        if isinstance(new_state, dict):
            self.start, words = int(new_state["seed"]), [int(new_state["state"]), int(new_state["inc"])]
            kept = bool(new_state["has_uint32"]), int(new_state["uinteger"])
            places = new_state.get("cuda", {})
        else:
            data = bytes_of(new_state)
            if len(data) < PLACE.size or (len(data) - PLACE.size) % GPU_PLACE.size:
                raise RuntimeError(f"A generator's state has {PLACE.size} bytes, {GPU_PLACE.size} more for each GPU; "
                                   f"this tensor has {len(data)}. Pass a state that get_state() or get_rng_state() of "
                                   "minitorch returned, because other libraries have other generators.")
            self.start, state, inc, *kept = PLACE.unpack_from(data)
            words = [int.from_bytes(word, "little") for word in (state, inc)]
            places = {gpu: place for gpu, *place in GPU_PLACE.iter_unpack(data[PLACE.size:])}
        self.numpy.bit_generator.state = {
            "bit_generator": "PCG64", "state": dict(zip(("state", "inc"), words)),
            **dict(zip(("has_uint32", "uinteger"), kept))}
        self.go_to(places)
        return self


def byte_tensor(data):
    """Return a ByteTensor on the CPU that holds the bytes `data`."""
    return wrap(np.frombuffer(data, "uint8").copy())


def bytes_of(state):
    """Return the bytes of a ByteTensor on the CPU; TypeError for anything else."""
    array = getattr(state, "array", None)
    if type(array) is not np.ndarray or array.dtype != np.uint8:
        raise TypeError("A generator's state is a ByteTensor on the CPU, as get_state() and get_rng_state() return it, "
                        f"not {f'a Tensor of {array.dtype}' if hasattr(array, 'dtype') else repr(state)[:60]}.")
    return array.tobytes()


default_generator = Generator()
own_stream: ContextVar[Generator | None] = ContextVar("own_stream", default=None)   # the generator for a worker thread


def manual_seed(seed):
    """Seed the default generator and return it: from here on, minitorch's random numbers repeat for the same seed.

    seed an integer; returns the default generator

    Raises TypeError if seed is not an integer.

    >>> _ = minitorch.manual_seed(0); x = minitorch.rand(2)
    >>> _ = minitorch.manual_seed(0); minitorch.equal(x, minitorch.rand(2))
    True
    """
    return default_generator.manual_seed(seed)


def seed():
    """Seed the default generator with a random seed of the system; return the seed."""
    return default_generator.seed()


def initial_seed():
    """Return the seed that the default generator started from."""
    return default_generator.initial_seed()


def get_rng_state():
    """Return the default generator's state as a ByteTensor, which `set_rng_state` takes to continue from this point.

    >>> state = minitorch.get_rng_state()
    >>> first = minitorch.rand(3); minitorch.set_rng_state(state); minitorch.equal(minitorch.rand(3), first)
    True
    """
    return default_generator.get_state()


def set_rng_state(new_state):
    """Set the default generator to new_state, a ByteTensor that `get_rng_state` returned.

    Raises TypeError if it is no ByteTensor on the CPU, RuntimeError if its length is wrong.
    """
    default_generator.set_state(new_state)


@contextmanager
def fork_rng(devices=None, enabled=True, device_type="cuda"):
    """Restore the default generator's state after a `with` block, in which it may be used and seeded.

    devices   accepted as in PyTorch, without effect: the state for every GPU is restored
    enabled   False: do nothing
    device_type   accepted as in PyTorch, without effect
    """
    state = get_rng_state() if enabled else None
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)


def numpy_generator(generator=None):
    """Return the NumPy generator of `generator`, or, for None, that of this thread's generator or the default one."""
    return (own_stream.get() or default_generator if generator is None else generator).numpy


def stream(xp, generator=None):
    """Return the generator that draws arrays of `xp`: the GPU's stream, or NumPy's for `xp` NumPy or a CPU generator.

    On the meta device it draws nothing, and returns arrays that have only a shape.
    """
    if hasattr(xp, "Stream"):
        return xp.Stream(generator)
    if xp.__name__ in streams and (generator is None or generator.device.type == "cuda"):
        return streams[xp.__name__](generator or own_stream.get() or default_generator) or numpy_generator(generator)
    return numpy_generator(generator)


__all__ = ["Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed",
           "set_rng_state"]
