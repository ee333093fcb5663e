"""Distributions of real numbers."""

from math import log, pi, sqrt

from ..random import numpy_generator
from ..runtime import functions
from ..tensors import tensor
from .distribution import Distribution, Reparameterised, as_tensors


def positive(kind, **parameters):
    """Raise ValueError for a parameter that is not above 0 everywhere."""
    for name, value in parameters.items():
        if not bool((value > 0).all()):
            raise ValueError(f"{kind}: the {name} must be positive everywhere.")


def drawn_by(draw, like):
    """Draws of NumPy's generator as a tensor with the dtype and device of another."""
    return tensor(draw(numpy_generator()), dtype=like.dtype, device=like.device)


def uniform(shape, like):
    """Numbers between 0 and 1, neither of them, with the dtype and device of a tensor."""
    tiny = 1e-7 if like.element_size() == 4 else 1e-16
    return functions["rand"](shape, dtype=like.dtype, device=like.device).clamp(tiny, 1 - tiny)


class Normal(Reparameterised):
    """Mean `loc`, standard deviation `scale`: tensors or numbers, broadcast. `rsample` lets gradients pass to both.

    Raises ValueError for a scale of 0 or less.

    >>> Normal(0.0, 1.0).log_prob(functions["zeros"](1))
    tensor([-0.9189])
    """

    shown = "loc scale"

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = as_tensors(loc, scale)
        if not bool((self.scale > 0).all()):
            raise ValueError("Normal: the scale must be positive everywhere.")
        super().__init__(self.loc.shape)

    mean = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale ** 2)

    def draw(self, shape):
        return self.loc + self.scale * functions["randn"](shape, dtype=self.loc.dtype, device=self.loc.device)

    def log_prob(self, value):
        """log of the density at `value`."""
        return -((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - 0.5 * log(2 * pi)

    def entropy(self):
        """Mean surprise, in nats."""
        return 0.5 + 0.5 * log(2 * pi) + self.scale.log()

    def cdf(self, value):
        """The probability of a draw of at most `value`."""
        return 0.5 * (1 + ((value - self.loc) / (self.scale * sqrt(2))).erf())


class Uniform(Reparameterised):
    """Between low and high, everywhere alike: tensors or numbers, broadcast. ValueError unless low is below high."""

    shown = "low high"

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = as_tensors(low, high)
        positive("Uniform", **{"high - low": self.high - self.low})
        super().__init__(self.low.shape)

    mean = property(lambda self: (self.low + self.high) / 2)
    variance = property(lambda self: (self.high - self.low) ** 2 / 12)

    def draw(self, shape):
        return self.low + (self.high - self.low) * functions["rand"](shape, dtype=self.low.dtype)

    def log_prob(self, value):
        """log of the density at `value`: −inf outside."""
        inside = (value >= self.low) & (value < self.high)
        return inside.to(self.low.dtype).log() - (self.high - self.low).log()

    def entropy(self):
        """Mean surprise, in nats."""
        return (self.high - self.low).log()


class Exponential(Reparameterised):
    """Waiting times at a `rate`: density rate · e^(−rate · x). ValueError for a rate of 0 or less."""

    shown = "rate"

    def __init__(self, rate, validate_args=None):
        self.rate, = as_tensors(rate)
        positive("Exponential", rate=self.rate)
        super().__init__(self.rate.shape)

    mean = property(lambda self: 1 / self.rate)
    variance = property(lambda self: self.rate ** -2)

    def draw(self, shape):
        return -uniform(shape, self.rate).log() / self.rate

    def log_prob(self, value):
        """log of the density at `value`."""
        return self.rate.log() - self.rate * value

    def entropy(self):
        """Mean surprise, in nats."""
        return 1 - self.rate.log()


class Laplace(Reparameterised):
    """Two exponentials back to back, around `loc`: density e^(−|x − loc| / scale) / (2 · scale), broadcast.

    Raises ValueError for a scale of 0 or less.
    """

    shown = "loc scale"

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = as_tensors(loc, scale)
        positive("Laplace", scale=self.scale)
        super().__init__(self.loc.shape)

    mean = property(lambda self: self.loc)
    variance = property(lambda self: 2 * self.scale ** 2)

    def draw(self, shape):
        u = uniform(shape, self.loc) - 0.5
        return self.loc - self.scale * u.sign() * (-2 * u.abs()).log1p()

    def log_prob(self, value):
        """log of the density at `value`."""
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def entropy(self):
        """Mean surprise, in nats."""
        return 1 + (2 * self.scale).log()


class Beta(Distribution):
    """Between 0 and 1: density ∝ x^(a − 1) · (1 − x)^(b − 1), a being concentration1 and b concentration0.

    Raises ValueError for one of 0 or less.
    """

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = as_tensors(concentration1, concentration0)
        positive("Beta", concentration1=self.concentration1, concentration0=self.concentration0)
        super().__init__(self.concentration1.shape)

    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total ** 2 * (total + 1))

    def draw(self, shape):
        a, b = (x.detach().cpu().numpy() for x in (self.concentration1, self.concentration0))
        return drawn_by(lambda generator: generator.beta(a, b, tuple(shape)), self.concentration1)

    def log_prob(self, value):
        """log of the density at `value`."""
        a, b = self.concentration1, self.concentration0
        shape = functions["xlogy"](a - 1, value) + functions["xlogy"](b - 1, 1 - value)
        return shape + (a + b).lgamma() - a.lgamma() - b.lgamma()


class Gamma(Distribution):
    """Above 0: density ∝ x^(concentration − 1) · e^(−rate · x). ValueError for a parameter of 0 or less."""

    shown = "concentration rate"

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = as_tensors(concentration, rate)
        positive("Gamma", concentration=self.concentration, rate=self.rate)
        super().__init__(self.concentration.shape)

    mean = property(lambda self: self.concentration / self.rate)
    variance = property(lambda self: self.concentration / self.rate ** 2)

    def draw(self, shape):
        a, rate = (x.detach().cpu().numpy() for x in (self.concentration, self.rate))
        return drawn_by(lambda generator: generator.gamma(a, 1 / rate, tuple(shape)), self.rate)

    def log_prob(self, value):
        """log of the density at `value`."""
        a = self.concentration
        return functions["xlogy"](a, self.rate) + functions["xlogy"](a - 1, value) - self.rate * value - a.lgamma()

    def entropy(self):
        """Mean surprise, in nats."""
        a = self.concentration
        return a - self.rate.log() + a.lgamma() + (1 - a) * a.digamma()


class Cauchy(Reparameterised):
    """A bell around loc, as wide as scale, with tails so heavy that it has no mean. ValueError for a scale ≤ 0."""

    shown = "loc scale"

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = as_tensors(loc, scale)
        positive("Cauchy", scale=self.scale)
        super().__init__(self.loc.shape)

    mean = property(lambda self: self.loc * float("nan"))
    variance = property(lambda self: self.loc * float("nan"))

    def draw(self, shape):
        return self.loc + self.scale * (pi * (uniform(shape, self.loc) - 0.5)).tan()

    def log_prob(self, value):
        """log of the density at `value`."""
        return -log(pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def entropy(self):
        """Mean surprise, in nats."""
        return log(4 * pi) + self.scale.log()
