"""Distributions of real numbers."""

from math import log, pi, sqrt

from ..random import numpy_generator
from ..runtime import functions
from ..tensors import tensor
from . import constraints
from .distribution import Distribution, as_tensors

LOC_AND_SCALE = {"loc": constraints.real, "scale": constraints.positive}


def drawn_by(draw, like):
    """Call `draw` with NumPy's generator; return its numbers as a tensor with the dtype and device of `like`."""
    return tensor(draw(numpy_generator()), dtype=like.dtype, device=like.device)


def uniform(shape, like):
    """Draw numbers in the open interval (0, 1), with the dtype and device of `like`."""
    tiny = 1e-7 if like.element_size() == 4 else 1e-16
    return functions["rand"](shape, dtype=like.dtype, device=like.device).clamp(tiny, 1 - tiny)


class LocScale(Distribution):
    """A distribution of real numbers around `loc`, stretched by `scale`: tensors or numbers, broadcast."""

    arg_constraints = LOC_AND_SCALE
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = as_tensors(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)


class Normal(LocScale):
    """Normal distribution with mean `loc` and standard deviation `scale`: tensors or numbers, broadcast.

    Raises ValueError for a scale of 0 or less.

    >>> Normal(0.0, 1.0).log_prob(functions["zeros"](1))
    tensor([-0.9189])
    """

    mean = mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale ** 2)

    def draw(self, shape):
        return self.loc + self.scale * functions["randn"](shape, dtype=self.loc.dtype, device=self.loc.device)

    def log_density(self, value):
        return -((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - 0.5 * log(2 * pi)

    def entropy(self):
        """Return the entropy in nats."""
        return 0.5 + 0.5 * log(2 * pi) + self.scale.log()

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        return 0.5 * (1 + ((value - self.loc) / (self.scale * sqrt(2))).erf())

    def icdf(self, value):
        """Return the number that a draw does not exceed with probability `value`."""
        return self.loc + self.scale * (2 * value - 1).erfinv() * sqrt(2)


class Uniform(Distribution):
    """Uniform distribution between low and high: tensors or numbers, broadcast. ValueError unless low < high."""

    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = as_tensors(low, high)
        self.arg_constraints = {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}
        super().__init__(self.low.shape, validate_args=validate_args)

    support = property(lambda self: constraints.interval(self.low, self.high))
    mode = property(lambda self: self.high * float("nan"))
    mean = property(lambda self: (self.low + self.high) / 2)
    variance = property(lambda self: (self.high - self.low) ** 2 / 12)

    def draw(self, shape):
        return self.low + (self.high - self.low) * functions["rand"](shape, dtype=self.low.dtype)

    def log_density(self, value):
        inside = (value >= self.low) & (value < self.high)
        return inside.to(self.low.dtype).log() - (self.high - self.low).log()

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        return ((value - self.low) / (self.high - self.low)).clamp(0, 1)

    def icdf(self, value):
        """Return the number that a draw does not exceed with probability `value`."""
        return value * (self.high - self.low) + self.low

    def entropy(self):
        """Return the entropy in nats."""
        return (self.high - self.low).log()


class Exponential(Distribution):
    """Waiting times until an event that has this `rate`: density rate · e^(−rate · x). ValueError for a rate ≤ 0."""

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate, = as_tensors(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    mode = property(lambda self: self.rate * 0)
    mean = property(lambda self: 1 / self.rate)
    variance = property(lambda self: self.rate ** -2)

    def draw(self, shape):
        return -uniform(shape, self.rate).log() / self.rate

    def log_density(self, value):
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        return -(-self.rate * value).expm1()

    def icdf(self, value):
        """Return the number that a draw does not exceed with probability `value`."""
        return -(-value).log1p() / self.rate

    def entropy(self):
        """Return the entropy in nats."""
        return 1 - self.rate.log()


class Laplace(LocScale):
    """Laplace distribution, exponential on both sides of `loc`: density e^(−|x − loc| / scale) / (2 · scale).

    Raises ValueError for a scale of 0 or less.
    """

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: 2 * self.scale ** 2)

    def draw(self, shape):
        u = uniform(shape, self.loc) - 0.5
        return self.loc - self.scale * u.sign() * (-2 * u.abs()).log1p()

    def log_density(self, value):
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        apart = value - self.loc
        return 0.5 - 0.5 * apart.sign() * (-apart.abs() / self.scale).expm1()

    def icdf(self, value):
        """Return the number that a draw does not exceed with probability `value`."""
        term = value - 0.5
        return self.loc - self.scale * term.sign() * (-2 * term.abs()).log1p()

    def entropy(self):
        """Return the entropy in nats."""
        return 1 + (2 * self.scale).log()


class Cauchy(LocScale):
    """A bell curve around loc with width scale, and tails so heavy that it has no mean. ValueError for a scale ≤ 0."""

    mode = property(lambda self: self.loc)
    mean = property(lambda self: self.loc * float("nan"))
    variance = property(lambda self: self.loc.new_full(self.loc.shape, float("inf")))

    def draw(self, shape):
        return self.loc + self.scale * (pi * (uniform(shape, self.loc) - 0.5)).tan()

    def log_density(self, value):
        return -log(pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def entropy(self):
        """Return the entropy in nats."""
        return log(4 * pi) + self.scale.log()

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        return ((value - self.loc) / self.scale).atan() / pi + 0.5

    def icdf(self, value):
        """Return the number that a draw does not exceed with probability `value`."""
        return (pi * (value - 0.5)).tan() * self.scale + self.loc
