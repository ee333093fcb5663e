"""Distributions over K indices with given probabilities, as indices or as one-hot vectors."""

from functools import cached_property
from math import prod

from ..dtypes import finfo
from ..nn.functional import one_hot
from ..runtime import functions
from . import constraints
from .distribution import Distribution


def one_of(probs, logits):
    """Return probs or logits, whichever is not None. Raises ValueError unless exactly one is given."""
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")
    return probs if logits is None else logits


def clamp_probs(probs):
    """Clamp probabilities to [ε, 1 − ε], ε the machine epsilon, so that their log is finite."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(eps, 1 - eps)


class ProbsOrLogits(Distribution):
    """A base class that stores probs or logits, whichever was given, and computes the other one."""

    param_shape = property(lambda self: self._param.shape)
    _param = property(lambda self: vars(self).get("probs", vars(self).get("logits")))


class Indexed(ProbsOrLogits):
    """A base class for the weights of K indices in the last dimension: `probs`, or `logits` before softmax.

    Raises ValueError unless exactly one of probs and logits is given, with at least one dimension.
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def store_parameters(self, probs, logits):
        """Store probs or logits, normalised so that probabilities sum to 1; return their shape without dimension −1.
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
        """Probability of each index."""
        return self.logits.softmax(-1)

    @cached_property
    def logits(self):
        """Log of the probability of each index."""
        return clamp_probs(self.probs).log()

    size = property(lambda self: self.param_shape[-1], doc="Number of indices, K.")


class Categorical(Indexed):
    """A random index from 0 to K − 1, with weights (*, K): `probs`, or `logits` before softmax.

    Raises ValueError unless exactly one of probs and logits is given, with at least one dimension.
    """

    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(self.store_parameters(probs, logits), validate_args=validate_args)

    support = property(lambda self: constraints.integer_interval(0, self.size - 1))
    mean = variance = property(lambda self: functions["full"](self.batch_shape, float("nan"), dtype=self._param.dtype))
    mode = property(lambda self: self.probs.argmax(-1))

    def draw(self, shape):
        rows = self.probs.detach().reshape(-1, self.size)
        return rows.multinomial(prod(shape[:len(shape) - len(self.batch_shape)]), True).T.reshape(shape)

    def log_density(self, value):
        value = value.long().unsqueeze(-1)
        value, logits = functions["broadcast_tensors"](value, self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        """Return the entropy in nats."""
        least = finfo(self.logits.dtype).min
        return -(self.logits.clamp(min=least) * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        """Return the numbers 0, 1, … K − 1."""
        return self.enumerate_values(functions["arange"](self.size), expand)


class OneHotCategorical(Distribution):
    """A Categorical with probs or logits (*, K) and one-hot draws (*, K): 1 at the index, else 0.

    Raises ValueError unless exactly one of probs and logits is given, with at least one dimension.
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
        zeros = functions["zeros"]((*drawn.shape[:-1], *self.event_shape), dtype=self.categorical._param.dtype)
        return zeros.scatter(-1, drawn, 1.0)

    def log_density(self, value):
        return self.categorical.log_prob(value.argmax(-1))

    def entropy(self):
        """Return the entropy in nats."""
        return self.categorical.entropy()

    def enumerate_support(self, expand=True):
        """Return the rows of the identity matrix."""
        rows = functions["eye"](self.event_shape[0], dtype=self.categorical._param.dtype)
        rows = rows.reshape((self.event_shape[0], *[1] * len(self.batch_shape), self.event_shape[0]))
        return rows.expand((-1, *self.batch_shape, -1)) if expand else rows


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """A OneHotCategorical with probs or logits (*, K); draws of `rsample` have the gradient of the probabilities.

    Raises ValueError unless exactly one of probs and logits is given. Source: Bengio et al. (2013), arXiv 1308.3432.
    """

    has_rsample = True

    def rsample(self, sample_shape=()):
        """Return one-hot draws that pass their gradient on to the probabilities."""
        probs = self.probs
        return self.sample(sample_shape) + (probs - probs.detach())
