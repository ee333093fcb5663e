"""Chance, repeatable: generators of random numbers and the one that is used when none is named.

Parameters are drawn on the CPU, so that a seed gives the same ones on every device. Other numbers are drawn on the GPU
that they are for: the same each time, but not those of the CPU. A generator of the CPU that is named draws there.
"""

from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from struct import Struct

import numpy as np

from . import backend, missing as _missing

MAX_SEED = 2**64
PLACE = Struct("<Q16s16s?3xI")              # of a state: seed, PCG64's state and increment, the half of a draw it keeps
GPU_PLACE = Struct("<QQQ")                # after it, for each GPU: its number, the seed there, counters used
wrap = None                               # makes a Tensor of an array; set where the class is defined, in a layer above
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
        """The stream's place, a ByteTensor: pass it to `set_state` to come back here."""
        state = self.numpy.bit_generator.state
        words = [state["state"][word].to_bytes(16, "little") for word in ("state", "inc")]
        places = self.places | {gpu: (stream.seed, stream.used) for gpu, stream in self.on_gpus.items()}
        return byte_tensor(PLACE.pack(self.start, *words, state["has_uint32"], state["uinteger"])
                           + b"".join(GPU_PLACE.pack(gpu, *places[gpu]) for gpu in sorted(places)))

    def set_state(self, new_state):
        """Go on from new_state, a ByteTensor that `get_state` returned; returns self.

        new_state   or the dict that minitorch's `get_state` returned before, as older files hold it

        Raises TypeError for what is no ByteTensor of the CPU, RuntimeError for one of another length.
        """
        if isinstance(new_state, dict):
            self.start, words = int(new_state["seed"]), [int(new_state["state"]), int(new_state["inc"])]
            kept = bool(new_state["has_uint32"]), int(new_state["uinteger"])
            places = new_state.get("cuda", {})
        else:
            data = bytes_of(new_state)
            if len(data) < PLACE.size or (len(data) - PLACE.size) % GPU_PLACE.size:
                raise RuntimeError(f"A generator's state has {PLACE.size} bytes, {GPU_PLACE.size} more for each GPU; "
                                   f"this tensor has {len(data)}. Pass what get_state() or get_rng_state() of "
                                   "minitorch returned: another library's states are of other generators.")
            self.start, state, inc, *kept = PLACE.unpack_from(data)
            words = [int.from_bytes(word, "little") for word in (state, inc)]
            places = {gpu: place for gpu, *place in GPU_PLACE.iter_unpack(data[PLACE.size:])}
        self.numpy.bit_generator.state = {
            "bit_generator": "PCG64", "state": dict(zip(("state", "inc"), words)),
            **dict(zip(("has_uint32", "uinteger"), kept))}
        self.go_to(places)
        return self


def byte_tensor(data):
    """A ByteTensor on the CPU that holds `data`, bytes."""
    return wrap(np.frombuffer(data, "uint8").copy())


def bytes_of(state):
    """The bytes of a ByteTensor on the CPU."""
    array = getattr(state, "array", None)
    if type(array) is not np.ndarray or array.dtype != np.uint8:
        raise TypeError("A generator's state is a ByteTensor on the CPU, as get_state() and get_rng_state() return it, "
                        f"not {f'a Tensor of {array.dtype}' if hasattr(array, 'dtype') else repr(state)[:60]}.")
    return array.tobytes()


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
    """The default generator's place, a ByteTensor: pass it to `set_rng_state` to come back here.

    >>> state = minitorch.get_rng_state()
    >>> first = minitorch.rand(3); minitorch.set_rng_state(state); minitorch.equal(minitorch.rand(3), first)
    True
    """
    return default_generator.get_state()


def set_rng_state(new_state):
    """Bring the default generator back to new_state, a ByteTensor that `get_rng_state` returned.

    Raises TypeError for what is no ByteTensor of the CPU, RuntimeError for one of another length.
    """
    default_generator.set_state(new_state)


@contextmanager
def fork_rng(devices=None, enabled=True, device_type="cuda"):
    """In a `with` block the default generator may be used and seeded: after it, it goes on from where it was.

    devices   taken as PyTorch does: the generator's place on every GPU is kept
    enabled   False changes nothing
    device_type   taken as PyTorch does
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
