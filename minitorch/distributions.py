"""Distributions: numbers drawn by odds that are tensors, and the log of those odds, for gradients to pass."""

from math import log, pi, prod

from .nn.functional import log_softmax
from .runtime import functions


def as_tensors(*values):
    """Numbers beside tensors as tensors, all broadcast to one shape."""
    like = next((v for v in values if hasattr(v, "array")), None)
    made = [v if hasattr(v, "array") else (functions["full"]((), float(v)) if like is None else like.new_full((), v))
            for v in values]
    return functions["broadcast_tensors"](*made)


class Distribution:
    """What all share: draws of `sample_shape` times the shape of the parameters, and log_prob."""

    def __init__(self, shape):
        self.batch_shape = tuple(shape)

    def sample(self, sample_shape=()):
        """Draws, outside any graph."""
        return self.draw((*sample_shape, *self.batch_shape)).detach()

    def expand(self, x, sample_shape):
        return x.expand((*sample_shape, *self.batch_shape))

    def __repr__(self):
        return f"{type(self).__name__}(batch_shape: {self.batch_shape})"


class Normal(Distribution):
    """Mean `loc`, standard deviation `scale`. `rsample` lets gradients pass to both.

    >>> Normal(0.0, 1.0).log_prob(functions["zeros"](1))
    tensor([-0.9189])
    """

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = as_tensors(loc, scale)
        if not bool((self.scale > 0).all()):
            raise ValueError("Normal: the scale must be positive everywhere.")
        super().__init__(self.loc.shape)

    mean = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale ** 2)

    def rsample(self, sample_shape=()):
        """Draws as loc + scale · noise: differentiable."""
        return self.draw((*sample_shape, *self.batch_shape))

    def draw(self, shape):
        return self.loc + self.scale * functions["randn"](shape, dtype=self.loc.dtype, device=self.loc.device)

    def log_prob(self, value):
        """log of the density at `value`."""
        return -((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - 0.5 * log(2 * pi)

    def entropy(self):
        """Mean surprise, in nats."""
        return 0.5 + 0.5 * log(2 * pi) + self.scale.log()


class Bernoulli(Distribution):
    """1 with probability `probs` (or sigmoid of `logits`), else 0."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self.probs, = as_tensors(probs if logits is None else logits.sigmoid())
        super().__init__(self.probs.shape)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def draw(self, shape):
        return self.probs.detach().expand(shape).bernoulli()

    def log_prob(self, value):
        """log of the probability of `value`."""
        return functions["xlogy"](value, self.probs) + functions["xlogy"](1 - value, 1 - self.probs)

    def entropy(self):
        """Mean surprise, in nats."""
        return -self.log_prob(self.probs)


class Categorical(Distribution):
    """An index from 0 by weights in the last dimension: `probs`, or `logits` before softmax."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if logits is None else logits
        if given.ndim < 1:
            raise ValueError("Categorical: the parameter must be at least one-dimensional.")
        self.logits = (probs / probs.sum(-1, keepdim=True)).log() if logits is None else log_softmax(logits, -1)
        super().__init__(given.shape[:-1])

    probs = property(lambda self: self.logits.exp())

    def draw(self, shape):
        rows = self.probs.detach().reshape(-1, self.logits.shape[-1])
        return rows.multinomial(prod(shape[:len(shape) - len(self.batch_shape)]), True).T.reshape(shape)

    def log_prob(self, value):
        """log of the probability of the indices in `value`."""
        value = value.long()
        logits = self.logits.expand((*value.shape, self.logits.shape[-1]))
        return logits.gather(-1, value.unsqueeze(-1)).squeeze(-1)

    def entropy(self):
        """Mean surprise, in nats."""
        return -functions["xlogy"](self.probs, self.probs).sum(-1)


def kl_divergence(p, q):
    """How surprised q is by what p draws, in nats: for two of the same kind."""
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = (p.scale / q.scale) ** 2
        return 0.5 * (ratio + ((p.loc - q.loc) / q.scale) ** 2 - 1 - ratio.log())
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        return (p.probs * (p.logits - q.logits)).sum(-1)
    raise NotImplementedError(f"kl_divergence of {type(p).__name__} and {type(q).__name__} is left out.")
