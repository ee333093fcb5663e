"""Distributions of indices, by their weights."""

from functools import cached_property
from math import prod

from ..dtypes import finfo
from ..nn.functional import one_hot
from ..runtime import functions
from . import constraints
from .distribution import Distribution


def one_of(probs, logits):
    """The one of the two that is given. Raises ValueError unless one is."""
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")
    return probs if logits is None else logits


def clamped(probs):
    """Probabilities as far from 0 and 1 as rounding is, so that their log is a number."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(eps, 1 - eps)


class ProbsOrLogits(Distribution):
    """What holds one of the two, as it was given; the other follows from it."""

    param_shape = property(lambda self: self.held.shape)
    held = property(lambda self: vars(self).get("probs", vars(self).get("logits")))


class Indexed(ProbsOrLogits):
    """What is given the weights of K indices, in the last dimension: `probs`, or `logits` before softmax.

    Raises ValueError unless one of the two is given, with at least one dimension.
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def give(self, probs, logits):
        """Hold the one that is given, so that the probabilities sum to 1; returns the shape before the last dimension.
        """
        given = one_of(probs, logits)
        if given.ndim < 1:
            raise ValueError(f"`{'probs' if logits is None else 'logits'}` parameter must be at least one-dimensional.")
        if logits is None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(-1, keepdim=True)
        return given.shape[:-1]

    @cached_property
    def probs(self):
        """The probability of each index."""
        return self.logits.softmax(-1)

    @cached_property
    def logits(self):
        """log of the probability of each index."""
        return clamped(self.probs).log()

    size = property(lambda self: self.param_shape[-1], doc="How many indices there are.")


class Categorical(Indexed):
    """An index from 0 by weights in the last dimension (*, K): `probs`, or `logits` before softmax.

    Raises ValueError unless one of the two is given, with at least one dimension.
    """

    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(self.give(probs, logits), validate_args=validate_args)

    support = property(lambda self: constraints.integer_interval(0, self.size - 1))
    mean = variance = property(lambda self: functions["full"](self.batch_shape, float("nan"), dtype=self.held.dtype))
    mode = property(lambda self: self.probs.argmax(-1))

    def draw(self, shape):
        rows = self.probs.detach().reshape(-1, self.size)
        return rows.multinomial(prod(shape[:len(shape) - len(self.batch_shape)]), True).T.reshape(shape)

    def log_density(self, value):
        value = value.long().unsqueeze(-1)
        value, logits = functions["broadcast_tensors"](value, self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        """Mean surprise, in nats."""
        least = finfo(self.logits.dtype).min
        return -(self.logits.clamp(min=least) * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        """The numbers 0, 1, … K − 1."""
        return self.enumerated(functions["arange"](self.size), expand)


class OneHotCategorical(Distribution):
    """A Categorical, by probs or logits (*, K), whose draws are vectors (*, K): 1 at the index, else 0.

    Raises ValueError unless one of the two is given, with at least one dimension.
    """

    arg_constraints = Indexed.arg_constraints
    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.categorical = Categorical(probs, logits, validate_args)
        super().__init__(self.categorical.batch_shape, self.categorical.param_shape[-1:], validate_args)

    probs = property(lambda self: self.categorical.probs)
    logits = property(lambda self: self.categorical.logits)
    param_shape = property(lambda self: self.categorical.param_shape)
    mean = probs
    mode = property(lambda self: one_hot(self.categorical.mode, self.event_shape[0]).to(self.probs.dtype))
    variance = property(lambda self: self.probs * (1 - self.probs))

    def draw(self, shape):
        drawn = self.categorical.sample(shape[:len(shape) - len(self.batch_shape)]).unsqueeze(-1)
        zeros = functions["zeros"]((*drawn.shape[:-1], *self.event_shape), dtype=self.categorical.held.dtype)
        return zeros.scatter(-1, drawn, 1.0)

    def log_density(self, value):
        return self.categorical.log_prob(value.argmax(-1))

    def entropy(self):
        """Mean surprise, in nats."""
        return self.categorical.entropy()

    def enumerate_support(self, expand=True):
        """The rows of the identity."""
        rows = functions["eye"](self.event_shape[0], dtype=self.categorical.held.dtype)
        rows = rows.reshape((self.event_shape[0], *[1] * len(self.batch_shape), self.event_shape[0]))
        return rows.expand((-1, *self.batch_shape, -1)) if expand else rows


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """A OneHotCategorical, by probs or logits (*, K), whose draws have the gradient of the probabilities in `rsample`.

    Raises ValueError unless one of the two is given. Bengio et al. 2013, arXiv 1308.3432: straight through.
    """

    has_rsample = True

    def rsample(self, sample_shape=()):
        """Draws whose gradient is that of the probabilities."""
        probs = self.probs
        return self.sample(sample_shape) + (probs - probs.detach())
