"""Chance, repeatable: generators of random numbers and the one that is used when none is named.

Parameters are drawn on the CPU, so that a seed gives the same ones on every device. Other numbers are drawn on the GPU
that they are for: the same each time, but not those of the CPU. A generator of the CPU that is named draws there.
"""

from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property

import numpy as np

from . import backend, missing as _missing

MAX_SEED = 2**64
streams: dict = {}                        # name of a library -> stream(generator): that on its current device, or None


class Generator:
    """A stream of random numbers with PyTorch's surface over NumPy's PCG64.

    >>> g = Generator().manual_seed(3)
    >>> a = g.numpy.random(); g.manual_seed(3).numpy.random() == a
    True
    """

    def __init__(self, device="cpu"):
        self.device = backend.device(device)
        self.on_gpus, self.places = {}, {}               # number of a GPU -> the stream there, or where it will begin
        if self.device.type == "cuda":
            backend.gpu(self.device)                     # refused where there is none
        self.manual_seed(67280421310721)

    def manual_seed(self, seed):
        """Start the stream anew from `seed`, an integer; returns self."""
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            raise TypeError(f"manual_seed needs an integer, not {seed!r}.")
        self.start = seed.__index__() % MAX_SEED
        self.__dict__.pop("numpy", None)
        self.go_to({})
        return self

    def go_to(self, places):
        """Bring the streams on GPUs to their places, [seed, counters used]; one that is not named, to its start."""
        self.places = {int(gpu): tuple(map(int, place)) for gpu, place in places.items()}
        for gpu, stream in self.on_gpus.items():
            stream.go_to(*self.place_on(gpu))

    def place_on(self, gpu):
        """Where a stream on a GPU begins."""
        return self.places.get(gpu, (self.start, 0))

    @cached_property
    def numpy(self):
        """NumPy's generator, made when it is first drawn from: numpy.random is slow to import."""
        return np.random.Generator(np.random.PCG64(self.start))

    def initial_seed(self):
        return self.start

    def seed(self):
        """Start anew from the system's own randomness; returns the seed taken."""
        self.manual_seed(int(np.random.SeedSequence().entropy % MAX_SEED))
        return self.start

    def get_state(self):
        """The stream's place, as plain numbers: pass it to `set_state` to come back here."""
        state = self.numpy.bit_generator.state
        return {"seed": self.start, "state": str(state["state"]["state"]), "inc": str(state["state"]["inc"]),
                "has_uint32": state["has_uint32"], "uinteger": state["uinteger"],
                **({"cuda": places} if (places := self.places | {
                    gpu: (stream.seed, stream.used) for gpu, stream in self.on_gpus.items()}) else {})}

    def set_state(self, state):
        self.start = int(state["seed"])
        self.numpy.bit_generator.state = {
            "bit_generator": "PCG64",
            "state": {"state": int(state["state"]), "inc": int(state["inc"])},
            "has_uint32": int(state["has_uint32"]), "uinteger": int(state["uinteger"])}
        self.go_to(state.get("cuda", {}))
        return self


default_generator = Generator()
own_stream: ContextVar[Generator | None] = ContextVar("own_stream", default=None)   # a thread's that works beside


def manual_seed(seed):
    """Seed the default generator; returns it. All of minitorch's randomness then repeats.

    seed an integer; returns the default generator

    Raises TypeError for what is no integer.

    >>> _ = minitorch.manual_seed(0); x = minitorch.rand(2)
    >>> _ = minitorch.manual_seed(0); minitorch.equal(x, minitorch.rand(2))
    True
    """
    return default_generator.manual_seed(seed)


def seed():
    """Seed the default generator from the system; returns the seed."""
    return default_generator.seed()


def initial_seed():
    """The seed the default generator started from."""
    return default_generator.initial_seed()


def get_rng_state():
    """The default generator's place: see `set_rng_state`."""
    return default_generator.get_state()


def set_rng_state(new_state):
    """Bring the default generator back to new_state, a place `get_rng_state` returned."""
    default_generator.set_state(new_state)


@contextmanager
def fork_rng(devices=None, enabled=True):
    """In a `with` block the default generator may be used and seeded: after it, it goes on from where it was.

    devices   taken as PyTorch does: the generator's place on every GPU is kept
    enabled   False changes nothing
    """
    state = get_rng_state() if enabled else None
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)


def numpy_generator(generator=None):
    """NumPy's generator behind `generator`, or behind the default one; a thread may have its own for that."""
    return (own_stream.get() or default_generator if generator is None else generator).numpy


def stream(xp, generator=None):
    """What draws for arrays of `xp`: NumPy's generator, or on a GPU the stream there unless a CPU's generator is named.

    That of the meta device draws nothing, and tells the shape of what it would give.
    """
    if hasattr(xp, "Stream"):
        return xp.Stream(generator)
    if xp.__name__ in streams and (generator is None or generator.device.type == "cuda"):
        return streams[xp.__name__](generator or own_stream.get() or default_generator) or numpy_generator(generator)
    return numpy_generator(generator)


__all__ = ["Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed",
           "set_rng_state"]
_missing.speak_for(globals())
