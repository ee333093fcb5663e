"""Distributions of yes and no, of indices and of counts."""

from math import prod

from ..nn.functional import log_softmax
from ..runtime import functions
from .continuous import drawn_by, uniform
from .distribution import Distribution, as_tensors


def named(probs, logits):
    """Which of the two is given, "probs" or "logits". Raises ValueError unless one is."""
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")
    return "probs" if logits is None else "logits"


class Bernoulli(Distribution):
    """1 with probability `probs` (or sigmoid of `logits`), else 0: any shape.

    Raises ValueError unless one of the two is given.
    """

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.shown = named(probs, logits)
        self.probs, = as_tensors(probs if logits is None else logits.sigmoid())
        super().__init__(self.probs.shape)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    @property
    def logits(self):
        return self.probs.logit()

    def draw(self, shape):
        return self.probs.detach().expand(shape).bernoulli()

    def log_prob(self, value):
        """log of the probability of `value`."""
        return functions["xlogy"](value, self.probs) + functions["xlogy"](1 - value, 1 - self.probs)

    def entropy(self):
        """Mean surprise, in nats."""
        return -self.log_prob(self.probs)


class Categorical(Distribution):
    """An index from 0 by weights in the last dimension (*, K): `probs`, or `logits` before softmax.

    Raises ValueError unless one of the two is given, with at least one dimension.
    """

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.shown = named(probs, logits)
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


class Poisson(Distribution):
    """Counts of what happens at a `rate`: a tensor of any shape, or a number."""

    shown = "rate"

    def __init__(self, rate, validate_args=None):
        self.rate, = as_tensors(rate)
        super().__init__(self.rate.shape)

    mean = property(lambda self: self.rate)
    variance = property(lambda self: self.rate)

    def draw(self, shape):
        rate = self.rate.detach().cpu().numpy()
        return drawn_by(lambda generator: generator.poisson(rate, tuple(shape)), self.rate)

    def log_prob(self, value):
        """log of the probability of the counts in `value`."""
        return functions["xlogy"](value, self.rate) - self.rate - (value + 1).lgamma()


class Binomial(Distribution):
    """How often yes comes in `total_count` questions, each with probability `probs` (or sigmoid of `logits`).

    Raises ValueError unless one of probs and logits is given; they and total_count broadcast.
    """

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.shown = f"total_count {named(probs, logits)}"
        self.probs, self.total_count = as_tensors(probs if logits is None else logits.sigmoid(), total_count)
        super().__init__(self.probs.shape)

    logits = property(lambda self: self.probs.logit())
    mean = property(lambda self: self.total_count * self.probs)
    variance = property(lambda self: self.mean * (1 - self.probs))

    def draw(self, shape):
        p, n = self.probs.detach().cpu().numpy(), self.total_count.cpu().numpy().astype(int)
        return drawn_by(lambda generator: generator.binomial(n, p, tuple(shape)), self.probs)

    def log_prob(self, value):
        """log of the probability of the counts in `value`."""
        n, xlogy = self.total_count, functions["xlogy"]
        ways = (n + 1).lgamma() - (value + 1).lgamma() - (n - value + 1).lgamma()
        return ways + xlogy(value, self.probs) + xlogy(n - value, 1 - self.probs)


class Geometric(Distribution):
    """How often no comes before the first yes, of probability `probs` (or sigmoid of `logits`).

    Raises ValueError unless one of the two is given.
    """

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.shown = named(probs, logits)
        self.probs, = as_tensors(probs if logits is None else logits.sigmoid())
        super().__init__(self.probs.shape)

    logits = property(lambda self: self.probs.logit())
    mean = property(lambda self: 1 / self.probs - 1)
    variance = property(lambda self: (1 / self.probs - 1) / self.probs)

    def draw(self, shape):
        return (uniform(shape, self.probs).log() / (-self.probs.detach()).log1p()).floor()

    def log_prob(self, value):
        """log of the probability of the counts in `value`."""
        return functions["xlogy"](value, 1 - self.probs) + self.probs.log()

    def entropy(self):
        """Mean surprise, in nats."""
        xlogy = functions["xlogy"]
        return -(xlogy(self.probs, self.probs) + xlogy(1 - self.probs, 1 - self.probs)) / self.probs


class OneHotCategorical(Distribution):
    """A Categorical, by probs or logits (*, K), whose draws are vectors (*, K): 1 at the index, else 0."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.categorical = Categorical(probs, logits)
        super().__init__(self.categorical.batch_shape)
        self.event_shape = self.categorical.logits.shape[-1:]

    probs = property(lambda self: self.categorical.probs)
    logits = property(lambda self: self.categorical.logits)
    mean = probs
    variance = property(lambda self: self.probs * (1 - self.probs))

    def draw(self, shape):
        drawn = self.categorical.sample(shape[:len(shape) - len(self.batch_shape)]).unsqueeze(-1)
        zeros = functions["zeros"]((*drawn.shape[:-1], *self.event_shape), dtype=self.logits.dtype)
        return zeros.scatter(-1, drawn, 1.0)

    def log_prob(self, value):
        """log of the probability of the vectors in `value` (*, K)."""
        return self.categorical.log_prob(value.argmax(-1))

    def entropy(self):
        """Mean surprise, in nats."""
        return self.categorical.entropy()
