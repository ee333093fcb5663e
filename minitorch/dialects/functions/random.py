"""Random numbers: the same again after `set_seed`.

Arguments that mean the same wherever they occur:

    shape    of the result: a list of sizes, or a tensor of them
    dtype    of the result, tf.float32 unless given
    seed     an integer: a stream of its own, which goes on from call to call and begins anew after set_seed;
             None: the stream of all calls without
"""

from ...nn import init
from ...random import Generator, manual_seed
from ..core.dtypes import as_dtype, float32, int64
from ..core.engine import mt
from ..core.lift import wrapped
from .creation import sizes
from .table import made, op

seeded: dict = {}        # the seed of a call -> its stream, which goes on from call to call


def set_seed(seed):
    """Start all random numbers anew from `seed`, an integer."""
    seeded.clear()
    seeded["global"] = seed
    manual_seed(seed)


def generator_of(seed):
    """Return the stream of calls with this seed; the default one for None."""
    if seed is None:
        return None
    if seed not in seeded:
        seeded[seed] = Generator().manual_seed((seeded.get("global") or 0) * 1_000_003 + seed)
    return seeded[seed]


@op("mean stddev")
def normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    """Draw numbers of a normal distribution.

    mean, stddev    its mean and standard deviation: numbers, or tensors that broadcast to `shape`

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.random.normal([2, 3]).shape
    TensorShape([2, 3])
    """
    kind = as_dtype(dtype).kind
    return mt.randn(sizes(shape), generator=generator_of(seed), dtype=kind) * stddev.to(kind) + mean.to(kind)


@op()
def uniform(shape, minval=0, maxval=None, dtype=float32, seed=None, name=None):
    """Draw numbers from minval up to but without maxval, all alike.

    minval, maxval    numbers; maxval None: 1, for floats only

    Raises ValueError for integers without maxval.
    """
    return between(shape, minval, maxval, dtype, generator_of(seed))


def between(shape, least, most, dtype, generator):
    """Draw numbers or integers from `least` up to but without `most`."""
    kind = as_dtype(dtype)
    if kind.is_integer:
        if most is None:
            raise ValueError(f"Must specify maxval for integer dtype {kind!r}")
        return mt.randint(int(least), int(most), sizes(shape), generator=generator, dtype=kind.kind)
    return mt.rand(sizes(shape), generator=generator, dtype=kind.kind) * ((1 if most is None else most) - least) + least


@op()
def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    """Draw from a normal distribution without what lies more than two standard deviations, stddev, from its mean."""
    made = mt.empty(sizes(shape), dtype=as_dtype(dtype).kind)
    init.trunc_normal_(made, 0.0, 1.0, -2.0, 2.0, generator=generator_of(seed))
    return made * stddev + mean


shuffle = made("shuffle(value, seed=None, name=None)", lambda x, seed: mt.index_select(x, 0, mt.randperm(
    x.shape[0], generator=generator_of(seed))), "Put the rows of `value` (n, …) in random order.")


@op("logits", v1="multinomial(logits, num_samples, seed=None, name=None, output_dtype=dtype)")
def categorical(logits, num_samples, dtype=None, seed=None, name=None):
    """Draw classes with the probabilities softmax(logits): (N, C) to (N, num_samples).

    logits         (N, C)  scores
    num_samples    how many to draw for each row
    dtype          tf.int64 unless given
    """
    drawn = mt.multinomial(mt.softmax(logits, -1), num_samples, replacement=True, generator=generator_of(seed))
    return drawn.to(as_dtype(dtype or int64).kind)


class RandomGenerator:
    """A stream of random numbers of its own: tf.random.Generator.from_seed(1).

    copy_from    another one, whose place in its stream it takes over
    state        an integer to begin from
    """

    def __init__(self, copy_from=None, state=None, alg=None):
        self.stream = Generator().manual_seed(int(state or 0))
        if copy_from is not None:
            self.stream.set_state(copy_from.stream.get_state())

    @classmethod
    def from_seed(cls, seed, alg=None):
        """Begin a stream from `seed`, an integer."""
        return cls(state=seed)

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=float32, name=None):
        """Draw numbers of a normal distribution from this stream: shape, mean and stddev as tf.random.normal's."""
        return wrapped(mt.randn(sizes(shape), generator=self.stream, dtype=as_dtype(dtype).kind) * stddev + mean)

    def uniform(self, shape, minval=0, maxval=None, dtype=float32, name=None):
        """Draw numbers from minval up to but without maxval from this stream; maxval None: 1."""
        return wrapped(between(shape, minval, maxval, dtype, self.stream))
