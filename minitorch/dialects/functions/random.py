"""Random numbers: the same again after `set_seed`."""

from ...nn import init
from ...random import Generator, manual_seed
from ..core.dtypes import as_dtype, float32, int64
from ..core.engine import mt
from ..core.lift import function
from .creation import sizes

seeded: dict = {}        # the seed of a call -> its stream, which goes on from call to call


def set_seed(seed):
    """Start all random numbers anew from a seed."""
    seeded.clear()
    seeded["global"] = seed
    manual_seed(seed)


def generator_of(seed):
    """The stream of calls with this seed; the default one for None."""
    if seed is None:
        return None
    if seed not in seeded:
        seeded[seed] = Generator().manual_seed((seeded.get("global") or 0) * 1_000_003 + seed)
    return seeded[seed]


@function("mean stddev")
def normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    """Numbers of a normal distribution."""
    kind = as_dtype(dtype).kind
    return mt.randn(sizes(shape), generator=generator_of(seed), dtype=kind) * stddev.to(kind) + mean.to(kind)


@function()
def uniform(shape, minval=0, maxval=None, dtype=float32, seed=None, name=None):
    """Numbers from minval up to but without maxval, all alike; 1 is the default maxval of floats."""
    kind = as_dtype(dtype)
    if kind.is_integer:
        if maxval is None:
            raise ValueError(f"Must specify maxval for integer dtype {kind!r}")
        return mt.randint(int(minval), int(maxval), sizes(shape), generator=generator_of(seed), dtype=kind.kind)
    maxval = 1 if maxval is None else maxval
    return mt.rand(sizes(shape), generator=generator_of(seed), dtype=kind.kind) * (maxval - minval) + minval


@function()
def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    """A normal distribution without what lies more than two standard deviations from its mean."""
    made = mt.empty(sizes(shape), dtype=as_dtype(dtype).kind)
    init.trunc_normal_(made, 0.0, 1.0, -2.0, 2.0, generator=generator_of(seed))
    return made * stddev + mean


@function("value")
def shuffle(value, seed=None, name=None):
    """The rows in random order."""
    return mt.index_select(value, 0, mt.randperm(value.shape[0], generator=generator_of(seed)))


@function("logits")
def categorical(logits, num_samples, dtype=None, seed=None, name=None):
    """Classes drawn with the probabilities softmax(logits): (N, C) to (N, num_samples)."""
    drawn = mt.multinomial(mt.softmax(logits, -1), num_samples, replacement=True, generator=generator_of(seed))
    return drawn.to(as_dtype(dtype or int64).kind)


@function("lam")
def poisson(shape, lam, dtype=float32, seed=None, name=None):
    """Counts of a Poisson distribution with mean lam."""
    from ...random import numpy_generator
    counts = numpy_generator(generator_of(seed)).poisson(lam.numpy(), (*sizes(shape), *lam.shape))
    return mt.as_tensor(counts).to(as_dtype(dtype).kind)


@function("alpha | beta")
def gamma(shape, alpha, beta=None, dtype=float32, seed=None, name=None):
    """Numbers of a gamma distribution."""
    from ...random import numpy_generator
    drawn = numpy_generator(generator_of(seed)).gamma(alpha.numpy(), size=(*sizes(shape), *alpha.shape))
    made = mt.as_tensor(drawn).to(as_dtype(dtype).kind)
    return made if beta is None else made / beta


def fixed(seed):
    """A stream that begins at this pair of numbers each time."""
    pair = [int(part) for part in seed]
    return Generator().manual_seed(pair[0] * 1_000_003 + pair[1])


@function()
def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=float32, name=None, alg="auto_select"):
    """The same normal numbers for the same seed, two integers."""
    return mt.randn(sizes(shape), generator=fixed(seed), dtype=as_dtype(dtype).kind) * stddev + mean


@function()
def stateless_uniform(shape, seed, minval=0, maxval=None, dtype=float32, name=None, alg="auto_select"):
    """The same uniform numbers for the same seed, two integers."""
    kind = as_dtype(dtype)
    if kind.is_integer:
        return mt.randint(int(minval), int(maxval), sizes(shape), generator=fixed(seed), dtype=kind.kind)
    maxval = 1 if maxval is None else maxval
    return mt.rand(sizes(shape), generator=fixed(seed), dtype=kind.kind) * (maxval - minval) + minval


class RandomGenerator:
    """A stream of random numbers of its own: tf.random.Generator.from_seed(1)."""

    def __init__(self, copy_from=None, state=None, alg=None):
        self.stream = Generator().manual_seed(int(state or 0))
        if copy_from is not None:
            self.stream.set_state(copy_from.stream.get_state())

    @classmethod
    def from_seed(cls, seed, alg=None):
        return cls(state=seed)

    @classmethod
    def from_non_deterministic_state(cls, alg=None):
        made = cls()
        made.stream.seed()
        return made

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=float32, name=None):
        return self.drawn(mt.randn, shape, dtype, stddev, mean)

    def uniform(self, shape, minval=0, maxval=None, dtype=float32, name=None):
        maxval = 1 if maxval is None else maxval
        return self.drawn(mt.rand, shape, dtype, maxval - minval, minval)

    def drawn(self, engine, shape, dtype, scale, shift):
        from ..core.lift import wrapped
        kind = as_dtype(dtype)
        if kind.is_integer:
            return wrapped(mt.randint(shift, shift + scale, sizes(shape), generator=self.stream, dtype=kind.kind))
        return wrapped(engine(sizes(shape), generator=self.stream, dtype=kind.kind) * scale + shift)
