"""Distributions whose draws are 0 or 1, or counts."""

from functools import cached_property

from ..nn.functional import binary_cross_entropy_with_logits, softplus
from ..runtime import functions
from . import constraints
from .categorical import ProbsOrLogits, clamp_probs, one_of
from .continuous import drawn_by, uniform
from .distribution import Distribution, as_tensors


class YesOrNo(ProbsOrLogits):
    """A base class with the probability of a 1: `probs`, or `logits` (probs is their sigmoid).

    Raises ValueError unless exactly one of the two is given.
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}

    def store_parameters(self, probs, logits, *more):
        """Store probs or logits, broadcast with the parameters in `more`; return the broadcast parameters."""
        given, *more = as_tensors(one_of(probs, logits), *more)
        setattr(self, "probs" if logits is None else "logits", given)
        return more

    @cached_property
    def probs(self):
        """Probability of a 1, or of a success."""
        return self.logits.sigmoid()

    @cached_property
    def logits(self):
        """Log of the odds of a 1, or of a success."""
        return clamp_probs(self.probs).logit()



class Bernoulli(YesOrNo):
    """1 with probability `probs` (or sigmoid of `logits`), else 0. The argument is a number, or a tensor of any shape.

    Raises ValueError unless one of the two is given.
    """

    support = constraints.boolean
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.store_parameters(probs, logits)
        super().__init__(self.param_shape, validate_args=validate_args)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    @property
    def mode(self):
        half = self.probs == 0.5
        return functions["where"](half, float("nan"), (self.probs >= 0.5).to(self.probs.dtype))

    def draw(self, shape):
        return self.probs.detach().expand(shape).bernoulli()

    def log_density(self, value):
        logits, value = functions["broadcast_tensors"](self.logits, value)
        return -binary_cross_entropy_with_logits(logits, value.to(logits.dtype), reduction="none")

    def entropy(self):
        """Return the entropy in nats."""
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand=True):
        """Return 0 and 1."""
        return self.enumerate_values(functions["arange"](2, dtype=self._param.dtype), expand)


class Poisson(Distribution):
    """Counts of events with a mean `rate`: a tensor of any shape, or a number. ValueError for a rate below 0."""

    arg_constraints = {"rate": constraints.nonnegative}
    support = constraints.nonnegative_integer

    def __init__(self, rate, validate_args=None):
        self.rate, = as_tensors(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    mean = variance = property(lambda self: self.rate)
    mode = property(lambda self: self.rate.floor())

    def draw(self, shape):
        rate = self.rate.detach().cpu().numpy()
        return drawn_by(lambda generator: generator.poisson(rate, tuple(shape)), self.rate)

    def log_density(self, value):
        return functions["xlogy"](value, self.rate) - self.rate - (value + 1).lgamma()


class Geometric(YesOrNo):
    """The number of failures before the first success, of probability `probs` (or sigmoid of `logits`).

    Raises ValueError unless exactly one of probs and logits is given, and for a probability of 0.
    """

    support = constraints.nonnegative_integer

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.store_parameters(probs, logits)
        super().__init__(self.param_shape, validate_args=validate_args)
        if self.validates and not bool((self.probs > 0).all()):
            raise ValueError(f"Expected parameter probs of distribution {self!r} to be positive, but found invalid "
                             f"values:\n{self.probs}")

    mean = property(lambda self: 1 / self.probs - 1)
    mode = property(lambda self: self.probs * 0)
    variance = property(lambda self: (1 / self.probs - 1) / self.probs)

    def draw(self, shape):
        return (uniform(shape, self.probs).log() / (-self.probs.detach()).log1p()).floor()

    def log_density(self, value):
        return functions["xlogy"](value, 1 - self.probs) + self.probs.log()

    def entropy(self):
        """Return the entropy in nats."""
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs


class Binomial(YesOrNo):
    """The number of successes in `total_count` trials, each of probability `probs` (or sigmoid of `logits`).

    Raises ValueError unless one of probs and logits is given; they and total_count broadcast.
    """

    arg_constraints = {"total_count": constraints.nonnegative_integer, **YesOrNo.arg_constraints}
    has_enumerate_support = True

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count, = self.store_parameters(probs, logits, total_count)
        super().__init__(self.param_shape, validate_args=validate_args)

    support = property(lambda self: constraints.integer_interval(0, self.total_count))
    mean = property(lambda self: self.total_count * self.probs)
    mode = property(lambda self: ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count))
    variance = property(lambda self: self.mean * (1 - self.probs))

    def draw(self, shape):
        p, n = self.probs.detach().cpu().numpy(), self.total_count.cpu().numpy().astype(int)
        return drawn_by(lambda generator: generator.binomial(n, p, tuple(shape)), self.probs)

    def log_density(self, value):
        n = self.total_count
        ways = (n + 1).lgamma() - (value + 1).lgamma() - (n - value + 1).lgamma()
        return ways + value * self.logits - n * softplus(self.logits)

    def entropy(self):
        """Return the entropy in nats, if all total_counts are equal; else raise NotImplementedError."""
        each = self.enumerate_support(False)
        log_prob = self.log_prob(each)
        return -(log_prob.exp() * log_prob).sum(0)

    def enumerate_support(self, expand=True):
        """Return 0, 1, … total_count, if all total_counts are equal; else raise NotImplementedError."""
        most = int(self.total_count.max())
        if int(self.total_count.min()) != most:
            raise NotImplementedError("Inhomogeneous total count not supported by `enumerate_support`.")
        return self.enumerate_values(functions["arange"](most + 1, dtype=self._param.dtype), expand)


class NegativeBinomial(YesOrNo):
    """The number of successes, each of probability `probs` (or sigmoid of `logits`), before the total_count-th failure.

    Raises ValueError unless one of probs and logits is given; they and total_count broadcast.
    """

    arg_constraints = {"total_count": constraints.nonnegative, "probs": constraints.half_open_interval(0.0, 1.0),
                       "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        self.total_count, = self.store_parameters(probs, logits, total_count)
        super().__init__(self.param_shape, validate_args=validate_args)

    mean = property(lambda self: self.total_count * self.logits.exp())
    mode = property(lambda self: ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0))
    variance = property(lambda self: self.mean / (-self.logits).sigmoid())

    def draw(self, shape):
        p, n = self.probs.detach().cpu().numpy(), self.total_count.cpu().numpy()
        return drawn_by(lambda generator: generator.negative_binomial(n, 1 - p, tuple(shape)), self.probs)

    def log_density(self, value):
        n = self.total_count
        ways = (n + value).lgamma() - (value + 1).lgamma() - n.lgamma()
        return ways - n * softplus(self.logits) - value * softplus(-self.logits)
