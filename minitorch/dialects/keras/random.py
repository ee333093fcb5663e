"""keras.random: random numbers, the same again for the same seed.

Arguments that mean the same wherever they occur:

    shape    of the result
    dtype    of the result; None: keras.backend.floatx()
    seed     an integer: the same numbers each time; a SeedGenerator: others each time, the same ones after it begins
             again; None: from the stream that keras.utils.set_random_seed starts
"""

from ...nn import init as _init
from ...random import Generator as _Generator, numpy_generator as _numpy_generator
from ..core.dtypes import as_dtype as _as_dtype
from ..core.engine import mt as _mt
from ..core.recording import state as _state
from ..functions.creation import sizes as _sizes
from ..functions.table import in_keras as _in_keras
from .core.configured import Described as _Described
from .core.naming import auto_name as _auto_name, settings as _settings


class SeedGenerator(_Described):
    """A row of seeds: each call with it as seed takes the next.

    seed     the first one, an integer; None: one by chance

    Raises ValueError for a seed that is no integer.
    """

    def __init__(self, seed=None, name=None, **kwargs):
        if seed is not None and not isinstance(seed, int):
            raise ValueError(f"Argument `seed` must be an integer. Received: seed={seed}")
        self.name = name or _auto_name("SeedGenerator")
        self.seed = int(_numpy_generator(None).integers(2**31)) if seed is None else seed
        self.count = 0

    def next(self, ordered=True):
        """Return the next seed, an integer; ordered is accepted as in Keras, and not used."""
        self.count += not _state.sketching
        return self.seed * 1_000_003 + self.count


def _stream(seed):
    """Return the engine's generator for a seed; None for None."""
    if seed is None:
        return None
    return _Generator().manual_seed(int(seed.next() if isinstance(seed, SeedGenerator) else seed))


def _kind(dtype):
    """Return the engine's element type of a result."""
    return _as_dtype(dtype or _settings["floatx"]).kind


def _truncated(shape, mean, stddev, dtype, seed):
    made = _init.trunc_normal_(_mt.empty(_sizes(shape), dtype=_kind(dtype)), 0.0, 1.0, -2.0, 2.0,
                               generator=_stream(seed))
    return made * stddev + mean


_table = _in_keras([
    ("normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None)", lambda shape, mean, stddev, dtype, seed: _mt.randn(
        _sizes(shape), generator=_stream(seed), dtype=_kind(dtype)) * stddev + mean,
     "Draw from a normal distribution with this mean and standard deviation stddev."),
    ("truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None)", _truncated, "Draw from a normal "
     "distribution, but no numbers beyond two standard deviations, stddev, from its mean."),
    ("uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None)", lambda shape, least, most, dtype, seed: _mt.rand(
        _sizes(shape), generator=_stream(seed), dtype=_kind(dtype)) * (most - least) + least,
     "Draw numbers from minval up to but without maxval, uniformly."),
    ("randint(shape, minval, maxval, dtype='int32', seed=None)", lambda shape, least, most, dtype, seed: _mt.randint(
        int(least), int(most), _sizes(shape), generator=_stream(seed), dtype=_kind(dtype)),
     "Draw integers from minval up to but without maxval, uniformly."),
    ("categorical(logits, num_samples, dtype='int32', seed=None)", lambda x, count, dtype, seed: _mt.multinomial(
        _mt.softmax(x, -1), count, replacement=True, generator=_stream(seed)).to(_kind(dtype)),
     "Draw classes with the probabilities softmax(logits): (N, C) to (N, num_samples).", "logits"),
    ("shuffle(x, axis=0, seed=None)", lambda x, axis, seed: _mt.index_select(
        x, axis, _mt.randperm(x.shape[axis], generator=_stream(seed))),
     "Return the parts of x along an axis in random order."),
])
globals().update(_table)
